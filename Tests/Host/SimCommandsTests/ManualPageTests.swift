import SimCommands
import Testing

@Suite struct ManualPageTests {
  private func roff(_ text: String) -> String {
    text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("\"", with: "\\(dq")
  }

  @Test func hasTheUsualSections() {
    let page = SimbenchTable.table.manualPage(version: "1.2.0", date: "2026-11-25")
    let head = ".TH SIMBENCH 1 \"2026-11-25\" \"simbench 1.2.0\" \"User Commands\"\n"
    #expect(page.hasPrefix(head + ".SH NAME\n"))
    for section in [
      "NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "RUN AND INSPECT", "CHECK", "CREATE", "SHELL",
      "EVERY COMMAND", "EXIT STATUS",
    ] {
      #expect(occurrences(of: ".SH \(section)\n", in: page) == 1, "\(section)")
    }
    for code in ExitCode.allCases {
      #expect(page.contains(".TP\n.B \(code.rawValue)\n\(roff(code.sentence))\n"))
    }
  }

  @Test func everyOptionStandsOnceInItsSection() throws {
    for table in HelpTextTests.tables {
      let page = table.manualPage(version: "1", date: "2026-11-25")
      for command in table.commands {
        let start = try #require(page.ranges(of: "\n.SS \(roff(command.name))\n").first)
        let rest = page[start.upperBound...]
        let end = [rest.ranges(of: "\n.SS ").first, rest.ranges(of: "\n.SH ").first]
          .compactMap(\.?.lowerBound).min()
        let section = String(rest[..<(end ?? rest.endIndex)])
        for option in command.options {
          let name = "\\fB\(roff(option.spelling))\\fR"
          #expect(occurrences(of: name, in: section) == 1, "\(command.name) \(name)")
          #expect(section.contains(roff(option.summary)))
        }
        for argument in command.arguments {
          #expect(section.contains("\\fI\(roff(argument.usage))\\fR\n\(roff(argument.summary))"))
        }
      }
    }
  }

  @Test func textNeverBecomesARequest() {
    let page = sampleTable.manualPage(version: "\"1\"\u{e9}", date: "2026-11-25")
    #expect(page.contains("\n\\&.Dots and 'quotes' first.\n"))
    #expect(page.contains("(dq1\\(dq\\[u00E9]"))
    #expect(page.contains("kinds: \\(dqquoted\\(dq and \\e too."))
    #expect(page.utf8.allSatisfy { $0 < 128 })
  }
}
