import SimMath
import SimRaster
import SimRuntime
import SimInput
import TestTier
import Testing
import SimTracing

/// Goal: whatever the scene paints can be seen on what it lies on, by every child, and ink hides
/// no start for good.
///
/// Method: every pair of the scene's table, computed; every two colors that touch in pictures of
/// all letters; eyes without one kind of cone; starts that are inked all over, counted in pixels.
@Suite struct TraceContrastTests {
  typealias Mark = TraceTuning.Mark
  typealias Contrast = TraceTuning.Contrast

  private static let letters = Tier.isDebug ? ["a", "E"] : TraceRuns.letters
  private static let cases = Contrast.allCases.flatMap { contrast in
    letters.map { (contrast, $0) }
  }

  // MARK: - Computed

  @Test(arguments: Contrast.allCases) func everyMarkStandsOut(contrast: Contrast) {
    var pairs = 0
    for mark in Mark.allCases {
      for other in Mark.allCases where mark.lies(on: other) {
        let ratio = ColorVision.contrast(mark.color(in: contrast), other.color(in: contrast))
        let isLetter = mark == .outline || mark == .ink || contrast == .high
        let isOnGround = other == .paper || other == .band
        #expect(ratio >= (isLetter && isOnGround ? 4.5 : 3), "\(mark) on \(other): \(ratio)")
        pairs += 1
      }
    }
    #expect(pairs == 11)
  }

  @Test(arguments: Contrast.allCases) func inkIsLikeNothingElse(contrast: Contrast) {
    let ink = Mark.ink.color(in: contrast)
    #expect(ink == LetterTracing.inkColor)
    for mark in Mark.allCases where mark != .ink {
      #expect(mark.color(in: contrast) != ink)
      for vision in ColorVision.allCases {
        let difference = vision.difference(mark.color(in: contrast), ink)
        #expect(difference >= 20, "\(mark), \(vision): \(difference)")
      }
    }
  }

  /// Rust on green, which differ in nothing but hue: whoever takes such colors is told.
  @Test func hueAloneIsCaught() {
    let (ink, start) = (StraightColor(hex: 0xA8_532F), StraightColor(hex: 0x1F_7A57))
    #expect(ColorVision.contrast(ink, start) < 3)
    #expect(ColorVision.full.difference(ink, start) > 20)
    #expect(ColorVision.protan.difference(ink, start) < 20)
    #expect(ColorVision.deutan.difference(ink, start) < 20)
  }

  // MARK: - Painted

  /// A scene and its pictures.
  private struct Easel: ~Copyable {
    var scene: LetterTracing
    private var list: DisplayList
    private var rasterizer: Rasterizer
    private var surface: Surface
    private var frame: UInt32 = 0

    init(_ letter: String, _ contrast: Contrast) {
      var plan = TraceRuns.plan(letter, nil)
      plan.parameters[LetterTracing.Parameter.contrast] = Float(contrast.rawValue)
      scene = LetterTracing(
        SceneContext(
          seed: 1, canvas: plan.canvas, clock: plan.clock, parameters: plan.parameters,
          isMotionReduced: false))
      list = DisplayList(pixelWidth: 390, pixelHeight: 844, scale: 1, capacity: 192)
      rasterizer = Rasterizer(
        maximumPixelCount: 390 * 844, maximumSide: 844, commandCapacity: 192)
      surface = Surface(width: 390, height: 844)
      scene.prepare(&list)
      scene.drawRetained(into: &list)
    }

    /// Moves one finger over places, some a frame, and lifts it unless told otherwise.
    mutating func ink(_ places: [Vector2], id: UInt32, lifts: Bool = true) {
      for (index, place) in places.enumerated() {
        let phase: TouchPhase = index == 0 ? .began : .moved
        scene.advance([TraceRuns.touch(phase, at: place, id: id)], frame: frame)
        frame += 1
      }
      guard lifts, let last = places.last else { return }
      scene.advance([TraceRuns.touch(.ended, at: last, id: id)], frame: frame)
      frame += 1
    }

    mutating func rest(_ frames: Int) {
      for _ in 0..<frames {
        scene.advance(frame: frame)
        frame += 1
      }
    }

    mutating func picture() -> [UInt32] {
      list.removeAll()
      scene.draw(into: &list)
      _ = rasterizer.render(list, into: &surface)
      return surface.rows
    }
  }

  /// Ways over the whole canvas, across all that is painted.
  private static func crossing() -> [Vector2] {
    (0..<80).map { Vector2(Float($0) * 5, 150 + Float($0 * 53 % 540)) }
  }

  /// Whatever touches has 3 : 1, whether the table knows of it or not: found in the pictures, where
  /// one pixel at an edge may be a mixture.
  @Test(arguments: cases) func whatTouchesStandsOut(contrast: Contrast, letter: String) {
    var easel = Easel(letter, contrast)
    var found = Self.touching(easel.picture(), contrast)
    easel.ink(Self.crossing(), id: 1)
    found.formUnion(Self.touching(easel.picture(), contrast))
    easel.rest(80)
    found.formUnion(Self.touching(easel.picture(), contrast))
    for pair in found {
      let (a, b) = (StraightColor(hex: pair.low), StraightColor(hex: pair.high))
      let ratio = ColorVision.contrast(a, b)
      #expect(ratio >= 3, "\(Self.names(a, contrast)) beside \(Self.names(b, contrast)): \(ratio)")
    }
    // Ink lies on nearly all the rest, and some of the rest on grounds.
    let colors = Set(Mark.allCases.map { Self.packed($0, contrast) }).count
    #expect(found.count > colors, "\(found.count)")
  }

