/// The displacement of up to one pixel by which one image resembles another.
package struct ShiftEstimate: Equatable, Sendable {
  /// Pixels to the right.
  package let x: Float
  /// Pixels down.
  package let y: Float
  /// The fraction of the squared difference that the displacement explains, 0 to 1.
  package let explained: Float

  /// Searches in steps of 1/4 pixel; nil unless a displacement explains 3/4 of the difference.
  ///
  /// - Complexity: O(1): for large differences only some rows are used.
  package init?(_ pair: ImagePair) {
    guard let bounds = ExactDifference(pair).bounds else { return nil }
    let area = Area(bounds, pair)
    let still = area.error(pair, dx: 0, dy: 0)
    guard still > 0 else { return nil }
    var (best, move) = (still, (x: Int32(0), y: Int32(0)))
    for y in Int32(-4)...4 {
      for x in Int32(-4)...4 where x != 0 || y != 0 {
        let error = area.error(pair, dx: Float(x) / 4, dy: Float(y) / 4)
        if error < best { (best, move) = (error, (x, y)) }
      }
    }
    let explained = 1 - best / still
    guard explained >= 0.75 else { return nil }
    (x, y) = (Float(move.x) / 4, Float(move.y) / 4)
    self.explained = explained
  }

  /// The compared area: the bounding box of the difference, enlarged by one pixel on each side, of
  /// which at most about 20,000 pixels are used.
  private struct Area {
    let columns: Range<Int>
    let rows: StrideTo<Int>

    init(_ bounds: ExactDifference.Bounds, _ pair: ImagePair) {
      let left = max(1, Int(bounds.x) - 1)
      let right = min(Int(pair.width) - 1, Int(bounds.x + bounds.width) + 1)
      let top = max(1, Int(bounds.y) - 1)
      let bottom = min(Int(pair.height) - 1, Int(bounds.y + bounds.height) + 1)
      columns = left..<max(left, right)
      let step = max(1, columns.count * max(0, bottom - top) / 20_000)
      rows = stride(from: top, to: bottom, by: step)
    }

    /// The squared difference of green, the most important channel for lightness, after moving the
    /// reference.
    func error(_ pair: ImagePair, dx: Float, dy: Float) -> Float {
      let width = Int(pair.width)
      // The four pixels around the source position, to the left and above by the displacement.
      let (left, up) = (dx > 0 ? 1 : 0, dy > 0 ? 1 : 0)
      let (shareX, shareY) = (Float(left) - dx, Float(up) - dy)
      var sum: Float = 0
      for y in rows {
        for x in columns {
          let first = ((y - up) * width + x - left) * 4 + 1
          let nextX = x - left + 1 < width ? 4 : 0
          let nextY = y - up + 1 < Int(pair.height) ? width * 4 : 0
          func value(_ offset: Int) -> Float { Float(pair.reference[offset]) }
          let above = value(first) + (value(first + nextX) - value(first)) * shareX
          let lower = first + nextY
          let below = value(lower) + (value(lower + nextX) - value(lower)) * shareX
          let moved = above + (below - above) * shareY
          let delta = moved - Float(pair.test[(y * width + x) * 4 + 1])
          sum += delta * delta
        }
      }
      return sum
    }
  }
}
