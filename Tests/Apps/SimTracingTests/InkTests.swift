import SimMath
import SimRaster
import Testing
import SimTracing

/// Goal: ink is a smooth curve through every sample, and never more of it than there is room for.
///
/// Method: known curves sampled sparsely and compared with the segments; the tip against what is
/// committed later; pages filled beyond their capacity.
@Suite struct InkTests {
  struct Piece: Equatable {
    var from: Vector2
    var to: Vector2
    var radius: Float
  }

  private static func pieces(through points: [Vector2], radius: Float = 3) -> [Piece] {
    var curve = InkCurve()
    var pieces: [Piece] = []
    for point in points {
      curve.append(InkCurve.Point(position: point, radius: radius)) {
        pieces.append(Piece(from: $0, to: $1, radius: $2))
      }
    }
    curve.tip { pieces.append(Piece(from: $0, to: $1, radius: $2)) }
    return pieces
  }

  private static func circle(_ count: Int) -> [Vector2] {
    (0..<count).map { index in
      let (sine, cosine) = Math.sinCos(Float(index) / Float(count) * 6)
      return Vector2(200 + 100 * cosine, 300 + 100 * sine)
    }
  }

  @Test func segmentsJoinAndMeetEverySample() {
    let points = Self.circle(24)
    let pieces = Self.pieces(through: points)
    for (piece, next) in zip(pieces, pieces.dropFirst()) { #expect(piece.to == next.from) }
    for point in points {
      #expect(pieces.contains { $0.to == point || $0.from == point }, "\(point)")
    }
  }

  @Test func aCircleOfFewSamplesIsRound() {
    let pieces = Self.pieces(through: Self.circle(24))
    let inner = pieces.filter { $0.to != Self.circle(24)[1] }
    for piece in inner.dropFirst(8).dropLast(8) {
      // 24 chords would stray by 0.85 points.
      #expect(abs((piece.to - Vector2(200, 300)).length - 100) < 0.12)
    }
    let chords = zip(pieces, pieces.dropFirst()).map { before, after in
      let (a, b) = (before.to - before.from, after.to - after.from)
      return a.dot(b) / (a.length * b.length)
    }
    // No corner is sharper than 8 degrees.
    #expect(chords.allSatisfy { $0 > 0.99 }, "\(chords.min() ?? 0)")
  }

  @Test func aSharpTurnMakesNoLoop() {
    // Uneven distances make a uniform spline shoot over the corner.
    let points = [
      Vector2(0, 0), Vector2(50, 0), Vector2(100, 0), Vector2(101, 0), Vector2(101, 40),
    ]
    for piece in Self.pieces(through: points) {
      #expect(piece.to.x > -1 && piece.to.x < 103 && piece.to.y > -1 && piece.to.y < 41)
    }
  }

  @Test func theTipReachesTheNewestSampleAtOnce() {
    var curve = InkCurve()
    let points = Self.circle(12)
    for (index, point) in points.enumerated() {
      curve.append(InkCurve.Point(position: point, radius: 2)) { _, _, _ in }
      var last = Vector2.zero
      var count: UInt32 = 0
      curve.tip { from, to, _ in
        last = to
        count += 1
        #expect(index > 0 || from == to)
      }
      #expect(last == point && count <= InkCurve.maximumSegmentCount)
    }
  }

  @Test func pressureChangesTheWidthSmoothly() {
    var curve = InkCurve()
    var radii: [Float] = []
    for index in 0..<6 {
      let point = InkCurve.Point(
        position: Vector2(Float(index) * 20, Float(index * index)), radius: 2 + Float(index))
      curve.append(point) { radii.append($2) }
    }
    #expect(radii == radii.sorted() && radii.count > 4)
    #expect((radii.first ?? 0) > 2 && radii.last == 6)
  }

  @Test func samplesNextToEachOtherAreOne() {
    let points = [Vector2(5, 5), Vector2(5.1, 5), Vector2(5.1, 5.1), Vector2(30, 5)]
    #expect(Self.pieces(through: points).first?.from == Vector2(5, 5))
    #expect(Self.pieces(through: [Vector2(5, 5), Vector2(5.1, 5)]).count == 1)
  }

  @Test func oldInkMakesRoom() {
    var pages = InkPages()
    let capacity = UInt32(InkPages.pageCapacity)
    for index in 0..<2 * capacity + 100 {
      let x = Float(index % 300)
      pages.append(from: Vector2(x, 1), to: Vector2(x + 1, 2), radius: 2)
      #expect(pages.count <= 2 * capacity)
      if index == capacity - 1 { #expect(pages.opacity(ofPage: 1) == 0) }
      // The page that is emptied next could not be seen any more.
      if index == 2 * capacity - 1 { #expect(pages.opacity(ofPage: 0) == 0) }
    }
    #expect(pages.generations == [1, 1] && pages.counts == [100, capacity])
    #expect(pages.openPage == 0 && pages.opacity(ofPage: 0) == 1)
    #expect(pages.opacity(ofPage: 1) == 1)
  }

  @Test func pageCoversEachOfItsSegments() {
    var pages = InkPages()
    var random = RandomStream(seed: 9, name: "pages")
    var (left, right) = (Float.infinity, -Float.infinity)
    var (top, bottom) = (left, right)
    for _ in 0..<40 {
      let from = Vector2(random.range(0, 400), random.range(0, 800))
      let to = from + Vector2(random.range(-90, 90), random.range(-90, 90))
      pages.append(from: from, to: to, radius: 3)
      left = min(left, from.x - 3, to.x - 3)
      top = min(top, from.y - 3, to.y - 3)
      right = max(right, from.x + 3, to.x + 3)
      bottom = max(bottom, from.y + 3, to.y + 3)
      let bounds = pages.bounds(ofPage: 0)
      #expect(abs(bounds.x - left + 1) < 1e-3 && abs(bounds.y - top + 1) < 1e-3)
      #expect(abs(bounds.x + bounds.width - right - 1) < 1e-3)
      #expect(abs(bounds.y + bounds.height - bottom - 1) < 1e-3)
    }
  }

  @Test func everyFieldOfAPageIsInItsDigest() {
    func hash(_ change: (inout InkPages) -> Void) -> UInt64 {
      var pages = InkPages()
      pages.append(from: Vector2(1, 2), to: Vector2(3, 4), radius: 5)
      change(&pages)
      return pages.digested().finalize()
    }
    let hashes = [
      hash { _ in }, hash { $0.append(from: .zero, to: .zero, radius: 1) },
      hash { $0.transform { $0 + Vector2(1, 0) } }, hash { $0.transform { $0 + Vector2(0, 1) } },
    ]
    #expect(Set(hashes).count == hashes.count)
  }
}
