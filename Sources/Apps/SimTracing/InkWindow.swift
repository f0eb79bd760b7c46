import SimbenchKit

/// The amount of ink and the amount on the path, for all ink and for the most recent ink.
///
/// Lengths are integers, with 1,024 units per part, so that ink that leaves the window subtracts
/// exactly what it added. The window is a ring of bins, each closed when it holds one part, so a
/// piece of ink costs O(1); the simple form sums all ink of the window.
struct InkWindow: Sendable {
  private static var unitsPerPart: Float { 1024 }

  private let unitLength: Float
  private let windowUnits: UInt64
  /// The units of ink, and of ink on the path, in each bin of the ring.
  private var binUnits: [UInt32]
  private var binOnPath: [UInt32]
  /// The oldest bin and the number of bins; the last one is open.
  private var oldest: UInt32 = 0
  private var binCount: UInt32 = 1
  private var recentUnits: UInt64 = 0
  private var recentOnPath: UInt64 = 0
  private var units: UInt64 = 0
  private var onPath: UInt64 = 0
  /// The mean of the squared deviation, weighted by length.
  private(set) var meanSquare: Float = 0
  private(set) var largest: Float = 0

  /// - Parameters:
  ///   - length: The length of the window, in points of ink.
  ///   - step: The longest part in points.
  init(length: Float, step: Float) {
    unitLength = step / Self.unitsPerPart
    windowUnits = UInt64(max(length, step) / unitLength)
    // Closed bins hold at least one part, which limits their number; two more for the ends.
    let capacity = Int(windowUnits / UInt64(Self.unitsPerPart)) + 3
    binUnits = [UInt32](repeating: 0, count: capacity)
    // Separate storage: shared storage would be copied at the first ink.
    binOnPath = [UInt32](repeating: 0, count: capacity)
  }

  /// Adds ink of the length `weight`, in points, at a distance of `deviation` points from the path.
  mutating func add(deviation: Float, weight: Float, isOnPath: Bool) {
    // Limited to slightly more than a whole window, so that ink far away cannot overflow.
    let added = UInt64(max(1, min(weight / unitLength, Float(windowUnits) + 1) + 0.5))
    units &+= added
    meanSquare += (deviation * deviation - meanSquare) * (Float(added) / Float(units))
    largest = max(largest, deviation)
    if isOnPath { onPath &+= added }
    put(added, onPath: isOnPath ? added : 0)
  }

  /// Replaces the ink by that of a window of another size, with every length multiplied by `scale`.
  mutating func take(from other: InkWindow, scale: Float) {
    (oldest, binCount, recentUnits, recentOnPath) = (0, 1, 0, 0)
    (binUnits[0], binOnPath[0]) = (0, 0)
    func scaled(_ units: UInt64) -> UInt64 { UInt64(min(Float(units) * scale + 0.5, 1e18)) }
    for index in 0..<other.binCount {
      let bin = Int((other.oldest + index) % UInt32(other.binUnits.count))
      let near = scaled(UInt64(other.binOnPath[bin]))
      let far = scaled(UInt64(other.binUnits[bin] - other.binOnPath[bin]))
      put(near + far, onPath: near)
    }
    onPath = scaled(other.onPath)
    units = onPath + scaled(other.units - other.onPath)
    meanSquare = other.meanSquare * scale * scale
    largest = other.largest * scale
  }

  private mutating func put(_ added: UInt64, onPath near: UInt64) {
    let bin = Int((oldest + binCount - 1) % UInt32(binUnits.count))
    binUnits[bin] &+= UInt32(truncatingIfNeeded: added)
    binOnPath[bin] &+= UInt32(truncatingIfNeeded: near)
    recentUnits &+= added
    recentOnPath &+= near
    if binUnits[bin] >= UInt32(Self.unitsPerPart) { openBin() }
  }

  private mutating func openBin() {
    while recentUnits > windowUnits && binCount > 1 { dropOldest() }
    if Int(binCount) == binUnits.count { dropOldest() }
    let bin = Int((oldest + binCount) % UInt32(binUnits.count))
    binUnits[bin] = 0
    binOnPath[bin] = 0
    binCount += 1
  }

  private mutating func dropOldest() {
    recentUnits &-= UInt64(binUnits[Int(oldest)])
    recentOnPath &-= UInt64(binOnPath[Int(oldest)])
    oldest = (oldest + 1) % UInt32(binUnits.count)
    binCount -= 1
  }

  /// The fraction of all ink that is on the path.
  var share: Float { units > 0 ? Float(onPath) / Float(units) : 0 }

  /// The fraction of the ink in the window that is on the path.
  var recentShare: Float { recentUnits > 0 ? Float(recentOnPath) / Float(recentUnits) : 0 }

  /// The length of all ink in points.
  var length: Float { Float(units) * unitLength }
}

extension InkWindow: StateFields {
  /// Visits the sums and the used bins, oldest first, regardless of their place in the ring.
  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.derived("unitLength")
    visitor.derived("windowUnits")
    visitor.field(&units, "units")
    visitor.field(&onPath, in: 0...units, "onPath")
    visitor.field(&recentUnits, "recentUnits")
    visitor.field(&recentOnPath, "recentOnPath")
    visitor.field(&meanSquare, "meanSquare")
    visitor.field(&largest, "largest")
    let capacity = UInt32(binUnits.count)
    visitor.field(&binCount, in: 1...capacity, "binCount")
    if visitor.derived("oldest") { oldest = 0 }
    for index in 0..<capacity {
      visitor.when(index < binCount) {
        let bin = Int((oldest + index) % capacity)
        $0.beginWord()
        Self.visit(&binOnPath[bin], index, "binOnPath", &$0)
        Self.visit(&binUnits[bin], index, "binUnits", &$0)
        $0.endWord()
        if binOnPath[bin] > binUnits[bin] { $0.refuse("binOnPath") }
      }
    }
  }

  /// Visits one of the two numbers of a bin.
  private static func visit<Visitor: StateVisitor>(
    _ number: inout UInt32, _ index: UInt32, _ name: StaticString, _ visitor: inout Visitor
  ) {
    visitor.enter(name)
    visitor.element(index)
    visitor.field(&number, "")
    visitor.leave()
  }
}
