/// A machine's cost table, and how far it can be trusted.
public struct CalibrationResult {
  /// How a prediction compares with what was measured.
  public struct Check: Equatable, Sendable {
    /// The scene.
    public var scene: String
    /// The size at which it ran.
    public var size: String
    /// The mean time of a frame as measured, in nanoseconds.
    public var measured: Double
    /// The mean time as predicted, in nanoseconds; nil when the prediction was refused.
    public var predicted: Double?
    /// Units without a cost, for which the prediction was refused.
    public var unknownUnits: [String]

    /// Makes a comparison.
    public init(
      scene: String, size: String, measured: Double, predicted: Double?, unknownUnits: [String]
    ) {
      self.scene = scene
      self.size = size
      self.measured = measured
      self.predicted = predicted
      self.unknownUnits = unknownUnits
    }

    /// The error as a share of what was measured, never negative.
    public var error: Double? { predicted.map { abs($0 / measured - 1) } }
  }

  /// The costs.
  public var table: CostTable
  /// The share of the variation of frame times that the table explains.
  public var determination: Double
  /// Sizes that the fit did not see.
  public var heldOutSizes: [Check]
  /// For every scene, predictions by costs fitted to the other scenes alone.
  public var heldOutScenes: [Check]
  /// The 95th percentile of how far measured stretches of frames lie from the table, as a share.
  public var spread: Double
  /// The machine in words.
  public var machine: String
  /// How many sizes the fit rests on, over all scenes.
  public var sizeCount: Int

  /// The largest error with which a prediction of another size is believed.
  public static var sizeLimit: Double { 0.05 }
  /// The largest error with which a prediction of another scene is believed.
  public static var sceneLimit: Double { 0.15 }

  /// The largest error over sizes the fit did not see.
  public var worstSizeError: Double { heldOutSizes.compactMap { $0.error }.max() ?? 0 }

  /// Makes a result.
  public init(
    table: CostTable, determination: Double, sizeCount: Int, spread: Double, machine: String,
    heldOutSizes: [Check], heldOutScenes: [Check]
  ) {
    self.table = table
    self.determination = determination
    self.sizeCount = sizeCount
    self.spread = spread
    self.machine = machine
    self.heldOutSizes = heldOutSizes
    self.heldOutScenes = heldOutScenes
  }
}
