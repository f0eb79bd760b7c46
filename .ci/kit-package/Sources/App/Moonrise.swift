import SimbenchKit

/// A moon that rises behind mist, both of them pixel stages.
struct Moonrise: SimScene {
  enum Stage: UInt8 { case moonlight, mist }

  struct PixelWork {
    var frame: PixelFrame
    var moonlight = Moonlight()
    var mist = Mist()
  }

  var canvas: SceneCanvas
  let stepSeconds: Float
  var climbed: Float = 0
  /// How thick the mist is, from the top of the canvas to its bottom.
  var banks = [Float](repeating: 0, count: 8)
  var image = ImageHandle.none

  static var descriptor: SceneDescriptor {
    SceneDescriptor(
      name: "moonrise", summary: "A moon behind mist.", requirements: [], commandCapacity: 4,
      stages: [Moonlight.name, Mist.name])
  }

  static func pixelWork(for plan: RunPlan) -> PixelWork {
    PixelWork(frame: PixelFrame(capacity: plan.canvas.pixelWidth * plan.canvas.pixelHeight))
  }

  /// Where the moon is, in pixels.
  var moon: Vector2 {
    Vector2(canvas.widthPoints * 0.5, canvas.heightPoints * (0.75 - climbed)) * canvas.scale
  }

  init(_ context: SceneContext) {
    canvas = context.canvas
    stepSeconds = context.clock.stepSeconds
    var stream = RandomStream(seed: context.seed, name: "moonrise.banks")
    for index in banks.indices { banks[index] = stream.range(0, 0.5) }
  }

  mutating func prepare(_ list: inout DisplayList) {
    image = list.addImage(width: 1, height: 1, pixels: [StraightColor(hex: 0).premultiplied])
  }

  mutating func resize(to canvas: SceneCanvas) { self.canvas = canvas }

  mutating func step(_ input: borrowing FrameInput) {
    climbed = min(climbed + stepSeconds * 0.25, 0.5)
  }

  func draw(into list: inout DisplayList) {
    list.image(
      image, in: PointRectangle(x: 0, y: 0, width: canvas.widthPoints, height: canvas.heightPoints))
  }

  func renderPixels<Observer: PhaseObserver & ~Copyable>(
    with work: inout PixelWork, into list: inout DisplayList, _ observer: inout Observer
  ) -> RasterWork {
    let light = Moonlight.Settings(
      width: canvas.pixelWidth, height: canvas.pixelHeight, moon: moon,
      radius: 12 * canvas.scale)
    work.frame.apply(&work.moonlight, light, as: StageKey(Stage.moonlight), &observer)
    work.frame.apply(&work.mist, banks, as: StageKey(Stage.mist), &observer)
    return work.frame.show(as: image, in: &list)
  }

  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.constant(stepSeconds, "stepSeconds")
    visitor.field(&canvas, "canvas")
    visitor.field(&climbed, "climbed")
    visitor.field(&banks, "banks")
    visitor.field(&image, "image")
  }
}

/// Makes the sky and the moon.
struct Moonlight: PixelStage {
  struct Settings {
    var width: Int32
    var height: Int32
    var moon: Vector2
    var radius: Float
  }

  static var name: StaticString { "moonlight" }

  mutating func apply(_ settings: Settings, to frame: inout PixelFrame) {
    frame.rewrite(width: settings.width, height: settings.height) { _, pixels in
      for y in 0..<Int(settings.height) {
        for x in 0..<Int(settings.width) {
          let (dx, dy) = (Float(x) - settings.moon.x, Float(y) - settings.moon.y)
          let distance = (dx * dx + dy * dy).squareRoot()
          let light = UInt32(max(16, min(240, 240 - (distance - settings.radius) * 4)))
          pixels[y * Int(settings.width) + x] = 0xFF00_0000 | light << 16 | light << 8 | light
        }
      }
    }
  }
}

/// Mixes every row of the picture with gray, as the bank of mist there says.
struct Mist: PixelStage {
  static var name: StaticString { "mist" }

  mutating func apply(_ banks: [Float], to frame: inout PixelFrame) {
    let (width, count) = (Int(frame.width), frame.count)
    frame.edit { pixels in
      for index in 0..<count {
        let bank = banks[index / width * width * banks.count / count]
        let light = Float(pixels[index] & 0xFF)
        let mixed = UInt32(light + (90 - light) * bank)
        pixels[index] = 0xFF00_0000 | mixed << 16 | mixed << 8 | mixed
      }
    }
  }
}
