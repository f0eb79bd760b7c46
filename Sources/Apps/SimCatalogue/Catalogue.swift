import SimAppModels
import SimRingLight
import SimbenchKit
import SimScenes
import SimTracing

/// Visits the scenes of the catalog with their static types.
package protocol SceneVisitor: ~Copyable {
  /// Visits a scene type.
  mutating func visit<S: SimScene>(_ scene: S.Type)
}

/// Visits the models of the catalog with their static types.
package protocol ModelVisitor: ~Copyable {
  /// Visits a model type.
  mutating func visit<Model: WorldModel>(_ model: Model.Type)
}

/// The registry of all built-in scenes and models, the same on every target.
package enum Catalogue {
  /// Visits every scene, in listing order.
  package static func visitAll(_ visitor: inout some SceneVisitor & ~Copyable) {
    visitor.visit(Snowglobe.self)
    visitor.visit(WaterRipples.self)
    visitor.visit(ColorMixer.self)
    visitor.visit(Bubbles.self)
    visitor.visit(MagneticParticles.self)
    visitor.visit(AuroraOrbs.self)
    visitor.visit(CalmStatic.self)
    visitor.visit(LetterTracing.self)
    visitor.visit(RingPreview.self)
  }

  /// Visits every model, in listing order.
  package static func visitModels(_ visitor: inout some ModelVisitor & ~Copyable) {
    visitor.visit(SketchModel.self)
    visitor.visit(VoiceModel.self)
    visitor.visit(GateModel.self)
    visitor.visit(PurchasesModel.self)
    visitor.visit(SelfieModel.self)
  }
}
