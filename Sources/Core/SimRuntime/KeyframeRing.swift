import SimMath

/// Saved states of a run, close enough that any frame is reached quickly.
///
/// The ring has a byte budget. Once it is exceeded, every second state is dropped and the interval
/// of later ones is doubled, so that the states cover a run of any length.
package struct KeyframeRing: Sendable {
  /// A saved state.
  private struct Keyframe: Sendable {
    var frame: UInt32
    var snapshot: Snapshot
    var byteCount: Int
  }

  /// The interval of the saved states in frames.
  package private(set) var interval: UInt32
  /// The size of the saved states in bytes.
  package private(set) var byteCount = 0
  /// The maximum size in bytes; one state is kept even if it is larger.
  package let byteBudget: Int

  /// The initial interval in frames.
  package static var firstInterval: UInt32 { 16 }
  /// The default byte budget.
  package static var defaultByteBudget: Int { 8 << 20 }

  private var keyframes: [Keyframe] = []

  /// Creates an empty ring.
  ///
  /// - Precondition: `firstInterval` is at least 1.
  package init(
    byteBudget: Int = KeyframeRing.defaultByteBudget,
    firstInterval: UInt32 = KeyframeRing.firstInterval
  ) {
    precondition(firstInterval >= 1, "an interval is at least one frame")
    self.byteBudget = byteBudget
    interval = firstInterval
  }

  /// The number of saved states.
  package var count: Int { keyframes.count }

  /// Saves the state before a frame if the interval requires it and it is not saved yet.
  ///
  /// - Complexity: O(log states) if nothing is saved.
  package mutating func offer(_ frame: UInt32, _ save: (inout Snapshot) -> Void) {
    guard frame % interval == 0 else { return }
    let place = firstPlace(after: frame)
    guard place == 0 || keyframes[place - 1].frame != frame else { return }
    var snapshot = Snapshot()
    save(&snapshot)
    let bytes = snapshot.byteCount + snapshot.logByteCount
    keyframes.insert(Keyframe(frame: frame, snapshot: snapshot, byteCount: bytes), at: place)
    byteCount += bytes
    while byteCount > byteBudget, keyframes.count > 1, interval <= UInt32.max / 2 { widen() }
  }

  private mutating func widen() {
    interval *= 2
    let interval = interval
    keyframes.removeAll { $0.frame % interval != 0 }
    byteCount = keyframes.reduce(0) { $0 + $1.byteCount }
  }

  /// The frame of the last saved state at or before a frame; nil if there is none.
  package func nearest(atOrBefore frame: UInt32) -> UInt32? {
    let place = firstPlace(after: frame)
    return place > 0 ? keyframes[place - 1].frame : nil
  }

  /// The saved state before a frame; nil if it is not saved.
  package func snapshot(beforeFrame frame: UInt32) -> Snapshot? {
    let place = firstPlace(after: frame)
    guard place > 0, keyframes[place - 1].frame == frame else { return nil }
    return keyframes[place - 1].snapshot
  }

  /// The position of the first state of a later frame.
  private func firstPlace(after frame: UInt32) -> Int {
    var (low, high) = (0, keyframes.count)
    while low < high {
      let middle = (low + high) / 2
      if keyframes[middle].frame <= frame { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension FrameLoop where S: ~Copyable {
  /// Moves forward or back to a frame, from the nearest saved state; skipped frames are only
  /// stepped.
  ///
  /// List and surface stay unchanged until the next `advance`.
  ///
  /// - Parameters:
  ///   - target: the frame to run next, at most the plan's number of frames.
  ///   - ring: receives states on the way; it must belong to this run.
  package mutating func seek(
    to target: UInt32, from ring: inout KeyframeRing,
    _ observer: inout some PhaseObserver & ~Copyable
  ) {
    let skipped = skipsDrawing
    skipsDrawing = true
    defer { skipsDrawing = skipped }
    ring.offer(frame) { save(to: &$0) }
    let nearest = ring.nearest(atOrBefore: min(target, plan.frameCount))
    if let nearest, target < frame || nearest > frame,
      let snapshot = ring.snapshot(beforeFrame: nearest)
    {
      do {
        try restore(snapshot)
      } catch {
        preconditionFailure("the ring belongs to another run")
      }
    }
    while frame < min(target, plan.frameCount) {
      advance(&observer)
      ring.offer(frame) { save(to: &$0) }
    }
  }
}
