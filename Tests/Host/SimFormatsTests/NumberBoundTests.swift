import SimFormats
import SimInput
import Testing

/// Goal: a number that is too large is refused with the largest one that is allowed.
@Suite struct NumberBoundTests {
  private static let beyond = "18446744073709551616"

  private func expect(_ message: String, _ read: () throws(FormatError) -> Void) {
    let error = #expect(throws: FormatError.self) { try read() }
    #expect(error?.message == message)
  }

  @Test func wholeNumbersOfJSONHaveTheirBound() {
    for (text, found) in [
      (Self.beyond, "found \(Self.beyond), allowed 0 to 18446744073709551615"),
      ("1e30", "expected a whole number, 0 to 18446744073709551615, written with digits only"),
      ("-1", "found -1, allowed 0 or more"),
    ] {
      let error = #expect(throws: FormatError.self) {
        _ = try JSONDocument.read(Array(text.utf8), file: "a.json").root.uint64()
      }
      #expect(error?.message.hasSuffix(found) == true, "\(error?.message ?? "")")
    }
    expect("a.json:1:1: found 4294967296, allowed 1 to 4294967295") { () throws(FormatError) in
      _ = try JSONDocument.read(Array("4294967296".utf8), file: "a.json").root
        .uint32(in: 1...(.max))
    }
  }

  @Test(
    arguments: [
      ("seed \(beyond)\n", "expected a whole number, at most 18446744073709551615"),
      ("frame-rate 1001\n", "expected a rate of at least 1 frame per second, at most 1000"),
      ("frames-per-picture 4294967296\n", "expected a number of frames, at most 4294967295"),
      ("seed x\n", "expected a whole number"), ("seed -1\n", "expected a whole number"),
      ("frame-rate 0\n", "expected a rate of at least 1 frame per second"),
    ])
  func numbersOfRecordingsHaveTheirBound(line: String, problem: String) {
    let text = "simbench-recording 1\nscene snowglobe\ncanvas 200 400 1\n\(line)input\nend 60\n"
    let error = #expect(throws: FormatError.self) {
      _ = try RecordingFile.read(Array(text.utf8), file: "a.txt")
    }
    #expect(
      error?.message.hasPrefix("a.txt:4:1: \(problem), found ") == true, "\(error?.message ?? "")")
  }

  @Test func seedsOfGoldensHaveTheirBound() {
    expect(
      "a.golden:2:1: found \"\(Self.beyond)\", expected a whole number from 0 to "
        + "18446744073709551615"
    ) { () throws(FormatError) in
      _ = try GoldenManifest(
        parsing: Array("golden 1\nseed \(Self.beyond)\n".utf8), file: "a.golden")
    }
  }
}
