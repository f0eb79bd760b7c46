import SimbenchKit

/// The result of a model's run.
package struct ModelResult: Sendable {
  /// A property over the history.
  package struct Property: Sendable {
    /// Its name.
    package var name: String
    /// What it says.
    package var summary: String
    /// When it has to hold.
    package var kind: String
    /// The requirement it follows from; empty for none.
    package var requirement: String
    /// The number of checks.
    package var checked: UInt64
    /// How often it held, or happened.
    package var held: UInt64

    init() { (name, summary, kind, requirement, checked, held) = ("", "", "always", "", 0, 0) }

    /// Describes a property.
    package init(_ descriptor: PropertyDescriptor, checked: UInt64, held: UInt64) {
      name = "\(descriptor.name)"
      summary = "\(descriptor.summary)"
      kind = "\(descriptor.kind.name)"
      requirement = "\(descriptor.requirement)"
      self.checked = checked
      self.held = held
    }

    /// How it went; what was never looked at, or did not happen, is not known.
    package var verdict: Verdict {
      if kind == "sometimes" { return held > 0 ? .passed : .inconclusive }
      return held < checked ? .failed : checked > 0 ? .passed : .inconclusive
    }
  }

  /// A kind of fault over the history.
  package struct Fault: Sendable {
    /// Its name.
    package var name: String
    /// What goes wrong.
    package var summary: String
    /// How often it struck.
    package var count: UInt64

    /// Describes a kind.
    package init(_ name: String, _ summary: String, count: UInt64) {
      (self.name, self.summary, self.count) = (name, summary, count)
    }
  }

  /// A share of what was counted.
  package struct Share: Sendable {
    /// Its name.
    package var name: String
    /// The requirement it is about; empty for none.
    package var requirement: String
    /// The part.
    package var part: UInt64
    /// Its whole.
    package var whole: UInt64
    /// What it is above with 95 % confidence; nil of nothing.
    package var lowerBound: Double?
    /// What it has to be above; nil where nothing is demanded.
    package var minimum: Double?

    /// Describes a share.
    package init(
      _ name: String, requirement: String, part: UInt64, whole: UInt64, lowerBound: Double?,
      minimum: Double?
    ) {
      self.name = name
      self.requirement = requirement
      (self.part, self.whole) = (part, whole)
      (self.lowerBound, self.minimum) = (lowerBound, minimum)
    }

    /// Whether it is what it has to be; nil where nothing is demanded.
    package var isKept: Bool? { minimum.map { (lowerBound ?? 0) > $0 } }
  }

  /// Something that was seen: an event, or what the app did.
  package struct Line: Sendable {
    /// The step, from 1.
    package var step: UInt64
    /// When, in nanoseconds of virtual time.
    package var time: UInt64
    /// Who did it.
    package var sender: String
    /// The receiver; equal to the sender if there is none.
    package var receiver: String
    /// What happened, in a sentence.
    package var text: String

    /// Describes what was seen.
    package init(step: UInt64, time: UInt64, sender: String, receiver: String, text: String) {
      (self.step, self.time) = (step, time)
      (self.sender, self.receiver, self.text) = (sender, receiver, text)
    }
  }

  /// The scenario's name, with which of its runs it is.
  package var scenario: String
  /// The path of the scenario file as given; nil without a file.
  package var scenarioFile: String?
  /// Digest of model, parameters and faults in hexadecimal; nil if unknown.
  package var scenarioDigest: String?
  /// The model.
  package var model: String
  /// The version of how it behaves.
  package var modelBehaviorVersion: UInt32
  /// The seed.
  package var seed: UInt64
  /// Duration of use in virtual milliseconds.
  package var milliseconds: UInt64 = 0
  /// Duration that the scenario itself asks for; nil if unknown.
  package var scenarioMilliseconds: UInt64?
  /// Steps.
  package var steps: UInt64 = 0
  /// What came from outside.
  package var events: UInt64 = 0
  /// When it ended, in nanoseconds of virtual time.
  package var virtualNanoseconds: UInt64 = 0
  /// The digest of the last state.
  package var state: UInt64 = 0
  /// A digest over those of all steps.
  package var chain: UInt64 = 0
  /// State digests by the number of steps, evenly spaced.
  package var checkpoints: [BaselineEntry.Checkpoint] = []
  /// Allocations per 1,000 steps, rounded down; nil if not counted.
  package var allocationsPerThousandSteps: UInt64?
  /// The properties.
  package var properties: [Property] = []
  /// The kinds of faults that were on.
  package var faults: [Fault] = []
  /// The shares.
  package var shares: [Share] = []
  /// What was seen, the last at the end; of long histories the end alone.
  package var timeline: [Line] = []
  /// What did not hold.
  package var failure: ExploreFailure?
  /// What ran it.
  package var environment: EnvironmentSummary

  /// Lines that are kept at most.
  package static var lineLimit: Int { 400 }

  /// Makes a result of nothing.
  package init(
    scenario: String, model: String, modelBehaviorVersion: UInt32, seed: UInt64,
    environment: EnvironmentSummary
  ) {
    self.scenario = scenario
    self.model = model
    self.modelBehaviorVersion = modelBehaviorVersion
    self.seed = seed
    self.environment = environment
  }

  /// Whether everything holds; inconclusive if a run shorter than its scenario judges nothing.
  package var verdict: Verdict {
    guard failure == nil, shares.allSatisfy({ isKept($0) != false }) else { return .failed }
    let isJudged =
      properties.contains { $0.verdict == .passed } || shares.contains { isKept($0) == true }
    return isJudged || !shares.contains { isLeftOpen($0) } ? .passed : .inconclusive
  }

  /// Whether a required rate is met; nil if none is required, or if it is left open.
  package func isKept(_ share: Share) -> Bool? { isLeftOpen(share) ? nil : share.isKept }

  /// Whether a required rate is not judged, since a run shorter than its scenario does not meet it.
  package func isLeftOpen(_ share: Share) -> Bool {
    share.isKept == false && scenarioMilliseconds.map { milliseconds < $0 } ?? false
  }
}
