import SimMath
import SimRaster
import SimRuntime
import SimScenes
import SimInput

/// Checks that hold for any scene.
enum SceneLaws {
  /// What is wrong with a scene after a step: a population above its cap, or a number that is none.
  static func problem<S: SimScene>(of scene: S) -> String? {
    var scene = scene
    for (population, count) in zip(S.descriptor.populations, SceneRuns.counts(scene))
    where population.cap > 0 && count > population.cap {
      return "\(population.name): \(count) of \(population.cap)"
    }
    return StatePlace.ofNonFinite(in: &scene).map { "\($0.names)[\($0.element)] is not finite" }
  }

  /// What is wrong in the frames of a run: the above, and commands that found no room.
  static func problems<S: SimScene>(_ type: S.Type, _ plan: RunPlan) -> [String] {
    var problems: [String] = []
    SceneRuns.run(type, plan) { loop, frame in
      if let problem = problem(of: loop.scene) { problems.append("frame \(frame): \(problem)") }
      let dropped = loop.droppedCommandCount
      if dropped > 0 { problems.append("frame \(frame): \(dropped) commands dropped") }
    }
    return problems
  }

  /// The mean change of a channel per pixel, in levels, within a second of rest that begins some
  /// seconds after a shake and a touch, with at most so many members.
  static func changeAfterRest<S: SimScene>(_ type: S.Type, seconds: Int, most: Int) -> Float {
    let canvas = SceneCanvas(widthPoints: 320, heightPoints: 568, scale: 0.25)
    let isTooLarge = normalSize(type).map { $0 > Float(most) } ?? false
    var scene = SceneRuns.scene(type, count: isTooLarge ? Float(most) : nil, canvas: canvas)
    var list = DisplayList(
      pixelWidth: 80, pixelHeight: 142, scale: 0.25,
      capacity: Int(S.descriptor.commandCapacity))
    scene.prepare(&list)
    scene.drawRetained(into: &list)
    let place = Vector2(150, 300)
    scene.advance(60, touches: [Globes.touch(.began, at: place)]) { Globes.shaking($0) }
    scene.advance(1, touches: [Globes.touch(.ended, at: place)])
    scene.advance(seconds * 60)
    let before = picture(of: scene, &list)
    scene.advance(60)
    let after = picture(of: scene, &list)
    var sum = 0
    for (old, new) in zip(before, after) where old != new {
      for shift in [UInt32(0), 8, 16] {
        sum += abs(Int(old >> shift & 255) - Int(new >> shift & 255))
      }
    }
    return Float(sum) / Float(before.count * 3)
  }

  /// How many members a scene has, if its first parameter says so.
  private static func normalSize<S: SimScene>(_ type: S.Type) -> Float? {
    guard let first = S.descriptor.parameters.first,
      S.descriptor.populations.contains(where: { "\($0.name)" == "\(first.name)" })
    else { return nil }
    return first.defaultValue
  }

  private static func picture<S: SimScene>(of scene: S, _ list: inout DisplayList) -> [UInt32] {
    list.removeAll()
    scene.draw(into: &list)
    var surface = Surface(width: list.pixelWidth, height: list.pixelHeight)
    var rasterizer = Rasterizer(
      maximumPixelCount: 80 * 142, maximumSide: 142,
      commandCapacity: Int(S.descriptor.commandCapacity))
    _ = rasterizer.render(list, into: &surface)
    return surface.rows
  }
}
