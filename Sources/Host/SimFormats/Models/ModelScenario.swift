import SimbenchKit

/// A scenario of a model: which histories of an app's logic are run.
package struct ModelScenario: Sendable {
  /// A share of what a model counts that is demanded.
  package struct Demand: Equatable, Sendable {
    /// The share's place among those of the model.
    package var place: Int
    /// What it has to be above, with 95 % confidence.
    package var minimum: Double
  }

  /// The kebab-case name, the file's name without `.json` when the file gives none.
  package internal(set) var name = ""
  /// Which run of the file's matrix it is, such as `a`; nil for a file without one.
  package internal(set) var caseName: String?
  /// The file as it was named.
  package internal(set) var file = ""
  /// The model.
  package let model: ModelDescriptor
  /// Where all randomness comes from.
  package var seed: UInt64 = 1
  /// Values of the model's parameters.
  package var parameters: ParameterValues
  /// How long people use the app, and faults go on, in milliseconds of virtual time.
  package var milliseconds: UInt64 = Self.defaultMilliseconds
  /// The duration that the file asks for, regardless of options.
  package internal(set) var fileMilliseconds: UInt64?
  /// The faults that can be injected.
  package var faults = FaultChoice()
  /// What is demanded of what the model counts.
  package internal(set) var demands: [Demand] = []
  var matrixNode: JSONNode?

  /// How long a history is when the scenario does not say.
  package static var defaultMilliseconds: UInt64 { 600_000 }

  init(_ model: ModelDescriptor) {
    self.model = model
    parameters = model.defaultParameters
  }

  /// The name of the run: the file's, and which of its runs.
  package var fullName: String { caseName.map { "\(name)[\($0)]" } ?? name }

  /// Digest of model, parameters and faults in hexadecimal: two runs with equal digest, seed and
  /// duration are equal.
  package var digest: String {
    Self.digest(model: "\(model.name)", parameters: parameters, faults: faults)
  }

  /// The digest of a scenario of a model that need not be registered.
  package static func digest(
    model: String, parameters: ParameterValues, faults: FaultChoice
  ) -> String {
    var digest = StateDigest(seed: 1)
    digest.combine(bytes: Array(model.utf8))
    for value in parameters.values { digest.combine(value) }
    digest.combine(faults.allowed)
    digest.combine(UInt64(faults.isCertain ? 1 : 0))
    return HexadecimalText.digest(digest.finalize())
  }

  /// The length in nanoseconds.
  package var activeNanoseconds: UInt64 { milliseconds * 1_000_000 }

  // MARK: - Reading

  /// Whether a file is a scenario of a model, as far as its keys say.
  package static func isOne(_ document: JSONDocument) -> Bool {
    guard var reader = try? document.root.object() else { return false }
    return reader.optional("model") != nil && reader.optional("scene") == nil
  }

  /// Reads every run that a file stands for: one, or those of its matrix.
  ///
  /// - Throws: `FormatError` with the position, what was found and what is allowed.
  package static func readAll(
    _ document: JSONDocument, models: [ModelDescriptor],
    _ overrides: ScenarioOverrides = ScenarioOverrides()
  ) throws(FormatError) -> [ModelScenario] {
    var reader = try document.root.object()
    let matrix = try reader.optional("matrix").map { (node) throws(FormatError) in
      try ScenarioMatrix(node)
    }
    let names = models.map { $0.name.description }
    let name = try reader.required("model").string(oneOf: names)
    guard let model = models.first(where: { $0.name.description == name }) else {
      preconditionFailure("the name was checked against the list")
    }
    let shape = shape(of: model, among: names)
    var start = ModelScenario(model)
    start.file = document.file
    start.name = ScenarioFile.name(fromPath: document.file)
    var scenarios: [ModelScenario] = []
    for one in try matrix?.cases() ?? [ScenarioMatrix.Case(name: nil, document: document)] {
      start.caseName = one.name
      var scenario = try shape.read(one.document.root, into: start)
      scenario.fileMilliseconds = scenario.milliseconds
      scenario.milliseconds = overrides.milliseconds ?? scenario.milliseconds
      scenario.seed = overrides.seed ?? scenario.seed
      scenarios.append(scenario)
    }
    return scenarios
  }

  /// What a scenario of a model may say.
  ///
  /// - Parameters:
  ///   - model: The model; nil for what the scenarios of all models have in common.
  ///   - models: The names of the models that exist.
  static func shape(of model: ModelDescriptor?, among models: [String]) -> Shape<ModelScenario> {
    let rest = members(model)
    let head = head(models)
    let matrix = ScenarioMatrix.member(
      varying: (head + rest).map { $0.rule }, \ModelScenario.matrixNode)
    return Shape(
      ModelScenario(model ?? .any),
      "One run of a model of an app's logic; or several, if some of it varies.",
      isClosed: true, head + [matrix] + rest)
  }

  private static func head(_ models: [String]) -> [Member<ModelScenario>] {
    [
      Member(
        given: "name", \.name, .name,
        "The scenario's name in reports; the file's name without .json when absent."),
      // It is read before all else: what the rest may be depends on it.
      Member(
        "model", Codec<String>.oneOf(models),
        "The model to run; `simbench list models` lists them.",
        get: { $0.model.name.description }, set: { _, _ in }),
    ]
  }

  private static func members(_ model: ModelDescriptor?) -> [Member<ModelScenario>] {
    [
      Member(
        given: "parameters", \.parameters,
        ParameterValues.codec(
          of: model?.parameters, "Values for the model's parameters."),
        "Values of the model's own parameters; omitted ones keep their default."),
      Member(
        "seed", \.seed, .seed, "The seed of all random numbers of the run.", default: 1),
      Member(
        "duration", \.milliseconds, .duration,
        "The duration of user actions and faults in virtual time, such as 10m, 90s or 2h; a "
          + "minute without faults follows.", default: defaultMilliseconds),
      Member(
        given: "faults", \.faults, FaultChoice.shape(model).codec,
        "The faults that can be injected; if absent, every kind with probability one half."),
      Member(
        "rates", \.demands, Demand.codec(model),
        "Required rates: the 95 % lower confidence bound of each must exceed the given value.",
        default: []),
    ]
  }

  /// The schema of scenarios of models: what all have in common, and what each model's may say.
  package static func schema(_ models: [ModelDescriptor]) -> JSONOutput {
    let names = models.map { $0.name.description }
    return SchemaWriter.schema(
      title: "simbench model scenario", shape(of: nil, among: names).rule, by: "model",
      models.map { ($0.name.description, shape(of: $0, among: names).rule) })
  }
}

