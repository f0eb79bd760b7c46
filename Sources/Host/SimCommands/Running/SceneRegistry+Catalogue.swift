import SimCatalogue
import SimHarness
import SimRuntime

extension SceneRegistry {
  /// Every scene of the catalogue.
  public static var catalogue: SceneRegistry {
    var collector = Collector()
    Catalogue.visitAll(&collector)
    return collector.registry
  }

  private struct Collector: SceneVisitor {
    var registry = SceneRegistry()

    mutating func visit<S: Scene & ~Copyable>(_ scene: S.Type) {
      registry.register(scene)
    }
  }
}