  /// Two colors that touch.
  private struct Pair: Hashable {
    var low: UInt32
    var high: UInt32
  }

  private static func packed(_ mark: Mark, _ contrast: Contrast) -> UInt32 {
    mark.color(in: contrast).premultiplied.packed
  }

  private static func hex(_ packed: UInt32) -> UInt32 {
    (packed & 255) << 16 | packed & 0xFF00 | packed >> 16 & 255
  }

  private static func names(_ color: StraightColor, _ contrast: Contrast) -> [Mark] {
    Mark.allCases.filter { $0.color(in: contrast) == color }
  }

  /// The scene's pure colors that lie side by side or have one pixel between them.
  private static func touching(_ pixels: [UInt32], _ contrast: Contrast) -> Set<Pair> {
    let pure = Set(Mark.allCases.map { packed($0, contrast) })
    var pairs: Set<Pair> = []
    for index in 0..<pixels.count - 2 * 390 where pure.contains(pixels[index]) {
      for offset in [1, 2, 390, 780]
      where pixels[index + offset] != pixels[index] && pure.contains(pixels[index + offset]) {
        // What is pure between two others touches both.
        if offset == 2 || offset == 780, pure.contains(pixels[index + offset / 2]) { continue }
        let (a, b) = (hex(pixels[index]), hex(pixels[index + offset]))
        pairs.insert(Pair(low: min(a, b), high: max(a, b)))
      }
    }
    return pairs
  }

  /// Pixels around the starts that stand out from ink.
  private static func visible(
    _ pixels: [UInt32], around scene: borrowing LetterTracing, _ ink: StraightColor
  ) -> [Int] {
    (0..<scene.path.strokeCount).map { stroke in
      let start = scene.path.point(ofStroke: stroke, at: 0)
      var count = 0
      for y in Int(start.y) - 12...Int(start.y) + 12 {
        for x in Int(start.x) - 12...Int(start.x) + 12 where (0..<390).contains(x) {
          let color = StraightColor(hex: hex(pixels[y * 390 + x]))
          if ColorVision.contrast(color, ink) >= 3 { count += 1 }
        }
      }
      return count
    }
  }

  /// While a finger draws, its ink covers all; when it has gone, the dot is there again.
  @Test(arguments: cases) func inkHidesNoStartForGood(contrast: Contrast, letter: String) {
    var easel = Easel(letter, contrast)
    let ink = Mark.ink.color(in: contrast)
    for stroke in 0..<easel.scene.path.strokeCount {
      let start = easel.scene.path.point(ofStroke: stroke, at: 0)
      let places = (0..<10).map { row in
        start + Vector2(row % 2 == 0 ? -24 : 24, Float(row) * 5 - 22)
      }
      easel.ink(places, id: UInt32(stroke) + 1, lifts: stroke + 1 < easel.scene.path.strokeCount)
    }
    let covered = Self.visible(easel.picture(), around: easel.scene, ink)
    #expect(covered.allSatisfy { $0 == 0 }, "\(covered)")
    let last = easel.scene.path.point(ofStroke: easel.scene.path.strokeCount - 1, at: 0)
    let lastID = UInt32(easel.scene.path.strokeCount)
    easel.scene.advance([TraceRuns.touch(.ended, at: last, id: lastID)], frame: 900)
    #expect(!easel.scene.isTraced)
    var before: Float = 0
    for _ in 0..<80 {
      easel.rest(1)
      let opacity = easel.scene.startOpacity
      #expect(opacity >= before && opacity - before < 0.06)
      before = opacity
    }
    #expect(before == 1)
    let shown = Self.visible(easel.picture(), around: easel.scene, ink)
    // Of a band that is 9 points wide to each side at least, 0.55.
    #expect(shown.allSatisfy { $0 > 60 }, "\(shown)")
    // A finger that comes down lies over it at once.
    easel.ink([last], id: 100, lifts: false)
    #expect(easel.scene.startOpacity == 0)
    let again = Self.visible(easel.picture(), around: easel.scene, ink)
    #expect(again.allSatisfy { $0 == 0 }, "\(again)")
  }

  @Test func startsStayUnderTheInkOnceTheLetterIsTraced() {
    var scene = TraceRuns.scene()
    #expect(scene.rest == 0)
    scene.traceAll()
    #expect(scene.isTraced)
    for frame in 0..<200 as Range<UInt32> {
      scene.advance(frame: 500 + frame)
      #expect(scene.startOpacity == 0)
    }
  }

  /// Nothing changes for four tenths of a second after the last finger, and all in half a second.
  @Test func startsComeWhenNobodyDraws() {
    var scene = TraceRuns.scene()
    scene.advance([TraceRuns.touch(.began, at: Vector2(20, 20))])
    scene.advance([TraceRuns.touch(.ended, at: Vector2(30, 20))], frame: 1)
    var opacities: [Float] = []
    for frame in 0..<60 as Range<UInt32> {
      scene.advance(frame: 2 + frame)
      opacities.append(scene.startOpacity)
      let share = max(0, min((scene.rest - 0.4) / 0.5, 1))
      #expect(abs(scene.startOpacity - share * share * (3 - 2 * share)) < 0.001, "frame \(frame)")
    }
    #expect(opacities[22] == 0 && opacities[25] > 0)
    #expect(opacities[38] > 0.4 && opacities[38] < 0.6)
    #expect(opacities[52] < 1 && opacities[54] == 1)
  }
}
