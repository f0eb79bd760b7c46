import SimCatalogue
import SimFormats
import SimHarness
import SimPlatform
import SimReport
import SimRuntime
import SimCommands
import Testing
import SimTracing

/// Goal: what README and the documentation pages say of commands, options and figures is so.
///
/// Method: every command line in a block or a code span is read by the tool's own parser, every
/// option that a row or sentence names is looked up in the table, and figures are compared with the
/// constants and files that they are about. `.ci/documented-commands` runs the blocks.
@Suite struct DocumentedCommandTests {
  static func text(_ path: String) throws -> String {
    try FileStore.readText(
      "\(InitCommandTests.checkout())/\(path)", limitByteCount: 1 << 20)
  }

  static let readme = "README.md"

  /// The pages for users, by their paths in the checkout.
  static func pages() throws -> [String] {
    let root = try InitCommandTests.checkout()
    var pages = [readme, "Benchmarks/README.md"]
    for floor in try FileStore.list(directory: "\(root)/Sources") {
      for target in try FileStore.list(directory: "\(root)/Sources/\(floor)") {
        let folder = "Sources/\(floor)/\(target)/\(target).docc"
        guard FileStore.isDirectory("\(root)/\(folder)") else { continue }
        pages += try FileStore.list(directory: "\(root)/\(folder)").filter { $0.hasSuffix(".md") }
          .map { "\(folder)/\($0)" }
      }
    }
    #expect(pages.count > 25, "pages are looked for elsewhere")
    return pages
  }

  // MARK: - Reading

