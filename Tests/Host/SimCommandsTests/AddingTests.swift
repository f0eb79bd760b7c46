import SimFormats
import SimPlatform
import SimCommands
import SimHarness
import Testing

/// Goal: nothing has to be written by hand that a command can write, and no command replaces what
/// is there.
///
/// Method: goldens and device classes are added, used, and added again.
@Suite struct AddingTests {
  @Test func aGoldenIsMadeAndHolds() throws {
    let folder = try TemporaryFolder()
    let scenario = try folder.write(TinyScenario.text(), to: "tiny.json")
    let goldens = ["--goldens", folder.at("goldens")]
    let add = ["golden", "add", scenario, "--frames", "5", "--at", "0,4", "--seed", "9"] + goldens
    let made = CommandRun(add)
    #expect(made.code == .pass, "\(made.error)")
    #expect(
      folder.names(in: "goldens")
        == ["tiny-iphone-12-0.png", "tiny-iphone-12-4.png", "tiny-iphone-12.golden"])
    #expect(made.output.contains("next  simbench golden check tiny-iphone-12 --goldens "))
    let check = CommandRun(["golden", "check"] + goldens)
    #expect(check.code == .pass && check.output.hasSuffix("1 same, 0 differ, 0 missing\n"))
    let mixed = CommandRun(["golden", "check", "--json", "-", "--annotations"] + goldens)
    #expect(mixed.code == .usage && mixed.error.contains("--json and --annotations"))
    let before = try folder.listing()
    let again = CommandRun(add)
    #expect(again.code == .usage && again.error.contains("already exists"))
    #expect(try folder.listing() == before)
    // A planted difference is seen.
    let path = folder.at("goldens/tiny-iphone-12.golden")
    let text = try FileStore.readText(path, limitByteCount: 1 << 20)
    try FileStore.write(text.replacing("\n3 ", with: "\n3 0000"), to: path)
    #expect(CommandRun(["golden", "check"] + goldens).code != .pass)
  }

  @Test(arguments: [["--at", "5"], ["--name", "Not A Name"], ["--tolerance", "much"]])
  func aGoldenThatCannotBeIsRefused(options: [String]) throws {
    let folder = try TemporaryFolder()
    let scenario = try folder.write(TinyScenario.text(), to: "tiny.json")
    let run = CommandRun(
      ["golden", "add", scenario, "--frames", "5", "--goldens", folder.at("goldens")] + options)
    #expect(run.code == .usage && !run.error.isEmpty)
    #expect(folder.names() == ["tiny.json"])
  }

  @Test func aDeviceClassIsMadeByOptions() throws {
    let folder = try TemporaryFolder()
    let devices = ["--devices", folder.path]
    let add = ["device", "add", "new-phone", "--like", "iphone-15-pro", "--points", "400x860"]
    let made = CommandRun(add + ["--refresh", "60", "--source", "a page"] + devices)
    #expect(made.code == .pass, "\(made.error)")
    let path = folder.at("new-phone.json")
    let device = try DeviceFile.read(
      try FileStore.read(path, limitByteCount: 1 << 20), file: path)
    #expect(device.widthPoints == 400 && device.heightPoints == 860 && device.refreshRate == 60)
    #expect(
      device.scale == 3 && device.costs?.source.hasPrefix("estimate: assumed equal to ") == true)
    #expect(device.sources?.refreshRate == "a page" && device.sources?.scale == "as iphone-15-pro")
    #expect(device.renderers.allSatisfy { !$0.isMeasured })
    let listed = CommandRun(["list", "devices"] + devices)
    #expect(listed.output.contains("400 × 860 pt at 3x, 60 Hz"))
    #expect(CommandRun(add + devices).code == .usage, "nothing is overwritten")
    for wrong in [
      ["--points", "400"], ["--scale", "9"], ["--refresh", "x"], ["--contacts", "0"],
    ] {
      let run = CommandRun(["device", "add", "other", "--like", "iphone-12"] + wrong + devices)
      #expect(run.code == .usage && run.error.contains("takes"), "\(wrong): \(run.error)")
    }
    let bare = CommandRun(["device", "add", "other"] + devices)
    #expect(bare.code == .usage && bare.error.contains("--title is missing"))
    #expect(folder.names() == ["new-phone.json"])
  }

  /// A person answers some questions, one of them wrongly at first, and leaves the rest.
  @Test func aDeviceClassIsMadeByAnswers() throws {
    let folder = try TemporaryFolder()
    var answers = ["My tablet", "big", "700x1000", "2"][...]
    var asked: [String] = []
    final class Said { var text = "" }
    let said = Said()
    var console = Console(
      output: { _ in true }, error: { said.text += $0 }, isStyled: false, showsProgress: false,
      width: 80)
    console.ask = { question in
      asked.append(question)
      return answers.popFirst()
    }
    let code = Simbench.run(
      ["device", "add", "my-tablet", "--devices", folder.path], scenes: .catalog,
      console: console)
    #expect(code == .pass, "\(said.text)")
    let path = folder.at("my-tablet.json")
    let device = try DeviceFile.read(
      try FileStore.read(path, limitByteCount: 1 << 20), file: path)
    #expect(device.title == "My tablet" && device.heightPoints == 1000 && device.scale == 2)
    #expect(said.text.contains("expected width and height such as 390x844"))
    #expect(asked.count == 11, "ten figures, one of them twice")
  }
}
