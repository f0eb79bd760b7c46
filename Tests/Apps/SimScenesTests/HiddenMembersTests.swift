import SimInput
import SimMath
import SimRaster
import SimRuntime
import SimScenes
import Testing

/// Goal: bubbles and particles that are not shown touch nobody and are touched by nobody, and go on
/// all the same.
///
/// Method: quality sent down by frame times, then bubbles laid out by hand; particles compared with
/// those of a run in which all are shown.
struct HiddenMembersTests {
  /// A frame for which graphics took far too long.
  private static func frame(_ touches: [Touch] = []) -> FrameInput {
    var input = FrameInput()
    input.previousGraphicsNanoseconds = 40_000_000
    for touch in touches { input.append(touch) }
    return input
  }

  /// Thirty bubbles of which the last twenty are hidden, all far from the middle of the canvas.
  private static func bubbles(afterFrames frames: Int = 200) throws -> Bubbles {
    var scene = try Bubbles.scene("measured", count: 30)
    for _ in 0..<frames { scene.step(frame()) }
    for index in scene.flock.x.indices {
      (scene.flock.x[index], scene.flock.y[index]) = (60, 60 + 2 * Float(index))
    }
    return scene
  }

  private static let middle = Vector2(195, 500)

  private static func put(_ index: Int, at place: Vector2, in scene: inout Bubbles) {
    (scene.flock.x[index], scene.flock.y[index]) = (place.x, place.y)
  }

  @Test func hiddenBubbleCannotBePopped() throws {
    var scene = try Self.bubbles()
    #expect((0..<30).allSatisfy { scene.adaptive?.visibility[$0] == ($0 < 10 ? 1 : 0) })
    Self.put(25, at: Self.middle, in: &scene)
    var alone = scene
    alone.step(Self.frame([Globes.touch(.began, at: Self.middle)]))
    #expect(alone.flock.stage.allSatisfy { $0 == Bubbles.Stage.floating })
    // One below it that is seen pops in its place.
    Self.put(4, at: Self.middle, in: &scene)
    scene.step(Self.frame([Globes.touch(.began, at: Self.middle)]))
    let stages = scene.flock.stage
    let popped = stages.indices.filter { stages[$0] != Bubbles.Stage.floating }
    #expect(popped == [4])
    #expect(SceneRuns.counts(scene) == [10, 10, scene.movingAmong(10), 1])
  }

  /// A bubble that fades is popped like any other, and what is left of it fades on.
  @Test func fadingBubbleBehavesLikeAnyOther() throws {
    var scene = try Self.bubbles(afterFrames: 30)
    let share = try #require(scene.adaptive?.visibility[25])
    #expect(share > 0.3 && share < 0.8)
    Self.put(25, at: Self.middle, in: &scene)
    scene.step(Self.frame([Globes.touch(.began, at: Self.middle)]))
    #expect(scene.flock.stage[25] == Bubbles.Stage.popping)
    var list = DisplayList(pixelWidth: 390, pixelHeight: 844, scale: 1, capacity: 400)
    scene.prepare(&list)
    /// How many commands the popping bubble takes.
    func commands() -> Int {
      func all(_ scene: Bubbles) -> Int {
        list.removeAll()
        scene.draw(into: &list)
        return list.count
      }
      var without = scene
      without.flock.stage[25] = Bubbles.Stage.waiting
      return all(scene) - all(without)
    }
    for _ in 0..<5 { scene.step(Self.frame()) }
    #expect(commands() > 6)
    #expect(SceneRuns.counts(scene)[3] == 1)
    for _ in 0..<35 { scene.step(Self.frame()) }
    // It still pops, unseen.
    #expect(scene.flock.stage[25] == Bubbles.Stage.popping && scene.adaptive?.visibility[25] == 0)
    #expect(commands() == 0)
    #expect(SceneRuns.counts(scene)[3] == 0)
  }

  @Test func hiddenBubblesPushNobodyAndGiveWay() throws {
    let plain = try Self.bubbles()
    func velocities(seen: Bool, hidden: Bool) -> (seen: Vector2, hidden: Vector2) {
      var scene = plain
      if seen { Self.put(4, at: Self.middle, in: &scene) }
      if hidden { Self.put(25, at: Self.middle + Vector2(20, 0), in: &scene) }
      for index in [4, 25] {
        (scene.flock.velocityX[index], scene.flock.velocityY[index]) = (0, 0)
      }
      scene.step(Self.frame())
      return (
        Vector2(scene.flock.velocityX[4], scene.flock.velocityY[4]),
        Vector2(scene.flock.velocityX[25], scene.flock.velocityY[25])
      )
    }
    let both = velocities(seen: true, hidden: true)
    #expect(both.seen == velocities(seen: true, hidden: false).seen)
    #expect(both.hidden.x > velocities(seen: false, hidden: true).hidden.x + 0.5)
    #expect(both.hidden.y < 0)
  }

  /// No level changes where any particle goes or how it glows.
  @Test func particlesMoveTheSameAtEveryLevel() throws {
    var (fixed, adaptive) = (
      try MagneticParticles.scene("off", count: 240),
      try MagneticParticles.scene("measured", count: 240)
    )
    let finger = Vector2(195, 500)
    for frame in 0..<100 {
      let touch = Globes.touch(frame == 0 ? .began : .stationary, at: finger)
      fixed.step(Self.frame([touch]))
      adaptive.step(Self.frame([touch]))
    }
    #expect(adaptive.adaptive?.visibleCount == 200)
    #expect(fixed.places == adaptive.places && fixed.light == adaptive.light)
    let (all, seen) = (SceneRuns.counts(fixed), SceneRuns.counts(adaptive))
    #expect(all[0] == 240 && seen[0] == 200 && seen[3] == 1 && all[3] == 1)
    #expect(all[1] == 240 && seen[1] == 200)
    #expect(seen[2] > 0 && seen[2] < all[2] && seen[2] <= 200)
  }
}

extension Bubbles {
  /// How many of the first bubbles move by more than half a point a frame.
  fileprivate func movingAmong(_ count: Int) -> UInt32 {
    UInt32(
      (0..<count).filter {
        Vector2(flock.velocityX[$0], flock.velocityY[$0]).length > 0.5 / stepSeconds
      }.count)
  }
}
