import SimbenchKit

/// Contacts that a scene remembers, a slot each; one array per property.
package struct ContactSlots: Sendable {
  /// The contact's identifier.
  package var id: [UInt32]
  /// 1 while the contact is on the glass.
  package var isHeld: [UInt32]

  /// Makes slots that hold nothing.
  init(count: Int) {
    id = [UInt32](repeating: 0, count: count)
    isHeld = [UInt32](repeating: 0, count: count)
  }

  /// The slot of a contact that is held.
  @inline(__always)
  func slot(of id: UInt32) -> Int? {
    for slot in self.id.indices where isHeld[slot] == 1 && self.id[slot] == id { return slot }
    return nil
  }

  /// Lets go of contacts that the input no longer has, lifted or not.
  @inline(__always)
  mutating func forgetLost(_ input: borrowing FrameInput) {
    for slot in id.indices where isHeld[slot] == 1 {
      if input.touch(withID: id[slot]) == nil { isHeld[slot] = 0 }
    }
  }
}

/// Something at every contact whose level rises while the contact is held and falls afterwards.
package struct ContactLevels: Sendable {
  /// What the levels belong to; a slot is free while its level is 0.
  package var contacts: ContactSlots
  /// Horizontal position in points.
  package var x: [Float]
  /// Vertical position in points.
  package var y: [Float]
  /// Strength, 0 to 1.
  package var level: [Float]
  /// Seconds that the contact still counts as held.
  package var rest: [Float]

  /// How levels change in one step.
  struct Change {
    /// Length of the step in seconds.
    let seconds: Float
    /// Level to which they rise.
    let goal: Float
    /// Share of the way to `goal` covered while held.
    let rise: Float
    /// Share of the way to 0 covered afterwards.
    let fade: Float
    /// Levels below this are none.
    let minimum: Float
  }

  /// Makes slots that are all free.
  init(count: Int) {
    contacts = ContactSlots(count: count)
    x = [Float](repeating: 0, count: count)
    y = [Float](repeating: 0, count: count)
    level = [Float](repeating: 0, count: count)
    rest = [Float](repeating: 0, count: count)
  }

  /// Gives a contact that is down a free slot; one that finds none tries again in the next frame.
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

  /// Moves every slot to the same relative position of a canvas scaled by two factors.
  mutating func scale(_ scaleX: Float, _ scaleY: Float) {
    for slot in x.indices {
      x[slot] *= scaleX
      y[slot] *= scaleY
    }
  }

  /// How many slots are not free.
  var count: UInt32 {
    var count: UInt32 = 0
    for level in level where level > 0 { count += 1 }
    return count
  }
}

extension ContactSlots: StateFields {
  /// Shows every stored field.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&id, "id")
    visitor.field(&isHeld, "isHeld")
  }
}

extension ContactLevels: StateFields {
  /// Shows every stored field.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&contacts, "contacts")
    visitor.field(&x, "x")
    visitor.field(&y, "y")
    visitor.field(&level, "level")
    visitor.field(&rest, "rest")
  }
}
