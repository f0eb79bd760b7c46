import SimFormats

/// Help pages as plain text, generated from the command table.
package struct HelpText: Sendable {
  private let table: CommandTable
  private let layout: TextLayout

  /// Creates help for a terminal.
  ///
  /// - Parameter width: Columns of the terminal; less than 60 counts as 60, more than 100 as 100.
  package init(table: CommandTable, width: Int = 80) {
    self.table = table
    self.layout = TextLayout(width: width)
  }

  /// The page on a command, on commands that share this first word, or on the tool.
  ///
  /// - Parameter topic: The topic of ``Invocation``; any other text gives the tool's page.
  package func page(for topic: String?) -> String {
    guard let topic else { return rootPage() }
    if let command = table.command(named: topic) { return page(of: command) }
    let related = table.commands(startingWith: topic)
    return related.isEmpty ? rootPage() : page(ofGroup: topic, related)
  }

  /// The tool's page and the page of every command, one after the other.
  package func allPages() -> String {
    let names: [String?] = [nil] + table.commands.map(\.name)
    let pages = names.map { name in
      let title = [table.tool, name].compactMap(\.self).joined(separator: " ")
      return "# \(title)\n\n\(page(for: name))"
    }
    return pages.joined(separator: "\n")
  }

  private func rootPage() -> String {
    var sections = [
      layout.paragraph(table.summary),
      layout.hanging("Usage: ", "\(table.program) COMMAND [options]"),
    ]
    sections += table.discussion.map { layout.paragraph($0) }
    // One width for all groups, so that all summaries are aligned.
    let labelWidth = table.commands.map(\.name.count).max() ?? 0
    sections += table.groups.map { group in
      let rows = group.commands.map { ($0.name, $0.summary) }
      return "\(group.title):\n" + layout.columns(rows, labelWidth: labelWidth)
    }
    sections.append(options(table.rootOptions))
    if !table.notes.isEmpty {
      sections.append(
        "Every command:\n" + layout.columns(table.notes.map { ($0.name, $0.text) }))
    }
    sections.append(exitCodes())
    sections.append(layout.paragraph("For more on a command: \(table.program) COMMAND --help"))
    return sections.joined(separator: "\n")
  }

  private func page(ofGroup word: String, _ commands: [CommandSpec]) -> String {
    [
      layout.hanging("Usage: ", "\(table.program) \(word) COMMAND [options]"),
      "Commands:\n" + layout.columns(commands.map { ($0.name, $0.summary) }),
      layout.paragraph("For more on a command: \(table.program) \(word) COMMAND --help"),
    ].joined(separator: "\n")
  }

  private func page(of command: CommandSpec) -> String {
    var sections = [
      layout.paragraph(command.summary),
      layout.hanging("Usage: ", table.usage(of: command)),
    ]
    sections += command.discussion.map { layout.paragraph($0) }
    if !command.arguments.isEmpty {
      sections.append(
        "Arguments:\n" + layout.columns(command.arguments.map { ($0.usage, $0.summary) }))
    }
    sections.append(options(table.options(of: command)))
    if !command.limits.isEmpty {
      sections.append(
        "Limits:\n"
          + command.limits.map { layout.paragraph($0.sentence, indent: 2) }.joined())
    }
    if !command.examples.isEmpty {
      let examples = command.examples.map {
        layout.shellLine($0.line(for: table.program), indent: 2)
          + layout.paragraph($0.explanation, indent: 6)
      }
      sections.append("Examples:\n" + examples.joined())
    }
    if !command.verdicts.isEmpty { sections.append(exitCodes(command.verdicts)) }
    return sections.joined(separator: "\n")
  }

  private func options(_ options: [OptionSpec]) -> String {
    let hasShort = options.contains { $0.short != nil }
    let rows = options.map { option in
      let short = option.shortSpelling.map { "\($0), " } ?? (hasShort ? "    " : "")
      let repeats = option.isRepeating ? " May be given more than once." : ""
      return (short + option.usage, option.summary + repeats)
    }
    return "Options:\n" + layout.columns(rows)
  }

  /// The exit codes; for a command, those that it can return.
  private func exitCodes(_ verdicts: [ExitCode] = ExitCode.allCases) -> String {
    let shown = ExitCode.allCases.filter { ExitCode.common.contains($0) || verdicts.contains($0) }
    return "Exit codes:\n" + layout.columns(shown.map { (String($0.rawValue), $0.sentence) })
  }
}

extension CommandTable {
  /// The usage line of the command.
  func usage(of command: CommandSpec) -> String {
    let options = command.options.isEmpty ? [] : ["[options]"]
    let words = [program, command.name] + options + command.arguments.map(\.usage)
    return words.joined(separator: " ")
  }
}

extension OptionSpec {
  /// The long name with the placeholder of its value.
  var usage: String {
    value.map { "\(spelling) \($0.placeholder)" } ?? spelling
  }
}
