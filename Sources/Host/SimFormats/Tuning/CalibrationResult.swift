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

  /// How well a scene's own costs explain what it took.
  public struct SceneFit: Equatable, Sendable {
    /// The scene.
    public var scene: String
    /// The costs.
    public var costs: CostTable
    /// Sizes that the fit rests on.
    public var sizeCount: Int
    /// The share of the variation of their times that the costs explain, errors in proportion.
    public var determination: Double
    /// The largest error over sizes that the fit did not see.
    public var worstSizeError: Double

    /// Makes a fit.
    public init(
      scene: String, costs: CostTable, sizeCount: Int, determination: Double,
      worstSizeError: Double
    ) {
      self.scene = scene
      self.costs = costs
      self.sizeCount = sizeCount
      self.determination = determination
      self.worstSizeError = worstSizeError
    }

    /// Whether predictions of the scene are to be believed.
    public var isTrusted: Bool {
      determination >= CostCurve.requiredDetermination
        && worstSizeError <= CalibrationResult.sizeLimit
    }
  }

  /// The fits, scene by scene.
  public var fits: [SceneFit]
  /// The costs fitted to all scenes together.
  public var general: CostTable
  /// Sizes that the fit did not see.
  public var heldOutSizes: [Check]
  /// For every scene, predictions by costs fitted to the other scenes alone.
  public var heldOutScenes: [Check]
  /// The 95th percentile of how far measured stretches of frames lie from the table, as a share.
  public var spread: Double
  /// The machine in words.
  public var machine: String
  /// The largest error with which a prediction of another size is believed.
  public static var sizeLimit: Double { 0.05 }
  /// The largest error with which a prediction of another scene is believed.
  public static var sceneLimit: Double { 0.15 }

  /// The largest error over scenes that are predicted by the costs of the others alone; infinite
  /// when any of them does what no other scene does.
  public var worstSceneError: Double {
    heldOutScenes.map { $0.error ?? .infinity }.max() ?? .infinity
  }

  /// Whether scenes that have no costs of their own may be predicted.
  public var predictsOtherScenes: Bool { worstSceneError <= Self.sceneLimit }

  /// The costs that are to be believed: those of the scenes whose fits are trusted, and those for
  /// all other scenes when held-out scenes are predicted well enough.
  public var table: CostTable {
    var table = predictsOtherScenes ? general : CostTable()
    for fit in fits where fit.isTrusted { table.set(fit.costs, ofScene: fit.scene) }
    return table
  }

  /// Makes a result.
  public init(
    fits: [SceneFit], general: CostTable, spread: Double, machine: String,
    heldOutSizes: [Check], heldOutScenes: [Check]
  ) {
    self.fits = fits
    self.general = general
    self.spread = spread
    self.machine = machine
    self.heldOutSizes = heldOutSizes
    self.heldOutScenes = heldOutScenes
  }
}
