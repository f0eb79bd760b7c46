import SimMath
import Testing

/// Goal: one list of fields serves digest, outline, comparison and the search for numbers that are
/// not finite, and none of them changes a bit.
struct StateVisitorTests {
  private enum Mood: UInt8 { case calm, stormy }

  private struct Buoy: StateFields, Equatable {
    var position = Vector2(1, 2)
    var depth: Float = 3

    mutating func visitState(_ visitor: inout some StateVisitor) {
      visitor.field(&position, "position")
      visitor.field(&depth, "depth")
    }
  }

  /// One field of every kind.
  private struct Sea: StateFields, Equatable {
    var seed: UInt64 = 7
    var count: Int32 = -2
    var small: UInt16 = 0xABCD
    var isOpen = true
    var mood = Mood.calm
    var level: Float = 1.5
    var buoys = [Buoy(), Buoy(position: Vector2(4, 5), depth: 6)]
    var heights: [Float] = [1, 2, 3]
    var marks: [UInt32] = [9]
    var order: [UInt16] = [2, 0, 1]
    var since: UInt64?
    var low: UInt32 = 1
    var high: UInt32 = 2
    var used: UInt32 = 2
    var trail: [Float] = [7, 8, 0, 0]
    var extra: Float = 4
    var sum: Float = 6

    mutating func visitState(_ visitor: inout some StateVisitor) {
      visitor.constant(seed, "seed")
      visitor.field(&count, "count")
      visitor.field(&small, "small")
      visitor.field(&isOpen, "isOpen")
      visitor.field(&mood, "mood")
      visitor.field(&level, "level")
      visitor.field(&buoys, "buoys")
      visitor.field(&heights, "heights")
      visitor.field(&marks, "marks")
      visitor.elements(&order, "order")
      visitor.field(&since, "since")
      visitor.word {
        $0.field(&low, "low")
        $0.field(&high, "high")
      }
      visitor.field(&used, in: 0...4, "used")
      visitor.log(&trail, 0..<Int(used), "trail")
      visitor.when(mood == .stormy) { $0.field(&extra, "extra") }
      visitor.derived("sum")
    }
  }

  private func hash(_ sea: Sea) -> UInt64 {
    var sea = sea
    var digest = StateDigest()
    sea.visitState(&digest)
    return digest.finalize()
  }

  @Test func digestTakesEachFieldAsStated() {
    var expected = StateDigest()
    for word: UInt64 in [7, 0xFFFF_FFFE, 0xABCD, 1, 0] { expected.combine(word) }
    expected.combine(1.5)
    for buoy in Sea().buoys {
      expected.combine(buoy.position)
      expected.combine(buoy.depth)
    }
    expected.combine(Sea().heights.span)
    expected.combine(Sea().marks.span)
    for word: UInt64 in [2, 0, 1, 0, 0, 1 | 2 << 32, 2] { expected.combine(word) }
    expected.combine([7, 8].span as Span<Float>)
    #expect(hash(Sea()) == expected.finalize())
  }

  @Test func idleAndDerivedFieldsHaveNoSay() {
    var sea = Sea()
    (sea.extra, sea.sum, sea.trail[2]) = (5, 5, 5)
    #expect(hash(sea) == hash(Sea()))
    sea.mood = .stormy
    let before = hash(sea)
    sea.extra = 6
    #expect(hash(sea) != before)
  }

  @Test func outlineNamesEveryField() {
    var sea = Sea()
    let outline = StateOutline(of: &sea)
    let names = outline.fields.map { $0.place.names.map(\.description).joined(separator: ".") }
    #expect(
      names == [
        "seed", "count", "small", "isOpen", "mood", "level", "buoys.position.x",
        "buoys.position.y", "buoys.depth", "buoys.position.x", "buoys.position.y", "buoys.depth",
        "heights", "marks", "order", "order", "order", "since", "since", "low", "high", "used",
        "trail", "extra", "sum",
      ])
    #expect(outline.fields.map(\.place.element)[6..<12] == [0, 0, 0, 1, 1, 1])
    #expect(outline.fields.filter(\.isDerived).count == 1)
    #expect(outline.fields.filter(\.isConditional).count == 1)
    let bits: [UInt64] = [
      64, 32, 16, 1, 8, 32, 6 * 32, 3 * 32, 32, 3 * 16, 1 + 64, 2 * 32, 32, 2 * 32, 32,
    ]
    #expect(outline.bitCount == bits.reduce(0, +))
    let live = StateOutline(of: &sea, includesIdle: false)
    #expect(live.fields.count == outline.fields.count - 1)
    #expect(sea == Sea())
  }

  @Test func differencesAreNamedWithBothValues() throws {
    var (first, second) = (Sea(), Sea())
    #expect(StateDifference.between(&first, &second, limit: 9).isEmpty)
    second.buoys[1].depth = -6
    second.heights[2] = 4
    second.mood = .stormy
    second.used = 3
    let found = StateDifference.between(&first, &second, limit: 9)
    let names = found.map { $0.place.names.map(\.description).joined(separator: ".") }
    #expect(names == ["mood", "buoys.depth", "heights", "used", "trail", "extra"])
    #expect(found.map(\.place.element) == [0, 1, 2, 0, 2, 0])
    #expect(found[1].first == UInt64((6 as Float).bitPattern) && found[1].kind == .float)
    #expect(found[1].second == UInt64((-6 as Float).bitPattern))
    #expect(found[4].first == nil && found[4].second == 0)
    #expect(found[5].first == nil && found[5].second == UInt64((4 as Float).bitPattern))
    #expect(StateDifference.between(&first, &second, limit: 2).count == 2)
    let back = StateDifference.between(&second, &first, limit: 9)
    #expect(back.map(\.place) == found.map(\.place))
    #expect(back.map(\.second) == found.map(\.first))
  }

  @Test func firstNumberThatIsNotFiniteIsNamed() {
    func place(_ change: (inout Sea) -> Void) -> String? {
      var sea = Sea()
      change(&sea)
      var digest = StateDigest()
      sea.visitState(&digest)
      let place = StatePlace.ofNonFinite(in: &sea)
      #expect(digest.isFinite == (place == nil))
      return place.map { found in
        found.names.map(\.description).joined(separator: ".") + "[\(found.element)]"
      }
    }
    #expect(place { _ in } == nil)
    #expect(place { $0.level = .nan } == "level[0]")
    #expect(place { $0.buoys[1].position.y = .infinity } == "buoys.position.y[1]")
    #expect(place { $0.heights[2] = -.infinity } == "heights[2]")
    #expect(place { $0.trail[1] = .nan } == "trail[1]")
    #expect(place { $0.trail[2] = .nan } == nil)
    #expect(place { $0.extra = .nan } == nil)
    #expect(
      place {
        $0.heights[0] = .nan
        $0.level = .nan
      } == "level[0]")
  }
}