  /// The lines of blocks between fences, with a line that ends in a backslash joined to the next.
  static func blockLines(_ page: String) -> [String] {
    var lines: [String] = []
    var isInside = false
    var isOpen = false
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isInside.toggle()
      } else if isInside {
        let part = String(line.hasSuffix("\\") ? line.dropLast() : line)
        if isOpen { lines[lines.count - 1] += part } else { lines.append(part) }
        isOpen = line.hasSuffix("\\")
      }
    }
    return lines
  }

  /// Code spans of what lies outside of blocks, each on one line.
  private static func spans(_ page: String) -> [String] {
    let prose = page.split(separator: "```", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 0 }.map { String($0.element) }.joined(separator: " ")
    return prose.matches(of: /`([^`]+)`/).map {
      String($0.1).replacing("\n", with: " ").replacing("\\|", with: "|")
    }
  }

  /// The words behind `simbench` in a line, as a shell would hand them on; nil when the line runs
  /// something else.
  private static func words(_ line: String) -> [String]? {
    var line = Substring(line)
    if let comment = line.firstRange(of: " #") { line = line[..<comment.lowerBound] }
    var words = line.split(separator: " ").map { word -> String in
      let text = word.hasPrefix("'") ? word.dropFirst() : word
      return String(text.hasSuffix("'") ? text.dropLast() : text)
    }
    if words.starts(with: ["-", "run:"]) { words.removeFirst(2) }
    if words.starts(with: ["swift", "run"]), let tool = words.firstIndex(of: "simbench") {
      words.removeFirst(tool)
    }
    guard let first = words.first, first == "simbench" || first.hasSuffix("/simbench") else {
      return nil
    }
    return Array(words.dropFirst())
  }

  /// What is wrong with a command line; nil when it can be parsed.
  private static func fault(_ words: [String]) -> String? {
    do {
      _ = try SimbenchTable.table.parse(arguments: words)
      return nil
    } catch {
      return error.message
    }
  }

  /// Command lines of a span that stands for several, such as `simbench list a|b` or `man`.
  private static func alternatives(_ span: String) -> [[String]] {
    guard let words = words(span.replacing("…", with: "")) else { return [] }
    // Of choices the first word decides; the others are tried one by one.
    guard let place = words.firstIndex(where: { $0.contains("|") && !$0.hasPrefix("--") }) else {
      return [words]
    }
    return words[place].split(separator: "|").map { choice in
      Array(words[..<place]) + [String(choice)] + words[(place + 1)...]
    }
  }

  // MARK: - Commands

  @Test func everyBlockIsACommandLine() throws {
    var count = 0
    for page in try Self.pages() {
      for line in Self.blockLines(try Self.text(page)) {
        guard let words = Self.words(line) else { continue }
        count += 1
        #expect(Self.fault(words) == nil, "\(page): \(line)")
      }
    }
    #expect(count >= 12, "blocks are not read")
    #expect(Self.fault(["gate", "a.json", "--agianst", "main"]) != nil)
    #expect(Self.fault(["gaet", "a.json"]) != nil)
  }

  @Test func everySpanNamesACommand() throws {
    var count = 0
    for page in try Self.pages() {
      for span in Self.spans(try Self.text(page)) where span.hasPrefix("simbench ") {
        for words in Self.alternatives(span) {
          // A verb may stand alone, without what it needs.
          let isBare =
            SimbenchTable.table.commands.contains { $0.words == words }
            || SimbenchTable.table.firstWords.contains(words.first ?? "") && words.count == 1
          guard !isBare, words != ["VERB", "--help"] else { continue }
          count += 1
          #expect(Self.fault(Self.filled(words)) == nil, "\(page): \(span)")
        }
      }
    }
    #expect(count >= 20, "spans are not read")
    #expect(Self.fault(Self.filled(["render", "SCENARIO", "--photo"])) != nil)
  }

  /// A span's words where what they are about is left out, or a letter only named.
  private static func filled(_ words: [String]) -> [String] {
    if words.count == 2, ["accept", "reject"].contains(words[1]) { return words + ["NAME"] }
    let names = words.first == "schema" ? ["NAME": "run"] : ["LETTER": "a"]
    let words = words.map { names[$0] ?? $0 }
    let isLacking = fault(words)?.hasPrefix("missing argument SCENARIO") == true
    return isLacking ? words + ["SCENARIO"] : words
  }

  /// Options of a row of the table of commands belong to one of the row's commands, and any other
  /// to some command.
  @Test func everyOptionIsThere() throws {
    let table = SimbenchTable.table
    let everywhere = Set(table.commands.flatMap { table.options(of: $0) }.map(\.spelling))
      .union(table.rootOptions.map(\.spelling))
    var count = 0
    for page in try Self.pages() where page != "Benchmarks/README.md" {
      for line in try Self.text(page).split(separator: "\n") {
        let spans = Self.spans(String(line))
        let row = line.hasPrefix("| `simbench ") ? Self.alternatives(spans[0]) : []
        let commands = table.commands.filter { command in
          row.contains { $0.starts(with: command.words) }
        }
        let allowed =
          commands.isEmpty
          ? everywhere : Set(commands.flatMap { table.options(of: $0) }.map(\.spelling))
        for span in spans where span.hasPrefix("--") && span.count > 2 {
          count += 1
          let name = span.prefix { $0 != " " && $0 != "=" }
          #expect(allowed.contains(String(name)), "\(page): \(line)")
        }
      }
    }
    #expect(count >= 60, "options are not read")
  }

  @Test func everyCommandHasARow() throws {
    let page = "Sources/Host/SimCommands/SimCommands.docc/Commands.md"
    let rows = try Self.text(page).split(separator: "\n").filter {
      $0.hasPrefix("| `simbench ")
    }.flatMap { row in Self.spans(String(row)).flatMap { Self.alternatives($0) } }
    for command in SimbenchTable.table.commands where command.name != "help" {
      #expect(rows.contains { $0.starts(with: command.words) }, "\(command.name)")
    }
  }

  /// Programs of this checkout that blocks run are there.
  @Test func everyProgramIsThere() throws {
    let root = try InitCommandTests.checkout()
    var count = 0
    for page in try Self.pages() {
      let source = try Self.text(page)
      for line in Self.blockLines(source) + Self.spans(source) {
        let words = line.split(separator: " ").map { String($0) }
        guard let first = words.first,
          first.hasPrefix(".ci/") || first.hasPrefix("Benchmarks/")
            || first.hasPrefix("scenarios/"),
          !first.contains("*"), !first.contains("NAME"), first.contains("baselines") == false
        else { continue }
        count += 1
        #expect(FileStore.exists("\(root)/\(first)"), "\(page): \(first)")
      }
    }
    #expect(count >= 20, "programs are not read")
  }
}
