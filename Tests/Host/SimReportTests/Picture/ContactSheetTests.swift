import SimFormats
import SimHarness
import SimRaster
import SimReport
import SimRuntime
import Testing

/// Goal: contact sheets, pictures and frame tables show what was run, each cell in its place.
///
/// Method: plain colors whose every pixel is known, and tables read back column by column.
struct PictureTests {
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

  @Test func paletteKeepsColorsThatAreFewAndComesCloseToMany() {
    let few: [UInt8] = [10, 20, 30, 200, 100, 50, 10, 20, 30, 0, 0, 255]
    let exact = FramePicture(frame: 0, width: 4, height: 1, rgb: few).palette(of: 16)
    #expect(exact.colors.count == 3)
    #expect(Self.pixels(exact) == few)
    // A ramp of gray beside a patch of red: 32 colors are at most a few levels off.
    var many: [UInt8] = []
    for level in 0..<256 { many += [UInt8](repeating: UInt8(level), count: 3) }
    var red: [UInt8] = []
    for _ in 0..<64 { red += [250, 3, 3] }
    let picture = FramePicture(frame: 0, width: 320, height: 1, rgb: many + red)
    let palette = picture.palette(of: 32)
    #expect(palette.colors.count == 32)
    let errors = zip(Self.pixels(palette), picture.rgb).map { abs(Int($0) - Int($1)) }
    #expect((errors.max() ?? 0) <= 8)
    #expect(Array(Self.pixels(palette).suffix(3)) == [250, 3, 3])
    #expect(picture.palette(of: 1).colors.count == 1)
  }

  private static func pixels(_ palette: FramePicture.Palette) -> [UInt8] {
    palette.indices.flatMap { index in
      let color = palette.colors[Int(index)]
      return [color.red, color.green, color.blue]
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

  @Test func scalingAveragesLight() {
    let plain = Self.picture(30, 20, 77).scaled(toPixelCount: 35)
    #expect(plain.width == 7 && plain.height == 5)
    #expect(plain.rgb.allSatisfy { abs(Int($0) - 77) <= 1 })
    let small = Self.picture(5, 5, 9)
    #expect(small.scaled(toPixelCount: 25) == small && small.scaled(toPixelCount: 50) == small)
    // Half black and half white light is 188 of 255, not 128.
    let board = FramePicture(
      frame: 1, width: 2, height: 2, rgb: [0, 0, 0, 255, 255, 255, 255, 255, 255, 0, 0, 0])
    let gray = board.scaled(toPixelCount: 1)
    #expect(gray.rgb.allSatisfy { (186...189).contains($0) } && gray.frame == 1)
  }

  // MARK: - Tables

  @Test func everyRowHasEveryColumn() throws {
    var table = FrameTable()
    var scenario = Scenario.planted(frames: 12)
    scenario.plan.backgroundSpans = [FrameSpan(start: 4, end: 6)]
    let outcome = try scenario.run()
    table.append(outcome)
    table.append(outcome)
    #expect(table.text.hasSuffix("\n"))
    let lines = table.text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    #expect(lines.count == 25)
    let header = lines[0]
    #expect(Set(header).count == header.count && header.count == 20)
    #expect(header.suffix(2) == ["dots", "steps"])
    func value(_ row: Int, _ name: String) throws -> String {
      lines[row + 1][try #require(header.firstIndex(of: name))]
    }
    for row in 0..<24 {
      #expect(lines[row + 1].count == header.count)
      let frame = row % 12
      #expect(try value(row, "scenario") == "planted")
      #expect(try value(row, "frame") == "\(frame)")
      #expect(try value(row, "timeNanoseconds") == "\(frame * 1_000_000_000 / 60)")
      #expect(try value(row, "background") == (4..<6 ~= frame ? "1" : "0"))
      #expect(try value(row, "dots") == "8")
      #expect(try UInt64(value(row, "stateDigest"), radix: 16) == outcome.recorder.digests[frame])
      let slack = try #require(Int64(try value(row, "slackNanoseconds")))
      #expect(slack == 16_666_666 - Int64(outcome.recorder.frameNanoseconds(frame)))
      let isCounted = outcome.result.allocations.warmupTotal != nil
      #expect(try value(row, "allocations").isEmpty != isCounted)
    }
  }

  @Test func laterRunWithOtherPopulationsKeepsTheColumns() throws {
    var table = FrameTable()
    var outcome = try Scenario.planted(frames: 1).run()
    table.append(outcome)
    outcome.populationNames = ["steps", "unheard-of"]
    table.append(outcome)
    let last = try #require(table.text.split(separator: "\n").last)
    let cells = last.split(separator: ",", omittingEmptySubsequences: false)
    #expect(cells.suffix(2) == ["", "8"] && cells.count == 20)
  }
}
