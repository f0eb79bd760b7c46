import SimFormats
import SimInput
import SimRuntime
import SimWorld

/// A scenario file in a list.
struct ScenarioListing: Sendable {
  var path: String
  /// A description of its runs, or why it is not valid.
  var summary: String
  /// The cases of its matrix, in the form of the command line.
  var cases: [String]
}

/// The JSON output of `list`.
extension ListCommand {
  static let scenes = VerbOutput.shape(
    "Scenes.", ListKind.scenes.rawValue, SceneDescriptor.shape.codec, "One row per scene.")

  static let models = VerbOutput.shape(
    "Models of an app's logic.", ListKind.models.rawValue, ModelDescriptor.shape.codec,
    "One row per model.")

  static let faults = VerbOutput.shape(
    "Kinds of faults.", ListKind.faults.rawValue,
    Shape<ListedFault>(
      written: nil, "A kind of fault.",
      [
        Member(derived: "name", \.name, "Its name."),
        Member(derived: "summary", \.summary, "What goes wrong."),
        Member(
          derived: "models", \.models,
          "The models that define it; empty if every model has it."),
        Member(
          derived: "report", \.report,
          "A public report of it, as owner/repository#number; empty if none is known."),
      ]
    ).codec, "One row per kind.")

  static let devices = VerbOutput.shape(
    "Device classes.", ListKind.devices.rawValue, Device.shape.codec,
    "One row per device class, with the contents of its file.")

  static let scenarios = VerbOutput.shape(
    "Scenario files.", ListKind.scenarios.rawValue,
    Shape<ScenarioListing>(
      written: nil, "A scenario file.",
      [
        Member(derived: "file", \.path, "The file."),
        Member(derived: "summary", \.summary, "A description of its runs, or why it is not valid."),
        Member(
          derived: "cases", \.cases, "The cases of its matrix, in the form of the command line."),
      ]
    ).codec, "One row per file.")

  static let generators = VerbOutput.shape(
    "Input generators.", ListKind.generators.rawValue,
    Shape<InputGenerator.Kind>(
      written: nil, "An input generator.",
      [
        Member(derived: "name", \.name.description, "Its name."),
        Member(derived: "summary", \.summary.description, "The input that it generates."),
      ]
    ).codec, "One row per generator.")

  static let metrics = VerbOutput.shape(
    "Metrics that budgets can limit; NAME stands for a population of the scene.",
    ListKind.metrics.rawValue,
    Shape<Measure>(
      written: nil, "A metric that a budget can limit.",
      [
        Member(derived: "name", \.path, "Its path in a result."),
        Member(derived: "label", \.label, "Its label in reports."),
        Member(derived: "meaning", \.meaning, "Its definition in a sentence."),
        Member(
          derived: "unit", \.unit, .oneOf(FigureUnit.allCases.map { $0.rawValue }),
          "The unit of limits; empty for counts and fractions."),
        Member(derived: "timed", \.isTimed, "Whether it depends on this machine's clock."),
        Member(derived: "cost", \.isCost, "Whether a lower value is better."),
      ]
    ).codec, "One row per metric.")

  static let schemas = VerbOutput.shape(
    "Published schemas.", ListKind.schemas.rawValue,
    Shape<PublishedSchema>(
      written: nil, "A published schema.",
      [
        Member(derived: "name", \.name, "The argument for simbench schema."),
        Member(derived: "title", \.title, "Its title."),
      ]
    ).codec, "One row per schema.")
}

extension SceneDescriptor {
  fileprivate static let shape = Shape<SceneDescriptor>(
    written: nil, "A scene.",
    [
      Member(derived: "name", \.name.description, "Its name."),
      Member(derived: "summary", \.summary.description, "What it shows."),
      Member(
        derived: "behaviorVersion", \.behaviorVersion, "The behavior version."),
      Member(derived: "requirements", Codec<String>.text.list(), "The requirements that it covers.")
      {
        $0.requirements.map { $0.description }
      },
      Member(
        derived: "parameters", \.parameters, ParameterDescriptor.shape.codec.list(),
        "Parameters that scenarios can set."),
      Member(
        derived: "populations", \.populations, population.codec.list(),
        "The populations that it counts."),
    ])

  private static let population = Shape<PopulationDescriptor>(
    written: nil, "A population of a scene.",
    [
      Member(derived: "name", \.name.description, "Its name."),
      Member(derivedOrNull: "cap", .whole(from: 1), "The maximum count; null if unlimited.") {
        $0.cap > 0 ? UInt64($0.cap) : nil
      },
      Member(
        derived: "requirement", \.requirement.description,
        "The requirement of the cap; empty if there is none."),
    ])
}

extension ParameterDescriptor {
  static let shape = Shape<ParameterDescriptor>(
    written: nil, "Parameters that scenarios can set.",
    [
      Member(derived: "name", \.name.description, "Its name."),
      Member(derived: "minimum", \.minimum, Codec<Float>.anyNumber, "The minimum value."),
      Member(derived: "maximum", \.maximum, Codec<Float>.anyNumber, "The maximum value."),
      Member(
        derived: "default", \.defaultValue, Codec<Float>.anyNumber,
        "The default value."),
      Member(
        derived: "choices", Codec<String>.text.list(), "The allowed names; empty for numbers."
      ) { $0.choices.map { $0.description } },
    ])
}
