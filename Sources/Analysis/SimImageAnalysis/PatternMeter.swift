/// Detects regular stripe patterns that stay for half a second.
///
/// The rule follows ITU-R BT.1702 and its basis (Wilkins, Emmett and Harding, 2005, "Characterizing
/// the patterned images that precipitate seizures"): more than five pairs of light and dark
/// stripes, of any orientation, straight, curved or formed by rows of objects, with the light ones
/// brighter than 50 cd/m², 1/4 of a screen's 200, over more than 1/4 of the screen for half a
/// second. EA IRIS uses the same limits: six stripes, 0.25, 0.25 and half a second. The area is 1/4
/// of any field of 10 degrees, as for flashes. Both sources allow eight pairs, or a larger area,
/// for stripes that stand still or drift; here all stripes count alike.
///
/// Method: the image is checked eight times per second, and only if it has changed; a cell with
/// stripes counts as striped since the previous check. So a pattern of half a second is always
/// detected, one of 3/8 s may be detected, and one that is missing at some check is not a pattern
/// but a flash.
struct PatternMeter: Sendable {
  /// The results of the longest pattern in each field.
  private(set) var summary = FlashSafety.Pattern()

  /// The fraction of the worst field that shows a long pattern, at the last check.
  private(set) var areaShare: Float = 0

  private var scan: StripeScan
  /// The frame since which a cell shows stripes, or `never`.
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

  /// Allocates storage for images of up to `blockCapacity` blocks of 8 by 8 points.
  init(blockCapacity: Int, framesPerSecond: UInt32) {
    scan = StripeScan(capacity: blockCapacity * 16)
    since = [UInt32](repeating: Self.never, count: blockCapacity * 4)
    held = [UInt8](repeating: 0, count: blockCapacity * 4)
    interval = max(1, framesPerSecond / 8)
    // A pattern of half a second is counted for at least this many frames, regardless of when
    // checks occur.
    heldFrames = (framesPerSecond + 1) / 2 / interval * interval
  }

  /// Clears the previous image and requests a check of the next.
  ///
  /// - Parameter frame: The index of the next image.
  mutating func reset(_ frame: UInt32) {
    for index in since.indices { since[index] = Self.never }
    (isAnyStriped, isStale, nextLook, sinceUnseen) = (false, true, frame, frame)
    areaShare = 0
  }

  /// Processes a frame's image.
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

  /// Determines the cells that show stripes.
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

  /// Whether at least half of a cell's values lie in stripes.
  private func isStriped(_ column: Int, _ row: Int, _ stride: Int) -> Bool {
    let upper = row &* 2 &* stride &+ column &* 2
    let lower = upper &+ stride
    let above = scan.striped[upper] &+ scan.striped[upper &+ 1]
    return above &+ scan.striped[lower] &+ scan.striped[lower &+ 1] >= 2
  }

  /// Finds the field with the most cells that have shown stripes for long enough.
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
