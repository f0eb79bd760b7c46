import SimbenchKit

extension TracePath {
  /// Draws the path as one shape, `radius` points thick to each side: where its chords meet or
  /// cross, edges are no darker than elsewhere.
  ///
  /// Takes a command for every chord and two more.
  ///
  /// - Parameter transform: Where a point of the path is on the list's canvas.
  package func draw(
    into list: inout DisplayList, radius: Float, color: StraightColor,
    at transform: (Vector2) -> Vector2 = { $0 }
  ) {
    list.beginGroup(opacity: 255)
    for stroke in 0..<strokeCount {
      let corners = corners(ofStroke: stroke)
      for corner in corners.dropFirst() {
        list.capsule(
          from: transform(self.corners[corner - 1]), to: transform(self.corners[corner]),
          radius: radius,
          color: color, blend: .maximum, isContinuation: corner > corners.lowerBound + 1)
      }
    }
    list.endGroup()
  }
}
