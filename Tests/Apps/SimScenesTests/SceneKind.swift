import SimRingLight
import SimRuntime
import SimScenes
import Testing
import SimTracing

/// A scene type as an argument of tests that hold for every scene.
struct SceneKind: CustomTestStringConvertible, @unchecked Sendable {
  let type: any Scene.Type

  var testDescription: String { name }
  var name: String { type.descriptor.name.description }

  /// Every scene of the catalogue, which a test compares with the catalogue itself.
  static let all: [SceneKind] = [
    SceneKind(type: Snowglobe.self), SceneKind(type: WaterRipples.self),
    SceneKind(type: ColorMixer.self), SceneKind(type: Bubbles.self),
    SceneKind(type: MagneticParticles.self), SceneKind(type: AuroraOrbs.self),
    SceneKind(type: CalmStatic.self), SceneKind(type: Trace.self),
    SceneKind(type: RingPreview.self),
  ]

  /// Scenes whose digest names fields of parts that know nothing of the scene; `SimTracingTests`
  /// and `SimRingLightTests` look at theirs.
  static let measuring: Set<String> = ["trace", "ring-light"]

  /// Scenes whose light breathes when nothing moves any more.
  static let breathing: Set<String> = ["magnetic-particles"]

  /// Scenes that flow without input, slowly and forever; all others come to rest.
  static let flowing: Set<String> = ["aurora-orbs", "bubbles"]
}
