import SimMath
import SimRaster
import TestTier
import Testing

/// Goal: the random drawings hold every combination that the comparisons are meant to cover.
///
/// Method: look at the drawings themselves and demand a least number of each.
@Suite struct RandomDrawingsTests {
  private let leastPlain = Tier.isDebug ? 8 : 500
  private let leastNested = Tier.isDebug ? 1 : 100
  private let leastOdd = Tier.isDebug ? 1 : 20
  private let oddsAreSplitByBlend = !Tier.isDebug

  private enum Oddity: Int, CaseIterable {
    case notANumber, infinite, huge, degenerate, tiny, offCanvas
  }

  /// What was seen, by name.
  private struct Tally {
    var counts: [String: Int] = [:]

    mutating func add(_ name: String) { counts[name, default: 0] += 1 }

    func expect(_ name: String, atLeast least: Int) {
      #expect(counts[name, default: 0] >= least, "\(name)")
    }
  }

  private static let primitives: [Item.Kind] = [
    .fill, .linearGradient, .radialGradient, .disc, .softDisc, .ring, .glow, .capsule, .border,
    .sprite, .image,
  ]

  private func tally() -> Tally {
    var tally = Tally()
    for number in 0..<ReferenceTests.drawingCount {
      let drawing = ReferenceTests.drawing(number)
      addCanvas(drawing, &tally)
      var depth = 0
      for item in drawing.items {
        if item.kind == .beginGroup { depth += 1 }
        add(item, drawing, place: "depth \(depth)", &tally)
        if item.kind == .endGroup { depth -= 1 }
      }
      if depth > 0 { tally.add("groups left open") }
      for item in drawing.layers.joined() { add(item, drawing, place: "in a layer", &tally) }
    }
    return tally
  }

  private func addCanvas(_ drawing: Drawing, _ tally: inout Tally) {
    let (width, height) = (drawing.width, drawing.height)
    switch (width, height) {
    case (1, 1): tally.add("single pixel")
    case (1, _): tally.add("column")
    case (_, 1): tally.add("row")
    default: break
    }
    if width % 4 != 0 { tally.add("width with a rest of \(width % 4)") }
    if width > 64 && height > 64 { tally.add("many cells") }
    if width > 200 || height > 150 { tally.add("large canvas") }
    if drawing.scale != 1 { tally.add("scale") }
  }

  private func add(_ item: Item, _ drawing: Drawing, place: String, _ tally: inout Tally) {
    let name = "\(item.kind) \(item.blend)"
    tally.add(name)
    tally.add("\(item.kind) \(place)")
    for oddity in oddities(of: item, drawing) {
      tally.add("\(item.kind) \(oddity)")
      tally.add("\(name) \(oddity)")
    }
    switch item.kind {
    case .linearGradient, .radialGradient, .image, .beginGroup, .layer:
      tally.add("\(name) opacity \(Self.class(of: item.opacity))")
    default: tally.add("\(name) alpha \(Self.class(of: item.color.alpha))")
    }
    let isSoft = item.softness > 0
    switch item.kind {
    case .ring, .border, .softDisc: tally.add("\(name) \(isSoft ? "soft" : "hard")")
    case .capsule where item.start == item.end: tally.add("\(name) of no length")
    case .linearGradient, .radialGradient:
      let isOpaque = drawing.gradients[item.resource].allSatisfy { $0.color.alpha == 255 }
      tally.add("\(name) \(isOpaque ? "opaque" : "translucent")")
    case .image:
      let picture = drawing.pictures[item.resource]
      let isOneToOne =
        item.area.width * drawing.scale == Float(picture.width)
        && item.area.height * drawing.scale == Float(picture.height)
      tally.add("\(name) \(isOneToOne ? "one to one" : "scaled")")
    case .sprite: tally.add("\(name) \(item.radius == 1 ? "one to one" : "scaled")")
    case .layer where place != "in a layer" && !drawing.layers[item.resource].isEmpty:
      tally.add("\(name) of something")
    default: break
    }
  }

  private static func `class`(of level: UInt8) -> String {
    [0, 1, 254, 255].contains(level) ? "\(level)" : "between"
  }

