extension ModelResult {
  /// A result as JSON.
  package static let shape = Shape<ModelResult>(
    written: "model-run", "What a history of a model came to.",
    [
      Member(derived: "scenario", .text, "The scenario.") { $0.scenario },
      Member(derived: "model", .text, "The model.") { $0.model },
      Member(derived: "modelBehaviorVersion", .whole(), "The version of how it behaves.") {
        $0.modelBehaviorVersion
      },
      Member(derived: "seed", .whole(), "The seed.") { $0.seed },
      Member(derived: "steps", .whole(), "Steps: everything that was due.") { $0.steps },
      Member(derived: "events", .whole(), "What came from outside.") { $0.events },
      Member(
        derived: "virtualNanoseconds", .whole(), "When it ended, in nanoseconds of virtual time."
      ) { $0.virtualNanoseconds },
      Member(derived: "digest", digests.codec, "What the states come to.") { $0 },
      Member(derived: "properties", property.codec.list(), "The properties.") { $0.properties },
      Member(derived: "faults", fault.codec.list(), "Kinds of faults that were on.") { $0.faults },
      Member(derived: "shares", share.codec.list(), "Shares of what was counted.") { $0.shares },
      Member(
        derived: "failure", ExploreFailure.shape.codec.orNull,
        "What does not hold; its frame is the step. Null when everything does."
      ) { $0.failure },
      Member(
        derived: "timelines", line.codec.list(),
        "What was seen, the last at the end; of long histories the end alone."
      ) { $0.timeline },
      Member(derived: "verdict", Codec<Verdict>.cases, "Whether everything holds.") { $0.verdict },
      Member(derived: "environment", EnvironmentSummary.shape.codec, "What ran it.") {
        $0.environment
      },
    ])

  private static let digests = Shape<ModelResult>(
    written: "model-digests", "What the states come to.",
    [
      Member(derived: "state", .digest, "The last state.") { $0.state },
      Member(derived: "chain", .digest, "The states of all steps, in order.") { $0.chain },
    ])

  private static let property = Shape<Property>(
    written: "model-property", "A property over a history.",
    [
      Member(derived: "name", .text, "Its name.") { $0.name },
      Member(
        derived: "kind", Codec<String>.oneOf(["always", "sometimes", "leads-to"]),
        "When it has to hold."
      ) { $0.kind },
      Member(derived: "requirement", .text, "The requirement it follows from; empty for none.") {
        $0.requirement
      },
      Member(derived: "checked", .whole(), "How often it was looked at.") { $0.checked },
      Member(derived: "held", .whole(), "How often it held, or happened.") { $0.held },
      Member(
        derived: "verdict", Codec<Verdict>.cases,
        "How it went; inconclusive where it was never looked at, or did not happen."
      ) { $0.verdict },
    ])

  private static let fault = Shape<Fault>(
    written: "model-fault", "A kind of fault over a history.",
    [
      Member(derived: "name", .text, "Its name.") { $0.name },
      Member(derived: "count", .whole(), "How often it struck.") { $0.count },
    ])

  private static let share = Shape<Share>(
    written: "model-share", "A share of what was counted.",
    [
      Member(derived: "name", .text, "Its name.") { $0.name },
      Member(derived: "requirement", .text, "The requirement it is about; empty for none.") {
        $0.requirement
      },
      Member(derived: "part", .whole(), "The part.") { $0.part },
      Member(derived: "whole", .whole(), "Its whole.") { $0.whole },
      Member(
        derived: "lowerBound", Codec<Double>.number(0...1).orNull,
        "What the share is above with 95 % confidence; null of nothing."
      ) { $0.lowerBound },
      Member(
        derived: "minimum", Codec<Double>.number(0...1).orNull,
        "What it has to be above; null where nothing is demanded."
      ) { $0.minimum },
    ])

  private static let line = Shape<Line>(
    written: "model-line", "Something that was seen.",
    [
      Member(derived: "step", .whole(), "The step, from 1.") { $0.step },
      Member(derived: "nanoseconds", .whole(), "When, in virtual time.") { $0.time },
      Member(derived: "sender", .text, "Who did it.") { $0.sender },
      Member(derived: "receiver", .text, "Whom it was told; the sender for nobody.") {
        $0.receiver
      },
      Member(derived: "text", .text, "What happened, in a sentence.") { $0.text },
    ])
}
