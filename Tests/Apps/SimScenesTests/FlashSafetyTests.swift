import SimCatalogue
import SimImageAnalysis
import SimRaster
import SimRuntime
import SimInput
import TestTier
import Testing

/// Goal: no scene flashes or leaves the calm budget, and a strobe drawn over any scene is found.
///
/// Method: every scene of the catalog under shakes, tilts, taps, drags and smacks, its frames as
/// they are and with a square drawn over them that changes eight times a second, or fourteen.
@Suite struct FlashSafetyTests {
  @Test func scenesAreSafeAndPlantedStrobesFail() throws {
    var visitor = FlashVisitor()
    Catalogue.visitAll(&visitor)
    #expect(visitor.findings.count == SceneKind.all.count)
    for (name, scene, strobe) in visitor.findings {
      #expect(scene.isWithinWCAG && scene.isSafe, "\(name)")
      #expect(!strobe.isWithinWCAG && !strobe.isSafe, "\(name)")
      #expect(strobe.general.worstAreaShare > 0.25, "\(name)")
      // The calm budget: one flash of any cell in a second, and nothing in the frames' means. Ink
      // has to stand out.
      #expect(scene.red.maximumTransitions <= 2, "\(name)")
      #expect(scene.means.level == .pass, "\(name)")
      // What a camera sees is as lively as whoever holds it.
      guard name != "ring-light" else { continue }
      #expect(scene.general.maximumTransitions <= (name == "trace" ? 4 : 2), "\(name)")
      #expect(scene.worstContrastShare <= 0.3, "\(name)")
    }
  }
}

/// Looks at every scene as it is and with a strobe.
private struct FlashVisitor: SceneVisitor {
  var findings: [(name: String, scene: FlashSafety, strobe: FlashSafety)] = []

  private static var frames: UInt32 { Tier.isDebug ? 34 : 600 }
  /// How long the square is drawn over them: two seconds show it as well as ten.
  private static var strobeFrames: UInt32 { min(frames, 120) }
  private static var width: Int32 { Tier.isDebug ? 128 : 390 }
  private static var height: Int32 { Tier.isDebug ? 112 : 844 }

  mutating func visit<S: SimScene & ~Copyable>(_ scene: S.Type) {
    let canvas = SceneCanvas(
      widthPoints: Float(Self.width), heightPoints: Float(Self.height), scale: 1)
    var plan = RunPlan(
      seed: 1, frameCount: Self.frames, clock: FrameClock(framesPerSecond: 60), canvas: canvas,
      parameters: S.descriptor.defaultParameters)
    plan.generators = [
      InputGenerator(kind: .shake, eventsPerMinute: 20, strength: 1.3),
      InputGenerator(kind: .slowTilt, eventsPerMinute: 20),
      InputGenerator(kind: .tap, eventsPerMinute: 60),
      InputGenerator(kind: .drag, eventsPerMinute: 40),
      InputGenerator(kind: .toddlerMash, eventsPerMinute: 20),
    ]
    var loop = SyntheticLoop<S>(plan: plan, rendersPixels: true)
    var plain = FlashAnalyzer(
      width: Self.width, height: Self.height, scale: 1, framesPerSecond: 60)
    var planted = FlashAnalyzer(
      width: Self.width, height: Self.height, scale: 1, framesPerSecond: 60)
    var picture = Surface(width: Self.width, height: Self.height)
    var observer = NoOpObserver()
    for frame in 0..<Self.frames {
      loop.advance(&observer)
      plain.observe(loop.surface)
      guard frame < Self.strobeFrames else { continue }
      for y in 0..<Self.height {
        for x in 0..<Self.width { picture[x, y] = loop.surface[x, y] }
      }
      let (side, rate): (Int32, UInt32) = Tier.isDebug ? (80, 14) : (160, 8)
      let color: UInt32 = frame * rate / 60 % 2 == 0 ? 0xFF00_0000 : 0xFFFF_FFFF
      for y in 30..<30 + side {
        for x in 30..<30 + side { picture[x, y] = color }
      }
      planted.observe(picture)
    }
    if let scene = plain.result, let strobe = planted.result {
      findings.append((S.descriptor.name.description, scene, strobe))
    }
  }
}
