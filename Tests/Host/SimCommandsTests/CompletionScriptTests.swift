import SimCommands
import TestTier
import Testing

@Suite struct CompletionScriptTests {
  static let names = CompletionNames(
    scenes: ["aurora-orbs", "snowglobe"], devices: ["ipad-9", "iphone-12"])

  private func lines(_ shell: Shell, _ table: CommandTable = SimbenchTable.table) -> [String] {
    table.completionScript(for: shell, names: Self.names).split(separator: "\n").map(String.init)
  }

  @Test(.enabled(if: !Tier.isDebug)) func bashHoldsEveryOptionOnce() throws {
    for table in HelpTextTests.tables {
      let lines = lines(.bash, table)
      for command in table.commands {
        let list = try #require(
          lines.first { $0.hasPrefix("  '\(command.name)') kind='words:--") })
        for option in table.options(of: command) {
          #expect(occurrences(of: "\(option.spelling) ", in: spaced(list)) == 1)
          let pattern = "'\(command.name) \(option.spelling)'"
          let kinds = lines.filter { $0.contains(pattern) }
          #expect(kinds.count == (option.value == nil ? 0 : 1))
        }
      }
    }
  }

  /// The words of a quoted list, each followed by a space.
  private func spaced(_ list: String) -> String {
    String(list.map { ":'".contains($0) ? " " : $0 })
  }

  @Test(.enabled(if: !Tier.isDebug)) func zshHoldsEveryOptionOnce() {
    for table in HelpTextTests.tables {
      let lines = lines(.zsh, table)
      #expect(lines.first == "#compdef \(table.tool)")
      let rows = table.commands.flatMap { table.options(of: $0) } + table.rootOptions
      for option in rows {
        // One command's flag may be what another gives a value.
        let expected = rows.filter {
          $0.spelling == option.spelling && ($0.value == nil) == (option.value == nil)
        }.count
        let found = lines.filter { line in
          if let short = option.shortSpelling, option.value == nil {
            return line.contains("{\(short),\(option.spelling)}")
          }
          let end = option.value == nil ? "[" : "="
          return line.contains("'\(option.spelling)\(end)")
            || line.contains("'*\(option.spelling)\(end)")
        }
        #expect(found.count == expected, "\(option.spelling)")
      }
    }
  }

  @Test func fishHoldsEveryOptionOnce() {
    for table in HelpTextTests.tables {
      let lines = lines(.fish, table)
      for command in table.commands {
        for option in table.options(of: command) {
          let start =
            "complete -c \(table.tool) -n '__\(table.tool)_in \(command.name)' -l \(option.name) "
          #expect(lines.filter { $0.hasPrefix(start) }.count == 1, "\(start)")
        }
      }
    }
  }

  @Test func devicesAndScenesAreOffered() {
    for shell in Shell.allCases {
      let text = sampleTable.completionScript(for: shell, names: Self.names)
      #expect(text.contains("ipad-9 iphone-12"))
      #expect(text.contains("aurora-orbs snowglobe"))
      #expect(text.contains("fast exact"))
      #expect(text.hasSuffix("\n"))
    }
  }
}
