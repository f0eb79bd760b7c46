import SimFormats
import SimPNG
import SimPlatform
import SimCommands
import TestTier
import Testing

/// Goal: what the cases are held to can fail.
///
/// Method: a fault of each kind, planted where the check looks for it.
@Suite struct FuzzPlantTests {
  /// What a check finds; nil when it finds nothing.
  private func finding(_ body: () throws(FuzzFinding) -> Void) -> String? {
    do throws(FuzzFinding) {
      try body()
      return nil
    } catch {
      return error.kind
    }
  }

  @Test func theSampleIsLargeEnough() {
    #expect(FuzzClass.allCases.reduce(0) { $0 + $1.normalCases } >= (Tier.isDebug ? 900 : 5000))
  }

  @Test func findingsAreKeptAndReadBack() throws {
    let input = FuzzInput(
      ["a \u{1B}\n\"b\"", ""],
      files: [.init(name: "x y", bytes: [0, 10, 255]), .init(name: "z", bytes: [])])
    let again = try #require(FuzzInput.decode(input.encoded(.commands)))
    #expect(again.kind == .commands && again.input == input)
    #expect(FuzzInput.decode(Array("else\n".utf8)) == nil)
  }

  @Test(arguments: FuzzClass.allCases) func aSeedAlwaysMakesTheSameCase(_ kind: FuzzClass) {
    let inputs = (1...20 as ClosedRange<UInt64>).map { kind.input($0) }
    #expect(inputs == (1...20).map { kind.input($0) })
    #expect(inputs.contains { $0 != inputs[0] })
  }

  @Test func shrinkingLeavesWhatFails() throws {
    let bytes = Array("some text with a needle in it, and more".utf8)
    let input = FuzzInput(["one", "two"], bytes)
    let small = FuzzShrinker.shrunk(input, trials: 2000) {
      String(decoding: $0.bytes, as: UTF8.self).contains("needle")
    }
    #expect(small.arguments.isEmpty)
    #expect(String(decoding: small.bytes, as: UTF8.self) == "needle")

    // An option goes with its value; a long name becomes short but stays where it is.
    let line = FuzzInput([
      "run", "--json", "FOLDER/x", "FOLDER/odd" + String(repeating: "z", count: 99),
    ])
    let short = FuzzShrinker.shrunk(line, trials: 500) { input in
      let words = input.arguments
      return words.first == "run" && words.last?.hasPrefix("FOLDER/odd") == true
        && words.contains("--json") == words.contains("FOLDER/x")
    }
    #expect(short.arguments == ["run", "FOLDER/odd"])

    let json = FuzzInput([], JSONWriter.bytes(of: FormatSamples.resultJSON))
    let smallest = FuzzShrinker.shrunk(json, trials: 3000) { input in
      let root = (try? JSONDocument(parsing: input.bytes)).map { JSONOutput($0.root) }
      return root?["digest"]?["chain"] != nil
    }
    #expect(smallest.bytes.count < 60)
  }

  @Test func messagesOfSeveralLinesAreFound() {
    #expect(finding { () throws(FuzzFinding) in try TextRules.checkMessage("one é", "x") } == nil)
    for text in ["a\nb", "\u{1B}[1m", "\u{202E}", "", String(repeating: "a", count: 3000)] {
      #expect(finding { () throws(FuzzFinding) in try TextRules.checkMessage(text, "x") } != nil)
    }
  }

