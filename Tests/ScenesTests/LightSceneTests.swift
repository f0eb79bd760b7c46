import DeterministicMath
import Raster
import Runtime
import Scenes
import Simulation
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
    for _ in 0..<(Globes.isDebug ? 60 : 2000) {
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
      AuroraOrbs(
        SceneContext(
          seed: 5, canvas: Globes.phone, clock: Globes.clock, parameters: [count],
          isMotionReduced: false)
      ).orbs
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

  /// The mean change of a channel per pixel and frame, and the greatest of any pixel.
  private func motion<S: Scene>(_ type: S.Type, reduced: Bool = false) -> (mean: Float, peak: Int) {
    var plan = RunPlan(
      seed: 2, frameCount: Globes.isDebug ? 40 : 400, clock: Globes.clock,
      canvas: Canvas(widthPoints: 320, heightPoints: 568, scale: 0.125),
      parameters: S.descriptor.defaultParameters)
    plan.isMotionReduced = reduced
    plan.generators = [
      InputGenerator(kind: .tap, eventsPerMinute: 240),
      InputGenerator(kind: .drag, eventsPerMinute: 60),
      InputGenerator(kind: .shake, eventsPerMinute: 30),
    ]
    var loop = FrameLoop<S>(plan: plan, rendersPixels: true)
    var observer = SilentObserver()
    loop.advance(&observer)
    var (sum, peak) = (0, 0)
    let count = Int(loop.surface.width) * Int(loop.surface.height)
    var before = Array(loop.surface.pixels[0..<count])
    for _ in 1..<plan.frameCount {
      loop.advance(&observer)
      for index in 0..<count {
        let (old, new) = (before[index], loop.surface.pixels[index])
        guard old != new else { continue }
        for shift in [UInt32(0), 8, 16] {
          let change = abs(Int(old >> shift & 255) - Int(new >> shift & 255))
          sum += change
          peak = max(peak, change)
        }
        before[index] = new
      }
    }
    return (Float(sum) / Float(count * 3 * Int(plan.frameCount - 1)), peak)
  }

  @Test func duskIsTheCalmestOfAll() {
    let dusk = motion(CalmStatic.self)
    #expect(dusk.mean > 0)
    let others = [
      motion(AuroraOrbs.self), motion(WaterRipples.self), motion(Snowglobe.self),
    ]
    for other in others { #expect(dusk.mean < other.mean && dusk.peak < other.peak) }
  }

  @Test func reducedMotionChangesFewerPixels() {
    let aurora = (motion(AuroraOrbs.self), motion(AuroraOrbs.self, reduced: true))
    let dusk = (motion(CalmStatic.self), motion(CalmStatic.self, reduced: true))
    let water = (motion(WaterRipples.self), motion(WaterRipples.self, reduced: true))
    for (normal, reduced) in [aurora, dusk, water] {
      #expect(reduced.mean < normal.mean && reduced.peak <= normal.peak)
    }
  }
}
