import SimbenchKit

/// The parts of a path that the ink has covered.
///
/// Method: the path's nodes are sorted into grid cells by a counting sort, so that a piece of ink
/// checks only nearby nodes; the simple form checks every node of the path.
struct CoverageGrid: Sendable {
  private let path: TracePath
  private let reach: Float
  private let columns: UInt32
  private let rows: UInt32
  private let cellSize: Float
  /// The start of each cell's nodes in `members`, plus the end of the last.
  private let cellStart: [UInt32]
  private let members: [UInt32]
  /// The stroke of each node.
  private let strokeOf: [UInt32]
  /// 1 for each node that ink has come close to.
  private(set) var isNear: [UInt8]
  /// The covered arc length of each stroke.
  private var covered: [Float]

  init(_ path: TracePath, reach: Float) {
    self.path = path
    self.reach = reach
    let longest = max(path.bounds.width, path.bounds.height)
    let size = max(reach, longest / 64)
    let (columns, rows) = (
      UInt32(path.bounds.width / size) + 1, UInt32(path.bounds.height / size) + 1
    )
    var counts = [UInt32](repeating: 0, count: Int(columns * rows) + 1)
    let cells = path.nodes.map { node in
      let column = min(UInt32((node.x - path.bounds.x) / size), columns - 1)
      let row = min(UInt32((node.y - path.bounds.y) / size), rows - 1)
      return row * columns + column
    }
    for cell in cells { counts[Int(cell) + 1] += 1 }
    for cell in 1..<counts.count { counts[cell] += counts[cell - 1] }
    var next = counts
    var members = [UInt32](repeating: 0, count: cells.count)
    for (node, cell) in cells.enumerated() {
      members[Int(next[Int(cell)])] = UInt32(node)
      next[Int(cell)] += 1
    }
    var strokeOf: [UInt32] = []
    for stroke in 0..<path.strokeCount {
      strokeOf += path.nodes(ofStroke: stroke).map { _ in UInt32(stroke) }
    }
    self.columns = columns
    self.rows = rows
    cellSize = size
    cellStart = counts
    self.members = members
    self.strokeOf = strokeOf
    isNear = [UInt8](repeating: 0, count: cells.count)
    covered = [Float](repeating: 0, count: path.strokeCount)
  }

  /// Covers the nodes near a straight piece of ink.
  mutating func cover(from start: Vector2, to end: Vector2) {
    let left = cell(min(start.x, end.x) - reach - path.bounds.x, columns)
    let right = cell(max(start.x, end.x) + reach - path.bounds.x, columns)
    let top = cell(min(start.y, end.y) - reach - path.bounds.y, rows)
    let bottom = cell(max(start.y, end.y) + reach - path.bounds.y, rows)
    var changed: UInt32 = 0
    for row in top...bottom {
      let first = Int(cellStart[Int(row * columns + left)])
      let last = Int(cellStart[Int(row * columns + right) + 1])
      for member in first..<last {
        let node = Int(members[member])
        guard isNear[node] == 0 else { continue }
        let found = Segment.nearest(to: path.nodes[node], from: start, to: end)
        guard found.distanceSquared <= reach * reach else { continue }
        isNear[node] = 1
        changed += 1
      }
    }
    if changed > 0 { sum() }
  }

  /// Adopts the coverage of the same strokes at another size.
  mutating func take(from other: CoverageGrid) {
    for stroke in 0..<path.strokeCount {
      let (from, to) = (other.path.nodes(ofStroke: stroke), path.nodes(ofStroke: stroke))
      let length = path.length(ofStroke: stroke)
      let scale = length > 0 ? other.path.length(ofStroke: stroke) / length : 1
      var near = from.lowerBound
      func distance(_ node: Int, _ arc: Float) -> Float {
        (other.path.nodeArc[node] - other.path.nodeArc[from.lowerBound] - arc).magnitude
      }
      for node in to {
        let arc = (path.nodeArc[node] - path.nodeArc[to.lowerBound]) * scale
        while near + 1 < from.upperBound, distance(near + 1, arc) <= distance(near, arc) {
          near += 1
        }
        isNear[node] = other.isNear[near]
      }
    }
    sum()
  }

  private func cell(_ offset: Float, _ count: UInt32) -> UInt32 {
    let cell = offset / cellSize
    guard cell > 0 else { return 0 }
    return cell >= Float(count) ? count - 1 : UInt32(cell)
  }

  /// Sums from the start, so that the order in which parts were covered has no effect.
  private mutating func sum() {
    for stroke in covered.indices {
      var length: Float = 0
      let nodes = path.nodes(ofStroke: stroke)
      for node in nodes.dropFirst() where isNear[node - 1] & isNear[node] == 1 {
        length += path.nodeArc[node] - path.nodeArc[node - 1]
      }
      covered[stroke] = length
    }
  }

  var share: Float {
    var length: Float = 0
    for stroke in covered { length += stroke }
    return path.length > 0 ? min(length / path.length, 1) : 0
  }

  func share(ofStroke stroke: Int) -> Float {
    let length = path.length(ofStroke: stroke)
    return length > 0 ? min(covered[stroke] / length, 1) : 0
  }
}

extension CoverageGrid: StateFields {
  /// Visits the coverage; the grid follows from the path.
  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.derived("path")
    visitor.derived("reach")
    visitor.derived("columns")
    visitor.derived("rows")
    visitor.derived("cellSize")
    visitor.derived("cellStart")
    visitor.derived("members")
    visitor.derived("strokeOf")
    visitor.elements(&isNear, "isNear")
    if visitor.derived("covered") { sum() }
  }
}