  @Test func readersThatLieAreFound() {
    let two = FormatError(file: "x", problem: .other("fine"))
    #expect(
      finding { () throws(FuzzFinding) in
        try FormatCheck.check([], "x") { (_) throws(FormatError) in throw two }
      } == nil)
    let trip = FormatCheck.roundTrip("x", .integer(1)) { (_) throws(FormatError) in .integer(2) }
    #expect(finding { () throws(FuzzFinding) in try trip.get() } == "x: reads back differently")
    let refusal = FormatCheck.roundTrip("x", .integer(1)) { (_) throws(FormatError) in throw two }
    #expect(finding { () throws(FuzzFinding) in try refusal.get() } == "x: cannot be read back")
  }

  @Test func resultsThatReadBackDifferentlyAreFound() {
    let bytes = Array(FormatSamples.scenario.utf8)
    #expect(finding { () throws(FuzzFinding) in try ScenarioCheck.check(bytes) } == nil)
    let found = finding { () throws(FuzzFinding) in
      try ScenarioCheck.check(bytes) { value in
        guard case .object(let members) = value else { return value }
        return .object(members.map { $0.0 == "work" ? ("work", .integer(3)) : $0 })
      }
    }
    #expect(found == "scenario: the result: cannot be read back")
  }

  @Test func wrongDecodersAreFound() throws {
    let seed = try #require(
      (1...100 as ClosedRange<UInt64>).first { PictureCases.input($0).arguments.last == "png" })
    let input = PictureCases.input(seed)
    #expect(finding { () throws(FuzzFinding) in try PictureCheck.check(input) } == nil)
    var decoders = PictureCheck.Decoders()
    decoders.samples = { (bytes) throws(PNGError) in
      let right = try PNGDecoder.decodeSamples(bytes)
      return PNGSamples(
        width: right.width, height: right.height, colorType: right.colorType,
        bitDepth: right.bitDepth, isInterlaced: !right.isInterlaced, values: right.values,
        palette: right.palette, transparentValue: right.transparentValue)
    }
    let found = finding { () throws(FuzzFinding) in
      try PictureCheck.check(input, decoders: decoders)
    }
    #expect(found == "picture: differs from the one encoded")
    // Chunks put together again are the file they came from.
    #expect(PNGChunks.file(PNGChunks.chunks(of: input.bytes)) == input.bytes)
  }

  @Test func outcomesThatBreakARuleAreFound() {
    typealias Outcome = CommandCheck.Outcome
    let line = "simbench: no\n"
    let sound: [(Outcome, [String])] = [
      (Outcome(code: .pass, output: "x"), ["list"]),
      (Outcome(code: .usage, error: line), ["run"]),
      (Outcome(code: .usage, error: line + line, new: ["x"]), ["validate"]),
      (Outcome(code: .pass, changed: ["history.ndjson"]), ["history"]),
      (Outcome(code: .pass, changed: ["a.png"]), ["list", "--json", "FOLDER/./a.png"]),
    ]
    for (outcome, words) in sound {
      #expect(
        finding { () throws(FuzzFinding) in try CommandCheck.judge(outcome, words) } == nil)
    }
    let wrong = [
      Outcome(code: .internalError), Outcome(code: .interrupted), Outcome(code: .usage),
      Outcome(code: .usage, error: line + line), Outcome(code: .usage, error: "no\n"),
      Outcome(code: .usage, output: "x", error: line), Outcome(code: .pass, changed: ["tiny.json"]),
      Outcome(code: .pass, changed: ["a.png"]),
      Outcome(code: .usage, error: line, new: ["left"]), Outcome(code: .pass, error: "\u{1B}\n"),
    ]
    for outcome in wrong {
      #expect(
        finding { () throws(FuzzFinding) in
          try CommandCheck.judge(outcome, ["run", "FOLDER/link.json"])
        } != nil,
        "\(outcome)")
    }
  }

  @Test func filesThatChangeAreSeen() throws {
    let folder = try CommandFolder()
    #expect(folder.changes() == ([], []))
    try FileStore.write("x", to: folder.path + "/tiny.json")
    try FileStore.write("x", to: folder.path + "/left")
    #expect(folder.changes() == (["tiny.json"], ["left"]))
    folder.restore()
    #expect(folder.changes() == ([], []))
  }

  @Test func brokenOutputsAreFound() {
    typealias Rules = OutputRules
    #expect(finding { () throws(FuzzFinding) in try Rules.checkXML("<a b=\"c\"/>", "x") } == nil)
    for text in ["<a>", "<a b=c/>", "<a>\u{1B}</a>", "<a href=\"javascript:1\"/>", "<script/>"] {
      #expect(finding { () throws(FuzzFinding) in try Rules.checkXML(text, "x") } != nil)
    }
    let page = "<!DOCTYPE html><html><meta a=\"b\"><details open><br></details></html>"
    #expect(finding { () throws(FuzzFinding) in try Rules.checkPage(page, "x") } == nil)
    for text in ["<p><b></p>", "<p><script>alert(1)</script></p>", "<p onerror=\"x\">a</p>"] {
      #expect(finding { () throws(FuzzFinding) in try Rules.checkPage(text, "x") } != nil)
    }
    for text in ["{", "{\"a\": \"\u{9B}\"}", "{\"a\": \"\u{7F}\"}"] {
      #expect(finding { () throws(FuzzFinding) in try Rules.checkJSON(text, "x") } != nil)
    }
    for text in ["::error a=b::c\nnext\n", "::error a::\u{202E}\n"] {
      #expect(finding { () throws(FuzzFinding) in try Rules.checkAnnotations(text) } != nil)
    }
  }

  @Test func halfFilesAndLostUpdatesAreFound() {
    let whole: [(String, [UInt8])] = CommandFolder.contents().map { ($0.key, $0.value) }
    for (name, bytes) in whole where !name.hasPrefix("bad") && !name.hasPrefix("trace") {
      let isText = name.hasSuffix(".json")
      #expect(
        ProcessCheck.isWhole(isText ? bytes + Array("\n".utf8) : bytes, named: name), "\(name)")
      #expect(!ProcessCheck.isWhole(Array(bytes.dropLast(3)), named: name), "\(name)")
    }
    #expect(!ProcessCheck.isWhole(Array("<html>".utf8), named: "a.html"))
    let line = #"{"date": "d", "commit": "w100", "scenario": "s", "machine": "m", "metrics": {}}"#
    #expect(ProcessCheck.lost(history: Array(line.utf8), [100, 101]) == [101])
    let baseline = JSONWriter.bytes(of: FormatSamples.baseline.value)
    #expect(ProcessCheck.lost(baseline: baseline, [1, 7, 8]) == [8])
  }

  @Test func faultsOfTheMachineThatAreBlamedOnInputAreFound() {
    typealias Outcome = FaultCheck.Outcome
    let whole = Array("{\"runs\": [{\"verdict\": \"passed\"}]}\n".utf8)
    let failed = Array("{\"runs\": [{\"verdict\": \"failed\"}]}\n".utf8)
    let expected = Outcome(code: 0, files: ["new.json": whole, "out/tiny.png": [1]])
    func judged(_ found: Outcome) -> String? {
      finding { () throws(FuzzFinding) in try FaultCheck.judge(found, expected, "run") }
    }
    let line = "simbench: x: cannot be read: input/output error\n"
    #expect(judged(Outcome(code: 75, error: line)) == nil)
    #expect(judged(Outcome(code: 75, output: "not judged  tiny.json: no space left\n")) == nil)
    #expect(judged(Outcome(code: 75, error: line, files: ["new.json": whole])) == nil)
    #expect(
      judged(
        Outcome(code: 0, error: "simbench: no picture: x\n", files: ["new.json": whole])) == nil)
    let wrong: [(Outcome, String)] = [
      (Outcome(code: 2, error: line), "ends with 2"), (Outcome(code: 5), "ends with 5"),
      (Outcome(code: 134), "ends with 134"), (Outcome(code: 75), "names no cause"),
      (Outcome(code: 75, output: "not judged  tiny.json: \n"), "names no cause"),
      (Outcome(code: 75, error: line, files: ["tiny.json": nil]), "lost a file"),
      (Outcome(code: 75, error: line, files: ["left.tmp": [1]]), "left a file"),
      (Outcome(code: 75, error: line, files: ["new.json": [1]]), "left half a file"),
      (Outcome(code: 0, files: ["new.json": failed]), "wrote another result"),
      (Outcome(code: 0, files: ["new.json": whole]), "wrote less and ended with 0"),
    ]
    for (outcome, words) in wrong {
      #expect(judged(outcome) == "fault: run \(words)")
    }
  }
}
