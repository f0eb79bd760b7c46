/// The amount of motion and change in a sequence of frames; smaller values are calmer.
package struct Calmness: Equatable, Sendable {
  /// The number of frames that were compared with their predecessor.
  package var comparedFrames: UInt64
  /// The mean of the cells' absolute changes of relative luminance between frames, 0 to 1, averaged
  /// over the frames.
  package var meanLuminanceChange: Float
  /// The maximum of these changes.
  package var worstLuminanceChange: Float
  /// The first frame with that change; nil if nothing changes.
  package var worstLuminanceFrame: UInt32?
  /// The maximum change of the mean relative luminance in any field of 10 degrees, 0 to 1.
  package var worstLocalChange: Float
  /// The first frame with that change; nil if nothing changes.
  package var worstLocalFrame: UInt32?
  /// The fraction of the image that changed visibly between frames, 0 to 1, averaged over the
  /// frames.
  package var meanMovingArea: Float
  /// The maximum of these fractions.
  package var worstMovingArea: Float
  /// The first frame with that fraction; nil if nothing moves.
  package var worstMovingFrame: UInt32?
  /// The number of image patches that were followed for 0.3 s.
  package var followedPatches: UInt64
  /// The number of patches that were lost, because they changed or were too fast.
  package var lostPatches: UInt64
  /// The number of followed patches that moved.
  package var movingPatches: UInt64
  /// The patches' speed in points per second; nil if patches were started but none could be
  /// followed.
  package var speed: QuantileSpread?
  /// The patches' jerk in points per second cubed; nil if patches were started but none could be
  /// followed.
  package var jerk: QuantileSpread?

  /// Makes the result for a still image.
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

  /// The result with other frame numbers, for example if a run did not draw all of its frames.
  ///
  /// - Parameter frame: Maps the index of an observed image, from 0, to its frame number.
  package func countingFrames(_ frame: (UInt32) -> UInt32) -> Calmness {
    var found = self
    found.worstLuminanceFrame = worstLuminanceFrame.map(frame)
    found.worstLocalFrame = worstLocalFrame.map(frame)
    found.worstMovingFrame = worstMovingFrame.map(frame)
    return found
  }
}
