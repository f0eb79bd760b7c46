import SimRuntime

extension ModelResult {
  /// The members of a result, for writer, reader, JSON Schema and baselines.
  ///
  /// All values but the environment are equal in every run of one scenario and seed.
  package static let shape = Shape<ModelResult>(
    blank, name: "model-run", "Result of one run of a model.",
    [
      Member(
        "scenario", \.scenario, .runName,
        "Scenario name with the run of its matrix, such as letter-voice[a]."),
      Member(
        "scenarioFile", \.scenarioFile, "Path of the scenario file as given; null without a file."),
      Member(
        orNull: "scenarioDigest", \.scenarioDigest, .digestText,
        "Digest of model, parameters and faults, without names, rates, seed and duration; null if "
          + "unknown."),
      Member("model", \.model, .name, "Model name."),
      Member("modelBehaviorVersion", \.modelBehaviorVersion, "Behavior version of the model."),
      Member("seed", \.seed, .seed, SchemaRule.seedWords),
      Member("milliseconds", \.milliseconds, "Duration of use in virtual milliseconds."),
      Member(
        "scenarioMilliseconds", \.scenarioMilliseconds,
        "Duration that the scenario itself asks for; null if unknown. A shorter run does not judge "
          + "rates that it does not reach."),
      Member("steps", \.steps, "Number of steps.").role(.exact),
      Member("events", \.events, "Number of events from outside: user actions and injected faults.")
        .role(.exact),
      Member("virtualNanoseconds", \.virtualNanoseconds, "End of the run in virtual nanoseconds.")
        .role(.exact).unit("ns"),
      Member(
        group: "digest", "State digests.",
        [
          Member("state", \.state, .digest, "Digest of the last state."),
          Member("chain", \.chain, .digest, "Digest of the states of all steps, in order."),
        ]
      ).role(.exact),
      Member(
        "allocationsPerThousandSteps", \.allocationsPerThousandSteps,
        "Allocations per 1,000 steps, rounded down; null if not counted."
      ).role(.cost),
      Member(
        "checkpoints", \.checkpoints, BaselineEntry.Checkpoint.codec,
        "State digests by step count, evenly spaced, to locate a divergence."),
      Member(
        "properties", \.properties, Property.shape.codec.byName(\.name), "Properties, by name."
      ).role(.exact),
      Member(
        "faults", \.faults, Fault.shape.codec.byName(\.name), "Enabled kinds of faults, by name."
      ).role(.exact),
      Member(
        "rates", \.shares, Share.shape.codec.byName(\.name), "Rates, by name."
      ).role(.exact),
      Member(
        orNull: "failure", \.failure, ExploreFailure.shape.codec,
        "First property that failed, with the step as its frame; null if all passed."
      ).role(.exact),
      Member(
        "timelines", \.timeline, Line.shape.codec.list(0...lineLimit),
        "Timeline of the run, oldest first; its last lines only if it is long."),
      Member(
        derived: "verdict", \.verdict, Codec<Verdict>.cases,
        "Passed if every property and required rate passed; inconclusive if a run shorter than its "
          + "scenario judged none."),
      Member(
        "environment", \.environment, EnvironmentSummary.shape.codec,
        "Build and system that ran it."),
    ])

  /// An empty result, the starting value of the reader.
  package static let blank = ModelResult(
    scenario: "", model: "", modelBehaviorVersion: 0, seed: 0,
    environment: EnvironmentSummary.shape.blank)
}

extension Codec where Value == String {
  /// The name of a kind of property.
  package static let propertyKind = oneOf(PropertyDescriptor.Kind.all.map { "\($0.name)" })
}

extension ModelResult.Property {
  static let shape = Shape<Self>(
    Self(), "A property of the run.",
    [
      Member("summary", \.summary, "Statement of the property.").role(.detail),
      Member("kind", \.kind, .propertyKind, "When the property must be true.").role(.detail),
      Member("requirement", \.requirement, "Requirement of the property; empty for none.").role(
        .detail),
      Member("checked", \.checked, "Number of checks."),
      Member("held", \.held, "Number of checks in which it was true."),
      Member(
        derived: "verdict", \.verdict, Codec<Verdict>.cases,
        "Verdict; inconclusive without checks, or if a coverage goal was not reached."
      ).role(.detail),
    ])
}

extension ModelResult.Fault {
  static let shape = Shape<Self>(
    Self("", "", count: 0), "A kind of injected fault.",
    [
      Member("summary", \.summary, "Effect of the fault.").role(.detail),
      Member("count", \.count, "Number of injections."),
    ])
}

extension ModelResult.Share {
  static let shape = Shape<Self>(
    Self("", requirement: "", part: 0, whole: 0, lowerBound: nil, minimum: nil),
    "A rate.",
    [
      Member("requirement", \.requirement, "Requirement of the rate; empty for none.").role(
        .detail),
      Member("part", \.part, "Numerator."),
      Member("whole", \.whole, "Denominator."),
      Member(
        orNull: "lowerBound", \.lowerBound, .number(0...1),
        "95 % lower confidence bound of the rate; null without samples."
      ).role(.detail),
      Member(
        orNull: "minimum", \.minimum, .number(0...1),
        "Required minimum of the lower bound, exclusive; null if none is required."
      ).role(.detail),
    ])
}

extension ModelResult.Line {
  static let shape = Shape<Self>(
    Self(step: 0, time: 0, sender: "", receiver: "", text: ""), "A line of the timeline.",
    [
      Member("step", \.step, "Step number, from 1."),
      Member("nanoseconds", \.time, "Virtual time in nanoseconds."),
      Member("sender", \.sender, "Sender."),
      Member("receiver", \.receiver, "Receiver; equal to the sender if there is none."),
      Member("text", \.text, "Event as a sentence."),
    ])
}
