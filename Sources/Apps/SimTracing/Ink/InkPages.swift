import SimbenchKit

/// Final ink on two pages of fixed size.
///
/// Segments are added to the open page. If it is full, the other page is cleared and opened, so
/// that the oldest ink makes space for the newest; it has faded by then. Each page has a retained
/// layer, to which each frame appends the new segments.
package struct InkPages: Sendable {
  /// The number of segments per page: a minute of fast drawing.
  package static var pageCapacity: Int { 8192 }
  /// The number of pages.
  package static var pageCount: Int { 2 }
  /// The fill level of the open page at which the other page starts to fade.
  private static var paleFrom: Float { 0.75 }

  /// The horizontal start of each segment in points, page after page.
  package private(set) var fromX: [Float]
  /// The vertical start of each segment in points, page after page.
  package private(set) var fromY: [Float]
  /// The horizontal end of each segment in points, page after page.
  package private(set) var toX: [Float]
  /// The vertical end of each segment in points, page after page.
  package private(set) var toY: [Float]
  /// Half the width of each segment in points, page after page.
  package private(set) var radius: [Float]
  /// The number of segments on each page.
  package private(set) var counts: [UInt32]
  /// The number of times each page was cleared.
  package private(set) var generations: [UInt32]
  /// The top left corner of each page's ink, in points.
  package private(set) var low: [Vector2]
  /// The bottom right corner of each page's ink, in points.
  package private(set) var high: [Vector2]
  /// The page to which segments are added.
  package private(set) var openPage: UInt32 = 0

  /// Makes empty pages.
  package init() {
    // Separate storage: shared storage would be copied at the first ink, in the middle of a run.
    let capacity = Self.pageCount * Self.pageCapacity
    fromX = [Float](repeating: 0, count: capacity)
    fromY = [Float](repeating: 0, count: capacity)
    toX = [Float](repeating: 0, count: capacity)
    toY = [Float](repeating: 0, count: capacity)
    radius = [Float](repeating: 0, count: capacity)
    counts = [UInt32](repeating: 0, count: Self.pageCount)
    generations = [UInt32](repeating: 0, count: Self.pageCount)
    low = [Vector2](repeating: .zero, count: Self.pageCount)
    high = [Vector2](repeating: .zero, count: Self.pageCount)
  }

  /// All segments.
  package var count: UInt32 { counts[0] + counts[1] }

  /// Adds a segment.
  package mutating func append(from: Vector2, to: Vector2, radius: Float) {
    if Int(counts[Int(openPage)]) == Self.pageCapacity {
      openPage = 1 - openPage
      counts[Int(openPage)] = 0
      generations[Int(openPage)] &+= 1
    }
    let page = Int(openPage)
    let slot = page * Self.pageCapacity + Int(counts[page])
    fromX[slot] = from.x
    fromY[slot] = from.y
    toX[slot] = to.x
    toY[slot] = to.y
    self.radius[slot] = radius
    grow(page, from, to, radius)
    counts[page] += 1
  }

  private mutating func grow(_ page: Int, _ from: Vector2, _ to: Vector2, _ radius: Float) {
    let first = Vector2(min(from.x, to.x) - radius, min(from.y, to.y) - radius)
    let last = Vector2(max(from.x, to.x) + radius, max(from.y, to.y) + radius)
    guard counts[page] > 0 else {
      (low[page], high[page]) = (first, last)
      return
    }
    low[page] = Vector2(min(low[page].x, first.x), min(low[page].y, first.y))
    high[page] = Vector2(max(high[page].x, last.x), max(high[page].y, last.y))
  }

  /// The bounds of a page's ink, including its edges.
  package func bounds(ofPage page: Int) -> PointRectangle {
    let size = high[page] - low[page]
    return PointRectangle(
      x: low[page].x - 1, y: low[page].y - 1, width: size.x + 2, height: size.y + 2)
  }

  /// The opacity of a page, 0 to 1: the older page fades while the open one fills up.
  package func opacity(ofPage page: Int) -> Float {
    guard page != Int(openPage) else { return 1 }
    let fill = Float(counts[Int(openPage)]) / Float(Self.pageCapacity)
    return min(1, (1 - fill) / (1 - Self.paleFrom))
  }

  /// The used slots of a page.
  package func slots(ofPage page: Int) -> Range<Int> {
    page * Self.pageCapacity..<page * Self.pageCapacity + Int(counts[page])
  }

  /// Whether a segment starts at the end of the previous one on its page, with the same width.
  package func isContinuation(_ slot: Int) -> Bool {
    let before = slot - 1
    return slot % Self.pageCapacity > 0 && toX[before] == fromX[slot] && toY[before] == fromY[slot]
      && radius[before] == radius[slot]
  }

  /// Moves and scales all segments.
  package mutating func transform(_ change: (Vector2) -> Vector2) {
    for page in 0..<Self.pageCount {
      let slots = slots(ofPage: page)
      counts[page] = 0
      for slot in slots {
        let from = change(Vector2(fromX[slot], fromY[slot]))
        let to = change(Vector2(toX[slot], toY[slot]))
        (fromX[slot], fromY[slot], toX[slot], toY[slot]) = (from.x, from.y, to.x, to.y)
        grow(page, from, to, radius[slot])
        counts[page] += 1
      }
    }
  }

  /// Calls `body` with the ends of every segment, oldest first.
  package func forEach(_ body: (_ from: Vector2, _ to: Vector2) -> Void) {
    for page in [1 - Int(openPage), Int(openPage)] {
      for slot in slots(ofPage: page) {
        body(Vector2(fromX[slot], fromY[slot]), Vector2(toX[slot], toY[slot]))
      }
    }
  }
}

extension InkPages: StateFields {
  /// Visits the used segments.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&counts, "counts")
    for page in counts.indices where counts[page] > UInt32(Self.pageCapacity) {
      visitor.refuse("counts")
    }
    visitor.field(&generations, "generations")
    visitor.field(&openPage, in: 0...UInt32(Self.pageCount - 1), "openPage")
    for page in 0..<Self.pageCount {
      let slots = slots(ofPage: page)
      visitor.when(!slots.isEmpty) {
        Self.visit(&low[page], page, "low", &$0)
        Self.visit(&high[page], page, "high", &$0)
      }
      visitor.log(&fromX, slots, "fromX")
      visitor.log(&fromY, slots, "fromY")
      visitor.log(&toX, slots, "toX")
      visitor.log(&toY, slots, "toY")
      visitor.log(&radius, slots, "radius")
    }
  }

  /// Visits a corner of a page's bounds.
  private static func visit<Visitor: StateVisitor>(
    _ corner: inout Vector2, _ page: Int, _ name: StaticString, _ visitor: inout Visitor
  ) {
    visitor.enter(name)
    visitor.element(UInt32(page))
    corner.visitState(&visitor)
    visitor.leave()
  }
}
