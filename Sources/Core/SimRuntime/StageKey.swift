/// The key of a pixel stage declared in a scene's descriptor.
public struct StageKey: Equatable, Sendable {
  /// The index among the declared stages, from 0.
  package let index: Int

  /// Creates the key of a case of an enumeration that lists a scene's stages in order.
  public init<Stage: RawRepresentable>(_ stage: Stage) where Stage.RawValue == UInt8 {
    index = Int(stage.rawValue)
  }

  private init(index: Int) { self.index = index }

  /// The keys of a number of declared stages, in order.
  package static func keys(count: Int) -> [StageKey] {
    (0..<count).map { StageKey(index: $0) }
  }
}

extension SceneDescriptor {
  /// The keys of the pixel stages, in order.
  package var stageKeys: [StageKey] { StageKey.keys(count: stages.count) }

  /// The kebab-case name of a pixel stage.
  package func name(of stage: StageKey) -> StaticString { stages[stage.index] }
}
