/// Finds regular patterns of stripes that stay for half a second.
///
/// ITU-R BT.1702 and the work it rests on (Wilkins, Emmett and Harding, 2005, "Characterizing the
/// patterned images that precipitate seizures"): more than five pairs of light and dark stripes, of
/// whatever orientation, straight or curved, or formed by rows of things, the light ones brighter
/// than 50 cd/m², a quarter of a screen's 200, over more than a quarter of the screen for half a
/// second. EA IRIS measures the same: six stripes, 0.25, 0.25 and half a second. The quarter is
/// that of any field of 10 degrees, as for flashes. Both let eight pairs pass, or a larger area,
/// where stripes stand still or drift; here stripes count alike however they move.
///
/// Method: the picture is looked at eight times a second, and only where it has changed since; a
/// cell that shows stripes counts as doing so since the look before. So a pattern of half a second
/// is always found, one of three eighths of a second may be, and one that is gone at some look is
/// none: it flashes.
struct PatternMeter: Sendable {
  /// What the longest pattern of each field came to.
  private(set) var summary = FlashSafety.Pattern()

  /// The share of the worst field that shows a long pattern, as of the last look.
  private(set) var areaShare: Float = 0

  private var scan: StripeScan
  /// The frame since which a cell shows stripes; nothing for those that do not.
  private var since: [UInt32]
  /// 1 for cells that have shown stripes for half a second.
  private var held: [UInt8]
  private var isAnyStriped = false
  private var isStale = true
  private var nextLook: UInt32 = 0
  private var sinceUnseen: UInt32 = 0
  private let interval: UInt32
  private let heldFrames: UInt32

  private static var never: UInt32 { .max }

  /// Takes storage for pictures of so many blocks of 8 by 8 points.
  init(blockCapacity: Int, framesPerSecond: UInt32) {
    scan = StripeScan(capacity: blockCapacity * 16)
    since = [UInt32](repeating: Self.never, count: blockCapacity * 4)
    held = [UInt8](repeating: 0, count: blockCapacity * 4)
    interval = max(1, framesPerSecond / 8)
    // A pattern of half a second is counted for so many frames at least, wherever the looks fall.
    heldFrames = (framesPerSecond + 1) / 2 / interval * interval
  }

  /// Forgets the picture before, and looks at the next.
  ///
  /// - Parameter frame: The index of the next.
  mutating func reset(_ frame: UInt32) {
    for index in since.indices { since[index] = Self.never }
    (isAnyStriped, isStale, nextLook, sinceUnseen) = (false, true, frame, frame)
    areaShare = 0
  }

  /// Takes a frame's picture.
  mutating func advance(
    _ frame: UInt32, _ grid: borrowing LuminanceGrid, _ field: inout FlashField
  ) {
    if grid.sums.recoloredCount > 0 { isStale = true }
    guard frame >= nextLook else { return }
    if isStale { look(grid) }
    areaShare = 0
    if isAnyStriped { judge(frame, grid, &field) }
    (isStale, nextLook, sinceUnseen) = (false, frame &+ interval, frame &+ 1)
  }

  /// Finds out which cells show stripes.
  private mutating func look(_ grid: borrowing LuminanceGrid) {
    let wasAny = isAnyStriped
    let values = StripeScan.Values(
      sums: grid.sums.fine, stride: Int(grid.columns) &* 4,
      width: Int(grid.pointWidth &+ 1) / 2, height: Int(grid.pointHeight &+ 1) / 2,
      white: Float(LuminanceTable.white) * 4)
    isAnyStriped = scan.scan(values)
    guard isAnyStriped || wasAny else { return }
    summary.maximumPairs = max(summary.maximumPairs, scan.maximumPairs)
    for row in 0..<grid.cellRows {
      for column in 0..<grid.cellColumns {
        let cell = grid.cell(column, row)
        if isAnyStriped && isStriped(column, row, values.stride) {
          if since[cell] == Self.never { since[cell] = sinceUnseen }
        } else {
          since[cell] = Self.never
        }
      }
    }
  }

  /// Whether half of a cell's values lie in stripes.
  private func isStriped(_ column: Int, _ row: Int, _ stride: Int) -> Bool {
    let upper = row &* 2 &* stride &+ column &* 2
    let lower = upper &+ stride
    let above = scan.striped[upper] &+ scan.striped[upper &+ 1]
    return above &+ scan.striped[lower] &+ scan.striped[lower &+ 1] >= 2
  }

  /// Finds the field with most cells that have shown stripes for long enough.
  private mutating func judge(
    _ frame: UInt32, _ grid: borrowing LuminanceGrid, _ field: inout FlashField
  ) {
    var isAny = false
    for row in 0..<grid.cellRows {
      for column in 0..<grid.cellColumns {
        let cell = grid.cell(column, row)
        let isHeld = since[cell] != Self.never && frame &- since[cell] &+ 1 >= heldFrames
        held[cell] = isHeld ? 1 : 0
        isAny = isAny || isHeld
      }
    }
    guard isAny else { return }
    let box = field.worst(held, atLeast: 1, grid)
    areaShare = box.share
    if box.share > summary.worstAreaShare {
      summary.worstAreaShare = box.share
      summary.worst = FlashSafety.Place(
        x: box.x, y: box.y, width: box.width, height: box.height, frame: frame)
    }
    if box.isOverQuarter && summary.firstFailFrame == nil { summary.firstFailFrame = frame }
  }
}
