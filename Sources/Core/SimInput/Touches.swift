import SimMath

/// The contacts of a frame in order of arrival: those that the frame has, no others.
///
///     for touch in input.touches where touch.phase == .began { pop(at: touch.position) }
///     let isHeld = input.touches.contains { $0.phase.isDown }
///     for finger in input.touches.filter({ $0.kind == .finger }) { push(finger) }
///
/// Copies and filtered collections share the storage of the frame, so none of these lines
/// allocates. `map` and `sorted` return arrays, as for any collection.
public struct Touches: RandomAccessCollection, Sendable {
  /// A slot per contact that a frame can hold; only those in `slots` are in use.
  @usableFromInline var storage: [Touch]
  /// The slots in use, four bits each, the first contact's lowest.
  @usableFromInline var slots: UInt64
  /// The number of contacts, including those just lifted.
  @usableFromInline var used: Int

  /// Slot 0, then 1, and so on.
  private static var ascendingSlots: UInt64 { 0xFEDC_BA98_7654_3210 }

  /// Creates a collection without contacts that has storage for a frame's.
  init() {
    let touch = Touch(
      id: 0, phase: .ended, kind: .finger, position: .zero, previousPosition: .zero, radius: 0,
      pressure: 0, timestampNanoseconds: 0)
    storage = [Touch](repeating: touch, count: FrameInput.maximumTouchCount)
    slots = Self.ascendingSlots
    used = 0
  }

  @inlinable
  init(_ storage: [Touch], slots: UInt64, used: Int) {
    self.storage = storage
    self.slots = slots
    self.used = used
  }

  /// Zero.
  @inlinable public var startIndex: Int { 0 }
  /// The number of contacts.
  @inlinable public var endIndex: Int { used }

  /// The contact at a position from 0 to `count - 1`.
  @inlinable
  public subscript(position: Int) -> Touch {
    precondition(position >= 0 && position < used, "the frame has no such contact")
    return storage[slot(at: position)]
  }

  /// The contacts that satisfy a condition; does not allocate.
  @inlinable
  public func filter(_ isIncluded: (Touch) -> Bool) -> Touches {
    var filtered = Touches(storage, slots: 0, used: 0)
    for position in 0..<used {
      let slot = slot(at: position)
      guard isIncluded(storage[slot]) else { continue }
      filtered.slots |= UInt64(truncatingIfNeeded: slot) &<< UInt64(4 &* filtered.used)
      filtered.used &+= 1
    }
    return filtered
  }

  @inlinable
  @inline(__always)
  func slot(at position: Int) -> Int {
    Int(truncatingIfNeeded: (slots &>> UInt64(truncatingIfNeeded: 4 &* position)) & 15)
  }

  /// Removes all contacts and keeps the storage.
  mutating func removeAll() { used = 0 }

  /// Adds a contact; ignored if there is no free slot.
  mutating func append(_ touch: Touch) -> Bool {
    guard used < storage.count else { return false }
    storage[used] = touch
    used += 1
    return true
  }

  /// Counts one more sample of the last contact.
  mutating func addSampleToLast() { storage[used - 1].sampleCount += 1 }
}
