import SimMath
import SimRaster
import Testing

/// Goal: segments of one color that are mixed by their maximum are painted as their union: where
/// they meet, an edge is no darker than elsewhere.
///
/// Method: the greatest of what each segment gives alone; segments in another order and again;
/// one straight line in one piece and in many.
@Suite struct UnionTests {
  /// Joined segments of varying length and thickness.
  private static func segments(_ random: inout TestRandom, _ color: StraightColor) -> [Item] {
    var pen = Vector2(30, 30)
    return (0..<12).map { _ in
      let start = pen
      let step: Float = random.below(3) == 0 ? 14 : 2
      pen = Vector2(
        min(max(pen.x + random.number(-step, step), -4), 74),
        min(max(pen.y + random.number(-step, step), -4), 64))
      return Item(
        kind: .capsule, blend: .maximum, color: color, start: start, end: pen,
        radius: random.number(0.2, 6))
    }
  }

  /// What items leave on an empty layer.
  private static func pixels(_ items: [Item], inLayer: Bool = true) -> [UInt32] {
    var drawing = Drawing(width: 70, height: 60)
    if inLayer {
      drawing.layers = [items]
      drawing.items = [Item(kind: .layer)]
    } else {
      drawing.items = [Item(kind: .beginGroup)] + items + [Item(kind: .endGroup)]
    }
    return freshPixels(drawing.makeList())
  }

  /// The greater of each pair of channels.
  private static func greater(_ one: UInt32, _ other: UInt32) -> UInt32 {
    var result: UInt32 = 0
    for shift: UInt32 in [0, 8, 16, 24] {
      result |= max(one >> shift & 255, other >> shift & 255) << shift
    }
    return result
  }

  @Test(arguments: [255, 254, 120, 1] as [UInt8])
  func unionIsTheGreatestOfItsSegments(alpha: UInt8) {
    var random = TestRandom(UInt64(alpha))
    for number in 0..<8 {
      let color = random.color().withAlpha(alpha)
      let segments = Self.segments(&random, color)
      var expected = [UInt32](repeating: 0, count: 70 * 60)
      for segment in segments {
        var alone = segment
        alone.blend = .over
        let pixels = Self.pixels([alone])
        for index in pixels.indices {
          expected[index] = Self.greater(expected[index], pixels[index])
        }
      }
      #expect(expected.contains { $0 != 0 })
      let found = Self.pixels(segments)
      #expect(firstDifference(found, expected, width: 70) == nil, "stroke \(number)")
      let again = Self.pixels(random.shuffled(segments + segments), inLayer: false)
      #expect(firstDifference(again, expected, width: 70) == nil, "stroke \(number) again")
    }
  }

  /// Where a segment starts at another's end, what lies behind its start changes no pixel.
  @Test func continuationsLeaveTheUnionAsItIs() {
    var random = TestRandom(77)
    for number in 0..<12 {
      var segments = Self.segments(&random, StraightColor(hex: 0xFFFFFF))
      for index in segments.indices { segments[index].radius = number % 2 == 0 ? 5.2 : 1.4 }
      let whole = Self.pixels(segments)
      for index in segments.indices.dropFirst() { segments[index].isContinuation = true }
      let continued = Self.pixels(segments)
      #expect(firstDifference(continued, whole, width: 70) == nil, "stroke \(number)")
      #expect(continued.contains { $0 != 0 })
    }
  }

  /// A continuation alone lacks the cap at its start, up to four pixels of it, and only that.
  @Test(arguments: [Vector2(14, 0), Vector2(-14, 0), Vector2(0, 14), Vector2(0, -14)])
  func aContinuationLacksTheCapAtItsStart(along: Vector2) {
    let start = Vector2(35.25, 30.25)
    var segment = Item(
      kind: .capsule, color: StraightColor(hex: 0xFFFFFF), start: start, end: start + along,
      radius: 9)
    let whole = Self.pixels([segment])
    segment.isContinuation = true
    let continued = Self.pixels([segment])
    for (index, pixel) in continued.enumerated() {
      let place = Vector2(Float(index % 70) + 0.5, Float(index / 70) + 0.5) - start
      let behind = -(place.x * along.x + place.y * along.y) / 14
      if behind <= 1 { #expect(pixel == whole[index]) }
      if behind > 5.5 { #expect(pixel == 0) }
    }
    #expect(Self.widestGap(continued, whole) == 255)
  }

  private static func widestGap(_ one: [UInt32], _ other: [UInt32]) -> Int {
    zip(one, other).map { abs(Int($0 >> 24) - Int($1 >> 24)) }.max() ?? 0
  }

  /// A line in pieces has the edges of the line; painted over one another, pieces darken them.
  @Test(arguments: [Vector2(61, 43), Vector2(20, 54), Vector2(66, 12.3)])
  func aLineInPiecesIsTheLine(end: Vector2) {
    let (start, color) = (Vector2(9, 10), StraightColor(hex: 0xFFFFFF))
    func line(pieces: Int, _ blend: Item.Blend) -> [UInt32] {
      let step = (end - start) * (1 / Float(pieces))
      return Self.pixels(
        (0..<pieces).map { piece in
          Item(
            kind: .capsule, blend: blend, color: color, start: start + step * Float(piece),
            end: start + step * Float(piece + 1), radius: 5.3)
        })
    }
    let whole = line(pieces: 1, .over)
    #expect(Self.widestGap(line(pieces: 20, .maximum), whole) <= 1)
    #expect(Self.widestGap(line(pieces: 20, .over), whole) > 40)
  }
}
