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
        Member(derived: "name", .text, "Its name.") { $0.name },
        Member(derived: "summary", .text, "What goes wrong.") { $0.summary },
        Member(
          derived: "models", Codec<String>.text.list(),
          "The models that have it of their own; empty for one that every model has."
        ) { $0.models },
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
        Member(derived: "file", .text, "The file.") { $0.path },
        Member(derived: "summary", .text, "What it stands for, or why it is not valid.") {
          $0.summary
        },
        Member(
          derived: "cases", Codec<String>.text.list(),
          "The runs of its matrix, as the command line takes them."
        ) { $0.cases },
      ]
    ).codec, "A row a file.")

  static let generators = VerbOutput.shape(
    "Generators of input.", ListKind.generators.rawValue,
    Shape<InputGenerator.Kind>(
      written: nil, "A generator of input.",
      [
        Member(derived: "name", .text, "Its name.") { $0.name.description },
        Member(derived: "summary", .text, "What it makes.") { $0.summary.description },
      ]
    ).codec, "A row a generator.")

  static let measures = VerbOutput.shape(
    "What budgets may limit; NAME stands for a population of the scene's.",
    ListKind.measures.rawValue,
    Shape<Measure>(
      written: nil, "What a budget may limit.",
      [
        Member(derived: "name", .text, "Its path in a result.") { $0.path },
        Member(derived: "label", .text, "What tiles call it.") { $0.label },
        Member(derived: "meaning", .text, "What it is, in a sentence.") { $0.meaning },
        Member(
          derived: "unit", .oneOf(FigureUnit.allCases.map { $0.rawValue }),
          "The unit of limits; empty for counts and shares."
        ) { $0.unit },
        Member(derived: "timed", .bool, "Whether this machine's clock decides.") { $0.isTimed },
        Member(derived: "cost", .bool, "Whether less is better.") { $0.isCost },
      ]
    ).codec, "A row a measure.")

  static let schemas = VerbOutput.shape(
    "Published schemas.", ListKind.schemas.rawValue,
    Shape<PublishedSchema>(
      written: nil, "A published schema.",
      [
        Member(derived: "name", .text, "The name that schema takes.") { $0.name },
        Member(derived: "title", .text, "What it is of.") { $0.title },
      ]
    ).codec, "A row a schema.")
}

extension SceneDescriptor {
  fileprivate static let shape = Shape<SceneDescriptor>(
    written: nil, "A scene.",
    [
      Member(derived: "name", .text, "Its name.") { $0.name.description },
      Member(derived: "summary", .text, "What it shows.") { $0.summary.description },
      Member(derived: "behaviorVersion", .whole(), "The version of how it moves and looks.") {
        $0.behaviorVersion
      },
      Member(derived: "requirements", Codec<String>.text.list(), "What it is to fulfil.") {
        $0.requirements.map { $0.description }
      },
      Member(
        derived: "parameters", ParameterDescriptor.shape.codec.list(), "What scenarios may set."
      ) { $0.parameters },
      Member(derived: "populations", population.codec.list(), "What it counts.") {
        $0.populations
      },
    ])

  private static let population = Shape<PopulationDescriptor>(
    written: nil, "What a scene counts.",
    [
      Member(derived: "name", .text, "Its name.") { $0.name.description },
      Member(derivedOrNull: "cap", .whole(from: 1), "The most there may be; null for any.") {
        $0.cap > 0 ? UInt64($0.cap) : nil
      },
      Member(derived: "requirement", .text, "What the cap is for; empty without one.") {
        $0.requirement.description
      },
    ])
}

extension ParameterDescriptor {
  static let shape = Shape<ParameterDescriptor>(
    written: nil, "What scenarios may set.",
    [
      Member(derived: "name", .text, "Its name.") { $0.name.description },
      Member(derived: "minimum", Codec<Float>.anyNumber, "The least value.") { $0.minimum },
      Member(derived: "maximum", Codec<Float>.anyNumber, "The greatest value.") { $0.maximum },
      Member(derived: "normal", Codec<Float>.anyNumber, "The value when nothing is set.") {
        $0.defaultValue
      },
      Member(
        derived: "choices", Codec<String>.text.list(), "The names that it takes; empty for numbers."
      ) { $0.choices.map { $0.description } },
    ])
}
