import SimFormats
import SimInput
import SimMath
import SimRuntime

/// Laws of two runs with one difference, which need no expected result (metamorphic relations:
/// Chen, Cheung and Yiu, 1998).
package enum PairLaw: UInt8, CaseIterable, Sendable {
  /// Time in the background changes nothing: afterwards all goes on as if there had been none.
  case pause
  /// A generator that does nothing changes nothing, though it has a random stream.
  case unusedStream
  /// One more member leaves the others as they begin.
  case oneMoreMember
  /// Mirrored input leads from a mirrored state to the mirror image of where it leads otherwise.
  case mirror
  /// Tracing is identical for touch rates of 60 and 120 Hz.
  case sampling

  /// The name in reports.
  package var name: String {
    switch self {
    case .pause: "law-pause"
    case .unusedStream: "law-unused-stream"
    case .oneMoreMember: "law-one-more-member"
    case .mirror: "law-mirror"
    case .sampling: "law-sampling"
    }
  }

  /// What it says, in a sentence.
  package var summary: String {
    switch self {
    case .pause: "Time in the background changes nothing."
    case .unusedStream: "A source of input that does nothing changes nothing."
    case .oneMoreMember: "One more member leaves the others as they begin."
    case .mirror: "Mirrored input leads to the mirrored state."
    case .sampling: "60 and 120 samples a second of one hand trace as much."
    }
  }

  /// The laws of a scene: one more member needs a population whose size is a parameter, a mirror
  /// image a scene that knows it, and sampling something to write.
  package static func laws(of descriptor: SceneDescriptor) -> [PairLaw] {
    allCases.filter { law in
      switch law {
      // Time in the background locks a gate.
      case .pause: !descriptor.isGated
      case .unusedStream: true
      case .oneMoreMember: !sizes(of: descriptor).isEmpty
      case .mirror: descriptor.hasMirror
      case .sampling: descriptor.letters != nil
      }
    }
  }

  /// The places of parameters that say how many members a population has.
  static func sizes(of descriptor: SceneDescriptor) -> [Int] {
    descriptor.parameters.indices.filter { index in
      let parameter = descriptor.parameters[index]
      return parameter.isWhole
        && descriptor.populations.contains {
          // A gauge may well have the name of what it shows.
          $0.cap > 0 && "\($0.name)" == "\(parameter.name)"
        }
    }
  }

  /// Whether a seed's runs are held against the laws: one in so many, since a pair costs two runs.
  package static func isLooked(atSeed seed: UInt64) -> Bool { seed % 8 == 0 }

  /// Frames of a pair's runs at most.
  static var frameLimit: UInt32 { 240 }

  /// What came of a law.
  package struct Outcome: Sendable {
    /// Whether the run could be held against it.
    package var isChecked = false
    /// What does not hold.
    package var failure: ExploreFailure?
  }
}

/// Pairs of runs of one scene.
enum PairOfRuns<S: SimScene & ~Copyable> {
  /// Holds a run against a law.
  static func outcome(_ law: PairLaw, _ plan: RunPlan) -> PairLaw.Outcome {
    switch law {
    case .pause: pause(plan)
    case .unusedStream: unusedStream(plan)
    case .oneMoreMember: oneMoreMember(plan)
    case .mirror: mirror(short(plan))
    case .sampling: sampling(plan)
    }
  }

  private static func short(_ plan: RunPlan) -> RunPlan {
    var plan = plan
    plan.frameCount = min(plan.frameCount, PairLaw.frameLimit)
    plan.backgroundSpans = []
    plan.canvasChanges.removeAll { $0.frame >= plan.frameCount }
    return plan
  }

  /// The second run spends three quarters of a second in the background, somewhere in its first
  /// half.
  private static func pause(_ plan: RunPlan) -> PairLaw.Outcome {
    var plan = short(plan)
    // A rotation is delivered in frames that pass, even in the background.
    plan.canvasChanges = []
    guard plan.frameCount > 2 else { return PairLaw.Outcome() }
    let start = 1 + UInt32(plan.seed % UInt64(plan.frameCount / 2))
    let span = FrameSpan(start: start, end: start + max(1, plan.clock.framesPerSecond * 3 / 4))
    var paused = plan
    paused.backgroundSpans = [span]
    paused.frameCount += span.end - span.start
    return compare(.pause, plan, paused, after: span)
  }

