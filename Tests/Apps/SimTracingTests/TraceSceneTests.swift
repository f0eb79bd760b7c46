import SimMath
import SimRaster
import SimRuntime
import SimInput
import TestTier
import Testing
import SimTracing

/// Goal: the scene lets a child trace a letter without ever being stuck, and keeps all it draws.
///
/// Method: exact hands made of single touches; the fade frame by frame; sizes changed in the
/// middle.
@Suite struct TraceSceneTests {
  private static let pixelCount = TraceRuns.smallWidth * TraceRuns.smallHeight
  private static let letters = Tier.isDebug ? ["a"] : TraceRuns.letters

  // MARK: - Completion and fade

  @Test(arguments: letters) func everyLetterIsDoneByTracingIt(letter: String) {
    var scene = TraceRuns.scene(letter)
    #expect(!scene.isTraced && scene.letterOpacity == 1)
    scene.traceAll()
    #expect(scene.isTraced && scene.haptics.pulseCount == 1)
    #expect(scene.haptics.pulse(before: 0).role == .completion)
    #expect(scene.meter.coverage > 0.99 && scene.meter.ordered > 0.99)
  }

  @Test func onlyLiftingCompletes() {
    var scene = TraceRuns.scene()
    scene.traceAll(lifting: .moved)
    scene.advance([TraceRuns.touch(.stationary, at: .zero)], frame: 400)
    #expect(scene.meter.isEnough && !scene.isTraced && scene.fade == 0)
    var taken = scene
    taken.advance([TraceRuns.touch(.cancelled, at: taken.path.corners[0])], frame: 401)
    #expect(!taken.isTraced)
    // A contact that vanishes without a word has not lifted.
    var vanished = scene
    vanished.advance(frame: 401)
    #expect(!vanished.isTraced)
    scene.advance([TraceRuns.touch(.ended, at: scene.path.corners[0])], frame: 401)
    #expect(scene.isTraced)
  }

  @Test func theLetterFadesSoftlyInOneAndAHalfSeconds() {
    var scene = TraceRuns.scene()
    scene.traceAll()
    var opacities = [Float(1), scene.letterOpacity]
    while scene.letterOpacity > 0, opacities.count < 300 {
      scene.advance(frame: 500 + UInt32(opacities.count))
      opacities.append(scene.letterOpacity)
    }
    #expect((60...120).contains(opacities.count - 2), "one to two seconds")
    #expect(abs(opacities.count - 91) <= 1)
    let steps = zip(opacities, opacities.dropFirst()).map { $0 - $1 }
    #expect(steps.allSatisfy { $0 >= 0 && $0 < 0.02 })
    let bends = zip(steps, steps.dropFirst()).map { abs($0 - $1) }
    #expect(bends.allSatisfy { $0 < 0.001 })
  }

  @Test func aFingerBringsTheLetterBackUntilItIsGone() {
    var scene = TraceRuns.scene()
    scene.traceAll()
    for frame in 0..<40 { scene.advance(frame: 500 + UInt32(frame)) }
    let half = scene.letterOpacity
    #expect(half > 0.2 && half < 0.9)
    for frame in 0..<30 {
      let phase: TouchPhase = frame == 0 ? .began : .moved
      let place = Vector2(150 + Float(frame), 300)
      scene.advance([TraceRuns.touch(phase, at: place, id: 77)], frame: 600 + UInt32(frame))
    }
    #expect(scene.letterOpacity == 1)
    let ink = scene.ink.count
    for frame in 0..<200 { scene.advance(frame: 700 + UInt32(frame)) }
    #expect(scene.letterOpacity == 0 && scene.ink.count >= ink)
    // Gone for good: from now on there is the ink alone, and more of it if the child likes.
    scene.advance([TraceRuns.touch(.began, at: Vector2(100, 100), id: 78)], frame: 901)
    scene.advance([TraceRuns.touch(.ended, at: Vector2(120, 100), id: 78)], frame: 902)
    #expect(scene.letterOpacity == 0 && scene.ink.count > ink)
  }

  @Test func inkStaysOpaqueWhileTheLetterFades() {
    let plan = TraceRuns.smallPlan("o", Writer(skill: .adult, pace: 4), frames: 160)
    let ink = LetterTracing.inkColor.premultiplied.packed
    var inked: [Int] = []
    TraceRuns.run(plan, rendersPixels: true) { loop, _ in
      let pixels = loop.surface.rows
      // The letter shines through the edge of the ink by a level at most.
      let changed = inked.filter { Self.difference(pixels[$0], ink) > 2 }
      #expect(changed.isEmpty)
      if inked.isEmpty, loop.scene.isTraced {
        inked = (0..<Self.pixelCount).filter { pixels[$0] == ink }
      }
    }
    #expect(inked.count > 1000)
  }

  /// The largest difference of two pixels in any channel.
  private static func difference(_ a: UInt32, _ b: UInt32) -> Int {
    [0, 8, 16, 24].map { abs(Int(a >> $0 & 255) - Int(b >> $0 & 255)) }.max() ?? 0
  }

  // MARK: - Contacts

