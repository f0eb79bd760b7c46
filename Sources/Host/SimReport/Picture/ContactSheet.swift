import SimFormats

/// Several frames of a run in one image, each with a caption.
package struct ContactSheet {
  /// A frame and its caption.
  package struct Cell {
    /// The frame.
    package var picture: FramePicture
    /// Lower-case letters, digits, dots and spaces.
    package var caption: String

    /// Creates a cell.
    package init(picture: FramePicture, caption: String) {
      self.picture = picture
      self.caption = caption
    }
  }

  /// The height in pixels of a row's caption and margin.
  static var spacing: Int { captionHeight + margin }
  /// Pixels around and between frames.
  static let margin = 20
  private static let captionHeight = 26
  private static let background: [UInt8] = [24, 28, 37]
  private static let ink: [UInt8] = [158, 171, 192]

  /// The sheet's width in pixels.
  package let width: Int
  /// The sheet's height in pixels.
  package let height: Int
  /// Red, green and blue of each pixel, row after row.
  package private(set) var rgb: [UInt8]

  /// Lays out cells from left to right in rows as wide as `columns` of the first; a row is as
  /// high as its highest cell.
  ///
  /// A sheet that would exceed 16,384 pixels on a side, or 67,108,864 in total, gets other columns
  /// or smaller frames.
  ///
  /// - Precondition: At least one cell and one column.
  package init(_ cells: [Cell], columns: Int) {
    precondition(!cells.isEmpty && columns > 0, "a sheet has cells and columns")
    let layout = SheetLayout.fitting(
      cells.map { (Int($0.picture.width), Int($0.picture.height)) }, columns: columns)
    width = layout.width
    height = layout.height
    let line = (0..<width).flatMap { _ in Self.background }
    rgb = []
    rgb.reserveCapacity(line.count * height)
    for _ in 0..<height { rgb.append(contentsOf: line) }
    for (cell, corner) in zip(cells, layout.corners) {
      let picture = cell.picture.scaled(toSide: Int32(layout.side))
      self.place(picture, x: corner.x, y: corner.y)
      write(
        cell.caption, x: corner.x, y: corner.y + Int(picture.height) + 8,
        limit: corner.x + Int(picture.width) + Self.margin / 2)
    }
  }

  /// A sheet's first row of frames with their captions; the whole sheet if it has only one.
  ///
  /// A row ends at a gap of background lines larger than any within it.
  package static func firstRow(of sheet: FramePicture) -> FramePicture {
    let byteCount = Int(sheet.width) * 3
    func isEmpty(_ y: Int) -> Bool {
      let line = sheet.rgb[y * byteCount..<(y + 1) * byteCount]
      return line.elementsEqual((0..<byteCount).lazy.map { background[$0 % 3] })
    }
    var gap = 0
    for y in margin..<Int(sheet.height) {
      gap = isEmpty(y) ? gap + 1 : 0
      // Fewer empty lines lie between a picture and its caption.
      guard gap == margin else { continue }
      return FramePicture(
        frame: sheet.frame, width: sheet.width, height: Int32(y + 1),
        rgb: Array(sheet.rgb[..<((y + 1) * byteCount)]))
    }
    return sheet
  }

  private mutating func place(_ picture: FramePicture, x: Int, y: Int) {
    let bytes = Int(picture.width) * 3
    for row in 0..<Int(picture.height) {
      let target = ((y + row) * width + x) * 3
      rgb.replaceSubrange(
        target..<target + bytes, with: picture.rgb[row * bytes..<(row + 1) * bytes])
    }
  }

  /// Writes the characters that fit to the left of `limit`, so that captions never meet.
  private mutating func write(_ text: String, x: Int, y: Int, limit: Int) {
    let size = 2
    var left = x
    for character in text {
      guard left + 5 * size <= limit else { return }
      for (row, bits) in CaptionFont.rows(of: character).enumerated() {
        for column in 0..<5 where bits & (16 >> UInt8(column)) != 0 {
          fill(x: left + column * size, y: y + row * size, side: size)
        }
      }
      left += 6 * size
    }
  }

  private mutating func fill(x: Int, y: Int, side: Int) {
    for row in y..<min(y + side, height) {
      for column in x..<min(x + side, width) {
        for channel in 0..<3 { rgb[(row * width + column) * 3 + channel] = Self.ink[channel] }
      }
    }
  }
}
