import SimbenchKit

extension TracePath {
  /// Draws the path as one shape with a width of twice `radius`, in points: edges are not darker
  /// where chords meet or cross.
  ///
  /// Needs one command per chord and two more.
  ///
  /// - Parameter transform: Maps points of the path to the list's canvas.
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
