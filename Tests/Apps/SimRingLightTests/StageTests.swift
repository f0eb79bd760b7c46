import SimMath
import SimRaster
import SimRingLight
import SimRuntime
import SimInput
import Testing

/// Goal: each stage does to the picture what it says, exactly, and nothing else.
///
/// Method: pictures by formula in which no two neighbors are alike, the ring pixel by pixel in
/// double precision, turns compared with each other, and stages that are off.
struct StageTests {
  private static let sizes: [(Int32, Int32)] = [(1, 1), (2, 3), (33, 17), (40, 64)]

  @Test func mirroredTwiceIsThePicture() {
    for (width, height) in Self.sizes {
      let original = RingRuns.busyFrame(width, height)
      var frame = original
      var stage = MirrorStage()
      stage.apply(true, to: &frame)
      for row in 0..<Int(height) {
        for column in 0..<Int(width) {
          let from = row * Int(width) + Int(width) - 1 - column
          #expect(frame.pixels[row * Int(width) + column] == original.pixels[from])
        }
      }
      #expect(width == 1 || RingRuns.pixels(frame) != RingRuns.pixels(original))
      stage.apply(true, to: &frame)
      #expect(RingRuns.pixels(frame) == RingRuns.pixels(original))
      stage.apply(false, to: &frame)
      #expect(RingRuns.pixels(frame) == RingRuns.pixels(original))
    }
  }

  @Test(arguments: SensorTurn.allCases)
  func everyPixelIsTurnedToItsPlace(turn: SensorTurn) {
    for (width, height) in Self.sizes {
      let sensor = RingRuns.busyFrame(width, height)
      let given = RingRuns.pixels(sensor)
      var frame = sensor
      var stage = OrientationStage()
      stage.apply(turn, to: &frame)
      // A quarter turn clockwise: each column, read upward, becomes a row.
      let clockwise = (0..<Int(width)).flatMap { column in
        (0..<Int(height)).reversed().map { given[$0 * Int(width) + column] }
      }
      let (wanted, side) =
        switch turn {
        case .none: (given, width)
        case .half: (given.reversed(), width)
        case .clockwise: (clockwise, height)
        case .counterclockwise: (clockwise.reversed(), height)
        }
      #expect(frame.width == side && Int(frame.count) == given.count)
      #expect(RingRuns.pixels(frame) == wanted)
      let size = PictureSize(width: width, height: height)
      let places = (0..<height).flatMap { row in
        (0..<width).map { size.upright($0, row, turn) }
      }
      #expect(places.map { wanted[Int($0.y * side + $0.x)] } == given)
    }
  }

  private typealias Turned = (
    orientation: Orientation, camera: CameraPosition, width: Int32, order: [UInt32]
  )

  /// Two columns and three rows, numbered row by row.
  ///
  /// The back camera's sensor lies so that its picture is upright when the device was turned to the
  /// left; the front camera's picture then stands on its head.
  private static let turned: [Turned] = [
    (.portrait, .back, 3, [4, 2, 0, 5, 3, 1]), (.portrait, .front, 3, [4, 2, 0, 5, 3, 1]),
    (.landscapeLeft, .back, 2, [0, 1, 2, 3, 4, 5]),
    (.landscapeLeft, .front, 2, [5, 4, 3, 2, 1, 0]),
    (.landscapeRight, .back, 2, [5, 4, 3, 2, 1, 0]),
    (.landscapeRight, .front, 2, [0, 1, 2, 3, 4, 5]),
    (.portraitUpsideDown, .back, 3, [1, 3, 5, 0, 2, 4]),
    (.portraitUpsideDown, .front, 3, [1, 3, 5, 0, 2, 4]),
  ]

  @Test func sixPixelsAreTurnedLikeThis() {
    #expect(Self.turned.count == Orientation.allCases.count * CameraPosition.allCases.count)
    for row in Self.turned {
      var frame = RingRuns.frame(2, 3) { column, row in (UInt32(row * 2 + column), 0, 0) }
      var stage = OrientationStage()
      stage.apply(SensorTurn(row.orientation, row.camera), to: &frame)
      #expect(frame.width == row.width && frame.height == 6 / row.width)
      #expect(RingRuns.pixels(frame).map { $0 & 255 } == row.order, "\(row)")
    }
  }

