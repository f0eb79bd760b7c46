import Formats
import Testing

/// Goal: tables of flash analyzers are read in whatever shape they come, and a mistake is named by
/// its line and column.
///
/// Method: a table written here, with lines ended, left empty and spoiled in turn.
@Suite struct FlashTableTests {
  private static let header = (["Frame"] + FlashTable.columnNames.reversed() + ["Note"])
    .joined(separator: ",")
  private static let row = "1,12,11,10,9,8,7,6,5,4,3,2,1,words"

  private func read(_ text: String) throws(FormatError) -> FlashTable {
    try FlashTable(parsing: Array(text.utf8), file: "means.csv")
  }

  @Test(arguments: ["\n", "\r\n", "\n\n", "\r\n\r\n", "\0\n"])
  func linesEndAsTheyLike(end: String) throws {
    let table = try read([Self.header, Self.row, Self.row].joined(separator: end) + end)
    let values = (1...12).map { Double($0) }
    #expect(table.rows.map { $0.values } == [values, values])
  }

  @Test(
    arguments: [
      ("10,9", "x,9", ":4:9: RedTransitions: ", "found \"x\", expected a number"),
      ("10,9", "2e9,9", ":4:9: RedTransitions: ", "allowed -1000000000 to 1000000000"),
      (",words", "", ":4:1: ", "found 13 values, expected 14"),
    ])
  func mistakesHaveTheirPlace(old: String, new: String, place: String, words: String) throws {
    let spoiled = Self.row.replacing(old, with: new)
    #expect(spoiled != Self.row)
    do {
      _ = try read("\(Self.header)\n\(Self.row)\n\n\(spoiled)\n")
      Issue.record("\(new) was read")
    } catch {
      #expect(error.message.hasPrefix("means.csv\(place)"), "\(error.message)")
      #expect(error.message.contains(words), "\(error.message)")
    }
  }

  @Test(
    arguments: [
      ("", "empty file"), (header, "no row"),
      (header.replacing("RedTransitions", with: "Reds") + "\n" + row, "\"RedTransitions\""),
      (header.replacing("Note", with: "RedTransitions") + "\n" + row, "RedTransitions"),
    ])
  func headersAreWhole(text: String, words: String) {
    let error = #expect(throws: FormatError.self) { try read(text) }
    #expect(error?.message.contains(words) ?? false, "\(error?.message ?? "")")
  }
}
