import SimbenchKit

/// A change of a toddler's contact that an app receives.
package struct ToddlerChange: Equatable, Sendable {
  /// The change.
  package var contact: GateContact
  /// Its time in nanoseconds.
  package var time: UInt64
}

/// The changes of a toddler's contacts in frames, as a device delivers them.
///
/// A change belongs to the first frame at or after its time. A contact that lands and lifts between
/// two frames lifts one frame later. Of a frame, contacts land before others move or lift.
package struct ToddlerFrames: Sendable {
  /// The changes with their frames, in order.
  package private(set) var changes: [(frame: UInt32, contact: GateContact)] = []
  private let clock: FrameClock

  /// Distributes changes to frames.
  ///
  /// - Complexity: O(n log n)
  package init(_ changes: [ToddlerChange], clock: FrameClock) {
    self.clock = clock
    var landings: [(id: UInt32, frame: UInt32)] = []
    for change in changes {
      var frame = Self.frame(of: change.time, clock)
      let id = change.contact.id
      if change.contact.phase == .began { landings.append((id, frame)) }
      if !change.contact.phase.isDown, let last = landings.lastIndex(where: { $0.id == id }) {
        frame = max(frame, landings[last].frame + 1)
        landings.remove(at: last)
      }
      self.changes.append((frame, change.contact))
    }
    // Among changes of one kind in one frame, their numbers keep the order of arrival.
    self.changes.sort {
      ($0.frame, Self.rank($0.contact.phase), $0.contact.id)
        < ($1.frame, Self.rank($1.contact.phase), $1.contact.id)
    }
  }

  private static func frame(of time: UInt64, _ clock: FrameClock) -> UInt32 {
    var frame = UInt32(time * UInt64(clock.framesPerSecond) / Nanoseconds.second)
    while clock.startNanoseconds(ofFrame: frame) < time { frame += 1 }
    return frame
  }

  private static func rank(_ phase: TouchPhase) -> UInt8 {
    switch phase {
    case .began: 0
    case .moved, .stationary: 1
    case .ended, .cancelled: 2
    }
  }

  /// The frames in which BabySafe's gate prompts, by contacts alone: each hold of more than 6 s of
  /// frame time.
  package func prompts(on canvas: GateCanvas) -> [UInt32] {
    var gate = BabySafeGate()
    var frames: [UInt32] = []
    for (frame, contact) in changes {
      let (wasHeld, since) = (gate.state == .holding, gate.held.time)
      let now = clock.startNanoseconds(ofFrame: frame)
      gate.touch(contact, at: now, on: canvas, isActive: true)
      guard wasHeld, gate.state != .holding, now &- since > BabySafeGate.hold else { continue }
      frames.append(Self.frame(of: since &+ BabySafeGate.hold, clock))
    }
    return frames
  }
}
