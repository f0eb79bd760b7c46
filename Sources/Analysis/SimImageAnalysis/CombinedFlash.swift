/// Measures one kind of flash as defined by WCAG 2.2: without fine, balanced patterns, and by the
/// combined area of concurrent flashes, whether or not they are contiguous.
///
/// The samples of a cell count if they changed between two of its transitions. Unchanged samples
/// count only if noise changes them.
///
/// Method: samples are counted per column within the rows of a field. A step down adds one row of
/// points and removes one, and a step to the right adds one column and removes one, so every
/// position of the field costs O(1) after O(points) for the image. A frame is searched only if more
/// samples flash than in the last searched frame, so steady flashing costs no search.
struct CombinedFlash: Sendable {
  private(set) var summary = FlashSafety.Threshold()

  private var window: TransitionWindow
  /// The samples of each cell that changed since its last transition, one bit each.
  private var changed: [UInt16]
  /// The samples that took part in the transitions within the window.
  private var flashing: [UInt16]
  /// The number of flashing samples per column of points within the rows of a field.
  private var sums: [UInt32]
  /// The largest area found in images of this size, in square points.
  private var largestArea: UInt32 = 0
  /// Whether a cell or sample flashes that may not have flashed in the last searched frame.
  private var isGrown = false

  init(cellCapacity: Int, framesPerSecond: UInt32) {
    window = TransitionWindow(cellCapacity: cellCapacity, framesPerSecond: framesPerSecond)
    changed = [UInt16](repeating: 0, count: cellCapacity)
    flashing = [UInt16](repeating: 0, count: cellCapacity)
    // A row of cells is at most as long as all cells.
    sums = [UInt32](repeating: 0, count: min(16_384 + 8, cellCapacity * 2))
  }

  /// Clears all transitions.
  mutating func reset() {
    window.reset()
    for cell in changed.indices { changed[cell] = 0 }
    (largestArea, isGrown) = (0, false)
  }

  /// Starts a frame: drops transitions that are a second old.
  mutating func beginFrame() { window.beginFrame() }

  /// Records the samples of a cell that changed in this frame; returns all that changed since its
  /// last transition.
  @inline(__always)
  mutating func note(_ cell: Int, _ samples: UInt16) -> UInt16 {
    changed[cell] |= samples
    return changed[cell]
  }

  /// Records a transition of a cell, after its samples were noted.
  ///
  /// - Parameter isExempt: Whether the transition belongs to a fine, balanced pattern.
  mutating func mark(_ cell: Int, isExempt: Bool) {
    if !isExempt {
      let before = window.counts[cell] == 0 ? 0 : flashing[cell]
      flashing[cell] = before | changed[cell]
      window.mark(cell)
      let count = UInt32(window.counts[cell])
      if count == FlashTrack.failingTransitions
        || count > FlashTrack.failingTransitions && flashing[cell] != before
      {
        isGrown = true
      }
    }
    changed[cell] = 0
  }

  /// Evaluates a frame after its transitions were marked.
  mutating func endFrame(_ frameIndex: UInt32, _ grid: borrowing LuminanceGrid) {
    // Areas up to the largest one found change nothing.
    guard isGrown,
      window.cells(atLeast: FlashTrack.failingTransitions) &* 16 > UInt64(largestArea)
    else { return }
    isGrown = false
    let box = worst(grid)
    guard box.area > largestArea else { return }
    largestArea = box.area
    if box.share > summary.worstAreaShare {
      summary.worstAreaShare = box.share
      summary.worst = FlashSafety.Place(
        x: box.x, y: box.y, width: box.width, height: box.height, frame: frameIndex)
    }
    if box.isOverQuarter && summary.firstFailFrame == nil { summary.firstFailFrame = frameIndex }
  }

  /// The field with the most flashing samples of cells with seven transitions; the first if several
  /// are equal.
  private mutating func worst(_ grid: borrowing LuminanceGrid) -> FlashField.Box {
    let (width, height) = FlashField.size(grid)
    let (right, bottom) = (grid.pointWidth, grid.pointHeight)
    var worst = FlashField.Box(area: 0, x: 0, y: 0, width: width, height: height)
    for x in 0..<grid.cellColumns &* 4 { sums[x] = 0 }
    for y in 0..<height { add(y, grid, isLeaving: false) }
    var y: UInt32 = 0
    while true {
      var sum: UInt32 = 0
      for x in 0..<Int(width) { sum &+= sums[x] }
      var x: UInt32 = 0
      while true {
        if sum > worst.area { (worst.area, worst.x, worst.y) = (sum, x, y) }
        guard x &+ width < right else { break }
        sum = sum &- sums[Int(x)] &+ sums[Int(x &+ width)]
        x &+= 1
      }
      guard y &+ height < bottom else { return worst }
      add(y, grid, isLeaving: true)
      add(y &+ height, grid, isLeaving: false)
      y &+= 1
    }
  }

  /// Adds the flashing samples of a row of points to the sums of their columns, or subtracts them.
  private mutating func add(_ y: UInt32, _ grid: borrowing LuminanceGrid, isLeaving: Bool) {
    let row = Int(y / 4)
    for column in 0..<grid.cellColumns {
      let cell = grid.cell(column, row)
      guard UInt32(window.counts[cell]) >= FlashTrack.failingTransitions else { continue }
      let samples = flashing[cell] &>> UInt16(y % 4 &* 4)
      for sample in 0..<4 where samples &>> UInt16(sample) & 1 == 1 {
        let place = column &* 4 &+ sample
        sums[place] = isLeaving ? sums[place] &- 1 : sums[place] &+ 1
      }
    }
  }
}
