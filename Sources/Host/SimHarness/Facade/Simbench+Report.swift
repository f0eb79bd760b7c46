import SimFormats
import SimbenchKit

extension Simbench {
  /// The result of a run in plain values.
  public struct Report: Sendable, CustomStringConvertible {
    /// The scenario's name.
    public var name: String
    /// The scene or model that ran.
    public var subject: String
    /// Whether it is a model, with steps instead of frames.
    public var isModel: Bool
    /// The seed of every random stream.
    public var seed: UInt64
    /// The device class; nil for a model.
    public var device: String?
    /// The number of frames that ran; of a model, of its steps.
    public var steps: UInt64
    /// The verdict on everything that was judged.
    public var verdict: Verdict
    /// Each budget and each claimed load, with its limit and value.
    public var budgets: [Budget] = []
    /// The counts of the scene.
    public var populations: [Population] = []
    /// Heap allocations of the frames; nil for a model.
    public var allocations: Allocations?
    /// Digests of state and pixels.
    public var digests: Digests
    /// The properties of a model; empty for a scene, which `explore` checks.
    public var properties: [Property] = []
    /// The coverage goals of a model.
    public var goals: [Property] = []
    /// The first property or invariant that was violated; nil if none was.
    public var violation: Violation?
    /// The events of a model, a sentence each; of a long run the last ones.
    public var sentences: [String] = []
    /// The frames that were asked for, as PNG files.
    public var pictures: [Picture] = []
    /// What was not judged, and why, a sentence each.
    public var notes: [String] = []

    /// What ran, as every report is made from it.
    package var result: RunResult

    /// Budgets that failed.
    public var failedBudgets: [Budget] { budgets.filter { $0.status == .failed } }

    /// Verdict, name, violation, failed budgets and notes, one line each.
    public var description: String {
      let lines =
        ["\(verdict.rawValue): \(name), seed \(seed)"]
        + (violation.map { ["\($0)"] } ?? []) + failedBudgets.map { "\($0)" } + notes
      return lines.joined(separator: "\n")
    }
  }

  /// A limit on something measured, and what was measured.
  public struct Budget: Sendable, CustomStringConvertible {
    /// The requirement, such as `BV-ALLOC`.
    public var requirement: String
    /// The metric, such as `population.flakes.max`.
    public var metric: String
    /// The limit with its sign and unit, such as `≤ 600`.
    public var limit: String
    /// The value with its unit; nil if it was not measured.
    public var value: String?
    /// The value; nil if it was not measured.
    public var measured: Double?
    /// Whether it passed.
    public var status: CheckStatus
    /// Why it was not measured or not judged; nil if it was.
    public var note: String?

    /// Requirement, metric, value and limit.
    public var description: String {
      let found = value.map { "is \($0)" } ?? "was not measured"
      return "\(requirement): \(metric) \(found), limit \(limit)" + (note.map { ", \($0)" } ?? "")
    }
  }

  /// One count of a scene over the run.
  public struct Population: Sendable {
    /// The kebab-case name.
    public var name: String
    /// The cap; 0 without one.
    public var cap: UInt32
    /// The minimum of any frame in the foreground.
    public var minimum: UInt32
    /// The maximum of any frame in the foreground.
    public var maximum: UInt32
    /// The mean over the frames in the foreground.
    public var mean: Double
    /// The number of frames at the cap.
    public var framesAtCap: UInt32
  }

  /// Heap allocations of the frames.
  public struct Allocations: Sendable {
    /// Where the counts come from, or why there are none.
    public var source: String
    /// Allocations in the warm-up frames; nil if not measured.
    public var warmup: UInt64?
    /// Allocations in all later frames; nil if not measured.
    public var total: UInt64?
    /// The maximum of any later frame; nil if not measured.
    public var maximumPerFrame: UInt64?
  }

