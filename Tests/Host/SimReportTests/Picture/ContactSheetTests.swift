import SimFormats
import SimReport
import Testing

/// Goal: contact sheets show what was run, each cell in its place.
///
/// Method: plain colors whose every pixel is known.
struct ContactSheetTests {
  private static func picture(
    _ width: Int32, _ height: Int32, _ level: UInt8, frame: UInt32 = 0
  ) -> FramePicture {
    FramePicture(
      frame: frame, width: width, height: height,
      rgb: [UInt8](repeating: level, count: Int(width * height) * 3))
  }

  /// Counts pixels of a gray level and the box around them.
  private static func area(
    _ sheet: ContactSheet, _ level: UInt8
  ) -> (count: Int, minX: Int, minY: Int, maxX: Int, maxY: Int) {
    var area = (count: 0, minX: Int.max, minY: Int.max, maxX: -1, maxY: -1)
    for y in 0..<sheet.height {
      for x in 0..<sheet.width {
        let slot = (y * sheet.width + x) * 3
        guard sheet.rgb[slot..<slot + 3].allSatisfy({ $0 == level }) else { continue }
        area.count += 1
        area.minX = min(area.minX, x)
        area.minY = min(area.minY, y)
        area.maxX = max(area.maxX, x)
        area.maxY = max(area.maxY, y)
      }
    }
    return area
  }

  @Test(arguments: [1, 2, 3, 5, 9])
  func cellsKeepTheirPixelsAndNeverOverlap(columns: Int) {
    var cells: [ContactSheet.Cell] = []
    for index in 0..<7 {
      let picture = Self.picture(
        Int32(30 + index * 5), Int32(50 - index * 4), UInt8(100 + index))
      cells.append(
        ContactSheet.Cell(picture: picture, caption: "a caption far wider than its cell 0123"))
    }
    let sheet = ContactSheet(cells, columns: columns)
    #expect(sheet.rgb.count == sheet.width * sheet.height * 3)
    for (index, cell) in cells.enumerated() {
      let (width, height) = (Int(cell.picture.width), Int(cell.picture.height))
      let area = Self.area(sheet, UInt8(100 + index))
      // Nothing was painted over and nothing lies apart.
      #expect(area.count == width * height, "cell \(index)")
      #expect(area.maxX - area.minX + 1 == width && area.maxY - area.minY + 1 == height)
      #expect(area.minX >= 20 && area.maxX < sheet.width - 20)
      #expect(area.maxY < sheet.height - 20)
    }
  }

  /// Rows of unequal height, captions that hang below, and a sheet of one row.
  @Test(arguments: [1, 2, 3, 7])
  func firstRowIsCutWhereItEnds(columns: Int) {
    var cells: [ContactSheet.Cell] = []
    for index in 0..<7 {
      let picture = Self.picture(60, Int32(30 + index * 5), UInt8(100 + index))
      cells.append(ContactSheet.Cell(picture: picture, caption: "1.5 s"))
    }
    let sheet = ContactSheet(cells, columns: columns)
    let whole = FramePicture(
      frame: 0, width: Int32(sheet.width), height: Int32(sheet.height), rgb: sheet.rgb)
    let row = ContactSheet.firstRow(of: whole)
    #expect(row.width == whole.width)
    #expect(row.rgb == Array(sheet.rgb.prefix(row.rgb.count)))
    for index in cells.indices {
      let area = Self.area(sheet, UInt8(100 + index))
      let bottom = Int(row.height) - 1
      #expect(index < columns ? bottom >= area.maxY + 22 : bottom < area.minY, "cell \(index)")
    }
  }

  @Test func captionsAreDrawnBelowTheirOwnCell() {
    func inkRows(_ captions: [String]) -> [(x: Int, y: Int)] {
      let cells = captions.map { ContactSheet.Cell(picture: Self.picture(60, 40, 0), caption: $0) }
      let sheet = ContactSheet(cells, columns: 2)
      let inked = (0..<sheet.width * sheet.height).filter { sheet.rgb[$0 * 3] == 158 }
      return inked.map { ($0 % sheet.width, $0 / sheet.width) }
    }
    #expect(inkRows(["", " "]).isEmpty)
    let left = inkRows(["8", ""])
    #expect(!left.isEmpty && left.allSatisfy { $0.x >= 20 && $0.x < 32 })
    #expect(left.allSatisfy { $0.y >= 60 && $0.y < 86 })
    #expect(inkRows(["", "8"]).allSatisfy { $0.x >= 100 && $0.x < 112 })
    // However long, a caption ends before its neighbor begins.
    let long = inkRows([String(repeating: "8", count: 40), ""])
    #expect(long.count > left.count && long.allSatisfy { $0.x < 100 })
  }

  @Test func everyCharacterOfCaptionsHasItsOwnShape() {
    let characters = Array("0123456789.abcdefghijklmnopqrstuvwxyz-")
    let shapes = characters.map { character in
      ContactSheet(
        [ContactSheet.Cell(picture: Self.picture(40, 4, 0), caption: String(character))],
        columns: 1
      ).rgb
    }
    #expect(Set(shapes).count == characters.count)
  }
}
