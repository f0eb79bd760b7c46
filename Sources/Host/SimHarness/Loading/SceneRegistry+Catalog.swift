import SimCatalogue
import SimRuntime
import SimWorld

extension SceneRegistry {
  /// Every scene and model of the catalog.
  public static var catalog: SceneRegistry {
    var collector = Collector()
    Catalogue.visitAll(&collector)
    Catalogue.visitModels(&collector)
    return collector.registry
  }

  private struct Collector: SceneVisitor, ModelVisitor {
    var registry = SceneRegistry()

    mutating func visit<S: SimScene & ~Copyable>(_ scene: S.Type) {
      registry.register(scene)
    }

    mutating func visit<Model: WorldModel>(_ model: Model.Type) {
      registry.register(model: model)
    }
  }
}
