/// The number of transitions of each cell within the last second.
struct TransitionWindow: Sendable {
  /// The count of each cell, at most one per frame.
  private(set) var counts: [UInt8]
  /// Whether any count changed in this frame.
  private(set) var isChanged = false

  /// The cells with a transition in each of the last frames, one bit each.
  private var marks: [UInt64]
  /// The number of cells with each count.
  private var cellsWithCount = [UInt32](repeating: 0, count: 256)
  private let words: Int
  private let frames: Int
  private var slot = 0

  init(cellCapacity: Int, framesPerSecond: UInt32) {
    precondition((1...240).contains(framesPerSecond), "1 to 240 frames per second")
    words = (cellCapacity + 63) / 64
    frames = Int(framesPerSecond)
    counts = [UInt8](repeating: 0, count: cellCapacity)
    marks = [UInt64](repeating: 0, count: words * frames)
  }

  /// Clears all transitions.
  mutating func reset() {
    for index in counts.indices { counts[index] = 0 }
    for index in marks.indices { marks[index] = 0 }
    for index in cellsWithCount.indices { cellsWithCount[index] = 0 }
    isChanged = true
  }

  /// Starts a frame: drops transitions that are a second old.
  mutating func beginFrame() {
    slot = slot &+ 1 == frames ? 0 : slot &+ 1
    isChanged = false
    for word in 0..<words {
      var bits = marks[slot &* words &+ word]
      guard bits != 0 else { continue }
      marks[slot &* words &+ word] = 0
      isChanged = true
      while bits != 0 {
        let cell = word &* 64 &+ bits.trailingZeroBitCount
        bits &= bits &- 1
        cellsWithCount[Int(counts[cell])] &-= 1
        counts[cell] &-= 1
        cellsWithCount[Int(counts[cell])] &+= 1
      }
    }
  }

  /// Counts a transition of a cell, at most one per frame.
  mutating func mark(_ cell: Int) {
    isChanged = true
    marks[slot &* words &+ cell &>> 6] |= 1 &<< UInt64(cell & 63)
    // `cellsWithCount` does not include cells without transitions.
    if counts[cell] > 0 { cellsWithCount[Int(counts[cell])] &-= 1 }
    counts[cell] &+= 1
    cellsWithCount[Int(counts[cell])] &+= 1
  }

  /// The number of cells with at least `count` transitions.
  func cells(atLeast count: UInt32) -> UInt64 {
    var sum: UInt64 = 0
    for index in Int(max(1, count))..<256 { sum &+= UInt64(cellsWithCount[index]) }
    return sum
  }

  /// The maximum count of any cell.
  var maximum: UInt32 {
    var index = 255
    while index > 0 && cellsWithCount[index] == 0 { index &-= 1 }
    return UInt32(index)
  }
}
