import SimFormats
import SimJSON
import SimPlatform
import SimRuntime
import SimScenes
import SimCommands
import Testing

/// Goal: `list`, `validate`, `help` and the other short verbs say what is true, as text and as
/// JSON.
///
/// Method: run each, look for what has to be there, read the JSON back.
@Suite struct ListAndValidateTests {
  @Test(
    arguments: [
      ("scenes", "snowglobe", "parameter flakes: 1 to 600, default 600"),
      (
        "devices", "iphone-12",
        "iPhone 12: 390 × 844 pt at 3x, 60 Hz, touch 120 Hz, up to 5 fingers"
      ),
      ("generators", "toddler-mash", "Bursts of fingers and palms"),
      ("metrics", "timing.frame.p99", "frame time, p99, in ms, timed on this machine"),
      ("metrics", "population.NAME.max", "NAME, most"),
      ("schemas", "result", "simbench result"),
    ])
  func listSaysWhatThereIs(kind: String, name: String, detail: String) throws {
    let text = CommandRun(["list", kind])
    #expect(text.code == .pass && text.error.isEmpty)
    #expect(text.output.contains(name) && text.output.contains(detail))
    let json = try CommandRun(["list", kind, "--json", "-"]).json()
    let names = try json[kind].array().map { try $0["name"].string() }
    #expect(names.contains(name))
    let folder = try TemporaryFolder()
    #expect(CommandRun(["list", kind, "--json", folder.at("list.json")]).code == .pass)
    #expect(folder.names() == ["list.json"])
  }

  /// Everything that a result's shape lets a budget limit is listed, with what it means.
  @Test func measuresAreTheFiguresOfResults() throws {
    let json = try CommandRun(["list", "metrics", "--json", "-"]).json()
    let listed = try json["metrics"].array().map { try $0["name"].string() }
    let figures = SceneResult.shape.figures.map { figure in
      figure.path.map { $0 == "*" ? "NAME" : $0 }.joined(separator: ".")
    }
    #expect(listed.sorted() == figures.sorted() && listed.count > 20)
    let rows = CommandRun(["list", "metrics"]).output
    for name in listed { #expect(rows.contains(name), "\(name)") }
  }

  @Test func invalidModelScenarioIsNamedWithItsPlace() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(#"{ "model": "letter-voice", "duration": 5 }"#, to: "voice.json")
    let run = CommandRun(["validate", path])
    #expect(run.code == .usage && run.error.hasPrefix("simbench: \(path):1:"), "\(run.error)")
    #expect(run.error.contains("duration") && run.error.split(separator: "\n").count == 1)
  }

  @Test func oneFrameIsNoPlural() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(TinyScenario.text(frames: 1), to: "one.json")
    #expect(CommandRun(["validate", path]).output.contains("valid: snowglobe, 1 frame on "))
    let page = folder.at("one.html")
    let run = CommandRun(
      ["run", path, "--verbose", "--html", page, "--out", folder.at("out")])
    #expect(run.output.contains("1 frame at 60 Hz"), "\(run.output)\(run.error)")
    let nouns = "frames|checks|scenarios|sheets|runs|touches|samples|pictures|refreshes"
    let plural = try Regex("(^|[^0-9.,])1 (\(nouns))\\b")
    #expect("rests on 1 frames".contains(plural) && !"0.1 frames, 1 frame".contains(plural))
    let html = try FileStore.readText(page, limitByteCount: 1 << 24)
    for text in [run.output, html] {
      #expect(text.firstMatch(of: plural).map { String(text[$0.range]) } == nil)
    }
  }

  @Test func listedScenesHaveTheBehaviorVersionsOfTheirDescriptors() throws {
    let scenes = try CommandRun(["list", "scenes", "--json", "-"]).json()["scenes"].array()
    let snowglobe = try #require(scenes.first { try $0["name"].string() == "snowglobe" })
    let version = try snowglobe["behaviorVersion"].uint32()
    #expect(version == Snowglobe.descriptor.behaviorVersion)
  }

