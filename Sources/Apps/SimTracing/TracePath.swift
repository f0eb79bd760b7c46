import SimbenchKit

/// Strokes to trace, in points, with their arc length: a placed letter, or any lines.
///
/// Every chord is divided into equal parts that are at most `spacing` long; the ends of the parts
/// are the path's nodes, by which coverage is counted.
package struct TracePath: Equatable, Sendable {
  /// The maximum number of points of all strokes together, and of nodes.
  package static var maximumNodeCount: Int { 65_536 }

  /// The ends of all chords, stroke after stroke.
  package let corners: [Vector2]
  /// The arc length from the start of the stroke to each corner.
  package let cornerArc: [Float]
  /// The index of each stroke's first corner, followed by the number of corners.
  package let cornerStart: [UInt32]
  /// The ends of all parts, stroke after stroke.
  package let nodes: [Vector2]
  /// The arc length from the start of the first stroke to each node; lifting the pen adds nothing.
  package let nodeArc: [Float]
  /// The index of each stroke's first node, followed by the number of nodes.
  package let nodeStart: [UInt32]
  /// The arc length of all strokes.
  package let length: Float
  /// The bounding box of all corners.
  package let bounds: PointRectangle

  /// Makes a letter that is centered in a frame, as large as possible.
  ///
  /// - Parameters:
  ///   - spacing: The maximum distance of neighboring nodes in points.
  ///   - flatness: The maximum distance of the path from the letter's curves, in heights of the
  ///     letter.
  package init(
    _ letter: Letter, in frame: PointRectangle, spacing: Float = 2,
    flatness: Float = LetterTemplate.flatness
  ) {
    let template = LetterTemplate(letter, flatness: flatness)
    let scale = min(frame.width / template.width, frame.height)
    let origin = frame.center - Vector2(template.width, 1) * (scale * 0.5)
    self.init(
      strokes: template.strokes.map { stroke in stroke.map { origin + $0 * scale } },
      spacing: spacing)
  }

  /// Makes a path of polylines.
  ///
  /// - Precondition: There is at least one stroke, every stroke has at least one point, all points
  ///   are finite, and there are at most `maximumNodeCount` nodes.
  package init(strokes: [[Vector2]], spacing: Float = 2) {
    precondition(!strokes.isEmpty && spacing > 0, "a path has strokes and a spacing")
    var (corners, cornerArc, cornerStart): ([Vector2], [Float], [UInt32]) = ([], [], [])
    var (nodes, nodeArc, nodeStart): ([Vector2], [Float], [UInt32]) = ([], [], [])
    var (low, high) = (strokes[0][0], strokes[0][0])
    var total: Float = 0
    for stroke in strokes {
      precondition(!stroke.isEmpty, "a stroke has a point")
      cornerStart.append(UInt32(corners.count))
      nodeStart.append(UInt32(nodes.count))
      var arc: Float = 0
      for (index, point) in stroke.enumerated() {
        precondition(point.isFinite, "a path is finite")
        low = Vector2(min(low.x, point.x), min(low.y, point.y))
        high = Vector2(max(high.x, point.x), max(high.y, point.y))
        if index > 0 {
          let part = (point - stroke[index - 1]).length
          let count = Self.partCount(part, spacing)
          for step in 1..<max(count, 1) {
            let share = Float(step) / Float(count)
            nodes.append(stroke[index - 1] + (point - stroke[index - 1]) * share)
            nodeArc.append(total + arc + part * share)
          }
          arc += part
        }
        corners.append(point)
        cornerArc.append(arc)
        nodes.append(point)
        nodeArc.append(total + arc)
      }
      total += arc
    }
    precondition(nodes.count <= Self.maximumNodeCount, "too many nodes")
    self.corners = corners
    self.cornerArc = cornerArc
    self.cornerStart = cornerStart + [UInt32(corners.count)]
    self.nodes = nodes
    self.nodeArc = nodeArc
    self.nodeStart = nodeStart + [UInt32(nodes.count)]
    length = total
    bounds = PointRectangle(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }

  /// The number of strokes.
  package var strokeCount: Int { cornerStart.count - 1 }

  /// The corners of a stroke.
  package func corners(ofStroke stroke: Int) -> Range<Int> {
    Int(cornerStart[stroke])..<Int(cornerStart[stroke + 1])
  }

  /// The nodes of a stroke.
  package func nodes(ofStroke stroke: Int) -> Range<Int> {
    Int(nodeStart[stroke])..<Int(nodeStart[stroke + 1])
  }

  /// The arc length of a stroke.
  package func length(ofStroke stroke: Int) -> Float {
    cornerArc[Int(cornerStart[stroke + 1]) - 1]
  }

  /// The point of a stroke at an arc length from its start, limited to the stroke's ends.
  ///
  /// - Complexity: O(log n) in the number of the stroke's corners.
  package func point(ofStroke stroke: Int, at arc: Float) -> Vector2 {
    PolylineSearch.point(
      at: arc, arcs: cornerArc, in: corners(ofStroke: stroke), points: corners)
  }

  /// The number of parts into which a chord is divided.
  private static func partCount(_ length: Float, _ spacing: Float) -> UInt32 {
    let count = (length / spacing).roundedUp
    precondition(count < Float(maximumNodeCount), "too many nodes")
    return UInt32(count)
  }
}
