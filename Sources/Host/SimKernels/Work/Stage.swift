import SimbenchKit

/// A picture that peers can draw too: commands over a backdrop, different in every frame.
protocol Picture {
  /// The most commands a frame takes.
  static var commandCapacity: Int { get }

  /// Registers what the picture needs.
  init(_ list: inout DisplayList)

  /// Appends the commands of a frame.
  func draw(_ frame: Int, into list: inout DisplayList)
}

/// Numbers that look random and are the same in the peers' programs.
///
/// Chris Wellons' lowbias32 on a serial number.
func scattered(_ index: Int, _ salt: Int) -> Float {
  var x = UInt32(truncatingIfNeeded: index &* 64 &+ salt) &+ 0x9E37_79B9
  x ^= x >> 16
  x = x &* 0x7FEB_352D
  x ^= x >> 15
  x = x &* 0x846C_A68B
  x ^= x >> 16
  return Float(x >> 8) * 0x1p-24
}

/// A position that moves by `speed` points a frame and comes around at `extent`.
func wandering(_ start: Float, _ speed: Float, _ frame: Int, _ extent: Float) -> Float {
  let place = start + speed * Float(frame & 1023)
  return place - extent * (place / extent).rounded(.down)
}

/// The canvas in points.
enum CanvasSize {
  static let width = Float(FrameSize.width) / FrameSize.scale
  static let height = Float(FrameSize.height) / FrameSize.scale
  static var all: PointRectangle { PointRectangle(x: 0, y: 0, width: width, height: height) }
}

/// A display list, the surface it is drawn on and the rasterizer between them.
final class Stage {
  var list: DisplayList
  private(set) var surface: Surface
  private var rasterizer: Rasterizer
  private(set) var work = RasterWork()
  private(set) var backdrop = LayerHandle.none
  private var sky = GradientHandle.none

  init(commandCapacity: Int) {
    let (width, height) = (Int32(FrameSize.width), Int32(FrameSize.height))
    list = DisplayList(
      pixelWidth: width, pixelHeight: height, scale: FrameSize.scale, capacity: commandCapacity)
    surface = Surface(width: width, height: height)
    rasterizer = Rasterizer(
      maximumPixelCount: width * height, maximumSide: max(width, height),
      commandCapacity: commandCapacity)
  }

  /// Adds a retained layer for the backdrop and `capacity` commands more.
  func addBackdrop(capacity: Int) {
    sky = list.addGradient([
      (offset: 0, color: StraightColor(hex: 0x18243C)),
      (offset: 1, color: StraightColor(hex: 0x5A7396)),
    ])
    backdrop = list.addLayer(capacity: capacity + 1)
    paintBackdrop()
  }

  /// Adds a backdrop with haze over the gradient.
  func addHazyBackdrop() {
    addBackdrop(capacity: 1)
    let haze = list.addGradient([
      (offset: 0, color: StraightColor(hex: 0xC8D8F0, alpha: 60)),
      (offset: 1, color: StraightColor(hex: 0x101828, alpha: 90)),
    ])
    list.beginLayer(backdrop)
    list.radialGradient(
      haze, in: CanvasSize.all, center: Vector2(CanvasSize.width / 2, CanvasSize.height / 2),
      radius: CanvasSize.height / 2)
    list.endLayer()
  }

  /// Leaves nothing but the gradient on the backdrop.
  func resetBackdrop() {
    list.clearLayer(backdrop)
    paintBackdrop()
  }

  private func paintBackdrop() {
    list.beginLayer(backdrop)
    list.linearGradient(
      sky, in: CanvasSize.all, from: .zero, to: Vector2(0, CanvasSize.height))
    list.endLayer()
  }

  /// Turns the list into pixels.
  func render() { work = rasterizer.render(list, into: &surface) }

  /// The same with several threads.
  func render(by crew: inout some TileCrew) {
    work = rasterizer.render(list, into: &surface, by: &crew)
  }

  /// The picture's digest, from scratch.
  func digest() -> UInt64 { PixelDigest.whole(surface) }

  /// A fault if the pixels differ from the same list drawn from scratch.
  func differencesFromScratch() -> [String] {
    let repainted = digest()
    rasterizer.invalidate()
    render()
    return digest() == repainted ? [] : ["the repainted frame differs from one drawn from scratch"]
  }

