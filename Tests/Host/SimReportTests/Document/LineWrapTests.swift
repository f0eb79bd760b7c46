import SimMath
import SimReport
import Testing

/// Goal: no line is wider than the terminal unless a word is, and none is cut within a word.
///
/// Method: lines by hand, then random ones, whose words are compared with those that were wrapped.
@Suite struct LineWrapTests {
  @Test func columnsStayWhole() {
    let line = "  device       within 16.7 ms  ·  predicted p99 2.89 ms, 837 µs to 10.4 ms"
    #expect(LineWrap.lines(line, width: 80, hang: 15) == [line])
    #expect(
      LineWrap.lines(line, width: 60, hang: 15) == [
        "  device       within 16.7 ms",
        "               predicted p99 2.89 ms, 837 µs to 10.4 ms",
      ])
    #expect(
      LineWrap.lines("one two three four", width: 9, hang: 2) == ["one two", "  three", "  four"])
  }

  @Test func colorsTakeNoColumn() {
    let styled = "\u{1B}[1;31mFAILED\u{1B}[0m  snowglobe"
    #expect(LineWrap.columns(of: styled) == 17)
    #expect(LineWrap.lines(styled, width: 17, hang: 2) == [styled])
  }

  /// What is copied from a terminal is the command, though the terminal is narrow.
  @Test func commandsGoOnAfterABackslash() {
    let line = "    next  simbench render scenarios/bubbles.json --at 472 --seed 1 --frames 900"
    let lines = LineWrap.lines(line, width: 50, hang: 6)
    #expect(
      lines == [
        "    next  simbench render scenarios/bubbles.json \\",
        "      --at 472 --seed 1 --frames 900",
      ])
    let sentence = "look at it, and then it is time for simbench golden update, or for another"
    #expect(!LineWrap.lines(sentence, width: 40, hang: 2).joined().contains("\\"))
    let remedy = "to record what baselines lack: simbench baseline update one.json two.json"
    #expect(
      LineWrap.lines(remedy, width: 36, hang: 2) == [
        "to record what baselines lack:", "  simbench baseline update \\", "  one.json two.json",
      ])
  }

  @Test func nothingIsCutBetweenQuotationMarks() {
    var random = RandomStream(seed: 6, name: "commands")
    let parts = ["run", "'a b c.json'", "'it'\\''s d.json'", "--seed", "12", "e.json"]
    for _ in 0..<500 {
      let words = (0...random.below(20)).map { _ in parts[Int(random.below(6))] }
      let line = "\u{1B}[2mnext\u{1B}[0m  simbench " + words.joined(separator: " ")
      let width = 40 + Int(random.below(40))
      let lines = LineWrap.lines(line, width: width, hang: 6)
      #expect(lines.allSatisfy { LineWrap.columns(of: $0) <= width }, "\(lines)")
      // A shell takes a backslash with the end of its line away, and spaces set words apart.
      #expect(lines.joined(separator: "\n").replacing(" \\\n      ", with: " ") == line)
    }
  }

  @Test func noWordIsCutOrLost() {
    var random = RandomStream(seed: 5, name: "lines")
    for _ in 0..<2000 {
      var line = String(repeating: " ", count: Int(random.below(5)))
      for _ in 0...random.below(30) {
        line += String(repeating: "x", count: Int(random.below(12)) + 1)
        line += random.below(4) == 0 ? "  ·  " : random.below(3) == 0 ? "  " : " "
      }
      while line.last == " " || line.last == "·" { line.removeLast() }
      let width = 40 + Int(random.below(50))
      let lines = LineWrap.lines(line, width: width, hang: Int(random.below(30)))
      func words(_ text: String) -> [Substring] { text.split(separator: " ").filter { $0 != "·" } }
      #expect(words(lines.joined(separator: " ")) == words(line))
      #expect(lines.allSatisfy { LineWrap.columns(of: $0) <= width && $0.last != "·" }, "\(lines)")
    }
  }
}
