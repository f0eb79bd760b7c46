import SimFormats
import SimPlatform
import SimCommands
import TestTier
import Testing

/// Goal: no output replaces what a command reads, and a dash is a name of no file.
///
/// Method: the executable in a folder of its own, told to write where it must not; the folder is
/// the same afterwards. Every build checks names first, so that a debug build is asked too.
@Suite struct OutputNameTests {
  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(TinyScenario.text(), to: "tiny.json")
    try folder.write("{}", to: "baselines/tiny.json")
    try folder.write("golden 1\n", to: "goldens/tiny.golden")
    return folder
  }

  private func refused(_ arguments: [String], _ words: String) throws {
    let folder = try folder()
    let before = try folder.listing()
    let result = try Executable.run(arguments, in: folder)
    #expect(result.exitCode == 2 && result.output.isEmpty, "\(arguments)")
    #expect(result.errorText.contains(words), "\(result.errorText)")
    #expect(result.errorText.split(separator: "\n").count == 1)
    #expect(try folder.listing() == before)
  }

  @Test(arguments: [
    ["gate", "tiny.json", "--json", "tiny.json"],
    ["gate", "tiny.json", "--json", "./baselines/tiny.json"],
    ["gate", "tiny.json", "--base", "build", "--json", "build"],
    ["gate", "tiny.json", "--html", "tiny.json"],
    ["gate", "tiny.json", "--junit", "baselines/tiny.json"],
    ["baseline", "update", "tiny.json", "--json", "tiny.json"],
    ["baseline", "update", "tiny.json", "--json", "baselines/tiny.json"],
    ["validate", "tiny.json", "--json", "tiny.json"],
    ["render", "tiny.json", "--json", "tiny.json"],
    ["render", "tiny.json", "--contact-sheet", "tiny.json"],
    ["tune", "tiny.json", "--swift", "tiny.json"],
    ["golden", "check", "--goldens", "goldens", "--html", "goldens/tiny.golden"],
  ])
  func inputsAreNotReplaced(arguments: [String]) throws {
    try refused(arguments, "cannot be written: it is read as input")
  }

  /// What a scenario names is read, too; the build's own checks try every verb.
  @Test(arguments: [
    ["run", "tiny.json", "--no-render", "--json", "move.csv"],
    ["run", "tiny.json", "--no-render", "--json", "soft"],
    ["run", "tiny.json", "--no-render", "--json", "here/hard"],
    ["validate", "tiny.json", "--json", "/proc/self/cwd/tiny.json"],
    ["render", "tiny.json", "--contact-sheet", "soft"],
    ["list", "scenarios", "--json", "soft"],
    ["golden", "check", "--goldens", "goldens", "--json", "tiny.json"],
    ["golden", "check", "--goldens", "goldens", "--html", "move.csv"],
    ["golden", "check", "--goldens", "goldens", "--html", "goldens/tiny-3.png"],
  ])
  func inputsAreNotReplacedByOtherNames(arguments: [String]) throws {
    let folder = try TemporaryFolder()
    try folder.write(
      TinyScenario.text().replacing(
        #""input": {"#, with: #""input": { "motion": "move.csv","#), to: "tiny.json")
    try folder.write(
      "time,accelerationX,accelerationY,accelerationZ,rotationRateX,rotationRateY,rotationRateZ\n"
        + "0,0,0,0,0,0,0\n1,1,0,0,0,0,0\n", to: "move.csv")
    try folder.write(
      "golden 1\nscenario ../tiny.json\ndevice iphone-12\ncanvas 160 80 1\nframes 6\n",
      to: "goldens/tiny.golden")
    try folder.write("no picture", to: "goldens/tiny-3.png")
    let links = try Executable.shell(
      "ln -s tiny.json soft && ln move.csv hard && ln -s . here", in: folder)
    #expect(links.exitCode == 0)
    let before = try folder.listing()
    let result = try Executable.run(arguments, in: folder)
    #expect(result.exitCode == 2, "\(result.errorText)")
    #expect(result.errorText.contains("cannot be written: it is read as input"))
    #expect(try folder.listing() == before)
  }

  @Test func aListIsWrittenAgain() throws {
    let folder = try folder()
    for _ in 0..<2 {
      let result = try Executable.run(["list", "scenarios", "--json", "list.json"], in: folder)
      #expect(result.exitCode == 0 && result.errorText.isEmpty, "\(result.errorText)")
      let text = try FileStore.readText(folder.at("list.json"), limitByteCount: 1 << 16)
      #expect(try CommandRun.json(text)["scenarios"].elements.count == 1)
    }
  }

  @Test(arguments: [
    ["gate", "tiny.json"], ["selftest"], ["tune", "tiny.json"], ["list", "scenes"],
    ["validate", "tiny.json"],
    ["calibrate", "--from", "tiny.json", "--device", "iphone-12", "--renderer", "canvas"],
  ])
  func unwritableFilesAreFoundFirst(arguments: [String]) throws {
    try refused(arguments + ["--json", "tiny.json/deep.json"], "tiny.json/deep.json")
  }

  @Test func picturesOfOneNameAreNumbered() throws {
    let folder = try TemporaryFolder()
    for name in ["a/tiny.json", "b/Tiny.json", "c/tiny.json"] {
      try folder.write(TinyScenario.text(frames: 2), to: name)
    }
    let run = ["run", "a/tiny.json", "b/Tiny.json", "c/tiny.json", "--quiet", "--no-wall"]
    #expect(try Executable.run(run, in: folder).exitCode == 0)
    #expect(folder.names(in: ".simbench").sorted() == ["tiny-2.png", "tiny-3.png", "tiny.png"])
  }

  @Test(arguments: [
    ["golden", "check", "--goldens", "goldens", "--html", "-"],
    ["history", "tiny.json", "--svg", "-"],
    ["image", "diff", "a.png", "b.png", "--heatmap", "-"],
    ["run", "tiny.json", "--trace", "-"],
    ["render", "tiny.json", "--contact-sheet", "-"],
  ])
  func aDashIsNoFile(arguments: [String]) throws {
    try refused(arguments, "-: this option cannot write to standard output; give a file")
  }
}

/// Goal: the line that says how far a command is stays one line, and is gone afterwards.
@Suite struct StatusLineTests {
  private func console(_ said: @escaping (String) -> Void, width: Int = 40) -> Console {
    Console(
      output: { _ in true }, error: said, isStyled: false, showsProgress: true, width: width)
  }

  @Test func isCutAndCleaned() {
    var said: [String] = []
    let line = StatusLine(console { said.append($0) }, isShown: true)
    line.clear()
    #expect(said.isEmpty)
    line.show(String(repeating: "x", count: 100) + "\n")
    #expect(said == ["\r\u{1B}[2K" + String(repeating: "x", count: 39)])
    line.show("a\nb")
    #expect(said.last == "\r\u{1B}[2Ka\\nb")
    line.clear()
    line.clear()
    #expect(said.count == 3 && said.last == "\r\u{1B}[2K")
    let hidden = StatusLine(console { said.append($0) }, isShown: false)
    hidden.show("x")
    hidden.clear()
    #expect(said.count == 3)
  }

  @Test(.enabled(if: !Tier.isDebug)) func commandsTakeItAway() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(TinyScenario.text(), to: "tiny.json")
    let options = ["--frames", "6", "--device", "iphone-12", "--out", folder.at("out")]
    let shown = CommandRun(["tune", path] + options, showsProgress: true)
    #expect(shown.code == .pass && shown.error.hasPrefix("\r\u{1B}[2Ktune  1/1 tiny  1 run\r"))
    #expect(shown.error.hasSuffix(" runs\r\u{1B}[2K"))
    #expect(CommandRun(["tune", path, "--quiet"] + options, showsProgress: true).error.isEmpty)
  }
}
