import SimMath
import SimRaster
import Testing

private let white = StraightColor(hex: 0xFF_FFFF)

/// Renders what `draw` appends to a transparent canvas and returns the alpha of its pixels.
private func alphas(
  _ width: Int32, _ height: Int32, _ draw: (inout DisplayList) -> Void
) -> [Int] {
  var list = makeList(width: width, height: height)
  draw(&list)
  return freshPixels(list).map { Int($0 >> 24) }
}

/// Sizes, symmetries and odd input of the shapes.
@Suite struct ShapeTests {
  @Test func discHasTheAreaOfADisc() {
    for radius in [0.3, 2, 5.5, 11, 23] as [Float] {
      for shift in [0, 0.27, 0.5] as [Float] {
        let sum = alphas(60, 60) {
          $0.disc(center: Vector2(30 + shift, 30.1 - shift), radius: radius, color: white)
        }.reduce(0, +)
        let area = Float(sum) / 255
        let ideal = Float.pi * radius * radius
        let limit: Float = radius < 1 ? 1.3 : radius < 3 ? 0.05 : 0.01
        #expect((area / ideal - 1).magnitude < limit, "radius \(radius): \(area), not \(ideal)")
      }
    }
  }

  @Test func softDiscWithoutSoftnessIsADisc() {
    let soft = alphas(40, 40) {
      $0.softDisc(center: Vector2(19.3, 20.2), radius: 9, softness: 0, color: white)
    }
    let hard = alphas(40, 40) {
      $0.disc(center: Vector2(19.3, 20.2), radius: 9, color: white)
    }
    #expect(soft == hard)
  }

  @Test func shapesAreSymmetric() {
    let draws: [(inout DisplayList) -> Void] = [
      { $0.ring(center: Vector2(32, 32), radius: 20, width: 3, color: white) },
      { $0.ring(center: Vector2(32, 32), radius: 20, width: 3, softness: 4, color: white) },
      { $0.capsule(from: Vector2(10, 32), to: Vector2(54, 32), radius: 6, color: white) },
      { $0.softDisc(center: Vector2(32, 32), radius: 25, softness: 0.6, color: white) },
      { $0.glow(center: Vector2(32, 32), radius: 25, color: white) },
      {
        $0.roundedBorder(
          PointRectangle(x: 4, y: 8, width: 56, height: 48), cornerRadius: 12, width: 4,
          softness: 5,
          color: white)
      },
    ]
    for (number, draw) in draws.enumerated() {
      let found = alphas(64, 64, draw)
      #expect(found.contains { $0 > 0 }, "shape \(number)")
      for y in 0..<64 {
        for x in 0..<64 {
          let here = found[y * 64 + x]
          guard here != found[y * 64 + 63 - x] || here != found[(63 - y) * 64 + x]
          else { continue }
          Issue.record("shape \(number) at \(x), \(y)")
        }
      }
    }
  }

  @Test func nothingIsDrawnForNumbersThatMakeNoSense() {
    let center = Vector2(16, 16)
    let wrong: [Float] = [.nan, .infinity, -.infinity, -1, 0, .leastNonzeroMagnitude]
    for value in wrong {
      for seed in 0..<6 {
        var list = makeList(width: 32, height: 32)
        switch seed {
        case 0: list.disc(center: center, radius: value, color: white)
        case 1: list.softDisc(center: center, radius: value, softness: 0.5, color: white)
        case 2: list.ring(center: center, radius: 5, width: value, color: white)
        case 3: list.glow(center: center, radius: value, color: white)
        case 4: list.capsule(from: center, to: Vector2(20, 20), radius: value, color: white)
        default:
          list.roundedBorder(
            PointRectangle(x: 2, y: 2, width: 20, height: 20), cornerRadius: 3, width: value,
            color: white)
        }
        let total = freshPixels(list).reduce(0) { $0 + Int($1 >> 24) }
        #expect(total == 0, "\(value) in shape \(seed)")
      }
    }
  }

  @Test func oddGeometryNeverTraps() {
    let odd: [Float] = [.nan, .infinity, -1_000_000_000, 1_000_000_000, 1e30, 0, -5]
    var list = makeList(width: 24, height: 24)
    var surface = Surface(width: 24, height: 24)
    var rasterizer = Rasterizer(maximumPixelCount: 576, maximumSide: 24, commandCapacity: 4)
    for kind in 0...9 {
      for (index, value) in odd.enumerated() {
        for lane in 0..<8 {
          var geometry = SIMD8<Float>(12, 12, 8, 6, 3, 2, 1, 0)
          geometry[lane] = value
          geometry[(lane + 3) & 7] = odd[(index + lane) % odd.count]
          guard let drawn = DrawCommand.Kind(rawValue: UInt8(kind + 1)) else { continue }
          list.removeAll()
          list.append(drawn, color: white, bounds: list.wholeCanvas, geometry: geometry)
          _ = rasterizer.render(list, into: &surface)
        }
      }
    }
  }

  /// The ring is painted as a hard one, but its bounds shrink by the softness and cut it off.
  @Test func ringOfNegativeSoftnessIsHard() {
    func ring(_ softness: Float) -> [Int] {
      alphas(40, 40) {
        $0.ring(
          center: Vector2(20, 20), radius: 12, width: 5, softness: softness, color: white)
      }
    }
    let isEqual = ring(-3) == ring(0)
    #expect(isEqual)
  }

  @Test func hugeDiscCoversTheCanvas() {
    let found = alphas(20, 20) {
      $0.disc(center: Vector2(10, 10), radius: 1_000_000_000, color: white)
    }
    #expect(found.allSatisfy { $0 == 255 })
  }

  @Test func imageAtWholePixelsIsCopied() {
    var list = makeList(width: 20, height: 20)
    list.image(Handles.images[0], in: PointRectangle(x: 3, y: 4, width: 7, height: 6))
    let found = freshPixels(list)
    let source = list.images[0].pixels
    for y in 0..<20 {
      for x in 0..<20 {
        let isInside = (3..<10).contains(x) && (4..<10).contains(y)
        #expect(found[y * 20 + x] == (isInside ? source[(y - 4) * 7 + x - 3] : 0))
      }
    }
  }
}
