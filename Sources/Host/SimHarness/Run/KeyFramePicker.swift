/// Chooses the frames that show a run while it runs: evenly spaced ones, the last included, and
/// the first touch and the first shake.
///
/// A touch or a shake gets three pictures: as it begins, during it and after it. The others are
/// spread over the frames that are left, so that there are as many as wanted in all, or a few more
/// if a touch or a shake comes late. It keeps no heap memory.
package struct KeyFramePicker: Sendable {
  private let count: UInt32
  private let last: UInt32
  private var taken: UInt32 = 0
  private var next: UInt32
  private var quietFrames: UInt32 = 0
  private var touch = Moment(duringFrames: 24, afterFrames: 60)
  private var shake = Moment(duringFrames: 40, afterFrames: 140)

  /// Frames without input before a touch or a shake counts, so that it can be told from others.
  private static var quietFramesBefore: UInt32 { 60 }

  /// Starts before the first frame.
  ///
  /// - Parameters:
  ///   - count: how many pictures are wanted.
  ///   - frameCount: frames of the run.
  /// - Precondition: both are 1 or more.
  package init(count: UInt32, frameCount: UInt32) {
    precondition(count > 0 && frameCount > 0, "a run has frames, of which some are shown")
    self.count = count
    last = frameCount - 1
    next = Self.step(frameCount, parts: count) - 1
  }

  /// Whether a frame is chosen; called once per frame, in order.
  ///
  /// - Parameter isLast: whether the run ends with it before its planned length.
  package mutating func takes(
    _ frame: UInt32, isTouched: Bool, isShaken: Bool, isLast: Bool
  ) -> Bool {
    let wasQuiet = quietFrames >= Self.quietFramesBefore
    quietFrames = isTouched || isShaken ? 0 : quietFrames + 1
    let showsTouch = touch.takes(frame, isOn: isTouched, wasQuiet: wasQuiet)
    let showsShake = shake.takes(frame, isOn: isShaken, wasQuiet: wasQuiet)
    guard showsTouch || showsShake || isLast || frame >= next else { return false }
    taken += 1
    // At the last frame, the range below would end before it starts.
    guard frame < last else { return true }
    let between = frame + 1..<last
    let used = taken + touch.count(in: between) + shake.count(in: between)
    next = frame + Self.step(last - frame, parts: used < count ? count - used : 1)
    return true
  }

  /// Frames up to the next one, if so many parts are to be about equal; 1 or more.
  private static func step(_ frames: UInt32, parts: UInt32) -> UInt32 {
    max(1, (frames + parts / 2) / parts)
  }

  /// A touch or a shake.
  private struct Moment {
    /// Frames after its beginning that are shown, unless it ends before.
    let duringFrames: UInt32
    /// Frames after those.
    let afterFrames: UInt32
    private var during: UInt32?
    private var after: UInt32 = 0

    init(duringFrames: UInt32, afterFrames: UInt32) {
      (self.duringFrames, self.afterFrames) = (duringFrames, afterFrames)
    }

    mutating func takes(_ frame: UInt32, isOn: Bool, wasQuiet: Bool) -> Bool {
      guard let during else {
        guard isOn, wasQuiet else { return false }
        setDuring(frame + duringFrames)
        return true
      }
      if !isOn, frame < during { setDuring(frame) }
      return frame == self.during || frame == after
    }

    private mutating func setDuring(_ frame: UInt32) {
      (during, after) = (frame, frame + afterFrames)
    }

    /// Pictures of it in some frames.
    func count(in frames: Range<UInt32>) -> UInt32 {
      guard let during else { return 0 }
      return (frames.contains(during) ? 1 : 0) + (frames.contains(after) ? 1 : 0)
    }
  }
}
