/// One kind of flash as the words of WCAG 2.2 count it: without fine, balanced patterns, and by the
/// area that hangs together.
///
/// Of a cell that flashes, the samples count that have changed at all between two of its
/// transitions: none that flashes is left out, and of what stands still none is counted unless
/// noise moves it.
struct ContiguousFlash: Sendable {
  private(set) var window: TransitionWindow
  private(set) var summary = FlashSafety.Threshold()

  /// Samples of each cell that have changed since its last transition: a bit each.
  private var changed: [UInt16]
  /// Samples that took part in the transitions that the window holds.
  private var flashing: [UInt16]
  /// The largest area found in pictures of this size, in square points.
  private var largestArea: UInt32 = 0

  init(cellCapacity: Int, framesPerSecond: UInt32) {
    window = TransitionWindow(cellCapacity: cellCapacity, framesPerSecond: framesPerSecond)
    changed = [UInt16](repeating: 0, count: cellCapacity)
    flashing = [UInt16](repeating: 0, count: cellCapacity)
  }

  /// Forgets the transitions of the picture before.
  mutating func reset() {
    window.reset()
    for cell in changed.indices { changed[cell] = 0 }
    largestArea = 0
  }

  /// Begins a frame: what happened a second ago no longer counts.
  mutating func beginFrame() { window.beginFrame() }

  /// Notes which samples of a cell have changed in this frame.
  @inline(__always)
  mutating func note(_ cell: Int, _ samples: UInt16) { changed[cell] |= samples }

  /// Takes a transition of a cell, after its samples were noted.
  ///
  /// - Parameter isExempt: Whether it belongs to a fine, balanced pattern.
  mutating func mark(_ cell: Int, isExempt: Bool) {
    if !isExempt {
      flashing[cell] = changed[cell] | (window.counts[cell] == 0 ? 0 : flashing[cell])
      window.mark(cell)
    }
    changed[cell] = 0
  }

  /// Judges a frame after its transitions were marked.
  mutating func endFrame(
    _ frameIndex: UInt32, _ grid: borrowing LuminanceGrid, _ areas: inout ContiguousAreas
  ) {
    guard window.isChanged, window.maximum >= FlashTrack.failingTransitions else { return }
    // What is no larger than what was found changes nothing.
    let maximum = window.cells(atLeast: FlashTrack.failingTransitions) &* 16
    guard maximum > UInt64(largestArea),
      let box = areas.worst(window, flashing, grid, moreThan: largestArea)
    else { return }
    largestArea = box.area
    if box.share > summary.worstAreaShare {
      summary.worstAreaShare = box.share
      summary.worst = FlashSafety.Place(
        x: box.x, y: box.y, width: box.width, height: box.height, frame: frameIndex)
    }
    if box.isOverQuarter && summary.firstFailFrame == nil { summary.firstFailFrame = frameIndex }
  }
}

/// Finds the field of 10 degrees that holds the largest part of one flashing area that hangs
/// together.
///
/// Cells hang together that touch, at their corners too, or that have one cell between them: a cell
/// that two squares of a pattern share may average out and still flashes. The field may lie
/// anywhere, to the point.
///
/// Method: areas are labeled by a flood fill with a list of open cells, without recursion. Samples
/// of an area are counted by columns within the rows of a field; a step down adds one row of points
/// and takes one away, and a step to the right adds one column and takes one away, so that every
/// position of the field costs O(1) after O(points) for the area.
struct ContiguousAreas: Sendable {
  /// How many cells away the next one of an area may be.
  private static var reach: Int { 2 }

  /// The label of each cell's area; 0 where nothing flashes or that was not searched.
  private var areas: [UInt16]
  /// Cells of an area whose neighbors were not searched.
  private var open: [UInt32]
  /// Flashing samples of each column of points within the rows of a field.
  private var sums: [UInt32]

  /// An area that hangs together.
  private struct Area {
    /// What tells it from others.
    var label: UInt16
    /// Its cells' first and last column and row.
    var (left, right, top, bottom): (Int, Int, Int, Int)
    /// Square points that flash.
    var size: UInt32 = 0
  }

  /// Takes storage for so many blocks of 8 by 8 points.
  init(blockCapacity: Int) {
    areas = [UInt16](repeating: 0, count: blockCapacity * 4)
    open = [UInt32](repeating: 0, count: blockCapacity * 4)
    // A row of blocks is no longer than all of them.
    sums = [UInt32](repeating: 0, count: min(16_384 + 8, blockCapacity * 8))
  }

