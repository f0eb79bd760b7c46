import SimAppModels
import SimRingLight
import SimbenchKit
import SimScenes
import SimTracing

/// Visits one entry of the catalogue with its static type.
package protocol SceneVisitor: ~Copyable {
  /// Is called with the scene's type.
  mutating func visit<S: Scene & ~Copyable>(_ scene: S.Type)
}

/// Visits one model of the catalogue with its static type.
package protocol ModelVisitor: ~Copyable {
  /// Is called with the model's type.
  mutating func visit<Model: WorldModel>(_ model: Model.Type)
}

/// The one registry of everything the toolkit can run on every target.
package enum Catalogue {
  /// Calls the visitor with every scene, in the order in which they are listed.
  package static func visitAll(_ visitor: inout some SceneVisitor & ~Copyable) {
    visitor.visit(Snowglobe.self)
    visitor.visit(WaterRipples.self)
    visitor.visit(ColorMixer.self)
    visitor.visit(Bubbles.self)
    visitor.visit(MagneticParticles.self)
    visitor.visit(AuroraOrbs.self)
    visitor.visit(CalmStatic.self)
    visitor.visit(Trace.self)
    visitor.visit(RingPreview.self)
  }

  /// Calls the visitor with every model, in the order in which they are listed.
  package static func visitModels(_ visitor: inout some ModelVisitor & ~Copyable) {
    visitor.visit(SketchModel.self)
    visitor.visit(VoiceModel.self)
  }
}
