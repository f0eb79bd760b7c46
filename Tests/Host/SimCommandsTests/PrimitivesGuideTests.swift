import SimbenchKit
import Testing

/// Goal: the page of primitives and streams shows all of them, each with its line of code, and its
/// pictures are what those lines draw.
///
/// Method: every kind of drawing command is drawn and printed in characters, every distribution is
/// drawn 20,000 times and counted in bins; the page must contain the result. A failure prints the
/// text to put there.
@Suite struct PrimitivesGuideTests {
  private static let page = "Sources/Host/SimCommands/SimCommands.docc/PrimitivesAndStreams.md"
  /// From dark to light, and from few to many.
  private static let ramp: [Character] = [".", ":", "-", "=", "+", "*", "#", "%", "@"]

  /// The resources and colors of the lines below.
  private struct Painter {
    let white = StraightColor(hex: 0xFFFFFF)
    let middle = Vector2(16, 16)
    let area = PointRectangle(x: 4, y: 4, width: 24, height: 24)
    let ramp: GradientHandle
    let leaf: SpriteHandle
    let photo: ImageHandle
    let backdrop: LayerHandle

    init(_ list: inout DisplayList) {
      ramp = list.addGradient([(0, StraightColor(hex: 0)), (1, StraightColor(hex: 0xFFFFFF))])
      leaf = list.addSprite(width: 2, height: 2, coverage: [255, 0, 128, 255])
      let (bright, dim) = (white.premultiplied, StraightColor(hex: 0x707070).premultiplied)
      photo = list.addImage(width: 2, height: 2, pixels: [bright, dim, dim, bright])
      backdrop = list.addLayer(capacity: 1)
      list.beginLayer(backdrop)
      list.disc(center: Vector2(16, 32), radius: 14, color: white)
      list.endLayer()
    }

    func draw(_ kind: DrawCommand.Kind, into list: inout DisplayList) {
      switch kind {
      case .fill: list.fill(StraightColor(hex: 0x808080))
      case .linearGradient:
        list.linearGradient(ramp, in: area, from: Vector2(4, 4), to: Vector2(28, 28))
      case .radialGradient: list.radialGradient(ramp, in: area, center: middle, radius: 16)
      case .disc: list.disc(center: middle, radius: 12, color: white)
      case .softDisc: list.softDisc(center: middle, radius: 15, softness: 1, color: white)
      case .ring: list.ring(center: middle, radius: 12, width: 4, color: white)
      case .glow: list.glow(center: middle, radius: 16, color: white)
      case .capsule:
        list.capsule(from: Vector2(8, 24), to: Vector2(24, 8), radius: 3, color: white)
      case .roundedBorder: list.roundedBorder(area, cornerRadius: 8, width: 3, color: white)
      case .sprite: list.sprite(leaf, center: middle, size: 10, color: white)
      case .image: list.image(photo, in: area)
      case .layer: list.layer(backdrop)
      case .beginGroup: list.beginGroup(opacity: 128)
      case .endGroup: list.endGroup()
      }
    }
  }

  /// A picture in characters, 16 columns by 8 rows.
  private static func picture(_ kind: DrawCommand.Kind) -> [String] {
    var list = DisplayList(pixelWidth: 32, pixelHeight: 32, scale: 1, capacity: 8)
    let painter = Painter(&list)
    painter.draw(kind, into: &list)
    if kind == .beginGroup {
      painter.draw(.disc, into: &list)
      painter.draw(.endGroup, into: &list)
    }
    var surface = Surface(width: 32, height: 32)
    var rasterizer = Rasterizer(maximumPixelCount: 1024, maximumSide: 32, commandCapacity: 8)
    _ = rasterizer.render(list, into: &surface)
    return (0..<8 as Range<Int32>).map { row in
      String(
        (0..<16 as Range<Int32>).map { column in
          var light = 0
          for y in 0..<4 as Range<Int32> {
            for x in 0..<2 as Range<Int32> {
              light += Int(surface.color(x: 2 * column + x, y: 4 * row + y).green)
            }
          }
          return ramp[light * ramp.count / (8 * 256)]
        })
    }
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// Four pictures side by side, below their names.
  private static func sheet() -> String {
    let kinds = DrawCommand.Kind.allCases.filter { $0 != .endGroup }
    return stride(from: 0, to: kinds.count, by: 4).map { first in
      let row = kinds[first..<min(first + 4, kinds.count)]
      let pictures = row.map { ["\($0.name)"] + picture($0) }
      return (0..<9).map { line in
        let text = pictures.map { padded($0[line], 16) }.joined(separator: "  ")
        return String(text.reversed().drop { $0 == " " }.reversed())
      }.joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  @Test func picturesAreWhatTheLinesDraw() throws {
    let sheet = Self.sheet()
    let page = try DocumentedCommandTests.text(Self.page)
    #expect(page.contains("```text\n\(sheet)\n```"), "the page should have:\n\(sheet)")
  }

  // MARK: - Streams

  /// One number per distribution, 0 to 1 across its picture.
  private static func draw(_ name: String, from stream: inout RandomStream) -> Double {
    switch name {
    case "uniform": Double(stream.uniform())
    case "range": (Double(stream.range(-2, 2)) + 4) / 8
    case "below": (Double(stream.below(6)) + 0.5) / 8
    case "chance": stream.chance(1, in: 4) ? 0.75 : 0.25
    case "normal": (Double(stream.normal()) + 4) / 8
    case "exponential": Double(stream.exponential()) / 4
    default: (Double(stream.poisson(mean: 4)) + 0.5) / 16
    }
  }

  /// How often each of 32 equal parts of the range is drawn, relative to the most frequent.
  private static func histogram(_ name: String) -> String {
    var stream = RandomStream(seed: 1, name: "guide.stream")
    var counts = [Int](repeating: 0, count: 32)
    for _ in 0..<20_000 {
      let place = Int((draw(name, from: &stream) * 32).rounded(.down))
      if counts.indices.contains(place) { counts[place] += 1 }
    }
    let most = counts.max() ?? 1
    return String(counts.map { $0 == 0 ? " " : ramp[$0 * (ramp.count - 1) / most] })
  }

  @Test func histogramsAreWhatTheStreamsDraw() throws {
    let ranges = [
      ("uniform", "0 to 1"), ("range", "-4 to 4"), ("below", "0 to 7"), ("chance", "false, true"),
      ("normal", "-4 to 4"), ("exponential", "0 to 4"), ("poisson", "0 to 15"),
    ]
    let sheet = ranges.map { name, range in
      "\(Self.padded(name, 12)) |\(Self.histogram(name))| \(range)"
    }.joined(separator: "\n")
    let page = try DocumentedCommandTests.text(Self.page)
    #expect(page.contains("```text\n\(sheet)\n```"), "the page should have:\n\(sheet)")
  }
}
