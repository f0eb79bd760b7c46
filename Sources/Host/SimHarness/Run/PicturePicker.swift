/// Which frames of a run are kept as pictures.
package enum PictureChoice: Equatable, Sendable {
  /// None.
  case none
  /// These frames, ascending.
  case frames([UInt32])
  /// About so many that show the run, as `KeyFramePicker` chooses them.
  case keyFrames(count: UInt32)
}

/// Decides frame by frame, without looking ahead, which pictures are kept.
struct PicturePicker {
  private let choice: PictureChoice
  private var keyFrames: KeyFramePicker?
  private var taken = 0
  private var framesSinceShakeBegan = UInt32.max
  private var wasShaken = false

  /// Frames after the start of a shake for which a picture is said to show it.
  private static var framesShown: UInt32 { 150 }

  init(_ choice: PictureChoice, frameCount: UInt32) {
    self.choice = choice
    if case .keyFrames(let count) = choice {
      keyFrames = KeyFramePicker(count: count, frameCount: frameCount)
    }
  }

  /// Whether the frame asked about last lies within a shake or shortly after.
  var showsShake: Bool { framesSinceShakeBegan < Self.framesShown }

  /// Whether a frame is kept; called once per frame, in order, after it was observed.
  ///
  /// - Parameter touchCount: contacts on the glass.
  mutating func takes(
    _ frame: UInt32, touchCount: Int, _ observer: borrowing RunObserver
  ) -> Bool {
    let isShaken = observer.isShaken
    if isShaken, !wasShaken {
      framesSinceShakeBegan = 0
    } else if framesSinceShakeBegan < .max {
      framesSinceShakeBegan += 1
    }
    wasShaken = isShaken
    switch choice {
    case .none:
      return false
    case .frames(let frames):
      guard taken < frames.count, frames[taken] == frame else { return false }
      taken += 1
      return true
    case .keyFrames:
      return keyFrames?.takes(
        frame, isTouched: touchCount > 0, isShaken: isShaken, isLast: observer.fault != nil)
        ?? false
    }
  }
}