  /// Digests of a run, equal on every machine.
  public struct Digests: Sendable, Equatable {
    /// The state after the last frame or step.
    public var state: UInt64
    /// The states of all frames or steps, in order.
    public var chain: UInt64
    /// The last frame's pixels; nil if none were painted.
    public var pixels: UInt64?
    /// The pixels of all frames, in order; nil if none were painted.
    public var pixelChain: UInt64?
  }

  /// A property or a coverage goal of a model, with its checks.
  public struct Property: Sendable {
    /// The kebab-case name.
    public var name: String
    /// The requirement it follows from; empty for none.
    public var requirement: String
    /// The property as a sentence.
    public var summary: String
    /// The number of checks.
    public var checked: UInt64
    /// How often it held; of a goal, how often it was reached.
    public var held: UInt64
  }

  /// A frame as a picture.
  public struct Picture: Sendable {
    /// The frame.
    public var frame: UInt32
    /// The PNG file.
    public var png: [UInt8]
  }

  /// A property or an invariant that was violated.
  public struct Violation: Sendable, Equatable, CustomStringConvertible {
    /// The property's or the invariant's name.
    public var name: String
    /// The requirement; empty for none.
    public var requirement: String
    /// What was violated, as a sentence.
    public var summary: String
    /// The frame or step, from 0.
    public var step: UInt32
    /// The field or population; nil if it concerns the whole state.
    public var field: String?
    /// The value; nil if not reported.
    public var value: String?
    /// The limit; nil if not reported.
    public var limit: String?

    /// Requirement, name, step, field, value and limit.
    public var description: String {
      var words = (requirement.isEmpty ? "" : "\(requirement): ") + "\(name) is violated"
      words += " in step \(step)"
      if let field { words += ": \(field)" }
      if let value { words += field == nil ? ": \(value)" : " is \(value)" }
      if let limit { words += ", limit \(limit)" }
      return "\(words). \(summary)"
    }
  }
}

extension Simbench.Violation {
  init(_ failure: ExploreFailure) {
    self.init(
      name: failure.property, requirement: failure.requirement, summary: failure.summary,
      step: failure.frame, field: failure.field, value: failure.value, limit: failure.limit)
  }

  init(_ fault: FaultSummary) {
    self.init(
      name: fault.kind, requirement: "INVARIANTS", summary: fault.message, step: fault.frame,
      field: fault.field)
  }
}

extension Simbench.Budget {
  init(_ summary: BudgetSummary) {
    let budget = summary.budget
    let others = summary.measured.map { [$0] } ?? []
    let digits = FigureText.digits(telling: others, from: budget.limit) {
      FigureText.text($0, digits: $1, decimals: 3)
    }
    func quantity(_ value: Double) -> String {
      let unit = budget.measure.unit
      return FigureText.text(value, digits: digits, decimals: 3) + (unit.isEmpty ? "" : " \(unit)")
    }
    let sign =
      switch budget.bound {
      case .atMost: "≤"
      case .below: "<"
      case .atLeast: "≥"
      }
    self.init(
      requirement: budget.id, metric: budget.measure.path,
      limit: "\(sign) \(quantity(budget.limit))", value: summary.measured.map(quantity),
      measured: summary.measured, status: summary.status, note: summary.note)
  }

  init(_ load: LoadSummary) {
    self.init(
      requirement: "LOAD", metric: "frames in a row with \(load.claimed) \(load.population)",
      limit: "≥ \(load.requiredRun)", value: "\(load.longestRun)",
      measured: Double(load.longestRun), status: load.status)
  }

  init(_ share: ModelResult.Share, minimum: Double, in result: ModelResult) {
    let status: Simbench.CheckStatus =
      result.isKept(share).map { $0 ? .passed : .failed } ?? .notMeasured
    self.init(
      requirement: share.requirement, metric: share.name,
      limit: "> \(FigureText.text(minimum)) with 95 % confidence",
      value: share.lowerBound.map { FigureText.text($0) }, measured: share.lowerBound,
      status: status)
  }
}