  /// The picture as red, green, blue and alpha bytes.
  func bytes() -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(FrameSize.byteCount)
    let stride = Int(surface.stride)
    surface.withPixels { pixels in
      for row in 0..<FrameSize.height {
        for column in 0..<FrameSize.width {
          let pixel = pixels[row * stride + column]
          for shift in [0, 8, 16, 24] as [UInt32] {
            bytes.append(UInt8(truncatingIfNeeded: pixel >> shift))
          }
        }
      }
    }
    return bytes
  }
}

/// What a frame is drawn on.
enum Backdrop {
  case none
  /// Its rows repeat: simbench restores such a layer from few of its pixels.
  case gradient
  /// No row of it repeats: all that was covered is read again.
  case haze
}

/// The frame whose picture is compared with the peers'.
let comparedFrame = 7

/// Draws a picture frame after frame the way an app does: list, then pixels of what changed.
final class FrameWork<P: Picture>: KernelWork {
  private let stage: Stage
  private let scene: P
  private let backdrop: Backdrop
  private var frame = 0

  var counts: RasterWork { stage.work }

  init(on backdrop: Backdrop) {
    self.backdrop = backdrop
    stage = Stage(commandCapacity: P.commandCapacity + 1)
    switch backdrop {
    case .none: break
    case .gradient: stage.addBackdrop(capacity: 0)
    case .haze: stage.addHazyBackdrop()
    }
    scene = P(&stage.list)
  }

  private func show(_ frame: Int) {
    stage.list.removeAll()
    if backdrop != .none { stage.list.layer(stage.backdrop) }
    scene.draw(frame, into: &stage.list)
    stage.render()
  }

  func run() {
    frame += 1
    show(frame)
  }

  func digest() -> UInt64 { stage.digest() }

  /// Draws the last frame on another surface, too, so that no pixel was left out.
  func faults() -> [String] {
    let fresh = FrameWork(on: backdrop)
    fresh.show(frame)
    return
      (fresh.digest() == digest()
      ? [] : ["the repainted frame differs from one drawn from scratch"])
      + (stage.list.droppedCount > 0 ? ["commands were dropped"] : [])
  }

  func picture() -> [UInt8] {
    show(comparedFrame)
    return stage.bytes()
  }
}

/// Draws a picture's commands alone onto pixels that stay: a retained layer that is not shown.
///
/// Below them is the backdrop or, for those that are painted as their union, nothing. After
/// `framesPerLayer` frames the layer is full and begins again, which lengthens that run.
final class PaintWork<P: Picture>: KernelWork {
  private let stage = Stage(commandCapacity: 4)
  private let scene: P
  private var frame = 0
  private let framesPerLayer: Int
  private let layer: LayerHandle
  private let isUnion: Bool

  var counts: RasterWork { stage.work }

  init(framesPerLayer: Int, isUnion: Bool) {
    self.framesPerLayer = framesPerLayer
    self.isUnion = isUnion
    let capacity = P.commandCapacity * framesPerLayer
    if isUnion {
      layer = stage.list.addLayer(capacity: capacity)
    } else {
      stage.addBackdrop(capacity: capacity)
      layer = stage.backdrop
    }
    scene = P(&stage.list)
    stage.render()
  }

  func run() {
    frame += 1
    if frame % framesPerLayer == 0 {
      if isUnion { stage.list.clearLayer(layer) } else { stage.resetBackdrop() }
      stage.render()
    }
    stage.list.beginLayer(layer)
    scene.draw(frame, into: &stage.list)
    stage.list.endLayer()
    stage.render()
  }

  func digest() -> UInt64 {
    stage.list.removeAll()
    stage.list.layer(layer)
    stage.render()
    defer { stage.list.removeAll() }
    return stage.digest()
  }

  func faults() -> [String] { stage.list.droppedCount > 0 ? ["commands were dropped"] : [] }
}

extension Kernel {
  /// Frames of a picture over a backdrop.
  init<P: Picture>(_ name: String, _: P.Type, on backdrop: Backdrop = .gradient) {
    self.init(name, peerData: { FrameWork<P>(on: backdrop).picture() }) {
      FrameWork<P>(on: backdrop)
    }
  }

  /// The commands of a picture alone.
  init<P: Picture>(
    _ name: String, only _: P.Type, framesPerLayer: Int = 32, isUnion: Bool = false
  ) {
    self.init(name) { PaintWork<P>(framesPerLayer: framesPerLayer, isUnion: isUnion) }
  }
}