  private static func unusedStream(_ plan: RunPlan) -> PairLaw.Outcome {
    let plan = short(plan)
    guard plan.recordedInput == nil, plan.generators.count < InputGenerator.maximumCount,
      let kind = InputGenerator.Kind.allCases.first(where: { kind in
        !kind.isMotion && !plan.generators.contains { $0.kind == kind }
      })
    else { return PairLaw.Outcome() }
    var other = plan
    var idle = InputGenerator.standard(kind)
    idle.eventsPerMinute = 0
    // In front, where it would shift whatever counts generators.
    other.generators.insert(idle, at: 0)
    return compare(.unusedStream, plan, other, after: nil)
  }

  /// Runs both side by side and compares clock, canvas and scene after every frame.
  private static func compare(
    _ law: PairLaw, _ plan: RunPlan, _ other: RunPlan, after span: FrameSpan?
  ) -> PairLaw.Outcome {
    var observer = NoOpObserver()
    var first = ScenarioLoop<S>(plan: plan, rendersPixels: false)
    var second = ScenarioLoop<S>(plan: other, rendersPixels: false)
    (first.skipsDrawing, second.skipsDrawing) = (true, true)
    while first.frame < plan.frameCount {
      let frame = first.frame
      first.advance(&observer)
      repeat { second.advance(&observer) } while second.wasInBackground
      guard first.sceneDigest().finalize() != second.sceneDigest().finalize() else { continue }
      let place = first.sceneDifferences(from: &second, limit: 1).first
      return PairLaw.Outcome(
        isChecked: true,
        failure: failure(
          law, frame, field: place.map { $0.place.indexedText },
          value: "another state"
            + (span.map { ", \($0.end - $0.start) frames of background from \($0.start) on" } ?? "")
        ))
    }
    return PairLaw.Outcome(isChecked: true)
  }

  /// Compares what begins: the first members of a population with those of one that has one more.
  private static func oneMoreMember(_ plan: RunPlan) -> PairLaw.Outcome {
    var outcome = PairLaw.Outcome()
    let descriptor = S.descriptor
    for index in PairLaw.sizes(of: descriptor) {
      let parameter = descriptor.parameters[index]
      guard plan.parameters.values[index] + 1 <= parameter.maximum else { continue }
      let count = Int(plan.parameters.values[index])
      var more = plan
      more.parameters.values[index] += 1
      let (first, second) = (begun(plan), begun(more))
      guard first.count == second.count else { continue }
      for (one, other) in zip(first, second) where one.values.count == count {
        guard other.values.count == count + 1 else { continue }
        outcome.isChecked = true
        guard let member = one.values.indices.first(where: { one.values[$0] != other.values[$0] })
        else { continue }
        outcome.failure = failure(
          .oneMoreMember, 0, field: "\(one.name)[\(member)]",
          value: "another one with \(count + 1) \(parameter.name)")
        return outcome
      }
    }
    return outcome
  }

  private static func begun(_ plan: RunPlan) -> [MemberLists.List] {
    var loop = ScenarioLoop<S>(plan: plan, rendersPixels: false)
    var lists = MemberLists()
    loop.visitScene(&lists)
    return lists.lists
  }

  static func failure(
    _ law: PairLaw, _ frame: UInt32, field: String?, value: String, limit: String? = nil
  ) -> ExploreFailure {
    ExploreFailure(
      law.name, "", law.summary, frame: frame, field: field, value: value, limit: limit)
  }
}

/// All fractions of a state, by the field that they are of: whole numbers may be places in an order
/// of all members, which one more changes.
struct MemberLists: StateVisitor {
  struct List: Equatable {
    var name: String
    var values: [UInt64]
  }

  private(set) var lists: [List] = []
  private var names: [String] = []

  private mutating func add(_ values: [UInt64], _ name: StaticString) {
    let full = (names + ["\(name)"]).joined(separator: ".")
    guard let place = lists.lastIndex(where: { $0.name == full }) else {
      lists.append(List(name: full, values: values))
      return
    }
    lists[place].values += values
  }

  mutating func scalar(_ bits: inout UInt64, _ kind: StateScalar, _ name: StaticString) {
    if kind == .float { add([bits], name) }
  }

  mutating func list(_ values: inout [Float], _ name: StaticString) {
    add(values.map { UInt64($0.bitPattern) }, name)
  }

  mutating func list(_ values: inout [UInt32], _ name: StaticString) {}

  mutating func log(_ values: inout [Float], _ range: Range<Int>, _ name: StaticString) {}

  mutating func enter(_ name: StaticString) { names.append("\(name)") }

  mutating func leave() { names.removeLast() }

}
