import SimMath
import SimRaster
import SimRingLight
import SimRuntime
import Testing

/// Goal: a photo is what the preview shows without the ring, and fused exposures keep what each of
/// them shows best.
///
/// Method: equal exposures, a scene with texture in deep shadow and bright light of which each
/// exposure clips one, and photos of one state in both qualities, mirrored and not.
struct PhotoTests {
  private typealias Picture = ExposureFusion.Picture
  private static let (width, height) = (96, 64)

  /// Texture on the left in little light, on the right in much, seen at an exposure.
  private static func exposure(_ gain: Float) -> Picture {
    var colors: [SIMD4<Float>] = []
    for y in 0..<height {
      for x in 0..<width {
        let texture: Float = (x / 3 + y / 3) % 2 == 0 ? 1 : 0.7
        let light: Float = x < width / 2 ? 0.03 : 1.6
        let value = min(1, light * texture * gain)
        func coded(_ share: Float) -> Float {
          // As coarse as the eight bits of a camera.
          Float(UInt32(SRGB.encoded(value * share) * 255 + 0.5)) / 255
        }
        colors.append(SIMD4(coded(1), coded(0.9), coded(0.75), 0))
      }
    }
    return Picture(width: width, height: height, colors: colors)
  }

  /// How strong the texture is in one half.
  private static func contrast(_ picture: Picture, _ columns: Range<Int>) -> Float {
    var (sum, squares, count): (Float, Float, Float) = (0, 0, 0)
    for y in 8..<height - 8 {
      for x in columns {
        let value = picture.colors[y * width + x][1]
        sum += value
        squares += value * value
        count += 1
      }
    }
    return max(0, squares / count - sum * sum / count / count).squareRoot()
  }

  @Test func equalExposuresStayAsTheyAre() {
    let picture = Self.exposure(0.5)
    let fused = ExposureFusion.fuse([picture, picture, picture])
    for (new, old) in zip(fused.colors, picture.colors) {
      let difference = new - old
      for lane in 0..<3 { #expect(abs(difference[lane]) < 2e-4) }
    }
  }

  @Test func fusionKeepsShadowAndLight() {
    let (shadow, light) = (12..<36, 60..<84)
    let exposures = [Float(0.4), 1, 8].map(Self.exposure)
    let fused = ExposureFusion.fuse(exposures)
    // The middle exposure shows little in the shadow and the long one nothing in the light.
    #expect(Self.contrast(exposures[2], light) < 0.01)
    #expect(Self.contrast(exposures[1], shadow) < 0.03)
    #expect(Self.contrast(fused, shadow) > 1.5 * Self.contrast(exposures[1], shadow))
    #expect(Self.contrast(fused, light) > 0.03)
    for color in fused.colors {
      for lane in 0..<3 { #expect(color[lane] > -0.2 && color[lane] < 1.2) }
    }
  }

  @Test func anySizeIsFused() {
    for (width, height) in [(1, 1), (2, 7), (9, 5), (33, 20)] {
      let colors = [SIMD4<Float>](repeating: SIMD4(0.2, 0.4, 0.6, 0), count: width * height)
      let picture = Picture(width: width, height: height, colors: colors)
      let fused = ExposureFusion.fuse([picture, picture])
      #expect(fused.width == width && fused.height == height)
      for color in fused.colors { #expect(abs(color[1] - 0.4) < 1e-4) }
    }
  }

  private typealias Parameter = RingPreview.Parameter

  private static func photo(
    scale: Float = 1, _ change: (inout ParameterValues) -> Void
  ) -> PixelFrame {
    PhotoRenderer.photo(of: scene(scale: scale, change))
  }

  /// The scene after its first photo.
  private static func scene(
    scale: Float, _ change: (inout ParameterValues) -> Void
  ) -> RingPreview {
    let plan = RingRuns.plan(scale: scale) {
      $0[Parameter.script] = Float(RingPreview.Script.captures.rawValue)
      $0[Parameter.every] = 30
      $0[Parameter.noise] = 0
      $0[Parameter.smoothing] = 1
      change(&$0)
    }
    var scene = RingRuns.scene(plan)
    while scene.capture.photoCount == 0 { RingRuns.step(&scene) }
    return scene
  }

  @Test func photoIsHandedOutInTheFrameThatTakesIt() throws {
    let plan = RingRuns.plan {
      $0[Parameter.script] = Float(RingPreview.Script.captures.rawValue)
      $0[Parameter.every] = 20
    }
    var scene = RingRuns.scene(plan)
    var taken: [UInt32] = []
    for frame in UInt32(0)..<150 {
      let before = scene.capture.photoCount
      RingRuns.step(&scene)
      let photo = scene.takenPhoto()
      #expect((photo != nil) == (scene.capture.photoCount > before), "frame \(frame)")
      guard let photo else { continue }
      taken.append(frame)
      #expect(RingRuns.pixels(photo) == RingRuns.pixels(PhotoRenderer.photo(of: scene)))
    }
    #expect(taken.count >= 2)
  }

  @Test func qualityIsResolution() {
    let medium = Self.photo { $0[Parameter.quality] = 0 }
    let high = Self.photo { $0[Parameter.quality] = 1 }
    #expect(high.width == 2 * medium.width && high.height == 2 * medium.height)
    let free = Self.photo {
      $0[Parameter.quality] = 1
      $0[Parameter.premium] = 1
    }
    #expect(free.width == medium.width)
  }

  @Test func photoIsMirroredWhenThePreviewIs() {
    var mirrored = Self.photo {
      $0[Parameter.quality] = 1
      $0[Parameter.mirror] = 0
    }
    let plain = Self.photo {
      $0[Parameter.quality] = 1
      $0[Parameter.mirror] = 1
    }
    #expect(RingRuns.pixels(mirrored) != RingRuns.pixels(plain))
    var stage = MirrorStage()
    stage.apply(true, to: &mirrored)
    #expect(RingRuns.pixels(mirrored) == RingRuns.pixels(plain))
  }

  @Test func fusedPhotoDiffersAndSmoothedOneToo() {
    let plain = RingRuns.pixels(Self.photo { _ in })
    #expect(RingRuns.pixels(Self.photo { $0[Parameter.hdr] = 1 }) != plain)
    #expect(RingRuns.pixels(Self.photo { _ in }) == plain)
    // A face of a few pixels has no smooth skin.
    let large = RingRuns.pixels(Self.photo(scale: 3) { _ in })
    var scene = Self.scene(scale: 3) { $0[Parameter.smoothing] = 0 }
    let smooth = RingRuns.pixels(PhotoRenderer.photo(of: scene))
    #expect(smooth != large)
    // Later changes of the preview do not affect the photo.
    scene.settings.isSmoothing = false
    #expect(RingRuns.pixels(PhotoRenderer.photo(of: scene)) == smooth)
  }
}
