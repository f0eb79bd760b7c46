import SimbenchKit

/// Helpers for mirroring scenes.
enum MirrorImage {
  /// Mirrors positions: x becomes width − x.
  static func flip(_ x: inout [Float], across width: Float) {
    for index in x.indices { x[index] = width - x[index] }
  }

  /// Mirrors velocities by changing their sign.
  static func negate(_ x: inout [Float]) {
    for index in x.indices { x[index] = -x[index] }
  }

  /// Adds half a turn; the result is from 0 to less than 1.
  static func halfTurn(_ turns: Float) -> Float { wrapped(turns + 0.5) }

  /// The equivalent angle in turns, from 0 to less than 1.
  static func wrapped(_ turns: Float) -> Float {
    let rest = turns - turns.rounded(.down)
    return rest < 1 ? rest : 0
  }
}

extension ContactSlots {
  /// Renumbers the touches like a mirrored input.
  mutating func renumber() {
    for slot in id.indices { id[slot] &+= 1 }
  }
}

extension ContactLevels {
  /// Mirrors every slot.
  mutating func mirror(across width: Float) {
    contacts.renumber()
    MirrorImage.flip(&x, across: width)
  }
}
