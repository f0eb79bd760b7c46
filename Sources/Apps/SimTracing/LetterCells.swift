import SimbenchKit

/// A letter, divided into an even number of equal cells per stroke, and into its chords.
struct LetterCells {
  /// The centers of the cells, in writing order.
  let points: [Vector2]
  /// The fraction of the letter's length in each cell.
  let weights: [Float]

  /// A straight piece of a stroke.
  private struct Chord {
    let start: Vector2
    let end: Vector2
    let along: Vector2
    let isFirst: Bool
    let isLast: Bool
  }

  private let chords: [Chord]
  private let walk: StrokesWalk
  private let counts: [UInt32]

  /// The point of the letter that is nearest to a given point.
  struct Nearest {
    var point = Vector2.zero
    var distanceSquared = Float.infinity
    /// The unit vector along the chord.
    var along = Vector2.zero
    /// Whether the given point lies beyond an end of the stroke.
    var isBeyondEnd = false
  }

  /// Divides strokes into about `count` cells.
  init(_ strokes: [[Vector2]], count: Float) {
    walk = StrokesWalk(strokes)
    var (points, weights, counts): ([Vector2], [Float], [UInt32]) = ([], [], [])
    var chords: [Chord] = []
    for (stroke, corners) in strokes.enumerated() {
      let length = walk.length(ofStroke: stroke)
      let pairCount = max(1, (length / walk.length * count * 0.5).roundedUp)
      let own = UInt32(pairCount) * 2
      counts.append(own)
      for cell in 0..<own {
        let arc = (Float(cell) + 0.5) * length / Float(own)
        points.append(walk.point(at: StrokesWalk.Place(stroke: stroke, arc: arc)))
        weights.append(length / Float(own) / walk.length)
      }
      for index in corners.indices.dropFirst() {
        let chord = corners[index] - corners[index - 1]
        guard chord.length > 0 else { continue }
        chords.append(
          Chord(
            start: corners[index - 1], end: corners[index], along: chord * (1 / chord.length),
            isFirst: index == 1, isLast: index == corners.count - 1))
      }
    }
    self.points = points
    self.weights = weights
    self.counts = counts
    self.chords = chords
  }

  /// The nearest point, by a search of all chords.
  func nearest(to point: Vector2) -> Nearest {
    var (best, minimum, share): (Int, Float, Float) = (-1, .infinity, 0)
    for index in chords.indices {
      let found = Segment.nearest(to: point, from: chords[index].start, to: chords[index].end)
      if found.distanceSquared < minimum {
        (best, minimum, share) = (index, found.distanceSquared, found.share)
      }
    }
    guard best >= 0 else { return Nearest() }
    let chord = chords[best]
    return Nearest(
      point: chord.start + (chord.end - chord.start) * share, distanceSquared: minimum,
      along: chord.along,
      isBeyondEnd: (chord.isFirst && share == 0) || (chord.isLast && share == 1))
  }

  /// The selected cells as strokes, and their fraction of the letter's length.
  func part(_ isWanted: (Vector2) -> Bool) -> (strokes: [[Vector2]], share: Float) {
    var (strokes, share, index): ([[Vector2]], Float, Int) = ([], 0, 0)
    for (stroke, count) in counts.enumerated() {
      let size = walk.length(ofStroke: stroke) / Float(count)
      var isOpen = false
      for cell in 0..<count {
        defer { index += 1 }
        guard isWanted(points[index]) else {
          isOpen = false
          continue
        }
        func corner(_ cell: Float) -> Vector2 {
          walk.point(at: StrokesWalk.Place(stroke: stroke, arc: cell * size))
        }
        if !isOpen { strokes.append([corner(Float(cell))]) }
        isOpen = true
        strokes[strokes.count - 1] += [points[index], corner(Float(cell) + 1)]
        share += weights[index]
      }
    }
    return (strokes, share)
  }
}
