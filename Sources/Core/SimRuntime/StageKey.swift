/// Which of the pixel stages that a scene's descriptor declares.
public struct StageKey: Equatable, Sendable {
  /// The place among the declared stages, from 0.
  package let index: Int

  /// Makes the key of a case of an enumeration that lists a scene's stages in their order.
  public init<Stage: RawRepresentable>(_ stage: Stage) where Stage.RawValue == UInt8 {
    index = Int(stage.rawValue)
  }

  private init(index: Int) { self.index = index }

  /// The keys of so many declared stages, in their order.
  package static func keys(count: Int) -> [StageKey] {
    (0..<count).map { StageKey(index: $0) }
  }
}

extension SceneDescriptor {
  /// The keys of the pixel stages, in their order.
  package var stageKeys: [StageKey] { StageKey.keys(count: stages.count) }

  /// The kebab-case name of a pixel stage.
  package func name(of stage: StageKey) -> StaticString { stages[stage.index] }
}
