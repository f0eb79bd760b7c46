import SimFormats

/// Where the pictures of a contact sheet go, and how large each becomes, so that the sheet is no
/// larger than a picture that can be written.
package struct SheetLayout {
  /// The longest side that a picture keeps.
  package private(set) var side: Int
  /// Each picture's columns and rows.
  package private(set) var sizes: [(width: Int, height: Int)]
  /// Each picture's top left corner.
  package private(set) var corners: [(x: Int, y: Int)] = []
  /// The sheet's columns.
  package private(set) var width = 0
  /// The sheet's rows.
  package private(set) var height = 0

  private static var margin: Int { ContactSheet.margin }

  /// Lays out pictures in rows as wide as `columns` of the first: in fewer columns when they would
  /// get too wide, in more when too high, and where neither helps with smaller pictures.
  package static func fitting(_ sizes: [(width: Int, height: Int)], columns: Int) -> SheetLayout {
    var side = sizes.reduce(1) { max($0, $1.width, $1.height) }
    while true {
      let layout = SheetLayout(sizes, side: side, columns: columns)
      if layout.fits || side == 1 { return layout }
      side = max(1, side * 3 / 4)
    }
  }

  private init(_ whole: [(width: Int, height: Int)], side: Int, columns: Int) {
    self.side = side
    sizes = whole.map { FramePicture.size(width: $0.width, height: $0.height, fitting: side) }
    let first = sizes[0].width + Self.margin
    let highest = sizes.reduce(0) { max($0, $1.height) } + ContactSheet.spacing
    // A little less than the limit, for the margin on top.
    let rows = max(1, 16_000 / highest)
    let minimum = (sizes.count + rows - 1) / rows
    let maximum = max(1, (Limits.pictureSide.count - Self.margin) / first)
    flow(limit: Self.margin + min(max(columns, minimum), sizes.count, maximum) * first)
  }

  private var fits: Bool {
    max(width, height) <= Limits.pictureSide.count && width * height <= Limits.keptPixels.count
  }

  private mutating func flow(limit: Int) {
    var (x, y, rowHeight) = (Self.margin, Self.margin, 0)
    width = limit
    for size in sizes {
      // The first picture of a row stays, however wide: the next row has no more room.
      if x > Self.margin, x + size.width + Self.margin > limit {
        x = Self.margin
        y += rowHeight + ContactSheet.spacing
        rowHeight = 0
      }
      corners.append((x, y))
      x += size.width + Self.margin
      rowHeight = max(rowHeight, size.height)
      width = max(width, x)
    }
    height = y + rowHeight + ContactSheet.spacing
  }
}
