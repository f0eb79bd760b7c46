import SimJSON
import Testing

/// Goal: every JSON reader keeps a seed that is written here, and both forms are read.
@Suite struct SeedCodecTests {
  private func read(_ text: String) throws -> UInt64 {
    try Codec<UInt64>.seed.read(try JSONDocument.read(Array(text.utf8), file: "x.json").root)
  }

  /// The ends of what doubles keep and of 64 bits, and powers of two with their neighbors.
  private static var seeds: [UInt64] {
    (0..<64).map { 1 << $0 }.flatMap { [$0 - 1, $0, $0 + 1] } + [.max - 1, .max]
  }

  @Test func readersOfDoublesKeepEverySeed() throws {
    for seed in Self.seeds {
      let text = JSONWriter.text(of: Codec<UInt64>.seed.write(seed), style: .compact)
      #expect(text == (seed <= 9_007_199_254_740_991 ? "\(seed)" : "\"\(seed)\""))
      // What a reader makes of it whose numbers are doubles.
      let kept = text.hasPrefix("\"") ? String(text.dropFirst().dropLast()) : text
      #expect(text.hasPrefix("\"") || Double(text) != Double(seed + 1))
      #expect(UInt64(kept) == seed)
    }
  }

  @Test func bothFormsOfEverySeedAreRead() throws {
    for seed in Self.seeds {
      #expect(try read("\(seed)") == seed)
      #expect(try read("\"\(seed)\"") == seed)
      #expect(JSONOutput.unsigned(seed).seed == seed)
      #expect(JSONOutput.string("\(seed)").seed == seed)
    }
    #expect(try read("\"007\"") == 7)
  }

  @Test(arguments: [
    "\"\"", "\"+7\"", "\"-0\"", "\" 7\"", "\"7.0\"", "\"0x7\"", "\"1e3\"", "\"\u{663}\"",
    "\"18446744073709551616\"", "\"99999999999999999999\"",
  ])
  func textsOfOtherKindsAreRefused(text: String) {
    let error = #expect(throws: FormatError.self) { try read(text) }
    let words = "expected a string of decimal digits, at most 18446744073709551615"
    #expect(error?.message.hasSuffix(words) == true, "\(error?.message ?? "")")
    #expect(JSONOutput.string(String(text.dropFirst().dropLast())).seed == nil)
  }

  @Test(arguments: ["-1", "1.5", "1e3", "18446744073709551616", "true", "null", "[]", "{}"])
  func othersAreRefused(text: String) {
    #expect(throws: FormatError.self) { try read(text) }
  }
}
