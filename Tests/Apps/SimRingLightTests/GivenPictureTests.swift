import SimMath
import SimRaster
import SimRingLight
import SimRuntime
import SimInput
import Testing

/// Goal: a given picture is what the camera sees, upright and whole pixels apart in light alone,
/// and everything that follows a subject follows it.
///
/// Method: pictures by formula before both cameras however the device is held, means against double
/// precision, pictures in turn, and skin at known places.
struct GivenPictureTests {
  private typealias Parameter = RingPreview.Parameter

  /// A picture by a formula.
  private static func picture(
    _ width: Int32, _ height: Int32, _ color: (Int32, Int32) -> UInt32
  ) -> CameraPicture {
    var pixels: [UInt32] = []
    for row in 0..<height {
      for column in 0..<width { pixels.append(color(column, row) | 0xFF00_0000) }
    }
    return CameraPicture(width: width, height: height, pixels: pixels)
  }

  private static func plain(_ color: UInt32) -> CameraPicture { picture(8, 8) { _, _ in color } }

  private static func plan(
    _ given: CameraPictures, orientation: Orientation = .portrait, width: Float = 96,
    height: Float = 200, _ change: (inout ParameterValues) -> Void = { _ in }
  ) -> RunPlan {
    var plan = RingRuns.plan(width: width, height: height, orientation: orientation) {
      $0[Parameter.noise] = 0
      $0[Parameter.grid] = 1
      $0[Parameter.mirror] = 1
      $0[Parameter.smoothing] = 1
      $0[Parameter.shake] = 0
      $0[Parameter.thickness] = 10
      change(&$0)
    }
    plan.camera = given
    return plan
  }

  private static func front(_ pictures: [CameraPicture], each: UInt32 = 1) -> CameraPictures {
    CameraPictures(front: pictures, back: [], framesPerPicture: each)
  }

  private static func preview(_ plan: RunPlan, frames: Int) -> PixelFrame {
    var scene = RingRuns.scene(plan)
    for _ in 0..<frames { RingRuns.step(&scene) }
    var pipeline = CameraPipeline(plan)
    var observer = NoOpObserver()
    pipeline.render(scene, &observer)
    return pipeline.frame
  }

  /// The strongest of red, green and blue in the middle of each quarter, row by row.
  private static func quarters(_ frame: PixelFrame) -> [Int] {
    [(1, 1), (3, 1), (1, 3), (3, 3)].map { (x: Int, y: Int) in
      let pixel = frame.pixels[
        Int(frame.height) * y / 4 * Int(frame.width) + Int(frame.width) * x / 4]
      let levels = [pixel & 255, pixel >> 8 & 255, pixel >> 16 & 255]
      return levels.indices.max { levels[$0] < levels[$1] } ?? -1
    }
  }

  // MARK: - Place and color

  @Test(arguments: CameraPosition.allCases, Orientation.allCases)
  func picturesStandUpright(camera: CameraPosition, orientation: Orientation) {
    let picture = Self.picture(60, 60) { column, row in
      if row < 30 { return column < 30 ? 0x2020C0 : 0x20C020 }
      return column < 30 ? 0xC02020 : 0x20C020
    }
    let pictures = CameraPictures(front: [picture], back: [picture], framesPerPicture: 1)
    func seen(_ mirror: Float) -> [Int] {
      let plan = Self.plan(pictures, orientation: orientation, width: 80, height: 80) {
        $0[Parameter.camera] = Float(camera.rawValue)
        $0[Parameter.mirror] = mirror
      }
      return Self.quarters(Self.preview(plan, frames: 2))
    }
    // Red lies in the low byte.
    #expect(seen(1) == [0, 1, 2, 1])
    #expect(seen(0) == [1, 0, 1, 2])
  }