  /// The field with the most of an area whose cells have made seven transitions, the first of
  /// several; nil when none has more than so many square points.
  ///
  /// - Parameter flashing: The samples of each cell that flash.
  /// - Complexity: O(points).
  mutating func worst(
    _ window: borrowing TransitionWindow, _ flashing: borrowing [UInt16],
    _ grid: borrowing LuminanceGrid, moreThan minimum: UInt32
  ) -> FlashField.Box? {
    for cell in 0..<Int(grid.cellCount) {
      // Marked as not looked at.
      areas[cell] = UInt32(window.counts[cell]) >= FlashTrack.failingTransitions ? .max : 0
    }
    var (worst, maximum): (FlashField.Box?, UInt32) = (nil, minimum)
    var label: UInt16 = 0
    for row in 0..<grid.cellRows {
      for column in 0..<grid.cellColumns where areas[grid.cell(column, row)] == .max {
        // Numbers may come round: an area is done with before the next is looked at.
        label = label &+ 1 == .max ? 1 : label &+ 1
        let area = spread(from: column, row, label, flashing, grid)
        guard area.size > maximum else { continue }
        let box = field(area, flashing, grid)
        if box.area > maximum { (worst, maximum) = (box, box.area) }
      }
    }
    return worst
  }

  /// Gathers the area that a cell belongs to.
  private mutating func spread(
    from column: Int, _ row: Int, _ label: UInt16, _ flashing: borrowing [UInt16],
    _ grid: borrowing LuminanceGrid
  ) -> Area {
    var area = Area(label: label, left: column, right: column, top: row, bottom: row)
    let first = grid.cell(column, row)
    areas[first] = label
    open[0] = UInt32(truncatingIfNeeded: first)
    var count = 1
    while count > 0 {
      count &-= 1
      let cell = Int(open[count])
      let (x, y) = grid.position(ofCell: cell)
      area.size &+= UInt32((flashing[cell] & Self.inside(x, y, grid)).nonzeroBitCount)
      (area.left, area.right) = (min(area.left, x), max(area.right, x))
      (area.top, area.bottom) = (min(area.top, y), max(area.bottom, y))
      let reach = Self.reach
      for row in max(0, y &- reach)...min(grid.cellRows &- 1, y &+ reach) {
        for column in max(0, x &- reach)...min(grid.cellColumns &- 1, x &+ reach) {
          let next = grid.cell(column, row)
          guard areas[next] == .max else { continue }
          areas[next] = label
          open[count] = UInt32(truncatingIfNeeded: next)
          count &+= 1
        }
      }
    }
    return area
  }

  /// The samples of a cell that are not beyond the canvas.
  @inline(__always)
  private static func inside(_ x: Int, _ y: Int, _ grid: borrowing LuminanceGrid) -> UInt16 {
    let width = min(4, Int(grid.pointWidth) &- x &* 4)
    let height = min(4, Int(grid.pointHeight) &- y &* 4)
    // A row's bits in each of four rows, of which some are left.
    return (0x1111 &* (1 &<< UInt16(width) &- 1)) & (.max &>> UInt16(16 &- 4 &* height))
  }

  /// The field that holds the most of an area.
  private mutating func field(
    _ area: Area, _ flashing: borrowing [UInt16], _ grid: borrowing LuminanceGrid
  ) -> FlashField.Box {
    let (width, height) = FlashField.size(grid)
    let (lastX, lastY) = (grid.pointWidth &- width, grid.pointHeight &- height)
    var worst = FlashField.Box(area: 0, x: 0, y: 0, width: width, height: height)
    let left = UInt32(area.left &* 4)
    let right = min(grid.pointWidth, UInt32(area.right &* 4 &+ 4))
    let bottom = min(grid.pointHeight, UInt32(area.bottom &* 4 &+ 4))
    // From where the field holds the area's upper side to where it holds the lower one.
    let firstY = min(UInt32(area.top &* 4), lastY)
    let firstX = min(left, lastX)
    for x in left..<right { sums[Int(x)] = 0 }
    for y in firstY..<firstY &+ height { add(y, area, flashing, grid, isLeaving: false) }
    var y = firstY
    while true {
      // Columns beyond the area's have no sum of their own.
      var sum: UInt32 = 0
      for x in left..<min(right, firstX &+ width) { sum &+= sums[Int(x)] }
      var x = firstX
      while true {
        if sum > worst.area { (worst.area, worst.x, worst.y) = (sum, x, y) }
        guard x &+ width < right else { break }
        if x >= left { sum &-= sums[Int(x)] }
        sum &+= sums[Int(x &+ width)]
        x &+= 1
      }
      guard y &+ height < bottom else { return worst }
      add(y, area, flashing, grid, isLeaving: true)
      add(y &+ height, area, flashing, grid, isLeaving: false)
      y &+= 1
    }
  }

  /// Adds an area's samples in a row of points to the sums of their columns, or takes them away.
  private mutating func add(
    _ y: UInt32, _ area: Area, _ flashing: borrowing [UInt16], _ grid: borrowing LuminanceGrid,
    isLeaving: Bool
  ) {
    let row = Int(y / 4)
    guard row >= area.top, row <= area.bottom else { return }
    for column in area.left...area.right {
      let cell = grid.cell(column, row)
      guard areas[cell] == area.label else { continue }
      let samples = (flashing[cell] & Self.inside(column, row, grid)) &>> UInt16(y % 4 &* 4)
      for sample in 0..<4 where samples &>> UInt16(sample) & 1 == 1 {
        let place = column &* 4 &+ sample
        sums[place] = isLeaving ? sums[place] &- 1 : sums[place] &+ 1
      }
    }
  }
}
