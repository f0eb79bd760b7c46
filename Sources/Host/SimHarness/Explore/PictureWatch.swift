import SimFormats
import SimImageAnalysis
import SimInput
import SimRuntime

/// Looks at the pictures of a run: flashes, calmness, and when ink appears.
struct PictureWatch: ~Copyable {
  /// What a scenario allows of a change from one picture to the next.
  struct CalmLimits: Equatable {
    /// The change of the whole picture's luminance; nil without a limit.
    var luminance: Double?
    /// The change of the worst field's luminance; nil without a limit.
    var local: Double?

    /// Takes the limits of a scenario's budgets.
    init(_ budgets: [Budget]) {
      func limit(_ path: String) -> Double? {
        budgets.filter { $0.measure.path == path && $0.bound == .atMost }.map { $0.limit }.min()
      }
      luminance = limit("calmness.luminanceChange.worst")
      local = limit("calmness.localChange.worst")
    }

    /// Whether there is none.
    var isEmpty: Bool { luminance == nil && local == nil }
  }

  private var meter: CalmnessMeter
  private var strokes: StrokeLatencyMeter?
  private let limits: CalmLimits

  /// Takes storage for the pictures of a scenario's run.
  init(_ scenario: Scenario, _ descriptor: SceneDescriptor) {
    let plan = scenario.plan
    meter = CalmnessMeter(
      maximumPixelCount: plan.maximumPixelCount, maximumSide: plan.maximumSide,
      minimumScale: plan.minimumScale, framesPerSecond: plan.clock.framesPerSecond)
    strokes = descriptor.inkColor.map { StrokeLatencyMeter(scenario, ink: $0, seesPixels: true) }
    limits = CalmLimits(scenario.budgets)
  }

  /// Looks at the picture that a loop has just painted.
  ///
  /// - Parameter counts: number of checks of each built-in property.
  /// - Returns: the first property that does not hold.
  mutating func look<S: SimScene & ~Copyable>(
    _ loop: borrowing ScenarioLoop<S>, frame: UInt32, _ counts: inout [UInt64]
  ) -> ExploreFailure? {
    meter.observe(loop.surface, scale: loop.canvas.scale, damagedBy: loop.rasterizer)
    if let flash = meter.flash {
      counts.add(.flash)
      if flash.level == .fail { return failure(of: flash, frame) }
    }
    if !limits.isEmpty {
      counts.add(.calm)
      if let failure = beyondLimits(frame) { return failure }
    }
    guard strokes != nil else { return nil }
    strokes?.observe(loop, frame: frame)
    counts.add(.strokeLatency)
    guard let late = strokes?.lateCount, late > 0 else { return nil }
    return BuiltInProperty.strokeLatency.failure(
      frame, "SC-INK", value: "the ink of \(late) \(late == 1 ? "sample" : "samples") came later",
      limit: "0")
  }

  private func failure(of flash: FlashSafety, _ frame: UInt32) -> ExploreFailure {
    guard flash.general.level == .fail || flash.red.level == .fail else {
      let field = flash.isWithinWCAG ? "flash.frameMeans" : "flash.combined"
      return BuiltInProperty.flash.failure(frame, "BV-FLASH", field: field)
    }
    let now = meter.flashFrame
    let isRed = now.red.areaShare > now.general.areaShare
    let worst = isRed ? now.red : now.general
    return BuiltInProperty.flash.failure(
      frame, "BV-FLASH", field: isRed ? "flash.red" : "flash.general",
      value: "\(worst.fieldTransitions) transitions in a second of \(worst.areaShare) of a field",
      limit: "6 transitions of 0.25")
  }

  private func beyondLimits(_ frame: UInt32) -> ExploreFailure? {
    let now = meter.frame
    for (name, change, limit) in [
      ("calmness.luminanceChange", now.luminanceChange, limits.luminance),
      ("calmness.localChange", now.localChange, limits.local),
    ] {
      guard let limit, Double(change) > limit else { continue }
      return BuiltInProperty.calm.failure(
        frame, "BV-CALMLIGHT", field: name, value: "\(change)", limit: "\(limit)")
    }
    return nil
  }
}

extension [UInt64] {
  /// Counts a check of a built-in property.
  mutating func add(_ property: BuiltInProperty) { self[Int(property.rawValue)] &+= 1 }
}

extension BuiltInProperty {
  /// The properties checked in runs of a scene.
  ///
  /// - Parameter scenario: The scenario of the run, if its images are checked.
  package static func properties(
    of descriptor: SceneDescriptor, watching scenario: Scenario?
  ) -> [BuiltInProperty] {
    allCases.filter { property in
      switch property {
      case .caps, .finiteState, .noDroppedCommands, .noAllocation, .snapshotRoundTrip: true
      case .onCanvas: descriptor.hasPlaces
      case .completionReachable: descriptor.letters != nil
      case .flash: scenario != nil
      case .calm: scenario.map { !PictureWatch.CalmLimits($0.budgets).isEmpty } ?? false
      case .strokeLatency: scenario != nil && descriptor.inkColor != nil
      }
    }
  }
}