  /// The mean light of what a pixel of the camera covers, in double precision.
  private static func expected(
    _ picture: CameraPicture, _ size: PictureSize, _ x: Int32, _ y: Int32, channel: UInt32
  ) -> Double {
    let (width, height) = (Double(picture.width), Double(picture.height))
    let scale = min(width / Double(size.width), height / Double(size.height))
    let reach = max(scale, 1) / 2
    func weights(_ place: Int32, _ count: Int32, _ length: Double) -> [(Int, Double)] {
      let middle = length / 2 + (Double(place) + 0.5 - Double(count) / 2) * scale
      return (0..<Int(length)).map { index in
        let overlap = min(Double(index) + 1, middle + reach) - max(Double(index), middle - reach)
        return (index, max(0, overlap))
      }.filter { $0.1 > 0 }
    }
    var (sum, total) = (0.0, 0.0)
    for (row, tall) in weights(y, size.height, height) {
      for (column, wide) in weights(x, size.width, width) {
        let level = picture.pixels[row * Int(width) + column] >> channel & 255
        sum += Double(SRGB.linear(Float(level) / 255)) * tall * wide
        total += tall * wide
      }
    }
    return sum / total
  }

  /// Pictures larger and smaller than what the camera sees, wide and tall.
  @Test(arguments: [(37, 53), (200, 90), (9, 400), (160, 333)] as [(Int32, Int32)])
  func pixelsAreMeansOfLight(width: Int32, height: Int32) {
    let picture = Self.picture(width, height) { column, row in
      let (x, y) = (UInt32(column), UInt32(row))
      return (x * 29 + y * 3) & 255 | ((x * 5 + y * 31) & 255) << 8 | ((x + y) & 255) << 16
    }
    let plan = Self.plan(Self.front([picture]), orientation: .landscapeRight)
    let layout = PreviewLayout(plan.canvas)
    var stage = CameraStage(
      subject: RingPreview.subject(seed: 1, plan.parameters, plan.canvas), given: plan.camera,
      seed: 1, tables: LightTables(), capacity: Int(layout.mapCount), maximumSide: 400)
    stage.show(layout, .front)
    var frame = PixelFrame(capacity: layout.camera.count)
    // Of the room's light 26 % and 74 % · 0.64 arrive on what faces the camera.
    let light = Float(1 / (0.26 + 0.74 * 0.64))
    stage.apply(
      CameraStage.Settings(
        size: layout.camera, room: LinearColor(light, light, light), ring: .black, offset: (0, 0),
        noiseLevels: 0, noiseFrame: 0, picture: 0), to: &frame)
    var worst = 0.0
    for y in stride(from: 0, to: layout.camera.height, by: 7) {
      for x in stride(from: 0, to: layout.camera.width, by: 5) {
        for channel in [0, 8, 16] as [UInt32] {
          let wanted = Self.expected(picture, layout.camera, x, y, channel: channel)
          let level = frame.pixels[Int(y * layout.camera.width + x)] >> channel & 255
          // Light is compared: the darkest levels of 8 bits are far apart in it.
          worst = max(worst, abs(Double(SRGB.linear(Float(level) / 255)) - wanted))
        }
      }
    }
    #expect(worst < 0.012, "\(worst)")
  }

  // MARK: - Time

  @Test func picturesTakeTurns() {
    let pictures = [0x2020C0, 0x20C020, 0xC02020].map { Self.plain($0) }
    let plan = Self.plan(Self.front(pictures, each: 3))
    var loop = SyntheticLoop<RingPreview>(plan: plan, rendersPixels: true)
    var observer = NoOpObserver()
    var seen: [Int] = []
    for _ in 0..<20 {
      loop.advance(&observer)
      let pixel = loop.surface[30, 100]
      let levels = [pixel & 255, pixel >> 8 & 255, pixel >> 16 & 255]
      seen.append(levels.indices.max { levels[$0] < levels[$1] } ?? -1)
    }
    #expect(seen == (0..<20).map { $0 / 3 % 3 })
  }

