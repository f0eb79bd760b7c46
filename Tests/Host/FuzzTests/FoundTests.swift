import SimFormats
import SimReport
import TestTier
import Testing

/// Goal: what random cases found once stays found without luck.
///
/// Method: the smallest input of each finding, and its like for every output.
@Suite struct FoundTests {
  /// Characters that steer terminals or turn text around, none of them a line end that a text of
  /// several lines may have.
  private static let marks = [
    "\u{1B}[2J", "\u{0}", "\u{7F}", "\u{85}", "\u{9B}31m", "\u{200E}", "\u{200F}", "\u{061C}",
    "\u{2028}", "\u{202E}", "\u{2066}",
  ]

  private static let numbers: [JSONOutput] =
    Tier.isDebug ? [JSONOutput.unsigned(.max)] : [.unsigned(.max), .integer(.min), .number(-0.5)]

  @Test(arguments: InjectionCheck.targets.filter { $0 != "annotations" })
  func noOutputPassesOnWhatSteersATerminal(target: String) throws {
    for mark in Self.marks {
      try InjectionCheck.check(FuzzInput([target] + Array(repeating: "a\(mark)b", count: 8)))
    }
  }

  /// The last pixels of a row were no sample's, and their damage had no blocks to mark.
  @Test(arguments: [
    #""canvasSize": {"width": 80, "height": 50.5, "scale": 3.0136}, "frames": 20"#,
    #""canvasSize": {"width": 36, "height": 8}, "canvas": [{"frame": 6, "orientation": "#
      + #""landscape-right", "size": {"width": 39, "height": 80}}, {"frame": 25, "size": "#
      + #"{"width": 50.49882290912798, "height": 80, "scale": 3.013622099966214}}]"#,
  ])
  func canvasThatEndsWithinAPoint(members: String) throws {
    try ScenarioCheck.check(Array(#"{"scene": "bubbles", \#(members)}"#.utf8))
  }

  /// Names of phases reached a terminal as they were, and counts whose sum is too large ended the
  /// process.
  @Test(arguments: Self.numbers)
  func noPlaceOfAResultReachesAnOutputAsItIs(number: JSONOutput) throws {
    let variants = JSONMutator.variants(
      FormatSamples.resultFile, mark: "\u{1B}[2J\u{202E}", number: number)
    // Every place is tried in the optimized tests.
    let step = Tier.isDebug ? 16 : 1
    var acceptedCount = 0
    for index in stride(from: 0, to: variants.count, by: step) {
      let variant = variants[index]
      let bytes = JSONWriter.bytes(of: variant)
      try FormatCheck.check(FuzzInput(["result"], bytes))
      if (try? ResultFile.read(bytes, file: "x.json")) != nil { acceptedCount += 1 }
    }
    #expect(variants.count > 300 && acceptedCount > 40 / step)
  }

  @Test func jsonEscapesBothSetsOfControlCharacters() throws {
    let text = "\u{7F}\u{80}\u{85}\u{9F}\u{A0}é"
    let written = JSONWriter.text(of: .string(text), style: .compact)
    #expect(written == "\"\\u007f\\u0080\\u0085\\u009f\u{A0}é\"")
    #expect(try JSONDocument(parsing: Array(written.utf8)).root.string() == text)
  }
}
