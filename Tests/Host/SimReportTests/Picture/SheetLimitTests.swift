import SimFormats
import SimReport
import Testing

/// Goal: a contact sheet is a picture that can be written, whatever is put on it.
///
/// Method: strips and squares in numbers that would make sheets of millions of columns, rows or
/// pixels; those that fit stay as they are.
struct SheetLimitTests {
  private static func cell(_ width: Int32, _ height: Int32, _ level: UInt8) -> ContactSheet.Cell {
    ContactSheet.Cell(
      picture: FramePicture(
        frame: 0, width: width, height: height,
        rgb: [UInt8](repeating: level, count: Int(width) * Int(height) * 3)),
      caption: "1.5 s")
  }

  @Test(
    arguments: [
      [(16_384, 1)], [(1, 16_384)], [(4090, 20)], [(16_384, 1), (1, 16_384)],
      [(8192, 2), (2, 8192)], [(500, 1), (1, 500)], [(16_384, 16_384)],
    ] as [[(width: Int, height: Int)]], [1, 5, 100])
  func fits(shapes: [(width: Int, height: Int)], columns: Int) {
    for count in [1, 2, 10, 300, 10_000] {
      let sizes = (0..<count).map { shapes[$0 % shapes.count] }
      let layout = SheetLayout.fitting(sizes, columns: columns)
      #expect(max(layout.width, layout.height) <= Limits.pictureSide.count)
      #expect(layout.width * layout.height <= Limits.keptPixels.count)
      #expect(layout.corners.count == count && layout.sizes.count == count)
      let isInside = zip(layout.corners, layout.sizes).allSatisfy { corner, size in
        size.width > 0 && size.height > 0 && corner.x > 0 && corner.y > 0
          && corner.x + size.width < layout.width && corner.y + size.height < layout.height
      }
      #expect(isInside)
    }
  }

  /// The sheet is as large as its layout says, and shows what is left of each picture.
  @Test func aSheetOfStripsIsPainted() {
    let sheet = ContactSheet([Self.cell(16_384, 1, 200), Self.cell(16_384, 1, 201)], columns: 5)
    #expect(sheet.rgb.count == sheet.width * sheet.height * 3)
    #expect(sheet.width <= Limits.pictureSide.count)
    #expect(sheet.rgb.contains(200) && sheet.rgb.contains(201))
  }

  /// What fits keeps every pixel, and what is given as columns counts.
  @Test func ordinarySheetsStay() {
    let sheet = ContactSheet((0..<10).map { Self.cell(240, 520, UInt8(100 + $0)) }, columns: 5)
    #expect(sheet.width == 20 + 5 * 260 && sheet.height == 20 + 2 * 566)
  }

  @Test func scalingKeepsAPixelOfEachSide() {
    let strip = Self.cell(16_384, 1, 9).picture
    let short = strip.scaled(toSide: 1600)
    #expect((short.width, short.height) == (1600, 1) && short.rgb.allSatisfy { $0 == 9 })
    let few = strip.scaled(toPixelCount: 100)
    #expect((few.width, few.height) == (100, 1))
    let line = Self.cell(1, 16_384, 9).picture.scaled(toPixelCount: 100)
    #expect((line.width, line.height) == (1, 100))
    let small = Self.cell(30, 20, 9).picture
    #expect(small.scaled(toSide: 30) == small)
    let half = small.scaled(toSide: 15)
    #expect((half.width, half.height) == (15, 10))
  }
}
