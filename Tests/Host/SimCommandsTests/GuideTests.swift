import SimCommands
import SimFormats
import SimPlatform
import TestTier
import Testing

/// Goal: the guides to extending simbench are true: their code is that of files that are built and
/// tested, the files that they end in are there, and what they show of a failure is what it says.
///
/// Method: every block of Swift is looked for in the file that it names; the scenario of a failure
/// is run, and each line shown is looked for in what it prints. `.ci/documented-commands` runs the
/// command lines.
@Suite struct GuideTests {
  private static let folder = "Sources/Host/SimCommands/SimCommands.docc"
  private static let guides = [
    "WriteAScene", "WriteAStage", "WriteAProperty", "WriteAModel", "AddAMetric", "AddAPrimitive",
    "AddAnOutput", "SetUpCI", "ReadAFailure", "PrimitivesAndStreams",
  ]

  private static func page(_ name: String) throws -> String {
    try DocumentedCommandTests.text("\(folder)/\(name).md")
  }

  /// The lines of a text without indentation, so that a part can be quoted without its own.
  private static func flush(_ text: some StringProtocol) -> String {
    text.split(separator: "\n").map { line in line.drop { $0 == " " } }.joined(separator: "\n")
  }

  /// What is quoted that the file does not have.
  private static func misquoted(_ page: String, _ text: (String) throws -> String) throws
    -> [String]
  {
    try page.matches(of: /In `([^`]+)`:\n\n```swift\n((?:.|\n)*?)```/).compactMap { match in
      let (path, quote) = (String(match.1), flush(match.2))
      #expect(quote.count > 20, "\(path)")
      return try flush(text(path)).contains(quote) ? nil : path
    }
  }

  @Test(arguments: guides) func codeIsThatOfFilesThatAreBuilt(guide: String) throws {
    let page = try Self.page(guide)
    #expect(try Self.misquoted(page, DocumentedCommandTests.text).isEmpty)
    let blocks = page.matches(of: /```swift\n/).count
    #expect(page.matches(of: /In `[^`]+`:\n\n```swift\n/).count == blocks)
    #expect(["SetUpCI", "ReadAFailure"].contains(guide) || blocks >= 2, "\(blocks) blocks")
  }

  @Test func otherCodeIsFound() throws {
    let page = try Self.page("WriteAStage").replacing("2 * column", with: "3 * column")
    #expect(try Self.misquoted(page, DocumentedCommandTests.text).count == 1)
  }

  @Test(arguments: guides) func theyEndInTheFilesThatOneTouches(guide: String) throws {
    let parts = try Self.page(guide).split(separator: "\n## Files\n")
    #expect(parts.count == 2)
    let files = try #require(parts.last).split(separator: "\n")
    #expect(files.count >= 3)
    let root = try InitCommandTests.checkout()
    for line in files {
      let match = line.wholeMatch(of: /- `([^`]+)`/)
      let path = try #require(match?.1, "\(line)")
      #expect(FileStore.exists("\(root)/\(path)"), "\(path)")
    }
    let overview = try Self.page("SimCommands")
    #expect(overview.contains("- <doc:\(guide)>\n"))
  }

  @Test func everyPageIsInTheOverview() throws {
    let overview = try Self.page("SimCommands")
    let root = try InitCommandTests.checkout()
    let names = try FileStore.list(directory: "\(root)/\(Self.folder)")
    #expect(names.count > 15)
    for name in names where name != "SimCommands.md" {
      #expect(overview.contains("<doc:\(name.dropLast(3))>"), "\(name)")
    }
  }

  @Test(.enabled(if: !Tier.isDebug)) func aFailureReadsAsShown() throws {
    let page = try Self.page("ReadAFailure")
    let json = try #require(page.firstMatch(of: /```json\n((?:.|\n)*?)```/)?.1)
    let shown = try #require(page.firstMatch(of: /```text\n((?:.|\n)*?)```/)?.1)
    let folder = try TemporaryFolder()
    let path = try folder.write(String(json), to: "crowded.json")
    let run = CommandRun(["run", path, "--out", folder.at("out"), "--no-wall"])
    #expect(run.code == .budgetFailed)
    let said = run.output.replacing(path, with: "crowded.json")
    let lines = shown.split(separator: "\n")
    #expect(lines.count == 4)
    for line in lines { #expect(said.contains(line), "\(line)\n\(said)") }
  }

  /// Links of README lead to pages that are there.
  @Test func linksLeadSomewhere() throws {
    let root = try InitCommandTests.checkout()
    var count = 0
    for page in try DocumentedCommandTests.pages() {
      let text = try DocumentedCommandTests.text(page)
      let folder = page.split(separator: "/").dropLast().joined(separator: "/")
      for match in text.matches(of: /\]\(([^):#]+)\)/) {
        let target = [root, folder, String(match.1)].filter { !$0.isEmpty }.joined(separator: "/")
        #expect(FileStore.exists(target), "\(page): \(match.1)")
        count += 1
      }
    }
    #expect(count > 20)
  }
}