  @Test func palmsDrawNothingAndFingersBesideThemDo() {
    var scene = TraceRuns.scene()
    let palm = TraceRuns.touch(.began, at: Vector2(300, 700), id: 1, radius: 30)
    let finger = TraceRuns.touch(.began, at: Vector2(200, 300), id: 2)
    scene.advance([palm, finger])
    #expect(scene.inkRadius(of: palm, pressure: 0) == nil)
    #expect(scene.inkRadius(of: finger, pressure: 0) != nil)
    #expect(scene.strokeCount == 1)
    scene.advance([
      TraceRuns.touch(.ended, at: Vector2(300, 700), id: 1, radius: 30),
      TraceRuns.touch(.ended, at: Vector2(220, 300), id: 2),
    ])
    // It drew in this frame, although it has lifted.
    #expect(scene.inkRadius(of: finger, pressure: 0) != nil && scene.ink.count > 0)
    scene.advance()
    #expect(scene.inkRadius(of: finger, pressure: 0) == nil)
  }

  @Test func twoFingersDrawTwoStrokes() {
    var scene = TraceRuns.scene()
    for frame in 0..<20 {
      let phase: TouchPhase = frame == 0 ? .began : .moved
      let x = Float(frame) * 9
      scene.advance(
        [
          TraceRuns.touch(phase, at: Vector2(40 + x, 300), id: 1),
          TraceRuns.touch(phase, at: Vector2(40 + x, 500), id: 2),
        ], frame: UInt32(frame))
    }
    #expect(scene.strokeCount == 2)
    var isStraight = true
    scene.ink.forEach { from, to in
      if abs(from.y - to.y) > 0.01 { isStraight = false }
    }
    #expect(isStraight, "the strokes are not joined")
  }

  @Test func vibrationsAreSwitchedOffTwice() {
    for (haptics, system) in [(Float(0), Float(1)), (1, 0), (1, 1)] {
      var plan = TraceRuns.plan("A", Writer(skill: .adult, letter: 2), frames: 300)
      #expect(TraceRuns.end(plan).haptics.pulseCount > 0)
      plan.parameters[LetterTracing.Parameter.haptics] = haptics
      plan.parameters[LetterTracing.Parameter.systemHaptics] = system
      #expect(TraceRuns.end(plan).haptics.pulseCount == 0)
    }
  }

  // MARK: - Sizes

  @Test func aNewSizeKeepsInkAndProgress() {
    var scene = TraceRuns.scene("B")
    scene.traceAll(lifting: .moved)
    let (ink, coverage) = (scene.ink.count, scene.meter.coverage)
    for (width, height) in [(Float(844), Float(390)), (1024, 1366), (390, 844)] {
      scene.resize(to: SceneCanvas(widthPoints: width, heightPoints: height, scale: 2))
      #expect(scene.ink.count == ink)
      #expect(abs(scene.meter.coverage - coverage) < 0.02)
      #expect(scene.meter.onPath > 0.99)
      let bounds = scene.path.bounds
      #expect(bounds.x > 0 && bounds.x + bounds.width < width)
      #expect(bounds.y > 0 && bounds.y + bounds.height < height)
    }
    scene.advance([TraceRuns.touch(.ended, at: scene.path.corners[0], id: 2)], frame: 999)
    #expect(scene.isTraced)
    scene.resize(to: SceneCanvas(widthPoints: 844, heightPoints: 390, scale: 2))
    #expect(scene.isTraced)
  }

  @Test func aLetterOnAnyPhoneIsLargeEnough() {
    for letter in TraceRuns.letters {
      let bounds = TraceRuns.scene(letter).path.bounds
      #expect(max(bounds.width, bounds.height) >= 200 && bounds.height >= 200, "\(letter)")
    }
  }

  // MARK: - Drawing

  @Test func picturesFollowFromTheStateAlone() {
    // Frames that are not drawn, then one that is: the layers catch up.
    let plan = TraceRuns.smallPlan("e", Writer(skill: .adult, pace: 2), frames: 60)
    var every: [UInt32] = []
    TraceRuns.run(plan, rendersPixels: true) { loop, frame in
      if frame == 59 { every = loop.surface.rows }
    }
    var loop = SyntheticLoop<LetterTracing>(plan: plan, rendersPixels: true)
    loop.skipsDrawing = true
    var observer = NoOpObserver()
    for frame in 0..<plan.frameCount {
      loop.skipsDrawing = frame < 59
      loop.advance(&observer)
    }
    #expect(every == loop.surface.rows)
  }

  @Test func aFullPageStartsTheOtherWithoutLosingCommands() {
    var scene = TraceRuns.scene()
    var list = DisplayList(pixelWidth: 390, pixelHeight: 844, scale: 1, capacity: 192)
    scene.prepare(&list)
    scene.drawRetained(into: &list)
    #expect(list.droppedCount == 0)
    for round in 0..<40 {
      for index in 0..<500 {
        let x = Float(20 + (index * 7 + round) % 350)
        scene.ink.append(from: Vector2(x, 100), to: Vector2(x, 120), radius: 3)
      }
      list.removeAll()
      scene.draw(into: &list)
      #expect(list.droppedCount == 0)
      for page in 0..<2 {
        #expect(list.layers[1 + page].count == Int(scene.ink.counts[page]))
      }
    }
    #expect(scene.ink.generations == [1, 1])
  }
}
