import SimMath
import SimImageAnalysis
import SimRaster
import SimRuntime
import SimScenes
import SimInput
import TestTier
import Testing

/// Goal: a flake looks as if a little snow lay over what is painted behind it, and never flickers.
///
/// Method: the rasterizer's own picture of the backdrop is the oracle, for the color where it is
/// even and for the contrast everywhere.
struct SnowTintTests {
  /// A globe at one pixel a point, and what is painted behind its snow.
  private struct Picture {
    let scene: Snowglobe
    private let colors: [[PremultipliedColor]]

    init(width: Float, height: Float) {
      var scene = Globes.scene(
        flakes: 1, canvas: SceneCanvas(widthPoints: width, heightPoints: height, scale: 1))
      let (columns, rows) = (Int32(width), Int32(height))
      var list = DisplayList(pixelWidth: columns, pixelHeight: rows, scale: 1, capacity: 8)
      scene.prepare(&list)
      scene.drawRetained(into: &list)
      list.layer(scene.resources.backdrop)
      var surface = Surface(width: columns, height: rows)
      var rasterizer = Rasterizer(
        maximumPixelCount: columns * rows, maximumSide: max(columns, rows), commandCapacity: 8)
      _ = rasterizer.render(list, into: &surface)
      self.scene = scene
      colors = (0..<rows).map { y in (0..<columns).map { surface.color(x: $0, y: y) } }
    }

    /// Places within the glass, `spacing` points apart.
    func places(every spacing: Float) -> [Vector2] {
      let globe = scene.globe
      return stride(from: globe.minY, to: globe.maxY, by: spacing).flatMap { y in
        stride(from: globe.minX, to: globe.maxX, by: spacing).map { Vector2($0, y) }
          .filter { globe.inside($0, margin: 8) == $0 }
      }
    }

    /// Whether the glass holds everything within a distance of a place.
    func holds(_ place: Vector2, _ reach: Float) -> Bool {
      scene.globe.inside(place, margin: reach + 2) == place
    }

    /// The pixels within a distance of a place.
    func pixels(
      around place: Vector2, within reach: Float
    ) -> [(place: SIMD2<Int32>, color: PremultipliedColor)] {
      var found: [(place: SIMD2<Int32>, color: PremultipliedColor)] = []
      for y in Int32(place.y - reach)...Int32(place.y + reach) {
        for x in Int32(place.x - reach)...Int32(place.x + reach)
        where (Vector2(Float(x) + 0.5, Float(y) + 0.5) - place).length <= reach {
          found.append((SIMD2(x, y), colors[Int(y)][Int(x)]))
        }
      }
      return found
    }
  }

  private static func channels(_ color: PremultipliedColor) -> SIMD3<Float> {
    SIMD3(Float(color.red), Float(color.green), Float(color.blue))
  }

  private static let linear = (0...255).map { Double(SRGB.linear(Float($0) / 255)) }

  private static func luminance(_ color: PremultipliedColor) -> Double {
    0.2126 * linear[Int(color.red)] + 0.7152 * linear[Int(color.green)]
      + 0.0722 * linear[Int(color.blue)]
  }

  private static func luminance(of color: SIMD3<Float>) -> Double {
    let rounded = SIMD3<UInt8>(clamping: SIMD3<Int32>(color.rounded(.toNearestOrEven)))
    return luminance(
      StraightColor(red: rounded.x, green: rounded.y, blue: rounded.z, alpha: 255).premultiplied)
  }

  @Test(arguments: [(390, 844), (844, 390), (320, 568), (1024, 1366)] as [(Float, Float)])
  func evenPlacesAreTintedAsIfSnowLayOverThem(width: Float, height: Float) {
    let picture = Picture(width: width, height: height)
    var (seen, strong) = (0, 0)
    // On a tablet nodes stand farther apart.
    let reach: Float = max(width, height) > 1000 ? 12 : 6
    for place in picture.places(every: Tier.isDebug ? 37 : 9) where picture.holds(place, reach) {
      let colors = picture.pixels(around: place, within: reach).map { Self.channels($0.color) }
      let (least, most) = colors.reduce((colors[0], colors[0])) {
        (pointwiseMin($0.0, $1), pointwiseMax($0.1, $1))
      }
      guard (most - least).max() < 12 else { continue }
      seen += 1
      let mean = colors.reduce(SIMD3(repeating: 0), +) / Float(colors.count)
      let color = picture.scene.tint.color(x: place.x, y: place.y).withAlpha(255).premultiplied
      // The share of snow that fits best, and how far the color is from that mix.
      let (whole, part) = (SnowglobeTuning.snow - mean, Self.channels(color) - mean)
      let share = (whole * part).sum() / (whole * whole).sum()
      let rest = part - whole * share
      #expect(max(rest.max(), -rest.min()) <= 6, "\(color) at \(place), not snow over \(mean)")
      let added = Self.luminance(color) - Self.luminance(of: mean)
      #expect(added < 0.09 && share < 0.45, "\(added) at \(place)")
      // All over the sky and on the ground snow is seen, but not where something else is near.
      if added > 0.05 || share > 0.3 { strong += 1 }
    }
    #expect(seen > (Tier.isDebug ? 30 : 500))
    #expect(strong * 10 > seen * 8, "\(strong) of \(seen)")
  }

