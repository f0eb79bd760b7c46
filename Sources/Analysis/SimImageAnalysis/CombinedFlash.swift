/// One kind of flash as WCAG 2.2 defines it: without fine, balanced patterns, and by the combined
/// area of what flashes at the same time, whether it touches or not.
///
/// The samples of a cell count that changed between two of its transitions. Samples that stand
/// still count only if noise changes them.
///
/// Method: samples are counted by columns within the rows of a field; a step down adds one row of
/// points and removes one, and a step to the right adds one column and removes one, so that every
/// position of the field costs O(1) after O(points) for the picture. A frame is searched only if
/// more flashes than in the last one searched, so that steady flashing costs no search.
struct CombinedFlash: Sendable {
  private(set) var summary = FlashSafety.Threshold()

  private var window: TransitionWindow
  /// Samples of each cell that have changed since its last transition: a bit each.
  private var changed: [UInt16]
  /// Samples that took part in the transitions that the window holds.
  private var flashing: [UInt16]
  /// Flashing samples of each column of points within the rows of a field.
  private var sums: [UInt32]
  /// The largest area found in pictures of this size, in square points.
  private var largestArea: UInt32 = 0
  /// Whether a cell or a sample flashes that may not have done so in the last frame searched.
  private var isGrown = false

  init(cellCapacity: Int, framesPerSecond: UInt32) {
    window = TransitionWindow(cellCapacity: cellCapacity, framesPerSecond: framesPerSecond)
    changed = [UInt16](repeating: 0, count: cellCapacity)
    flashing = [UInt16](repeating: 0, count: cellCapacity)
    // A row of cells is no longer than all of them.
    sums = [UInt32](repeating: 0, count: min(16_384 + 8, cellCapacity * 2))
  }

  /// Forgets the transitions of the picture before.
  mutating func reset() {
    window.reset()
    for cell in changed.indices { changed[cell] = 0 }
    (largestArea, isGrown) = (0, false)
  }

  /// Begins a frame: what happened a second ago no longer counts.
  mutating func beginFrame() { window.beginFrame() }

  /// Notes which samples of a cell have changed in this frame; all since its last transition.
  @inline(__always)
  mutating func note(_ cell: Int, _ samples: UInt16) -> UInt16 {
    changed[cell] |= samples
    return changed[cell]
  }

  /// Takes a transition of a cell, after its samples were noted.
  ///
  /// - Parameter isExempt: Whether it belongs to a fine, balanced pattern.
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

  /// Judges a frame after its transitions were marked.
  mutating func endFrame(_ frameIndex: UInt32, _ grid: borrowing LuminanceGrid) {
    // What is no larger than what was found changes nothing.
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

  /// The field that holds the most samples of cells with seven transitions, the first of several.
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

  /// Adds the flashing samples in a row of points to the sums of their columns, or removes them.
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
