import SimMath
import SimImageAnalysis
import SimRaster
import Testing

/// Goal: the parts of the meter give what their definitions say.
///
/// Method: values known in closed form, and the same frames read in another way.
@Suite struct AnalysisPartsTests {
  @Test func luminanceIsThatOfWCAG() {
    let table = LuminanceTable()
    #expect(table.luminance(of: 0xFFFF_FFFF) == LuminanceTable.white)
    #expect(table.luminance(of: 0xFF00_0000) == 0)
    let expected: [(pixel: UInt32, luminance: Float)] = [
      (0xFF00_00FF, 0.2126), (0xFF00_FF00, 0.7152), (0xFFFF_0000, 0.0722),
      (0xFF22_22B2, 0.1072), (0xFF47_63FF, 0.3064), (0xFF80_8080, 0.215861),
      (0xFF0A_0A0A, 0.003035),
    ]
    for (pixel, luminance) in expected {
      let measured = Float(table.luminance(of: pixel)) / 65_536
      #expect(abs(measured - luminance) < 1e-4, "\(pixel)")
    }
    let grays = (0..<256).map { table.luminance(of: UInt32($0) * 0x01_0101) }
    for value in 1..<256 { #expect(grays[value] > grays[value - 1]) }
  }

  @Test func quantilesAreThoseOfTheNumbers() {
    var histogram = QuantileHistogram()
    #expect(histogram.quantile(percent: 50) == nil)
    for value in 1...1000 { histogram.add(Float(value)) }
    for percent: UInt64 in [1, 50, 95, 99] {
      let quantile = histogram.quantile(percent: percent) ?? 0
      #expect(abs(quantile / Float(percent * 10) - 1) < 0.002)
    }
    #expect(histogram.quantile(percent: 100) == 1000 && histogram.maximum == 1000)
    histogram.add(0)
    histogram.add(1e12)
    #expect(histogram.maximum == 1e12 && histogram.count == 1002)
  }

  /// The rank of a quantile is rounded up, which shows with few values.
  @Test func quantilesOfFewNumbersRoundTheirRankUp() {
    var histogram = QuantileHistogram()
    for count: UInt64 in 1...20 {
      histogram.add(Float(count))
      for percent: UInt64 in 1...100 {
        let rank = (1...count).first { $0 * 100 >= percent * count } ?? count
        let found = histogram.quantile(percent: percent) ?? 0
        #expect(abs(found / Float(rank) - 1) < 0.002, "\(percent) % of \(count): \(found)")
      }
    }
  }

  /// Discs that drift over a gradient, drawn by the rasterizer.
  private static func draw(_ list: inout DisplayList, _ gradient: GradientHandle, frame: Int) {
    list.removeAll()
    let bounds = PointRectangle(x: 0, y: 0, width: 100, height: 70)
    list.linearGradient(gradient, in: bounds, from: Vector2(0, 0), to: Vector2(0, 70))
    for disc in 0..<6 {
      let speed = Float(disc) * 0.31
      list.disc(
        center: Vector2(10 + Float(disc) * 15 + Float(frame) * speed, 12 + Float(disc) * 9),
        radius: 4, color: StraightColor(hex: 0xE0F0FF))
    }
  }

  /// Reading what was repainted gives what reading everything gives; rows changed behind the
  /// rasterizer's back are seen by the second alone.
  @Test(arguments: [Float(1), 1.5, 2, 3]) func damageAloneIsEnough(scale: Float) {
    let (width, height) = (Int32(100 * scale), Int32(70 * scale))
    for isPlanted in [false, true] {
      var list = DisplayList(pixelWidth: width, pixelHeight: height, scale: scale, capacity: 10)
      let gradient = list.addGradient([
        (offset: 0, color: StraightColor(hex: 0x203050)),
        (offset: 1, color: StraightColor(hex: 0x605070)),
      ])
      var surface = Surface(width: width, height: height)
      var rasterizer = Rasterizer(
        maximumPixelCount: width * height, maximumSide: width, commandCapacity: 10)
      var some = Self.meter(surface, scale)
      var all = Self.meter(surface, scale)
      for frame in 0..<20 {
        Self.draw(&list, gradient, frame: frame)
        _ = rasterizer.render(list, into: &surface)
        if isPlanted && frame == 10 {
          for y in 0..<4 as Range<Int32> {
            for x in 0..<width { surface[x, y] = 0xFFFF_FFFF }
          }
        }
        some.observe(surface, scale: scale, damagedBy: rasterizer)
        all.observe(surface, scale: scale)
      }
      #expect((some.result == all.result) == !isPlanted)
      #expect((some.result?.followedPatches ?? 0) > 20)
    }
  }

  private static func meter(_ surface: borrowing Surface, _ scale: Float) -> CalmnessMeter {
    CalmnessMeter(
      maximumPixelCount: surface.width * surface.height, maximumSide: surface.width,
      minimumScale: scale, framesPerSecond: 60)
  }
}
