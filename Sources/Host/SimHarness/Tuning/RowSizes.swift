import SimFormats

/// The sizes of a recording: scenes, counts and canvases, and which of them only check a fit.
struct RowSizes {
  /// One size.
  struct Size: Hashable {
    var scene: String
    var count: UInt32
    var canvasPixels: UInt64

    /// The size in words.
    var text: String { "\(count) members, \(canvasPixels) px" }
  }

  /// The sizes by scene, canvas and count.
  let sizes: [Size]
  /// Whether each of them only checks the fit.
  let isHeldOut: [Bool]
  /// The size of each row.
  let ofRow: [Int]

  /// Sizes by which it takes every third, from the second on, where no row says.
  private static var period: Int { 3 }

  /// Sorts rows by their sizes.
  ///
  /// Where the recording marks none, every third size checks the fit, as long as there are enough:
  /// neither the smallest nor, mostly, the largest, so that nothing is predicted far outside.
  init(_ rows: [FrameRows.Row]) {
    let keys = rows.map {
      Size(scene: $0.scene, count: $0.count, canvasPixels: $0.canvasPixels)
    }
    let sizes = Set(keys).sorted {
      ($0.scene, $0.canvasPixels, $0.count) < ($1.scene, $1.canvasPixels, $1.count)
    }
    var places: [Size: Int] = [:]
    for (place, size) in sizes.enumerated() { places[size] = place }
    let ofRow = keys.map { places[$0] ?? 0 }
    var marks = [Bool](repeating: false, count: sizes.count)
    for (row, size) in zip(rows, ofRow) where row.isHeldOut { marks[size] = true }
    let needed = FitRefusal.minimumFittedSizes + FitRefusal.minimumHeldOutSizes
    if !marks.contains(true), sizes.count >= needed {
      for place in marks.indices where place % Self.period == 1 { marks[place] = true }
    }
    self.sizes = sizes
    isHeldOut = marks
    self.ofRow = ofRow
  }

  /// Why there are too few of them; nil when there are enough.
  var refusal: FitRefusal? {
    let heldOut = isHeldOut.count { $0 }
    let fitted = sizes.count - heldOut
    guard
      fitted < FitRefusal.minimumFittedSizes || heldOut < FitRefusal.minimumHeldOutSizes
    else { return nil }
    return .tooFewSizes(fitted: fitted, heldOut: heldOut)
  }

  /// Neighboring rows of one size in stretches of at most so many frames, which are averaged: what
  /// single frames take varies too much.
  func stretches(length: Int) -> [Range<Int>] {
    var stretches: [Range<Int>] = []
    var start = 0
    for index in ofRow.indices.dropFirst() {
      guard ofRow[index] != ofRow[start] || index - start >= length else { continue }
      stretches.append(start..<index)
      start = index
    }
    if start < ofRow.count { stretches.append(start..<ofRow.count) }
    return stretches
  }
}
