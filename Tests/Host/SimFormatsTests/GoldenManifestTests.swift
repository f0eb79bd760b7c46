import SimFormats
import Testing

/// Goal: manifests of goldens come back as they were written, and what is wrong is named by its
/// line.
///
/// Method: a round trip of every line there is; one mistake at a time.
@Suite struct GoldenManifestTests {
  private let whole = """
    # Snow at rest.
    golden 1
    scenario ../snowglobe.json
    device iphone-12
    canvas 390 844 1
    seed 7
    frames 3
    tolerance maxDelta=1-2;flip.p99<=0.1
    picture 0
    picture 2
    rejected 1 00000000000000ff flakes were square
    0 0123456789abcdef
    1 0123456789abcdef ffffffffffffffff
    2 0000000000000001

    """

  private func parse(_ text: String) throws(FormatError) -> GoldenManifest {
    try GoldenManifest(parsing: Array(text.utf8), file: "a.golden")
  }

  @Test(arguments: [("99000", true), ("101000", false)])
  func framesHaveTheirLimit(frame: String, isRead: Bool) {
    let text = whole.replacing("rejected 1 ", with: "rejected \(frame) ")
    #expect(((try? parse(text)) != nil) == isRead)
  }

  @Test func roundTrip() throws {
    let manifest = try parse(whole)
    #expect(manifest.text == whole)
    #expect(manifest.pictures == [0, 2] && manifest.frames.count == 3)
    #expect(manifest.accepts(.max, inFrame: 1) && !manifest.accepts(.max, inFrame: 0))
    #expect(!manifest.accepts(1, inFrame: 3))
    #expect(manifest.rejection(of: 255, inFrame: 1)?.reason == "flakes were square")
    #expect(manifest.rejection(of: 255, inFrame: 2) == nil)
    #expect(whole.split(separator: "\n").allSatisfy { $0.utf8.count <= 80 })
  }

  @Test func linesMayEndWithReturns() throws {
    let manifest = try parse(whole.replacing("\n", with: "\r\n"))
    #expect(manifest == (try parse(whole)) && manifest.text == whole)
  }

  @Test(
    arguments: [
      ("golden 1", "golden 2", "the line"), ("device iphone-12\n", "", "missing key \"device\""),
      ("canvas 390", "canvas 0", "1 to 4096"), ("844 1", "844 5", "1 to 4"),
      ("390 844 1", "4096 4096 2", "allowed 33554432 pixels in all"),
      ("frames 3", "frames 4", "4, or none"), ("picture 2", "picture 3", "0 to 2"),
      ("picture 2", "picture 0", "ascending"), ("seed 7", "seed -7", "a whole number"),
      ("seed 7", "sed 7", "a keyword or a frame"), ("1 0123456789abcdef f", "2 0", "frame 1"),
      ("2 0000000000000001", "2 1", "16 hexadecimal digits"), ("2 0000000000000001", "2", "one"),
      (" flakes were square", "", "a text"),
    ])
  func mistakesAreNamed(old: String, new: String, words: String) throws {
    let text = whole.replacing(old, with: new, maxReplacements: 1)
    #expect(text != whole)
    do {
      _ = try parse(text)
      Issue.record("\(new) was read")
    } catch {
      #expect(error.message.hasPrefix("a.golden") && error.message.contains(words), "\(error)")
    }
  }

  @Test func headerAloneIsAGoldenWithoutFrames() throws {
    let manifest = try parse("golden 1\nscenario a\ndevice b\ncanvas 1 2 3\nframes 4\n")
    #expect(manifest.frames.isEmpty && !manifest.accepts(0, inFrame: 0))
    for text in ["", "\n\n", "# only words\n"] {
      #expect(throws: FormatError.self) { try parse(text) }
    }
  }
}
