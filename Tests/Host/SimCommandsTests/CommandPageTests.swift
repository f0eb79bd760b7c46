import SimCommands
import SimFormats
import SimPNG
import SimPlatform
import SimReport
import TestTier
import Testing

/// Goal: every command that finds something for people to look at leaves it as a page, too.
///
/// Method: each command with its page on standard output; the page holds what only the command can
/// know, and its pictures.
@Suite struct CommandPageTests {
  private static func expect(_ arguments: [String], has words: [String], code: ExitCode = .pass) {
    let run = CommandRun(arguments + ["--html", "-"])
    #expect(run.code == code && run.error.isEmpty, "\(arguments): \(run.error)")
    #expect(run.output.hasPrefix("<!DOCTYPE html>") && run.output.hasSuffix("</html>\n"))
    for word in words { #expect(run.output.contains(word), "\(arguments[0]): \(word)") }
    let both = CommandRun(arguments + ["--html", "-", "--json", "-"])
    #expect(
      both.code == .usage && both.error.contains("only one of them can go to standard output"))
    expectFolder(arguments, code: code)
  }

  /// The page is there in several files, too, the same but for times.
  private static func expectFolder(_ arguments: [String], code: ExitCode = .pass) {
    do {
      let folder = try TemporaryFolder()
      let run = CommandRun(
        arguments + ["--html-folder", folder.at("a/page"), "--html", folder.at("page.html")])
      #expect(run.code == code && run.error.isEmpty, "\(arguments): \(run.error)")
      let page = try FileStore.readText(folder.at("page.html"), limitByteCount: 1 << 24)
      let files = PageFolder.files(of: page)
      #expect(folder.names(in: "a/page") == files.map(\.name).sorted(), "\(arguments)")
      for file in files {
        let bytes = try FileStore.read(folder.at("a/page/\(file.name)"), limitByteCount: 1 << 24)
        #expect(bytes == file.bytes, "\(arguments): \(file.name)")
      }
    } catch {
      Issue.record(error)
    }
  }

  /// Whatever has a page has it in a folder.
  @Test func everyPageComesInAFolder() throws {
    let commands = SimbenchTable.table.commands.filter { command in
      command.options.contains { $0.name == "html" }
    }
    #expect(commands.count > 9)
    for command in commands {
      let folder = command.options.first { $0.name == "html-folder" }
      #expect(folder?.value?.completion == .directory, "\(command.name)")
    }
  }

  @Test(.enabled(if: !Tier.isDebug)) func runsAndGoldensComeInAFolder() throws {
    let folder = try TemporaryFolder()
    let scenario = try folder.write(TinyScenario.text(TinyScenario.impossibleBudget), to: "t.json")
    try folder.write(
      "golden 1\nscenario ../t.json\ndevice iphone-12\ncanvas 160 80 1\nframes 6\npicture 4\n",
      to: "goldens/t.golden")
    let (result, out) = (folder.at("r.result"), ["--out", folder.at("out")])
    Self.expectFolder(["run", scenario, "--json", result, "--quiet"] + out, code: .budgetFailed)
    Self.expectFolder(["report", result], code: .budgetFailed)
    Self.expectFolder(
      ["golden", "check", "--goldens", folder.at("goldens")] + out, code: .referenceMissing)
    Self.expectFolder(["history", folder.at("h"), "--append", result, "--commit", "c"])
    // Series and pictures come from one run, and the page alone wants them.
    let names = folder.names(in: "out")
    #expect(names.contains("tiny.png"), "\(names)")
    let alone = CommandRun(["run", scenario, "--html-folder", folder.at("alone")] + out)
    #expect(alone.code == .budgetFailed)
    #expect(folder.names(in: "alone").contains("image-1.png"))
    let page = try FileStore.readText(folder.at("alone/index.html"), limitByteCount: 1 << 22)
    #expect(page.contains("<path class=\"slowest\"") && page.contains("src=\"image-1.png\""))
  }

  /// Nothing that is read is replaced by a file of the folder, a picture among them.
  @Test func foldersReplaceNoInput() throws {
    let folder = try TemporaryFolder()
    let other = try Self.picture(folder, "b.png", 200)
    for name in ["index.html", "style.css", "image-1.png"] {
      let input = try Self.picture(folder, name, 10)
      let before = try folder.listing()
      let refused = CommandRun(["image", "diff", input, other, "--html-folder", folder.path])
      #expect(refused.code == .usage && refused.error.contains("it is read as input"), "\(name)")
      #expect(try folder.listing() == before)
      try FileStore.remove(input)
    }
    let a = try Self.picture(folder, "a.png", 10)
    let twice = CommandRun(
      ["image", "diff", a, other, "--html-folder", folder.path, "--html", folder.at("index.html")])
    #expect(twice.code == .usage && twice.error.contains("two outputs have this name"))
  }

  private static func picture(
    _ folder: TemporaryFolder, _ name: String, _ gray: UInt8
  ) throws -> String {
    let pixels = (0..<16 * 12 * 4).map { $0 % 4 == 3 ? 255 : gray }
    try FileStore.write(PNGEncoder.encode(pixels, width: 16, height: 12), to: folder.at(name))
    return folder.at(name)
  }

  private static let embedded = "src=\"data:image/png;base64,"

  @Test(.enabled(if: !Tier.isDebug)) func imagesHaveTheirViews() throws {
    let folder = try TemporaryFolder()
    let files = [
      try Self.picture(folder, "a.png", 10), try Self.picture(folder, "b.png", 200),
    ]
    Self.expect(
      ["image", "diff"] + files,
      has: [Self.embedded, "Onion skin", "<p>reference</p>", "<p>test</p>", "192 of 192 pixels"])
    Self.expect(
      ["flash"] + files + ["--out", folder.path],
      has: [Self.embedded, "2 images at 60 Hz", "wcag"])
  }

  @Test(.enabled(if: !Tier.isDebug)) func writingHasItsPicture() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("START\n60,-20,0\n30,-40,200\n50,-70,400\nBREAK\n", to: "ink.txt")
    let out = ["--out", folder.path]
    Self.expect(["score", "a", file] + out, has: [Self.embedded, "similarity", "deviation"])
    Self.expect(
      ["score", "small", file, file] + out, has: ["Scores of 2 recordings", ">best</th>"])
  }

  @Test func capsHaveTheirCharts() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "{\"scene\": \"bubbles\", \"frames\": 4, \"canvasSize\": {\"width\": 40, \"height\": 60}}",
      to: "tiny.json")
    Self.expect(
      ["tune", file, "--frames", "4", "--device", "ipad-9", "--out", folder.path],
      has: ["<svg class=\"panel\"", "ipad-9, canvas, 60 Hz: cap 30 of 30", "tiny: predicted p99"])
  }
}
