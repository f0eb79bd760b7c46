/// Which frames of a run are kept as pictures.
public enum PictureChoice: Equatable, Sendable {
  /// None.
  case none
  /// These frames, ascending.
  case frames([UInt32])
  /// One from each of so many equal stretches: a shaken frame if there is one, or the last.
  case spread(UInt32)
}

/// Decides frame by frame, without looking ahead, which pictures are kept.
struct PicturePicker {
  private let choice: PictureChoice
  private let frameCount: UInt32
  private var taken = 0
  private var stretch: UInt32 = 0
  private var shakenFrames: UInt32 = 0

  /// Frames into a shake at which the snow, or whatever is shaken, shows it best.
  private static var framesIntoShake: UInt32 { 30 }

  init(_ choice: PictureChoice, frameCount: UInt32) {
    self.choice = choice
    self.frameCount = frameCount
  }

  /// Whether a frame is kept; called once for every frame in order.
  mutating func takes(_ frame: UInt32, isShaken: Bool) -> Bool {
    switch choice {
    case .none:
      return false
    case .frames(let frames):
      guard taken < frames.count, frames[taken] == frame else { return false }
      taken += 1
      return true
    case .spread(let count):
      return takes(frame, isShaken: isShaken, stretches: min(count, frameCount))
    }
  }

  private mutating func takes(_ frame: UInt32, isShaken: Bool, stretches: UInt32) -> Bool {
    shakenFrames = isShaken ? shakenFrames + 1 : 0
    let end = UInt32(UInt64(stretch + 1) * UInt64(frameCount) / UInt64(stretches))
    let start = UInt32(UInt64(stretch) * UInt64(frameCount) / UInt64(stretches))
    // A stretch whose picture was taken early waits for its end.
    guard frame >= start, frame + 1 == end || shakenFrames == Self.framesIntoShake else {
      return false
    }
    stretch += 1
    return true
  }
}