  @Test func aCameraWithoutPicturesSeesThePerson() {
    func preview(_ given: CameraPictures?) -> [UInt32] {
      var plan = Self.plan(Self.front([Self.plain(0x40A0E0)])) { $0[Parameter.camera] = 1 }
      plan.camera = given
      return RingRuns.pixels(Self.preview(plan, frames: 3))
    }
    let person = preview(nil)
    #expect(preview(Self.front([Self.plain(0x40A0E0)])) == person)
    #expect(
      preview(
        CameraPictures(front: [], back: [Self.plain(0x40A0E0)], framesPerPicture: 1)) != person)
  }

  // MARK: - What follows the subject

  private static func skinAt(_ x: Int32, _ y: Int32) -> CameraPicture {
    picture(100, 208) { column, row in
      let isNear = (column - x) * (column - x) + (row - y) * (row - y) < 400
      return isNear ? 0x83A5D6 : 0xB05030
    }
  }

  private static func center(_ picture: CameraPicture) -> Vector2 {
    var scene = RingRuns.scene(plan(front([picture])))
    for _ in 0..<400 { RingRuns.step(&scene) }
    return scene.center
  }

  @Test func pictureFollowsSkinOrStaysInTheMiddle() {
    let layout = PreviewLayout(Self.plan(Self.front([])).canvas)
    let slack = 0.5 - Float(layout.preview.height) * 0.5 / Float(layout.camera.height)
    #expect(slack > 0.05)
    for (y, wanted) in [(98, -6), (104, 0), (110, 6)] as [(Int32, Float)] {
      let center = Self.center(Self.skinAt(50, y))
      #expect(abs(center.y - wanted / 208) < 0.006, "\(y): \(center.y)")
    }
    #expect(Self.center(Self.skinAt(50, 190)).y == slack)
    #expect(Self.center(Self.skinAt(20, 104)).x < -0.02)
    #expect(Self.center(Self.plain(0xB05030)) == .zero)
  }

  @Test func exposureAndRingMeetThePicture() {
    func scene(_ color: UInt32, _ change: (inout ParameterValues) -> Void = { _ in }) -> RingPreview
    {
      let both = CameraPictures(
        front: [Self.plain(color)], back: [Self.plain(color)], framesPerPicture: 1)
      var scene = RingRuns.scene(Self.plan(both, change))
      for _ in 0..<120 { RingRuns.step(&scene) }
      return scene
    }
    let (dark, bright) = (scene(0x505050), scene(0xE0E0E0))
    #expect(dark.exposure.gain > 1.5 * bright.exposure.gain)
    let back = scene(0xE0E0E0) { $0[Parameter.camera] = 1 }
    #expect(back.exposure.gain > 1.1 * bright.exposure.gain)
    #expect(back.ringLight == .black && bright.ringLight != .black)
  }

  /// A little that is bright in much that is dark: the mean alone would ask for more light.
  @Test func whatIsBrightIsNotLostInWhite() {
    let picture = Self.picture(100, 208) { column, row in
      guard row > 90, row < 118 else { return 0x202020 }
      return column < 50 ? 0xFFFFFF : 0xD0D0D0
    }
    let frame = Self.preview(Self.plan(Self.front([picture])), frames: 120)
    let (left, right) = (frame.pixels[100 * 96 + 30] & 255, frame.pixels[100 * 96 + 66] & 255)
    #expect(left > 235 && right > 180 && right < 225, "\(left), \(right)")
  }

  @Test func photoIsOfThePicture() {
    let colors: [UInt32] = [0x2020C0, 0x20C020]
    let plan = Self.plan(Self.front(colors.map { Self.plain($0) }, each: 25)) {
      $0[Parameter.script] = Float(RingPreview.Script.captures.rawValue)
      $0[Parameter.every] = 20
    }
    var scene = RingRuns.scene(plan)
    var photos: [Int] = []
    for _ in 0..<41 {
      RingRuns.step(&scene)
      if let photo = scene.takenPhoto() { photos.append(Self.quarters(photo)[0]) }
    }
    // In frames 19 and 39.
    #expect(photos == [0, 1])
  }

  @Test func everyPixelHasASayInTheDigest() {
    func hash(_ given: CameraPictures?) -> UInt64 {
      var plan = RingRuns.plan()
      plan.camera = given
      return RingRuns.scene(plan).digested().finalize()
    }
    let picture = Self.skinAt(50, 104)
    var pixels = picture.pixels
    pixels[777] ^= 1
    let other = CameraPicture(width: 100, height: 208, pixels: pixels)
    let turned = CameraPicture(width: 208, height: 100, pixels: picture.pixels)
    let hashes = [
      hash(nil), hash(Self.front([picture])), hash(Self.front([other])),
      hash(Self.front([turned])), hash(Self.front([picture], each: 2)),
      hash(Self.front([picture, picture])),
      hash(CameraPictures(front: [], back: [picture], framesPerPicture: 1)),
    ]
    #expect(Set(hashes).count == hashes.count)
    #expect(hash(Self.front([picture])) == hashes[1])
  }
}
