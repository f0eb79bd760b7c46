import SimbenchKit

/// What mirror images of scenes have in common.
enum MirrorImage {
  /// Puts places on the other side: what lay at x lies at width − x.
  static func flip(_ x: inout [Float], across width: Float) {
    for index in x.indices { x[index] = width - x[index] }
  }

  /// Lets what pointed to the right point to the left.
  static func negate(_ x: inout [Float]) {
    for index in x.indices { x[index] = -x[index] }
  }

  /// Half a turn more, from 0 to less than 1.
  static func halfTurn(_ turns: Float) -> Float { wrapped(turns + 0.5) }

  /// The same turns, from 0 to less than 1.
  static func wrapped(_ turns: Float) -> Float {
    let rest = turns - turns.rounded(.down)
    return rest < 1 ? rest : 0
  }
}

extension ContactSlots {
  /// Numbers the contacts as a mirror does.
  mutating func renumber() {
    for slot in id.indices { id[slot] &+= 1 }
  }
}

extension ContactLevels {
  /// Puts every slot on the other side.
  mutating func mirror(across width: Float) {
    contacts.renumber()
    MirrorImage.flip(&x, across: width)
  }
}
