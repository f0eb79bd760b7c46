import SimRaster
import TestTier
import Testing

/// Goal: every picture is the one its description asks for, bit for bit.
///
/// Method: random drawings of everything there is, odd numbers included, against a rasterizer too
/// plain to be wrong in the same way.
@Suite struct ReferenceTests {
  static let drawingCount = Tier.isDebug ? 640 : 14_000

  /// The drawing of a number; `RandomDrawingsTests` counts what is in them.
  static func drawing(_ number: Int) -> Drawing {
    var random = TestRandom(UInt64(number))
    return random.drawing()
  }

  /// Where the product differs from the reference, or nil.
  static func difference(_ drawing: Drawing) -> String? {
    let list = drawing.makeList()
    return firstDifference(
      freshPixels(list), ReferenceRasterizer.render(drawing), width: drawing.width)
  }

  /// A drawing that differs, less the items without which it still does.
  static func reduced(_ drawing: Drawing) -> Drawing {
    var result = drawing
    for index in drawing.items.indices.reversed() {
      var shorter = result
      shorter.items.remove(at: index)
      shorter.items = Drawing.balanced(shorter.items)
      if shorter.items.count < result.items.count && difference(shorter) != nil {
        result = shorter
      }
    }
    return result
  }

  /// In four parts, so that they can run side by side.
  @Test(arguments: 0..<4) func randomDrawingsEqualTheReference(part: Int) {
    var failures = 0
    for number in stride(from: part, to: Self.drawingCount, by: 4) {
      let drawing = Self.drawing(number)
      guard let difference = Self.difference(drawing) else { continue }
      failures += 1
      guard failures <= 5 else { continue }
      Issue.record(
        """
        drawing \(number), \(drawing.width) by \(drawing.height), scale \(drawing.scale): \
        \(difference); the least that differs: \(Self.reduced(drawing).items)
        """)
    }
    #expect(failures == 0)
  }

  /// Were the reference blind, no drawing could tell.
  @Test func referenceNoticesEveryKindOfItem() {
    for kind in Item.Kind.allCases where kind != .beginGroup && kind != .endGroup {
      for blend in Item.Blend.allCases {
        var found = false
        for number in 0..<40 where !found {
          var random = TestRandom(UInt64(number))
          var drawing = random.drawing()
          drawing.layers = [[Item(kind: .fill, color: StraightColor(hex: 0x40_5060))]]
          var item = random.primitive(in: drawing)
          for _ in 0..<200 where item.kind != kind && kind != .layer {
            item = random.primitive(in: drawing)
          }
          if kind == .layer { item = Item(kind: .layer) }
          item.blend = blend
          drawing.items = [Item(kind: .fill, color: StraightColor(hex: 0x30_2010))]
          let without = ReferenceRasterizer.render(drawing)
          drawing.items.append(item)
          found = ReferenceRasterizer.render(drawing) != without
        }
        #expect(found, "\(kind) \(blend)")
      }
    }
  }
}