  @Test func furtherDeviceClassesAreListedAndUsed() throws {
    let (folder, scenario) = try BadOptionTests.soundScenario()
    let device = """
      { "name": "wall", "title": "Wall panel", "widthPoints": 100, "heightPoints": 50, "scale": 1,
        "pixelsPerInch": 100, "refreshRate": 60, "touchSamplesPerSecond": 60,
        "pencilSamplesPerSecond": 0, "pipelineDepth": 2 }
      """
    try folder.write(device, to: "mine/wall.json")
    let list = CommandRun(["list", "devices", "--devices", folder.at("mine")])
    let isKnown = list.code == .pass && list.output.contains("Wall panel: 100 × 50 pt")
    #expect(isKnown, "\(list.output)\(list.error)")
    let run = CommandRun([
      "run", scenario, "--devices", folder.at("mine"), "--device", "wall", "--json", "-", "--out",
      folder.at("out"),
    ])
    #expect(try run.row("runs")["device"].string() == "wall")
    let missing = CommandRun(["list", "devices", "--devices", folder.at("none")])
    #expect(missing.code == .usage)
    #expect(missing.error == "simbench: \(folder.at("none")): no such file or directory\n")
    try folder.write("{", to: "mine/bad.json")
    let bad = CommandRun(["list", "devices", "--devices", folder.at("mine")])
    #expect(bad.code == .usage && bad.error.contains("mine/bad.json:1:2: "))
  }

  @Test func validateFindsEveryBadFile() throws {
    let (folder, good) = try BadOptionTests.soundScenario()
    let bad = try folder.write(TinyScenario.text(flakes: 601), to: "bad.json")
    let before = try folder.listing()
    let problem = "\(bad):4:29: parameters.flakes: found 601, allowed 1 to 600"
    let result = CommandRun(["validate", good, bad, good, folder.at("none.json")])
    #expect(result.code == .usage)
    let valid = "\(good): valid: snowglobe, 6 frames on iPhone 12\n"
    #expect(result.output == valid + valid)
    #expect(
      result.error == "simbench: \(problem)\nsimbench: \(folder.at("none.json")): no such file or "
        + "directory\n")
    #expect(CommandRun(["validate", good, good]).code == .pass)
    #expect(try folder.listing() == before)

    let json = CommandRun(["validate", good, bad, "--json", "-"])
    let findings = try json.json()["scenarios"].array()
    #expect(try findings.map { try $0["file"].string() } == [good, bad])
    #expect(try findings.map { try $0["valid"].bool() } == [true, false])
    #expect(try findings[0]["problem"].isNull)
    #expect(try findings[1]["problem"].string() == problem)
  }

  @Test func checkNamesEveryBadFileOnALineOfItsOwn() throws {
    let (folder, good) = try BadOptionTests.soundScenario()
    let bad = try folder.write(TinyScenario.text(flakes: 601), to: "bad.json")
    let result = CommandRun(["check", good, bad, folder.at("none.json")])
    #expect(result.code == .usage && result.output.isEmpty)
    #expect(
      result.error.split(separator: "\n") == [
        "simbench: 2 scenarios are not valid",
        "simbench: \(bad):4:29: parameters.flakes: found 601, allowed 1 to 600",
        "simbench: \(folder.at("none.json")): no such file or directory",
      ])
    let one = CommandRun(["check", good, bad])
    #expect(one.error == "simbench: \(bad):4:29: parameters.flakes: found 601, allowed 1 to 600\n")
  }

  @Test func helpAnswersForEveryVerb() {
    let verbs = ["run", "render", "list", "validate", "init", "completions", "man", "help"]
    for verb in verbs {
      let asked = CommandRun([verb, "--help"])
      #expect(asked.code == .pass && asked.error.isEmpty)
      #expect(asked.output.contains("Usage: simbench \(verb)"))
      #expect(CommandRun(["help", verb]).output == asked.output)
    }
    let all = CommandRun(["--help"])
    for verb in verbs { #expect(all.output.contains("\n  \(verb) ")) }
  }

  @Test func versionCompletionsAndManualAreThere() {
    let version = CommandRun(["--version"])
    #expect(version.code == .pass)
    #expect(version.output.wholeMatch(of: /simbench \d+\.\d+\.\d+ \(behavior \d+\)\n/) != nil)
    for shell in ["bash", "zsh", "fish"] {
      let script = CommandRun(["completions", shell])
      #expect(script.code == .pass)
      for word in ["ipad-9", "validate", "reduce-motion"] {
        #expect(script.output.contains(word), "\(shell): \(word)")
      }
    }
    let manual = CommandRun(["man"])
    #expect(manual.code == .pass && manual.output.hasPrefix(".TH SIMBENCH 1"))
  }
}
