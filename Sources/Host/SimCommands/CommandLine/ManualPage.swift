import SimFormats

extension CommandTable {
  /// The manual page as roff source, for `man -l -` or a file in `man1`.
  ///
  /// - Parameters:
  ///   - version: The version for the foot of the page.
  ///   - date: The version's day, such as 2026-11-25.
  package func manualPage(version: String, date: String) -> String {
    let title = "\(roff(tool.uppercased())) 1 \"\(date)\" \"\(roff("\(tool) \(version)"))\""
    var lines = [
      ".TH \(title) \"User Commands\"", ".SH NAME", "\(roff(tool)) \\- \(roff(summary))",
    ]
    lines.append(".SH SYNOPSIS")
    for (index, command) in commands.enumerated() {
      lines += (index > 0 ? [".br"] : []) + [synopsis(of: command)]
    }
    if !discussion.isEmpty {
      lines.append(".SH DESCRIPTION")
      // A section implies a paragraph, so the first one needs no request.
      lines += paragraphs(discussion).dropFirst()
    }
    lines.append(".SH OPTIONS")
    lines += rootOptions.flatMap(entry)
    for group in groups {
      lines.append(".SH \(roff(group.title.uppercased()))")
      lines += group.commands.flatMap(section)
    }
    if !notes.isEmpty {
      lines.append(".SH EVERY COMMAND")
      for note in notes { lines += [".TP", ".B \(roff(note.name))", roffLine(note.text)] }
    }
    lines.append(".SH EXIT STATUS")
    for code in ExitCode.allCases {
      lines += [".TP", ".B \(code.rawValue)", roffLine(code.sentence)]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func section(_ command: CommandSpec) -> [String] {
    var lines = [".SS \(roff(command.name))", roffLine(command.summary), ".PP"]
    lines.append(synopsis(of: command))
    lines += paragraphs(command.discussion)
    for argument in command.arguments {
      lines += [".TP", "\\fI\(roff(argument.usage))\\fR", roffLine(argument.summary)]
    }
    // The shared options appear once, at the top of the page.
    lines += command.options.flatMap(entry)
    if !command.limits.isEmpty {
      lines += paragraphs([command.limits.map(\.sentence).joined(separator: " ")])
    }
    for example in command.examples {
      lines += [".PP", roffLine(example.explanation), ".PP", ".RS 4", ".nf"]
      lines += [roffLine(example.line(for: tool)), ".fi", ".RE"]
    }
    return lines
  }

  private func entry(_ option: OptionSpec) -> [String] {
    let short = option.shortSpelling.map { "\\fB\(roff($0))\\fR, " } ?? ""
    let value = option.value.map { " \\fI\(roff($0.placeholder))\\fR" } ?? ""
    let repeats = option.isRepeating ? " May be given more than once." : ""
    return [
      ".TP", "\(short)\\fB\(roff(option.spelling))\\fR\(value)", roffLine(option.summary + repeats),
    ]
  }

  private func synopsis(of command: CommandSpec) -> String {
    let options = command.options.isEmpty ? [] : ["[\\fIoptions\\fR]"]
    let arguments = command.arguments.map { "\\fI\(roff($0.usage))\\fR" }
    let words = ["\\fB\(roff("\(tool) \(command.name)"))\\fR"] + options + arguments
    return words.joined(separator: " ")
  }

  private func paragraphs(_ texts: [String]) -> [String] {
    texts.flatMap { [".PP", roffLine($0)] }
  }
}

/// Text with what roff would interpret escaped, except at the start of a line.
private func roff(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\\": result += "\\e"
    case "-": result += "\\-"
    case "\"": result += "\\(dq"
    case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
    default:
      let digits = String(scalar.value, radix: 16, uppercase: true)
      result += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
    }
  }
  return result
}

/// Escaped text for a line of its own: a leading dot or quote would make it a request.
private func roffLine(_ text: String) -> String {
  text.hasPrefix(".") || text.hasPrefix("'") ? "\\&\(roff(text))" : roff(text)
}
