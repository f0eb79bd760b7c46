import SimMath
import SimRaster
import TestTier
import Testing
import SimTracing

/// Goal: the nearest point is exact, near and far.
///
/// Method: compare with a search of every chord, bit by bit, at random points and at those where
/// cells could err: cell edges, corners, centers of bowls.
@Suite struct NearestPointTests {
  static let count = Tier.isDebug ? 400 : 40_000

  @Test(arguments: Letter.allCases) func indexAgreesWithSearchOfAllChords(letter: Letter) {
    let path = TracePath(letter, in: PointRectangle(x: 30, y: 50, width: 300, height: 340))
    let index = NearestPointIndex(path)
    var random = RandomStream(seed: 9, name: "points", index: UInt32(letter.rawValue))
    for _ in 0..<Self.count {
      let point = Vector2(
        random.range(-400, 900), random.range(-400, 900))
      #expect(index.nearest(to: point) == index.searchingAll(for: point))
    }
    for corner in path.corners + [path.bounds.center] {
      #expect(index.nearest(to: corner) == index.searchingAll(for: corner))
    }
    #expect(index.nearest(to: path.corners[0]).distance == 0)
  }

  /// Two lines across a square whose cells are 10 points wide: what is as far from both runs a
  /// hair before the corners of cells, so that beyond it the line is the nearer one that is farther
  /// from their centers by nearly their diagonal.
  @Test func farCornersOfCellsAreSearchedToo() {
    let path = TracePath(strokes: [
      [Vector2(0, 160), Vector2(160, 0)], [Vector2(159.7, 320), Vector2(320, 159.7)],
    ])
    let index = NearestPointIndex(path)
    for step in -5...5 {
      let corner = Vector2(160 + Float(step) * 10, 160 - Float(step) * 10)
      let found = index.nearest(to: corner - Vector2(0.03, 0.03))
      #expect(found.stroke == 1, "\(step)")
    }
  }

  @Test func placeOnThePathIsThatOfThePoint() {
    let path = TracePath(.capitalS, in: PointRectangle(x: 0, y: 0, width: 300, height: 300))
    let index = NearestPointIndex(path)
    for step in 0...100 {
      let arc = path.length * Float(step) / 100
      let found = index.nearest(to: path.point(ofStroke: 0, at: arc))
      #expect(found.distance < 1e-3 && abs(found.arcLength - arc) < 0.05)
    }
  }

  @Test func pointsThatAreNoNumbersDoNotTrap() {
    let index = NearestPointIndex(
      TracePath(.smallO, in: PointRectangle(x: 0, y: 0, width: 300, height: 300)))
    for bad in [Float.nan, .infinity, -.infinity, 1e30, -1e30] {
      _ = index.nearest(to: Vector2(bad, 5))
      _ = index.nearest(to: Vector2(5, bad))
    }
  }

  @Test func strokeOfOnePointIsAPlace() {
    let index = NearestPointIndex(TracePath(strokes: [[Vector2(3, 4)]]))
    #expect(index.nearest(to: .zero).distance == 5)
  }
}
