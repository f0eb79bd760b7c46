/// How much a picture moves, measured on finished frames; smaller is calmer.
package struct Calmness: Equatable, Sendable {
  /// Frames that were compared with the one before.
  package var comparedFrames: UInt64
  /// Mean of the cells' absolute changes of relative luminance from frame to frame, 0 to 1, on
  /// average over the frames.
  package var meanLuminanceChange: Float
  /// The maximum of these changes.
  package var worstLuminanceChange: Float
  /// The first frame of that change; nil while nothing changes.
  package var worstLuminanceFrame: UInt32?
  /// The maximum change of mean relative luminance, 0 to 1, in any field of 10 degrees.
  package var worstLocalChange: Float
  /// The first frame of that change; nil while nothing changes.
  package var worstLocalFrame: UInt32?
  /// Share of the picture that changed visibly from frame to frame, 0 to 1, on average.
  package var meanMovingArea: Float
  /// The maximum of these shares.
  package var worstMovingArea: Float
  /// The first frame of that share; nil while nothing moves.
  package var worstMovingFrame: UInt32?
  /// Patches of the picture that were followed for three tenths of a second.
  package var followedPatches: UInt64
  /// Patches that were lost on the way, because they changed or were too fast.
  package var lostPatches: UInt64
  /// Followed patches that moved.
  package var movingPatches: UInt64
  /// Their speed in points per second; nil when patches began but none could be followed.
  package var speed: QuantileSpread?
  /// Their jerk in points per second cubed; nil when patches began but none could be followed.
  package var jerk: QuantileSpread?

  /// Makes a measurement of a picture that stands still.
  package init(comparedFrames: UInt64) {
    self.comparedFrames = comparedFrames
    meanLuminanceChange = 0
    worstLuminanceChange = 0
    worstLocalChange = 0
    meanMovingArea = 0
    worstMovingArea = 0
    followedPatches = 0
    lostPatches = 0
    movingPatches = 0
    speed = QuantileSpread(p50: 0, p95: 0, maximum: 0)
    jerk = speed
  }

  /// The same with its frames counted otherwise, such as from the beginning of a run that did not
  /// draw all of them.
  ///
  /// - Parameter frame: The number of a picture that was seen, from 0.
  package func countingFrames(_ frame: (UInt32) -> UInt32) -> Calmness {
    var found = self
    found.worstLuminanceFrame = worstLuminanceFrame.map(frame)
    found.worstLocalFrame = worstLocalFrame.map(frame)
    found.worstMovingFrame = worstMovingFrame.map(frame)
    return found
  }
}
