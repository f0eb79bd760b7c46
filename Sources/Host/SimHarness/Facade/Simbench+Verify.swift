import SimFormats
import SimRuntime
import SimWorld

extension Simbench {
  /// The result of running a scenario in variants that must be identical.
  public struct Verification: Sendable, CustomStringConvertible {
    /// A variant and how it compares with the first run.
    public struct Variant: Sendable {
      /// Its name, such as `rewind`.
      public var name: String
      /// The number of compared frames, or steps of a model.
      public var compared: UInt32
      /// The first frame or step that differs; nil if none does.
      public var firstDifference: UInt32?
      /// The phase that differs there; nil if none does.
      public var phase: String?
      /// The first fields that differ there, with both values.
      public var fields: [String] = []

      /// Whether everything that was compared is equal.
      public var isEqual: Bool { firstDifference == nil && compared > 0 }
    }

    /// The scenario's name.
    public var name: String
    /// The seed.
    public var seed: UInt64
    /// The variants, in the order in which they ran.
    public var variants: [Variant]

    /// Passed if every variant is equal.
    public var verdict: Verdict {
      variants.allSatisfy(\.isEqual) && !variants.isEmpty ? .passed : .failed
    }

    /// The likely cause, from which variants differ; nil if none does.
    public var cause: String? {
      let names = variants.filter { !$0.isEqual }.map(\.name)
      guard !names.isEmpty else { return nil }
      if names.contains("repeat") {
        return "a clock, random numbers that do not come from the seed, or global state"
      }
      return names.contains("rewind")
        ? "a stored field that visitState does not list, or input kept from an earlier frame"
        : "pixels that depend on the number of threads"
    }

    /// Verdict and name, then one line per variant that differs, and the likely cause.
    public var description: String {
      let lines = variants.filter { !$0.isEqual }.map { variant in
        "\(variant.name) differs"
          + (variant.firstDifference.map { " in step \($0)" } ?? "")
          + (variant.phase.map { ", \($0)" } ?? "")
          + (variant.fields.isEmpty ? "" : ": " + variant.fields.joined(separator: "; "))
      }
      let causes = cause.map { ["likely cause: \($0)"] } ?? []
      return (["\(verdict.rawValue): \(name), seed \(seed)"] + lines + causes)
        .joined(separator: "\n")
    }
  }

  /// Runs a scenario again, rewound to saved states and with threads; all must be identical.
  ///
  /// Other processes, builds and targets are the command's: `simbench verify`.
  ///
  /// - Throws: `SimbenchError` if the scenario is wrong or the task was cancelled.
  /// - Complexity: About ten runs, since `rewind` repeats the last seven frames after each one.
  public static func verify(
    _ scenario: Scenario, scenes: SceneRegistry = .catalog, options: Options = Options()
  ) throws(SimbenchError) -> Verification {
    try SimbenchError.converting {
      if scenario.document.isModel {
        let model = try model(scenario, scenes: scenes, options: options)
        let entry = scenes.model(of: model)
        var runner = ModelRunner(entry)
        runner.isInterrupted = { isInterrupted }
        let plan = runner.plan(of: model)
        let count = try runner.stepCount(of: plan)
        guard count > 0 else {
          throw SimbenchError.badInput(
            "\(scenario.name): the run has no events, so there is nothing to compare")
        }
        return try verified(
          scenario.name, seed: plan.seed, LogRequest(frameCount: count, paintedCount: 0)
        ) { _ in entry.open(plan) }
      }
      let loaded = try options.loader(scenes).load(scenario.document)
      let entry = scenes.entry(of: loaded)
      let painted = options.paintsFrames ? min(20, loaded.plan.frameCount) : 0
      return try verified(
        loaded.name, seed: loaded.plan.seed,
        LogRequest(frameCount: loaded.plan.frameCount, paintedCount: painted)
      ) { entry.open(loaded.plan, painted > 0, $0) }
    }
  }

  private static func verified(
    _ name: String, seed: UInt64, _ request: LogRequest,
    open: @escaping (ThreadCrew) -> any Session
  ) throws -> Verification {
    let local = LocalVariants(
      open: open,
      logger: { _ in
        var logger = FrameLogger()
        logger.isInterrupted = { isInterrupted }
        return logger
      })
    let expected = try local.reference.log(request)
    // Threads only rasterize.
    let threads = request.paintedCount > 0 ? [local.threads(2)] : []
    var verification = Verification(name: name, seed: seed, variants: [])
    for variant in [local.repeated, local.rewound] + threads.compactMap({ $0 }) {
      let found = try variant.log(request)
      let comparison = LogComparison(expected, found, comparesSource: variant.hasSameSource)
      var row = Verification.Variant(name: variant.name, compared: comparison.compared)
      row.firstDifference = comparison.frame
      row.phase = comparison.stage.map { "\($0)" }
      if comparison.frame != nil {
        let divergence = try Divergence.find(
          local.reference, variant, logs: (expected, found), request,
          open: ({ open(ThreadCrew()) }, { open(ThreadCrew()) }))
        row.phase = divergence?.phase ?? row.phase
        row.fields = divergence?.fields.map { "\($0.field) \($0.words)" } ?? []
      }
      verification.variants.append(row)
    }
    return verification
  }
}
