import SimbenchKit

/// Touches that a scene tracks, one slot each; one array per property.
package struct ContactSlots: Sendable {
  /// The touch's identifier.
  package var id: [UInt32]
  /// 1 while the finger is on the glass.
  package var isHeld: [UInt32]

  /// Makes free slots.
  init(count: Int) {
    id = [UInt32](repeating: 0, count: count)
    isHeld = [UInt32](repeating: 0, count: count)
  }

  /// The slot of a held touch.
  @inline(__always)
  func slot(of id: UInt32) -> Int? {
    for slot in self.id.indices where isHeld[slot] == 1 && self.id[slot] == id { return slot }
    return nil
  }

  /// Releases touches that the input no longer contains.
  @inline(__always)
  mutating func forgetLost(_ input: borrowing FrameInput) {
    for slot in id.indices where isHeld[slot] == 1 {
      if input.touch(withID: id[slot]) == nil { isHeld[slot] = 0 }
    }
  }
}

/// A level for every touch that rises while the touch is held and falls afterward.
package struct ContactLevels: Sendable {
  /// The touches of the levels; a slot is free while its level is 0.
  package var contacts: ContactSlots
  /// The horizontal position in points.
  package var x: [Float]
  /// The vertical position in points.
  package var y: [Float]
  /// Strength, 0 to 1.
  package var level: [Float]
  /// The seconds for which the touch still counts as held.
  package var rest: [Float]

  /// The change of levels in one step.
  struct Change {
    /// The length of the step in seconds.
    let seconds: Float
    /// The level that held touches approach.
    let goal: Float
    /// The fraction by which a held level approaches `goal`.
    let rise: Float
    /// The fraction by which other levels approach 0.
    let fade: Float
    /// Levels below this count as 0.
    let minimum: Float
  }

  /// Makes free slots.
  init(count: Int) {
    contacts = ContactSlots(count: count)
    x = [Float](repeating: 0, count: count)
    y = [Float](repeating: 0, count: count)
    level = [Float](repeating: 0, count: count)
    rest = [Float](repeating: 0, count: count)
  }

  /// Assigns a free slot to a touch that is down; without a free slot, it tries again in the next
  /// frame.
  @inline(__always)
  mutating func begin(_ touch: Touch, restSeconds: Float, level: Float) -> Int? {
    guard touch.phase.isDown, let slot = self.level.firstIndex(of: 0) else { return nil }
    contacts.id[slot] = touch.id
    contacts.isHeld[slot] = 1
    x[slot] = touch.position.x
    y[slot] = touch.position.y
    rest[slot] = restSeconds
    self.level[slot] = level
    return slot
  }

  /// Raises or lowers the level of one slot.
  @inline(__always)
  mutating func age(_ slot: Int, _ change: Change) {
    let level = level[slot]
    guard level > 0 else { return }
    rest[slot] = max(0, rest[slot] - change.seconds)
    let isOn = contacts.isHeld[slot] == 1 || rest[slot] > 0
    self.level[slot] =
      isOn ? level + (change.goal - level) * change.rise : level - level * change.fade
    if !isOn && self.level[slot] < change.minimum { self.level[slot] = 0 }
  }

  /// Moves every slot to the same relative position on a scaled canvas.
  mutating func scale(_ scaleX: Float, _ scaleY: Float) {
    for slot in x.indices {
      x[slot] *= scaleX
      y[slot] *= scaleY
    }
  }

  /// The number of used slots.
  var count: UInt32 {
    var count: UInt32 = 0
    for level in level where level > 0 { count += 1 }
    return count
  }
}

extension ContactSlots: StateFields {
  /// Visits every stored field.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&id, "id")
    visitor.field(&isHeld, "isHeld")
  }
}

extension ContactLevels: StateFields {
  /// Visits every stored field.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&contacts, "contacts")
    visitor.field(&x, "x")
    visitor.field(&y, "y")
    visitor.field(&level, "level")
    visitor.field(&rest, "rest")
  }
}