  /// By how much a pixel's luminance can change from flake to flake, at most.
  private static func worstChange(_ picture: Picture, ignoringStrength: Bool) -> Double {
    var (darkest, brightest): ([SIMD2<Int32>: Double], [SIMD2<Int32>: Double]) = ([:], [:])
    let radius = SnowglobeTuning.maximumRadiusPoints
    for place in picture.places(every: Tier.isDebug ? 19 : 3) {
      let tint = picture.scene.tint.color(x: place.x, y: place.y)
      let strength = ignoringStrength ? 255 : tint.alpha
      for (spot, below) in picture.pixels(around: place, within: radius) {
        let distance = (Vector2(Float(spot.x) + 0.5, Float(spot.y) + 0.5) - place).lengthSquared
        // The largest flake fades over the outer half of its radius, by the square of it.
        let height = min(max((1 - distance / (radius * radius)) / 0.75, 0), 1)
        let coverage = height * height * (3 - 2 * height)
        let color = tint.withAlpha(UInt8(Float(strength) * coverage)).premultiplied
        let (bare, snowy) = (
          luminance(below), luminance(Compositing.mixed(color, over: below, .sourceOver))
        )
        darkest[spot] = min(darkest[spot] ?? bare, snowy)
        brightest[spot] = max(brightest[spot] ?? bare, snowy)
      }
    }
    return brightest.reduce(0) { max($0, $1.value - (darkest[$1.key] ?? 0)) }
  }

  @Test func noPixelChangesByATenthOfWhiteWhateverFlakesCoverIt() {
    let picture = Picture(width: 390, height: 844)
    #expect(Self.worstChange(picture, ignoringStrength: false) < 0.1)
    // Without what weakens snow at the moon's rim and before trees this would fail.
    #expect(Self.worstChange(picture, ignoringStrength: true) > 0.2)
  }

  @Test(
    arguments: [(1, 1), (16, 4000), (4000, 16), (5461, 3000), (390, 844)] as [(Float, Float)])
  func everyCanvasHasItsNodes(width: Float, height: Float) {
    var scene = Globes.scene(flakes: 1)
    var list = DisplayList(pixelWidth: 4, pixelHeight: 4, scale: 1, capacity: 8)
    scene.prepare(&list)
    let count = scene.tint.nodes.count
    scene.resize(to: SceneCanvas(widthPoints: width, heightPoints: height, scale: 1))
    #expect(scene.tint.nodes.count == count)
    let ends: [Float] = [-1, 0, 0.5, 1, 2]
    for (x, y) in ends.flatMap({ x in ends.map { (x * width, y: $0 * height) } }) {
      #expect(scene.tint.color(x: x, y: y).alpha > 0)
    }
    let outside = scene.tint.color(x: .nan, y: .infinity)
    #expect(outside.alpha > 0)
  }

  @Test func aTurnedCanvasHasTheTintsOfOneThatNeverWasOther() {
    var turned = Picture(width: 390, height: 844).scene
    turned.resize(to: SceneCanvas(widthPoints: 844, heightPoints: 390, scale: 1))
    let wide = Picture(width: 844, height: 390)
    let places = wide.places(every: 5)
    #expect(
      places.allSatisfy {
        turned.tint.color(x: $0.x, y: $0.y) == wide.scene.tint.color(x: $0.x, y: $0.y)
      })
    let tall = Picture(width: 390, height: 844)
    #expect(
      places.contains {
        tall.scene.tint.color(x: $0.x, y: $0.y) != turned.tint.color(x: $0.x, y: $0.y)
      })
  }
}
