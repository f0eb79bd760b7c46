import SimMath

/// Saved states of a run, near enough to one another that any frame is soon reached.
///
/// It has a budget of bytes. When that is used up, every second state is forgotten and the distance
/// between those to come is doubled, so that the whole of a run is covered however long it is.
package struct KeyframeRing: Sendable {
  /// A saved state.
  private struct Keyframe: Sendable {
    var frame: UInt32
    var snapshot: Snapshot
    var byteCount: Int
  }

  /// The distance, in frames, of the states that are kept.
  package private(set) var interval: UInt32
  /// Bytes of the states that are kept.
  package private(set) var byteCount = 0
  /// Bytes that they may have; that of the first frame is kept even when it has more.
  package let byteBudget: Int

  /// The first distance of states.
  package static var firstInterval: UInt32 { 16 }
  /// Bytes that a ring may have by default.
  package static var defaultByteBudget: Int { 8 << 20 }

  private var keyframes: [Keyframe] = []

  /// Makes an empty ring.
  ///
  /// - Precondition: the interval is 1 or more.
  package init(
    byteBudget: Int = KeyframeRing.defaultByteBudget,
    firstInterval: UInt32 = KeyframeRing.firstInterval
  ) {
    precondition(firstInterval >= 1, "states lie a frame apart at least")
    self.byteBudget = byteBudget
    interval = firstInterval
  }

  /// How many states are kept.
  package var count: Int { keyframes.count }

  /// Keeps the state before a frame where one is due and none is kept.
  ///
  /// - Complexity: O(log states) where none is due
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

  /// The frame of the last state at or before a frame; nil when there is none.
  package func nearest(atOrBefore frame: UInt32) -> UInt32? {
    let place = firstPlace(after: frame)
    return place > 0 ? keyframes[place - 1].frame : nil
  }

  /// The state before a frame, where it is kept.
  package func snapshot(beforeFrame frame: UInt32) -> Snapshot? {
    let place = firstPlace(after: frame)
    guard place > 0, keyframes[place - 1].frame == frame else { return nil }
    return keyframes[place - 1].snapshot
  }

  /// Where the first state of a later frame is.
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
  /// Goes to before a frame, forward or back, from the nearest state that is kept; frames passed
  /// over are only stepped.
  ///
  /// The picture is that of the frame that `advance` runs next.
  ///
  /// - Parameters:
  ///   - target: the frame that comes next then, at most the count of frames.
  ///   - ring: keeps states on the way; it has to be of this run.
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
        preconditionFailure("the ring is of another run")
      }
    }
    while frame < min(target, plan.frameCount) {
      advance(&observer)
      ring.offer(frame) { save(to: &$0) }
    }
  }
}
