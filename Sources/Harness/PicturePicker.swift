/// Which frames of a run are kept as pictures.
public enum PictureChoice: Equatable, Sendable {
  /// None.
  case none
  /// These frames, ascending.
  case frames([UInt32])
  /// One from each of so many equal stretches: soon after a shake if there is one, or the last.
  case spread(UInt32)
}

/// Decides frame by frame, without looking ahead, which pictures are kept.
struct PicturePicker {
  private let choice: PictureChoice
  private let frameCount: UInt32
  private var taken = 0
  private var stretch: UInt32 = 0
  private var framesSinceShakeBegan = UInt32.max
  private var wasShaken = false

  /// Frames after the start of a shake at which what was shaken shows it best.
  private static var framesToShow: UInt32 { 70 }
  /// Frames after the start of a shake for which a picture is said to show it.
  private static var framesShown: UInt32 { 150 }

  init(_ choice: PictureChoice, frameCount: UInt32) {
    self.choice = choice
    self.frameCount = frameCount
  }

  /// Whether the frame asked about last lies within a shake or shortly after.
  var showsShake: Bool { framesSinceShakeBegan < Self.framesShown }

  /// Whether a frame is kept; called once for every frame in order.
  mutating func takes(_ frame: UInt32, isShaken: Bool) -> Bool {
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
    case .spread(let count):
      return takes(frame, stretches: min(count, frameCount))
    }
  }

  private mutating func takes(_ frame: UInt32, stretches: UInt32) -> Bool {
    let end = UInt32(UInt64(stretch + 1) * UInt64(frameCount) / UInt64(stretches))
    let start = UInt32(UInt64(stretch) * UInt64(frameCount) / UInt64(stretches))
    // A stretch whose picture was taken early waits for its end.
    guard frame >= start, frame + 1 == end || framesSinceShakeBegan == Self.framesToShow else {
      return false
    }
    stretch += 1
    return true
  }
}