extension ModelDescriptor {
  /// Stands for a model that is not known.
  fileprivate static var any: ModelDescriptor {
    ModelDescriptor(name: "", summary: "", requirements: [])
  }

  /// The names of all kinds of faults, each with its bit.
  package var faultBits: [(name: String, bit: UInt64)] {
    faultPlaces.compactMap { place in
      fault(at: place).map { ($0.name.description, 1 << place) }
    }
  }
}

extension FaultChoice {
  /// What may go wrong with a model; names of any kinds for no model.
  fileprivate static func shape(_ model: ModelDescriptor?) -> Shape<FaultChoice> {
    let kinds = model?.faultBits ?? []
    let name = model == nil ? Codec<String>.name : .oneOf(kinds.map { $0.name })
    let names = name.list(0...(model == nil ? 64 : kinds.count))
    return Shape(
      FaultChoice(), "The faults that can be injected.", isClosed: true,
      [
        Member(
          "kinds", names,
          "Kinds of faults that may be on; `simbench list faults` shows those that exist.",
          isRequired: false,
          write: { choice in
            choice.allowed == .max
              ? nil
              : .array(
                kinds.filter { choice.allowed & $0.bit != 0 }.map { .string($0.name) })
          },
          read: { (choice, reader) throws(FormatError) in
            guard let node = reader.optional("kinds") else { return }
            let wanted = try names.read(node)
            choice.allowed = kinds.filter { wanted.contains($0.name) }.reduce(0) { $0 | $1.bit }
          }),
        Member(
          "always", \.isCertain, .bool,
          "Whether all of them are enabled in every run; otherwise each with probability one "
            + "half.",
          default: false),
      ])
  }
}

extension ModelScenario.Demand {
  /// Demands by the names of a model's shares; by any for no model.
  fileprivate static func codec(_ model: ModelDescriptor?) -> Codec<[ModelScenario.Demand]> {
    let words = "Rates that the model counts."
    let share = Codec<Double>.number(0...1)
    guard let model else {
      return Shape<[ModelScenario.Demand]>([], words, []).codec.described(
        by: .map(share.rule, keys: nil))
    }
    return Shape<[ModelScenario.Demand]>(
      [], words, isClosed: true,
      model.shares.enumerated().map { place, descriptor in
        let name = descriptor.name.description
        return Member(
          name, share, descriptor.summary.description, isRequired: false,
          write: { demands in demands.first { $0.place == place }.map { share.write($0.minimum) } },
          read: { (demands, reader) throws(FormatError) in
            guard let node = reader.optional(name) else { return }
            demands.append(ModelScenario.Demand(place: place, minimum: try share.read(node)))
          })
      }
    ).codec
  }
}
