import SimbenchKit

/// A stored picture of the canvas' size at another place in every frame, as a camera's pictures
/// would change, under a soft ring of light.
struct CameraUnderRing: Picture {
  static let commandCapacity = 2
  /// How far the picture moves, in pixels, and how much larger than the canvas it is.
  private static let travel = 8

  private let image: ImageHandle
  private let light: RingLight

  init(_ list: inout DisplayList) {
    let (width, height) = (FrameSize.width + Self.travel, FrameSize.height)
    var pixels: [PremultipliedColor] = []
    pixels.reserveCapacity(width * height)
    for y in 0..<height {
      for x in 0..<width { pixels.append(Self.color(x, y).premultiplied) }
    }
    image = list.addImage(width: Int32(width), height: Int32(height), pixels: pixels)
    light = RingLight(&list)
  }

  /// A pattern without flat parts; the peers' programs have the same.
  private static func color(_ x: Int, _ y: Int) -> StraightColor {
    StraightColor(
      red: UInt8(x * 200 / 1178), green: UInt8(y * 200 / 2532),
      blue: UInt8(((x / 16) ^ (y / 16)) & 127))
  }

  func draw(_ frame: Int, into list: inout DisplayList) {
    list.image(
      image,
      in: PointRectangle(
        x: -Float(frame % Self.travel) / FrameSize.scale, y: 0,
        width: Float(FrameSize.width + Self.travel) / FrameSize.scale,
        height: CanvasSize.height))
    light.draw(frame, into: &list)
  }
}

/// What a mirror scene paints.
func cameraKernels() -> [Kernel] {
  previewKernels() + [Kernel("camera-ring", CameraUnderRing.self, on: .none)]
}
