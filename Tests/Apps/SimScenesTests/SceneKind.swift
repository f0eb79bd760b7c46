import SimCatalogue
import SimRuntime
import Testing

/// A scene type as an argument of tests that hold for every scene.
struct SceneKind: CustomTestStringConvertible, @unchecked Sendable {
  let type: any SimScene.Type

  var testDescription: String { name }
  var name: String { type.descriptor.name.description }

  /// Every scene of the catalog.
  static let all: [SceneKind] = {
    var collector = Collector()
    Catalogue.visitAll(&collector)
    return collector.kinds
  }()

  private struct Collector: SceneVisitor {
    var kinds: [SceneKind] = []

    mutating func visit<S: SimScene>(_ scene: S.Type) { kinds.append(SceneKind(type: scene)) }
  }

  /// Scenes whose digest names fields of parts that know nothing of the scene; `SimTracingTests`
  /// and `SimRingLightTests` look at theirs.
  static let measuring: Set<String> = ["trace", "ring-light"]

  /// Scenes whose light breathes when nothing moves any more.
  static let breathing: Set<String> = ["magnetic-particles"]

  /// Scenes that flow without input, slowly and forever; all others come to rest.
  static let flowing: Set<String> = ["aurora-orbs", "bubbles"]
}
