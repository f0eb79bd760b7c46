import SimFormats
import SimInput
import SimRuntime
import SimWorld

/// A scenario file that was found.
struct ScenarioListing: Sendable {
  var path: String
  /// What it stands for, or why it is not valid.
  var summary: String
  /// The runs of its matrix, as the command line takes them.
  var cases: [String]
}

/// What `list` writes as JSON.
extension ListCommand {
  static let scenes = VerbOutput.shape(
    "Scenes.", ListKind.scenes.rawValue, SceneDescriptor.shape.codec, "A row a scene.")

  static let models = VerbOutput.shape(
    "Models of an app's logic.", ListKind.models.rawValue, ModelDescriptor.shape.codec,
    "A row a model.")

  static let faults = VerbOutput.shape(
    "Kinds of faults.", ListKind.faults.rawValue,
    Shape<ListedFault>(
      written: nil, "A kind of fault.",
      [
        Member(derived: "name", \.name, "Its name."),
        Member(derived: "summary", \.summary, "What goes wrong."),
        Member(
          derived: "models", \.models,
          "The models that have it of their own; empty for one that every model has."),
      ]
    ).codec, "A row a kind.")

  static let devices = VerbOutput.shape(
    "Device classes.", ListKind.devices.rawValue, Device.shape.codec,
    "A row a device class, as its file holds it.")

  static let scenarios = VerbOutput.shape(
    "Scenario files.", ListKind.scenarios.rawValue,
    Shape<ScenarioListing>(
      written: nil, "A scenario file.",
      [
        Member(derived: "file", \.path, "The file."),
        Member(derived: "summary", \.summary, "What it stands for, or why it is not valid."),
        Member(
          derived: "cases", \.cases, "The runs of its matrix, as the command line takes them."),
      ]
    ).codec, "A row a file.")

  static let generators = VerbOutput.shape(
    "Generators of input.", ListKind.generators.rawValue,
    Shape<InputGenerator.Kind>(
      written: nil, "A generator of input.",
      [
        Member(derived: "name", \.name.description, "Its name."),
        Member(derived: "summary", \.summary.description, "What it makes."),
      ]
    ).codec, "A row a generator.")

  static let measures = VerbOutput.shape(
    "What budgets may limit; NAME stands for a population of the scene's.",
    ListKind.measures.rawValue,
    Shape<Measure>(
      written: nil, "What a budget may limit.",
      [
        Member(derived: "name", \.path, "Its path in a result."),
        Member(derived: "label", \.label, "What tiles call it."),
        Member(derived: "meaning", \.meaning, "What it is, in a sentence."),
        Member(
          derived: "unit", \.unit, .oneOf(FigureUnit.allCases.map { $0.rawValue }),
          "The unit of limits; empty for counts and shares."),
        Member(derived: "timed", \.isTimed, "Whether this machine's clock decides."),
        Member(derived: "cost", \.isCost, "Whether less is better."),
      ]
    ).codec, "A row a measure.")

  static let schemas = VerbOutput.shape(
    "Published schemas.", ListKind.schemas.rawValue,
    Shape<PublishedSchema>(
      written: nil, "A published schema.",
      [
        Member(derived: "name", \.name, "The name that schema takes."),
        Member(derived: "title", \.title, "What it is of."),
      ]
    ).codec, "A row a schema.")
}

extension SceneDescriptor {
  fileprivate static let shape = Shape<SceneDescriptor>(
    written: nil, "A scene.",
    [
      Member(derived: "name", \.name.description, "Its name."),
      Member(derived: "summary", \.summary.description, "What it shows."),
      Member(
        derived: "behaviorVersion", \.behaviorVersion, "The version of how it moves and looks."),
      Member(derived: "requirements", Codec<String>.text.list(), "What it is to fulfil.") {
        $0.requirements.map { $0.description }
      },
      Member(
        derived: "parameters", \.parameters, ParameterDescriptor.shape.codec.list(),
        "What scenarios may set."),
      Member(derived: "populations", \.populations, population.codec.list(), "What it counts."),
    ])

  private static let population = Shape<PopulationDescriptor>(
    written: nil, "What a scene counts.",
    [
      Member(derived: "name", \.name.description, "Its name."),
      Member(derivedOrNull: "cap", .whole(from: 1), "The most there may be; null for any.") {
        $0.cap > 0 ? UInt64($0.cap) : nil
      },
      Member(
        derived: "requirement", \.requirement.description,
        "What the cap is for; empty without one."),
    ])
}

extension ParameterDescriptor {
  static let shape = Shape<ParameterDescriptor>(
    written: nil, "What scenarios may set.",
    [
      Member(derived: "name", \.name.description, "Its name."),
      Member(derived: "minimum", \.minimum, Codec<Float>.anyNumber, "The least value."),
      Member(derived: "maximum", \.maximum, Codec<Float>.anyNumber, "The greatest value."),
      Member(
        derived: "normal", \.defaultValue, Codec<Float>.anyNumber,
        "The value when nothing is set."),
      Member(
        derived: "choices", Codec<String>.text.list(), "The names that it takes; empty for numbers."
      ) { $0.choices.map { $0.description } },
    ])
}
