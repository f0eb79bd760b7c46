extension ModelResult {
  /// A result, member by member: what is written, read, published as a schema and compared with
  /// baselines. All of it is the same in every history of one scenario and seed.
  package static let shape = Shape<ModelResult>(
    blank, name: "model-run", "What a history of a model came to.",
    [
      Member(
        "scenario", \.scenario, .runName,
        "The scenario's name, and which run of its matrix it is, such as letter-voice[a]."),
      Member(
        orNull: "scenarioFile", \.scenarioFile, .text,
        "The scenario file as it was named; null when there is none."),
      Member(
        orNull: "scenarioDigest", \.scenarioDigest, .digestText,
        "What the scenario's file comes to, but for names, shares, seed and length; null when "
          + "nobody says."),
      Member("model", \.model, .name, "The model."),
      Member(
        "modelBehaviorVersion", \.modelBehaviorVersion, .whole(),
        "The version of how it behaves."),
      Member("seed", \.seed, .whole(), "The seed."),
      Member(
        "milliseconds", \.milliseconds, .whole(),
        "How long people use the app, in milliseconds of virtual time."),
      Member("steps", \.steps, .whole(), "Steps: everything that was due.").role(.exact),
      Member("events", \.events, .whole(), "What came from outside.").role(.exact),
      Member(
        "virtualNanoseconds", \.virtualNanoseconds, .whole(),
        "When it ended, in nanoseconds of virtual time."
      ).role(.exact),
      Member(
        group: "digest", "What the states come to.",
        [
          Member("state", \.state, .digest, "The last state."),
          Member("chain", \.chain, .digest, "The states of all steps, in order."),
        ]
      ).role(.exact),
      Member(
        orNull: "allocationsPerThousandSteps", \.allocationsPerThousandSteps, .whole(),
        "Allocations per 1,000 steps, rounded down; null where nothing counts them."
      ).role(.cost),
      Member(
        "checkpoints", \.checkpoints, BaselineEntry.Checkpoint.codec,
        "State digests by the number of steps, evenly spaced: where two histories part."),
      Member(
        "properties",
        Property.shape.codec.byName {
          ($0.name, $0)
        } make: {
          $1.named($0)
        },
        "The properties by name.", get: { $0.properties }, set: { $0.properties = $1 }
      ).role(.exact),
      Member(
        "faults",
        Fault.shape.codec.byName {
          ($0.name, $0)
        } make: {
          $1.named($0)
        },
        "Kinds of faults that were on, by name.", get: { $0.faults }, set: { $0.faults = $1 }
      ).role(.exact),
      Member(
        "shares",
        Share.shape.codec.byName {
          ($0.name, $0)
        } make: {
          $1.named($0)
        },
        "Shares of what was counted, by name.", get: { $0.shares }, set: { $0.shares = $1 }
      ).role(.exact),
      Member(
        orNull: "failure", \.failure, ExploreFailure.shape.codec,
        "What does not hold; its frame is the step. Null when everything does."
      ).role(.exact),
      Member(
        "timelines", \.timeline, Line.shape.codec.list(0...lineLimit),
        "What was seen, the last at the end; of long histories the end alone."),
      Member(derived: "verdict", Codec<Verdict>.cases, "Whether everything holds.") { $0.verdict },
      Member(
        "environment", \.environment, EnvironmentSummary.shape.codec, "What ran it."),
    ])

  /// A result of nothing, with which reading begins.
  package static let blank = ModelResult(
    scenario: "", model: "", modelBehaviorVersion: 0, seed: 0,
    environment: EnvironmentSummary.shape.blank)
}

extension ModelResult.Property {
  static let shape = Shape<Self>(
    Self(), "A property over a history.",
    [
      Member("summary", \.summary, .text, "What it says.").role(.detail),
      Member(
        "kind", \.kind, .oneOf(["always", "sometimes", "leads-to"]), "When it has to hold."
      ).role(.detail),
      Member(
        "requirement", \.requirement, .text, "The requirement it follows from; empty for none."
      ).role(.detail),
      Member("checked", \.checked, .whole(), "How often it was looked at."),
      Member("held", \.held, .whole(), "How often it held, or happened."),
      Member(
        derived: "verdict", Codec<Verdict>.cases,
        "How it went; inconclusive where it was never looked at, or did not happen."
      ) { $0.verdict }.role(.detail),
    ])
}

extension ModelResult.Fault {
  static let shape = Shape<Self>(
    Self("", "", count: 0), "A kind of fault over a history.",
    [
      Member("summary", \.summary, .text, "What goes wrong.").role(.detail),
      Member("count", \.count, .whole(), "How often it struck."),
    ])
}

extension ModelResult.Share {
  static let shape = Shape<Self>(
    Self("", requirement: "", part: 0, whole: 0, lowerBound: nil, minimum: nil),
    "A share of what was counted.",
    [
      Member(
        "requirement", \.requirement, .text, "The requirement it is about; empty for none."
      ).role(.detail),
      Member("part", \.part, .whole(), "The part."),
      Member("whole", \.whole, .whole(), "The whole."),
      Member(
        orNull: "lowerBound", \.lowerBound, .number(0...1),
        "What the share is above with 95 % confidence; null of nothing."
      ).role(.detail),
      Member(
        orNull: "minimum", \.minimum, .number(0...1),
        "What it has to be above; null where nothing is demanded."
      ).role(.detail),
    ])
}

extension ModelResult.Line {
  static let shape = Shape<Self>(
    Self(step: 0, time: 0, sender: "", receiver: "", text: ""), "Something that was seen.",
    [
      Member("step", \.step, .whole(), "The step, from 1."),
      Member("nanoseconds", \.time, .whole(), "When, in virtual time."),
      Member("sender", \.sender, .text, "Who did it."),
      Member("receiver", \.receiver, .text, "Whom it was told; the sender for nobody."),
      Member("text", \.text, .text, "What happened, in a sentence."),
    ])
}
