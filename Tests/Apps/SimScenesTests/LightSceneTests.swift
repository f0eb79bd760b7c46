import SimMath
import SimRaster
import SimRuntime
import SimScenes
import SimInput
import TestTier
import Testing

/// Goal: the water, the aurora and the dusk are calm, each in its way.
///
/// Method: hand-made touches and shakes; states after a rest, and changes of pixels.
struct LightSceneTests {
  @Test func waterAndDuskComeToRest() {
    var water = SceneRuns.scene(WaterRipples.self)
    var dusk = SceneRuns.scene(CalmStatic.self)
    let touch = [Globes.touch(.began, at: Vector2(100, 100))]
    water.advance(20, touches: touch) { Globes.shaking($0) }
    dusk.advance(20, touches: touch) { Globes.shaking($0) }
    #expect(SceneRuns.counts(water)[0] > 3 && SceneRuns.counts(dusk)[0] == 1)
    dusk.advance(1, touches: [Globes.touch(.ended, at: Vector2(100, 100))])
    water.advance(1200)
    dusk.advance(1200)
    #expect(SceneRuns.counts(water) == [0, 0] && SceneRuns.counts(dusk) == [0])
    let (stillWater, stillDusk) = (SceneRuns.digest(water), SceneRuns.digest(dusk))
    water.advance(10)
    dusk.advance(10)
    #expect(SceneRuns.digest(water) == stillWater && SceneRuns.digest(dusk) == stillDusk)
  }

  /// A brighter and a darker step of one channel per frame are nothing the eye can follow.
  @Test func auroraIsSlow() {
    var scene = SceneRuns.scene(AuroraOrbs.self)
    let places = (0..<60).map { Vector2(Float($0 % 6) * 70 + 20, Float($0 / 6) * 85 + 20) }
    var before = places.map { scene.color(atX: $0.x, y: $0.y) }
    var fastest: Float = 0
    for _ in 0..<(Tier.isDebug ? 60 : 2000) {
      scene.advance(1)
      for (index, place) in places.enumerated() {
        let after = scene.color(atX: place.x, y: place.y)
        let change = after - before[index]
        fastest = max(fastest, max(abs(change.x), max(abs(change.y), abs(change.z))))
        before[index] = after
      }
    }
    #expect(fastest < 2 && fastest > 0.01)
  }

  @Test func moreOrbsLeaveTheFirstOnesAsTheyWere() {
    func orbs(_ count: Float) -> AuroraOrbs.Orbs {
      SceneRuns.scene(AuroraOrbs.self, seed: 5, count: count).orbs
    }
    let (few, many) = (orbs(3), orbs(8))
    #expect(few.x == Array(many.x.prefix(3)) && few.y == Array(many.y.prefix(3)))
    #expect(few.size == Array(many.size.prefix(3)) && few.light == Array(many.light.prefix(3)))
  }

  @Test func touchNudgesLightAwayAndItFlowsBack() {
    var touched = SceneRuns.scene(AuroraOrbs.self)
    var alone = touched
    let place = Vector2(touched.orbs.x[0] + 30, touched.orbs.y[0])
    touched.advance(60, touches: [Globes.touch(.stationary, at: place, id: 4)])
    alone.advance(60)
    #expect(alone.orbs.x[0] - touched.orbs.x[0] > 3)
    let dark = touched.color(atX: place.x, y: place.y)
    let light = alone.color(atX: place.x, y: place.y)
    #expect(dark.y < light.y - 10)
    touched.advance(1, touches: [Globes.touch(.ended, at: place, id: 4)])
    alone.advance(1)
    touched.advance(1200)
    alone.advance(1200)
    #expect(abs(alone.orbs.x[0] - touched.orbs.x[0]) < 0.5)
    #expect(SceneRuns.counts(touched)[1] == 0)
  }
}
