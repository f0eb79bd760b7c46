/// A chart: paths in its own units, scaled to the available space, with text next to them.
///
/// The scaled part contains only lines and areas, so that no text is distorted.
package struct Chart {
  /// A line of the legend.
  package struct Key: Equatable, Sendable {
    /// The class that colors it.
    package var style: String
    /// What it says.
    package var words: String

    /// Makes a key.
    package init(_ style: String, _ words: String) {
      self.style = style
      self.words = words
    }
  }

  /// A path of one class.
  package struct Mark: Equatable, Sendable {
    /// The class that colors it.
    package var style: String
    /// The path's data in units of the chart.
    package var path: String

    /// Makes a mark.
    package init(_ style: String, _ path: String) {
      self.style = style
      self.path = path
    }
  }

  /// A point that shows its value on demand.
  package struct Point: Equatable, Sendable {
    /// From the left, 0 to 1.
    package var x: Double
    /// From the bottom, 0 to 1.
    package var y: Double
    /// The class that colors it.
    package var style: String
    /// What it says.
    package var words: String

    /// Makes a point.
    package init(x: Double, y: Double, style: String, words: String) {
      self.x = x
      self.y = y
      self.style = style
      self.words = words
    }
  }

  /// Its heading.
  package var title: String
  /// A note after the heading.
  package var note: String
  /// The text alternative.
  package var words: String
  /// The legend.
  package var keys: [Key] = []
  /// The paths, drawn in order.
  package var marks: [Mark] = []
  /// Thin strips of bars below the chart, with their names.
  package var strips: [(name: String, mark: Mark)] = []
  /// Points with values, if there is room for each.
  package var points: [Point] = []
  /// Units from left to right.
  package var width = 1000.0
  /// Units from top to bottom.
  package var height = 1000.0
  /// Pixels from top to bottom.
  package var pixelHeight = 120
  /// Ticks from left to right; empty if another chart below has them.
  package var x: [Axis.Tick] = []
  /// Ticks from the bottom up.
  package var y: [Axis.Tick] = []

  /// Creates an empty chart.
  package init(title: String, note: String, words: String) {
    self.title = title
    self.note = note
    self.words = words
  }

  /// The legend of the colors that are drawn.
  var legend: [Key] {
    let drawn = Set(marks.map(\.style) + strips.map(\.mark.style) + points.map(\.style))
    return keys.filter { drawn.contains($0.style) }
  }

  /// Draws a path unless it is empty.
  mutating func draw(_ style: String, _ path: String) {
    if !path.isEmpty { marks.append(Mark(style, path)) }
  }

  /// Draws horizontal lines at fractions of the height from the bottom.
  package mutating func drawLevels(_ style: String, at shares: [Double]) {
    let lines = shares.map { "M0 \(Int(((1 - $0) * height).rounded()))H\(Int(width))" }
    draw(style, lines.joined())
  }

  /// Fills a polygon, x from the left and y from the bottom, 0 to 1.
  mutating func drawArea(_ style: String, through places: [(x: Double, y: Double)]) {
    guard !places.isEmpty else { return }
    draw(style, path(places) + "Z")
  }

  /// Draws a line through points, x from the left and y from the bottom, 0 to 1.
  package mutating func drawLine(_ style: String, through places: [(x: Double, y: Double)]) {
    draw(style, path(places))
  }

  private func path(_ places: [(x: Double, y: Double)]) -> String {
    places.enumerated().map { index, place in
      "\(index == 0 ? "M" : "L")\(Int((place.x * width).rounded())) "
        + "\(Int(((1 - place.y) * height).rounded()))"
    }.joined()
  }
}

/// Charts of the same frames, whose values are read together.
package struct ChartGroup {
  /// The values that a page shows for the frames under the pointer.
  package struct Readings {
    /// Consecutive frames.
    package enum Row: Equatable, Sendable {
      /// Their number, and numbers in JSON: allocations, then, unless the app was in the
      /// background, the index of the slowest frame, its phases, and the range of every
      /// population's count.
      case numbers(UInt32, [String])
      /// Their number, and text.
      case words(UInt32, String)
    }

    /// Frames per second.
    package var framesPerSecond: UInt32
    /// Names of populations.
    package var populations: [String]
    /// All frames in order.
    package var rows: [Row]

    /// Makes readings.
    package init(framesPerSecond: UInt32, populations: [String] = [], rows: [Row]) {
      self.framesPerSecond = framesPerSecond
      self.populations = populations
      self.rows = rows
    }
  }

  /// The charts from top to bottom; the last has the axis of time.
  package var charts: [Chart]
  /// Their values.
  package var readings: Readings

  /// Makes a group.
  package init(_ charts: [Chart], _ readings: Readings) {
    self.charts = charts
    self.readings = readings
  }
}
