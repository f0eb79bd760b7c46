extension FramePicture {
  /// A ring that shows where something touched, in pixels.
  package struct Mark: Sendable {
    /// The middle.
    package var x: Float
    /// The middle.
    package var y: Float
    /// To the middle of the line.
    package var radius: Float
    /// The width of the line.
    package var width: Float

    /// Describes a ring.
    package init(x: Float, y: Float, radius: Float, width: Float) {
      self.x = x
      self.y = y
      self.radius = radius
      self.width = width
    }
  }

  /// The picture with rings on it: white between two black lines, so that they show on anything.
  ///
  /// - Complexity: O(marks × pixels of their squares)
  package func marking(_ marks: [Mark]) -> FramePicture {
    var pixels = rgb
    for mark in marks {
      let reach = mark.radius + mark.width
      let columns = Self.range(mark.x, reach, width)
      for row in Self.range(mark.y, reach, height) {
        for column in columns {
          let (dx, dy) = (Float(column) + 0.5 - mark.x, Float(row) + 0.5 - mark.y)
          let off = ((dx * dx + dy * dy).squareRoot() - mark.radius).magnitude
          guard off < mark.width else { continue }
          let level: UInt8 = off < mark.width / 2 ? 255 : 0
          let place = (Int(row) * Int(width) + Int(column)) * 3
          for channel in 0..<3 { pixels[place + channel] = level }
        }
      }
    }
    return FramePicture(
      frame: frame, width: width, height: height, rgb: pixels, isShaken: isShaken,
      touchCount: touchCount)
  }

  private static func range(_ middle: Float, _ reach: Float, _ count: Int32) -> Range<Int32> {
    // A touch may lie far outside.
    let limit = Float(count)
    let low = Int32(min(max(middle - reach, 0), limit))
    return low..<max(low, Int32(min(max(middle + reach + 1, 0), limit)))
  }
}
