/// The result of a run of a scene or a model.
///
/// Both have scenario, seed, verdict, digests and environment under the same keys; the key `scene`
/// or `model` tells which of the two it is.
package enum RunResult: Sendable {
  /// The result of a scene.
  case scene(SceneResult)
  /// The result of a model.
  case model(ModelResult)

  /// The result of a scene; nil for a model.
  package var scene: SceneResult? {
    get { if case .scene(let result) = self { result } else { nil } }
    set { if let newValue { self = .scene(newValue) } }
  }

  /// The result of a model; nil for a scene.
  package var model: ModelResult? {
    if case .model(let result) = self { result } else { nil }
  }

  /// The scenario's name, with which of its runs it is.
  package var scenario: String {
    switch self {
    case .scene(let result): result.scenario
    case .model(let result): result.scenario
    }
  }

  /// The path of the scenario file as given; nil without a file.
  package var scenarioFile: String? {
    switch self {
    case .scene(let result): result.scenarioFile
    case .model(let result): result.scenarioFile
    }
  }

  /// The seed.
  package var seed: UInt64 {
    switch self {
    case .scene(let result): result.seed
    case .model(let result): result.seed
    }
  }

  /// What produced the result.
  package var environment: EnvironmentSummary {
    switch self {
    case .scene(let result): result.environment
    case .model(let result): result.environment
    }
  }

  /// Writer, reader and schema; the key `model` or `scene` selects the members.
  package static let codec = Codec<RunResult>(
    .either([.object(SceneResult.shape.rule), .object(ModelResult.shape.rule)]),
    write: { result in
      switch result {
      case .scene(let result): SceneResult.shape.object(result)
      case .model(let result): ModelResult.shape.object(result)
      }
    },
    read: { (node) throws(FormatError) in
      var members = try node.object()
      return members.optional("model") == nil
        ? .scene(try SceneResult.shape.read(node)) : .model(try ModelResult.shape.read(node))
    })

  /// Reads a result from JSON in memory.
  ///
  /// - Parameter file: The name of its file for errors.
  package init(_ output: JSONOutput, file: String) throws(FormatError) {
    self =
      output["model"] == nil
      ? .scene(try SceneResult.shape.read(output, file: file))
      : .model(try ModelResult.shape.read(output, file: file))
  }

  /// The members of a result as it is written.
  package static func rule(of result: JSONOutput) -> SchemaRule {
    .object(result["model"] == nil ? SceneResult.shape.rule : ModelResult.shape.rule)
  }
}
