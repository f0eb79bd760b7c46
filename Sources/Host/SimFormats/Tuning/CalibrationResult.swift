/// A machine's cost table, and how far it can be trusted.
package struct CalibrationResult: Sendable {
  /// How a prediction compares with what was measured.
  package struct Check: Equatable, Sendable {
    /// The scene.
    package var scene: String
    /// The size at which it ran.
    package var size: String
    /// The mean time of a frame as measured, in nanoseconds.
    package var measured: Double
    /// The mean time as predicted, in nanoseconds; nil when the prediction was refused.
    package var predicted: Double?
    /// Units without a cost, for which the prediction was refused.
    package var unknownUnits: [String]

    /// Makes a comparison.
    package init(
      scene: String, size: String, measured: Double, predicted: Double?, unknownUnits: [String]
    ) {
      self.scene = scene
      self.size = size
      self.measured = measured
      self.predicted = predicted
      self.unknownUnits = unknownUnits
    }

    /// The error as a share of what was measured, never negative.
    package var error: Double? { predicted.map { abs($0 / measured - 1) } }
  }

  /// How well a scene's own costs explain what it took.
  package struct SceneFit: Equatable, Sendable {
    /// The scene.
    package var scene: String
    /// The costs.
    package var costs: CostTable
    /// Sizes that the fit rests on.
    package var sizeCount: Int
    /// The share of the variation of their times that the costs explain, errors in proportion.
    package var determination: Double
    /// The largest error over sizes that the fit did not see.
    package var worstSizeError: Double
    /// Why the costs are not believed beside these two figures.
    package var refusals: [FitRefusal] = []
    /// Sets of units that rise and fall together: only what each set costs is known.
    package var together: [[String]] = []

    /// Makes a fit.
    package init(
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
    package var isTrusted: Bool {
      determination >= CostCurve.requiredDetermination
        && worstSizeError <= CalibrationResult.sizeLimit && refusals.isEmpty
    }
  }

  /// The fits, scene by scene.
  package var fits: [SceneFit]
  /// The costs fitted to all scenes together.
  package var general: CostTable
  /// Sizes that the fit did not see.
  package var heldOutSizes: [Check]
  /// For every scene, predictions by costs fitted to the other scenes alone.
  package var heldOutScenes: [Check]
  /// The 95th percentile of how far measured stretches of frames lie from the table, as a share.
  package var spread: Double
  /// The machine in words.
  package var machine: String
  /// The largest error with which a prediction of another size is believed.
  package static var sizeLimit: Double { 0.05 }
  /// The largest error with which a prediction of another scene is believed.
  package static var sceneLimit: Double { 0.15 }

  /// The largest error over scenes that are predicted by the costs of the others alone; infinite
  /// when any of them does what no other scene does.
  package var worstSceneError: Double {
    heldOutScenes.map { $0.error ?? .infinity }.max() ?? .infinity
  }

  /// Whether scenes that have no costs of their own may be predicted.
  package var predictsOtherScenes: Bool { worstSceneError <= Self.sceneLimit }

  /// The costs that are to be believed: those of the scenes whose fits are trusted, and those for
  /// all other scenes when held-out scenes are predicted well enough.
  package var table: CostTable {
    var table = predictsOtherScenes ? general : CostTable()
    for fit in fits where fit.isTrusted { table.set(fit.costs, ofScene: fit.scene) }
    return table
  }

  /// Makes a result.
  package init(
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
