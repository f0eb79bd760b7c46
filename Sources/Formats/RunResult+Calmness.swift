/// How much the picture moved, measured on the rendered frames; smaller is calmer.
public struct CalmnessSummary: Equatable, Sendable {
  /// Statistics of the followed patches, where those that did not move count as 0.
  public struct Spread: Equatable, Sendable {
    /// The median.
    public var p50: Double
    /// The 95th percentile.
    public var p95: Double
    /// The greatest.
    public var maximum: Double

    /// Makes statistics.
    public init(p50: Double, p95: Double, maximum: Double) {
      self.p50 = p50
      self.p95 = p95
      self.maximum = maximum
    }
  }

  /// Frames that were compared with the one before.
  public var comparedFrames: UInt64
  /// Mean over the frames of the picture's change of relative luminance, 0 to 1.
  public var meanLuminanceChange: Double
  /// The greatest change of any frame.
  public var worstLuminanceChange: Double
  /// The greatest change of any frame in any field of 10 degrees.
  public var worstLocalChange: Double
  /// Mean over the frames of the share of the picture that changed visibly, 0 to 1.
  public var meanMovingArea: Double
  /// The greatest share of any frame.
  public var worstMovingArea: Double
  /// Patches followed for three tenths of a second.
  public var followedPatches: UInt64
  /// Patches lost on the way.
  public var lostPatches: UInt64
  /// Followed patches that moved.
  public var movingPatches: UInt64
  /// Speeds in points per second; nil when no patch could be followed.
  public var speed: Spread?
  /// Jerks in points per second cubed; nil when no patch could be followed.
  public var jerk: Spread?

  /// Makes the summary of a picture that stood still.
  public init(comparedFrames: UInt64) {
    self.comparedFrames = comparedFrames
    meanLuminanceChange = 0
    worstLuminanceChange = 0
    worstLocalChange = 0
    meanMovingArea = 0
    worstMovingArea = 0
    followedPatches = 0
    lostPatches = 0
    movingPatches = 0
    speed = Spread(p50: 0, p95: 0, maximum: 0)
    jerk = speed
  }
}