  /// However the device is held, the person stands upright in the same light.
  @Test(arguments: CameraPosition.allCases)
  func picturesAreTheSameHoweverTheDeviceIsHeld(camera: CameraPosition) {
    func picture(_ orientation: Orientation) -> [UInt32] {
      let plan = RingRuns.plan(width: 80, height: 80, orientation: orientation) {
        $0[RingPreview.Parameter.noise] = 0
        $0[RingPreview.Parameter.shake] = 100
        $0[RingPreview.Parameter.camera] = Float(camera.rawValue)
      }
      var scene = RingRuns.scene(plan)
      for _ in 0..<20 { RingRuns.step(&scene) }
      var pipeline = CameraPipeline(plan)
      var observer = NoOpObserver()
      pipeline.render(scene, &observer)
      return RingRuns.pixels(pipeline.frame)
    }
    let upright = picture(.portrait)
    #expect(Set(upright).count > 100)
    for orientation in Orientation.allCases { #expect(picture(orientation) == upright) }
  }

  @Test func zoomOfOneCutsOutPixels() {
    let camera = RingRuns.busyFrame(40, 64)
    var frame = camera
    var stage = ZoomStage()
    stage.apply(
      ZoomStage.Settings(
        size: PictureSize(width: 20, height: 30), zoom: 1, center: Vector2(3, -5)), to: &frame)
    #expect(frame.width == 20 && frame.height == 30)
    for row in 0..<30 {
      for column in 0..<20 {
        #expect(frame.pixels[row * 20 + column] == camera.pixels[(row + 12) * 40 + column + 13])
      }
    }
  }

  @Test func exposureIsLightAndZeroIsNothing() {
    let original = RingRuns.busyFrame(40, 64)
    var frame = original
    var stage = ExposureStage()
    stage.apply(0, to: &frame)
    #expect(RingRuns.pixels(frame) == RingRuns.pixels(original))
    stage.apply(-1, to: &frame)
    for (new, old) in zip(RingRuns.pixels(frame), RingRuns.pixels(original)) {
      let light = SRGB.linear(Float(old & 255) / 255) / 2
      #expect(new & 255 == UInt32(SRGB.encoded(light) * 255 + 0.5))
    }
    var ramp = RingRuns.frame(256, 1) { column, _ in (UInt32(column), 0, UInt32(column)) }
    stage.apply(1.5, to: &ramp)
    let levels = RingRuns.pixels(ramp).map { $0 & 255 }
    #expect(zip(levels, levels.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(levels[0] == 0 && levels[255] == 255 && levels[128] > 190)
  }

  @Test func gridHasFourLines() {
    let original = RingRuns.frame(60, 90) { _, _ in (100, 100, 100) }
    var frame = original
    var stage = GridStage()
    stage.apply(GridStage.Settings(isShown: false, linePixels: 2), to: &frame)
    #expect(RingRuns.pixels(frame) == RingRuns.pixels(original))
    stage.apply(GridStage.Settings(isShown: true, linePixels: 2), to: &frame)
    for row in 0..<90 {
      for column in 0..<60 {
        let isLine = [19, 20, 39, 40].contains(column) || [29, 30, 59, 60].contains(row)
        let level = frame.pixels[row * 60 + column] & 255
        #expect(isLine ? level > 120 && level < 220 : level == 100)
      }
    }
  }

  // MARK: - Ring

  /// Double precision for what is left of the picture and what the ring adds.
  private static func expected(
    _ pixel: UInt32, _ overlay: Overlay, _ share: Double
  ) -> [Double] {
    let light = [overlay.light.red, overlay.light.green, overlay.light.blue]
    return (0..<3).map { channel in
      let below = Double(
        SRGB.linear(Float(pixel >> UInt32(8 * channel) & 255) / 255))
      let mixed =
        Double(light[channel]) * share + below * (1 - Double(overlay.coverage) * share)
      return Double(SRGB.encoded(Float(min(1, mixed)))) * 255
    }
  }

  /// The ring's share of each pixel in 61 columns and 100 rows: a smooth step over the signed
  /// distance from the rounded rectangle within the ring, which keeps a pixel to each side.
  private static func parts(thickness: Double, softness: Double, corner: Double) -> [Double] {
    let inset = min(thickness, 29.5)
    let (halfX, halfY) = (30.5 - inset, 50 - inset)
    let radius = min(corner, halfX, halfY)
    return (0..<100).flatMap { row in
      (0..<61).map { column in
        let x = abs(Double(column) + 0.5 - 30.5) - (halfX - radius)
        let y = abs(Double(row) + 0.5 - 50) - (halfY - radius)
        let outside = (max(x, 0) * max(x, 0) + max(y, 0) * max(y, 0)).squareRoot()
        let distance = outside + min(max(x, y), 0) - radius
        let share = min(max(distance / max(1, softness) + 0.5, 0), 1)
        return share * share * (3 - 2 * share)
      }
    }
  }

  @Test(arguments: [(10.0, 1.0, 0.0), (14.0, 9.0, 8.0), (25.0, 12.0, 30.0), (70.0, 5.0, 3.0)])
  func ringIsWhatTheFormulaSays(thickness: Double, softness: Double, corner: Double) {
    let shape = RingShape(
      size: PictureSize(width: 61, height: 100), thickness: Float(thickness),
      softness: Float(softness), corner: Float(corner))
    let parts = Self.parts(thickness: thickness, softness: softness, corner: corner)
    #expect(parts.contains(1) && parts.contains { $0 < 0.5 })
    let original = RingRuns.busyFrame(61, 100)
    var stage = RingStage(tables: LightTables())
    for coverage in [Float(1), PerceptualBrightness.light(0.8)] {
      let overlay = Overlay(
        light: RingPreset.softPink.color(kelvin: 0).scaled(by: coverage), coverage: coverage)
      var frame = original
      stage.apply(RingStage.Settings(ring: overlay, flash: .none, shape: shape), to: &frame)
      var (worst, place) = (0.0, 0)
      for (index, part) in parts.enumerated() {
        let wanted = Self.expected(original.pixels[index], overlay, part)
        for channel in 0..<3 {
          let level = Double(frame.pixels[index] >> UInt32(8 * channel) & 255)
          let difference = abs(level - wanted[channel])
          if difference > worst { (worst, place) = (difference, index) }
        }
      }
      #expect(worst < 0.75, "\(place % 61), \(place / 61)")
    }
  }

  @Test func ringIsItsOwnMirrorPicture() {
    var frame = RingRuns.frame(90, 160) { _, row in (UInt32(row), 40, 90) }
    var stage = RingStage(tables: LightTables())
    let overlay = Overlay(light: LinearColor(0.4, 0.5, 0.6), coverage: 0.7)
    stage.apply(
      RingStage.Settings(
        ring: overlay, flash: .none,
        shape: RingShape(
          size: PictureSize(width: 90, height: 160), thickness: 20, softness: 10, corner: 12)),
      to: &frame)
    var mirrored = frame
    var mirror = MirrorStage()
    mirror.apply(true, to: &mirrored)
    #expect(RingRuns.pixels(mirrored) == RingRuns.pixels(frame))
    #expect(Set(RingRuns.pixels(frame)).count > 200)
  }

  @Test func noRingAndNoFlashChangeNothing() {
    let original = RingRuns.busyFrame(40, 64)
    var frame = original
    var stage = RingStage(tables: LightTables())
    stage.apply(
      RingStage.Settings(
        ring: .none, flash: .none,
        shape: RingShape(
          size: PictureSize(width: 40, height: 64), thickness: 9, softness: 2, corner: 3)),
      to: &frame)
    #expect(RingRuns.pixels(frame) == RingRuns.pixels(original))
    #expect(frame.work == RasterWork())
  }

  @Test func lightFallsOffSoftly() {
    let falloff = LightFalloff(widthShare: 0.3)
    func ahead(_ x: Float, _ z: Float) -> Float { 0 - falloff.arriving(x: x, y: 0, z: z)[2] }
    #expect(abs(ahead(0, 35) - 1) < 0.15)
    #expect(ahead(0, 70) < ahead(0, 35) * 0.3)
    var last = ahead(0, 35)
    for x in 1...30 {
      let light = ahead(Float(x), 35)
      #expect(light < last && light > last * 0.85)
      last = light
    }
    #expect(abs(ahead(-10, 35) - ahead(10, 35)) < 1e-4)
    let share = LightFalloff.areaShare(thickness: 60, width: 390, height: 844)
    #expect(abs(share - (1 - 270 * 724 / (390 * 844 as Float))) < 1e-6)
  }
}
