import SimCommands
import SimFormats
import SimPNG
import SimPlatform
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
    #expect(both.code == .usage && both.error.contains("only one of them can be printed"))
  }

  private static func picture(
    _ folder: TemporaryFolder, _ name: String, _ gray: UInt8
  ) throws -> String {
    let pixels = (0..<16 * 12 * 4).map { $0 % 4 == 3 ? 255 : gray }
    try FileStore.write(PNGEncoder.encode(pixels, width: 16, height: 12), to: folder.at(name))
    return folder.at(name)
  }

  private static let embedded = "src=\"data:image/png;base64,"

  @Test func imagesHaveTheirViews() throws {
    let folder = try TemporaryFolder()
    let files = [
      try Self.picture(folder, "a.png", 10), try Self.picture(folder, "b.png", 200),
    ]
    Self.expect(
      ["image", "diff"] + files,
      has: [Self.embedded, "Onion skin", "<p>reference</p>", "<p>test</p>", "192 of 192 pixels"])
    Self.expect(
      ["flash"] + files + ["--out", folder.path],
      has: [Self.embedded, "2 pictures at 60 Hz", "wcag"])
  }

  @Test func writingHasItsPicture() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("START\n60,-20,0\n30,-40,200\n50,-70,400\nBREAK\n", to: "ink.txt")
    let out = ["--out", folder.path]
    Self.expect(["score", "a", file] + out, has: [Self.embedded, "likeness", "deviation"])
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
