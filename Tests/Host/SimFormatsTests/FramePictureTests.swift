import SimFormats
import Testing

/// Goal: a frame as a picture keeps its light when it is scaled and its colors when they are few.
///
/// Method: plain colors and ramps whose every pixel is known.
struct FramePictureTests {
  private static func picture(
    _ width: Int32, _ height: Int32, _ level: UInt8, frame: UInt32 = 0
  ) -> FramePicture {
    FramePicture(
      frame: frame, width: width, height: height,
      rgb: [UInt8](repeating: level, count: Int(width * height) * 3))
  }

  @Test func paletteKeepsColorsThatAreFewAndComesCloseToMany() {
    let few: [UInt8] = [10, 20, 30, 200, 100, 50, 10, 20, 30, 0, 0, 255]
    let exact = FramePicture(frame: 0, width: 4, height: 1, rgb: few).palette(of: 16)
    #expect(exact.colors.count == 3)
    #expect(Self.pixels(exact) == few)
    // A ramp of gray beside a patch of red: 32 colors are at most a few levels off.
    var many: [UInt8] = []
    for level in 0..<256 { many += [UInt8](repeating: UInt8(level), count: 3) }
    var red: [UInt8] = []
    for _ in 0..<64 { red += [250, 3, 3] }
    let picture = FramePicture(frame: 0, width: 320, height: 1, rgb: many + red)
    let palette = picture.palette(of: 32)
    #expect(palette.colors.count == 32)
    let errors = zip(Self.pixels(palette), picture.rgb).map { abs(Int($0) - Int($1)) }
    #expect((errors.max() ?? 0) <= 8)
    #expect(Array(Self.pixels(palette).suffix(3)) == [250, 3, 3])
    #expect(picture.palette(of: 1).colors.count == 1)
  }

  private static func pixels(_ palette: FramePicture.Palette) -> [UInt8] {
    palette.indices.flatMap { index in
      let color = palette.colors[Int(index)]
      return [color.red, color.green, color.blue]
    }
  }

  @Test func scalingAveragesLight() {
    let plain = Self.picture(30, 20, 77).scaled(toPixelCount: 35)
    #expect(plain.width == 7 && plain.height == 5)
    #expect(plain.rgb.allSatisfy { abs(Int($0) - 77) <= 1 })
    let small = Self.picture(5, 5, 9)
    #expect(small.scaled(toPixelCount: 25) == small && small.scaled(toPixelCount: 50) == small)
    // Half black and half white light is 188 of 255, not 128.
    let board = FramePicture(
      frame: 1, width: 2, height: 2, rgb: [0, 0, 0, 255, 255, 255, 255, 255, 255, 0, 0, 0])
    let gray = board.scaled(toPixelCount: 1)
    #expect(gray.rgb.allSatisfy { (186...189).contains($0) } && gray.frame == 1)
  }
}