  private func oddities(of item: Item, _ drawing: Drawing) -> [Oddity] {
    let numbers = item.numbers.map { item[keyPath: $0] }
    guard !numbers.isEmpty else { return [] }
    if numbers.contains(where: { $0.isNaN }) { return [.notANumber] }
    if numbers.contains(where: { $0.isInfinite }) { return [.infinite] }
    var found: [Oddity] = []
    if numbers.contains(where: { $0.magnitude >= 100_000 }) { found.append(.huge) }
    let sizes = item.sizes.map { item[keyPath: $0] }
    if sizes.contains(where: { $0 <= 0 }) {
      found.append(.degenerate)
    } else if let least = sizes.min(), least * drawing.scale < 0.5 {
      found.append(.tiny)
    }
    guard found.isEmpty else { return found }
    let right = Float(drawing.width) / drawing.scale
    let bottom = Float(drawing.height) / drawing.scale
    let reach = item.radius * 12 + item.width + max(item.softness, 0) + 2
    let isOff: Bool
    switch item.kind {
    case .linearGradient, .radialGradient, .border, .image:
      isOff =
        item.area.x > right + 1 || item.area.y > bottom + 1
        || item.area.x + item.area.width < -1 || item.area.y + item.area.height < -1
    default:
      let end = item.kind == .capsule ? item.end : item.start
      let (low, high) = (min(item.start.x, end.x), max(item.start.x, end.x))
      let (top, base) = (min(item.start.y, end.y), max(item.start.y, end.y))
      isOff =
        low - reach > right || high + reach < 0 || top - reach > bottom || base + reach < 0
    }
    return isOff ? [.offCanvas] : []
  }

  @Test func everyCombinationIsThere() {
    let tally = tally()
    for name in ["single pixel", "column", "row", "groups left open", "scale"] {
      tally.expect(name, atLeast: leastPlain)
    }
    for rest in 1...3 { tally.expect("width with a rest of \(rest)", atLeast: leastPlain) }
    #if !DEBUG
      tally.expect("many cells", atLeast: 100)
      tally.expect("large canvas", atLeast: 3)
    #endif
    for kind in Self.primitives {
      for depth in 0...1 { tally.expect("\(kind) depth \(depth)", atLeast: leastPlain) }
      for depth in 2...4 { tally.expect("\(kind) depth \(depth)", atLeast: leastNested) }
      tally.expect("\(kind) in a layer", atLeast: leastPlain)
      for oddity in Oddity.allCases where kind != .fill {
        tally.expect("\(kind) \(oddity)", atLeast: leastOdd)
        guard oddsAreSplitByBlend else { continue }
        for blend in Item.Blend.allCases {
          tally.expect("\(kind) \(blend) \(oddity)", atLeast: leastOdd)
        }
      }
    }
    tally.expect("layer in a layer", atLeast: leastPlain)
    for blend in Item.Blend.allCases { expectVariants(tally, blend) }
  }

  private func expectVariants(_ tally: Tally, _ blend: Item.Blend) {
    let withOpacity: [Item.Kind] = [
      .linearGradient, .radialGradient, .image, .beginGroup, .layer,
    ]
    for kind in Self.primitives + [.beginGroup, .layer] {
      tally.expect("\(kind) \(blend)", atLeast: leastPlain)
      let name = withOpacity.contains(kind) ? "opacity" : "alpha"
      for level in ["0", "1", "254", "255", "between"] {
        tally.expect("\(kind) \(blend) \(name) \(level)", atLeast: leastOdd)
      }
    }
    for kind in [Item.Kind.ring, .border, .softDisc] {
      tally.expect("\(kind) \(blend) soft", atLeast: leastPlain)
      tally.expect("\(kind) \(blend) hard", atLeast: leastOdd)
    }
    for kind in [Item.Kind.linearGradient, .radialGradient] {
      tally.expect("\(kind) \(blend) opaque", atLeast: leastPlain)
      tally.expect("\(kind) \(blend) translucent", atLeast: leastPlain)
    }
    for kind in [Item.Kind.sprite, .image] {
      tally.expect("\(kind) \(blend) one to one", atLeast: leastPlain)
      tally.expect("\(kind) \(blend) scaled", atLeast: leastPlain)
    }
    tally.expect("capsule \(blend) of no length", atLeast: leastOdd)
    tally.expect("layer \(blend) of something", atLeast: leastOdd)
  }
}
