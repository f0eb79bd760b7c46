import SimFormats

extension CommandTable {
  /// Reads a command line against the table.
  ///
  /// Options can appear anywhere after the command; `--` ends them. `--name value` and
  /// `--name=value` are equal. A word after an option is its value unless it looks like an option;
  /// `-` and negative numbers do not.
  ///
  /// - Parameter arguments: The words after the name of the executable.
  /// - Throws: The first error, from left to right.
  package func parse(arguments: [String]) throws(UsageError) -> Invocation {
    var parser = ArgumentParser(table: self, arguments: arguments)
    return try parser.parse()
  }
}

/// A left-to-right walk over the arguments.
struct ArgumentParser {
  private let table: CommandTable
  private let arguments: [String]
  private var position = 0

  init(table: CommandTable, arguments: [String]) {
    self.table = table
    self.arguments = arguments
  }

  private var next: String? {
    position < arguments.count ? arguments[position] : nil
  }

  mutating func parse() throws(UsageError) -> Invocation {
    let rootHelp = "\(table.program) --help"
    guard let first = next else { throw UsageError(.missingCommand, helpLine: rootHelp) }
    if looksLikeOption(first) {
      let option = try takeOption(among: table.rootOptions, helpLine: rootHelp)
      return option.spec.name == "help" ? .help(topic: nil) : .version
    }
    if let topic = groupHelp(after: first) { return .help(topic: topic) }
    let command = try takeCommand(helpLine: rootHelp)
    return try parseRest(of: command)
  }

  /// The first word of two-word commands followed by a request for help.
  private func groupHelp(after first: String) -> String? {
    guard !table.commands(startingWith: first).isEmpty, arguments.count > position + 1 else {
      return nil
    }
    return ["--help", "-h"].contains(arguments[position + 1]) ? first : nil
  }

  private mutating func takeCommand(helpLine: String) throws(UsageError) -> CommandSpec {
    let words = arguments[position...].prefix { !looksLikeOption($0) }
    if let command = table.commands.first(where: { words.starts(with: $0.words) }) {
      position += command.words.count
      return command
    }
    let first = words.first ?? ""
    let related = table.commands(startingWith: first)
    if related.isEmpty {
      let names = table.firstWords + table.commands.map(\.name)
      let near = nearestSpelling(of: first, in: names)
      throw UsageError(.unknownCommand(first, suggestion: near), helpLine: helpLine)
    }
    let groupHelp = "\(table.program) \(first) --help"
    guard let second = words.dropFirst().first else {
      let choices = related.compactMap(\.words.last)
      throw UsageError(
        .missingSubcommand(command: first, choices: choices), helpLine: groupHelp)
    }
    let found = "\(first) \(second)"
    let near = nearestSpelling(of: found, in: related.map(\.name))
    throw UsageError(.unknownCommand(found, suggestion: near), helpLine: groupHelp)
  }

  private mutating func parseRest(of command: CommandSpec) throws(UsageError) -> Invocation {
    let helpLine = "\(table.program) \(command.name) --help"
    let options = table.options(of: command)
    var values: [String: [String]] = [:]
    var positionals: [String] = []
    var optionsEnded = false
    while let word = next {
      if !optionsEnded, word == "--" {
        optionsEnded = true
        position += 1
      } else if !optionsEnded, looksLikeOption(word) {
        let option = try takeOption(among: options, helpLine: helpLine)
        // At once, so that help appears even if the rest of the line is wrong.
        if option.spec.name == "help" { return .help(topic: command.name) }
        if values[option.spec.name] != nil, !option.spec.isRepeating {
          throw UsageError(.repeatedOption(option.spec.spelling), helpLine: helpLine)
        }
        values[option.spec.name, default: []].append(option.value)
      } else {
        positionals.append(word)
        position += 1
      }
    }
    if command.role == .help { return .help(topic: try topic(positionals, helpLine: helpLine)) }
    try check(positionals, of: command, helpLine: helpLine)
    return .command(
      ParsedCommand(
        command: command, options: options, helpLine: helpLine, values: values,
        positionals: positionals))
  }

  /// Reads the option at the current position and its value; a flag's value is empty.
  private mutating func takeOption(
    among options: [OptionSpec], helpLine: String
  ) throws(UsageError) -> (spec: OptionSpec, value: String) {
    let word = arguments[position]
    let equals = word.hasPrefix("--") ? word.firstIndex(of: "=") : nil
    let name = String(word[..<(equals ?? word.endIndex)])
    let inlineValue = equals.map { String(word[word.index(after: $0)...]) }
    position += 1
    guard let spec = options.first(where: { $0.spelling == name || $0.shortSpelling == name })
    else {
      let near = nearestSpelling(of: name, in: options.map(\.spelling))
      throw UsageError(.unknownOption(name, suggestion: near), helpLine: helpLine)
    }
    guard let expected = spec.value else {
      if let inlineValue {
        throw UsageError(
          .unexpectedValue(option: spec.spelling, found: inlineValue), helpLine: helpLine)
      }
      return (spec, "")
    }
    var value = inlineValue
    // A forgotten value must not swallow the next option.
    if value == nil, let following = next, !looksLikeOption(following) {
      value = following
      position += 1
    }
    // An unset variable of a shell also leaves an empty value.
    guard let value, !value.isEmpty else {
      throw UsageError(
        .missingValue(option: spec.spelling, placeholder: expected.placeholder),
        helpLine: helpLine)
    }
    try checkWord(
      value, allowed: expected.completion, subject: "option \(quoted(spec.spelling))",
      helpLine: helpLine)
    return (spec, value)
  }

  private func check(
    _ positionals: [String], of command: CommandSpec, helpLine: String
  ) throws(UsageError) {
    var remaining = positionals[...]
    for argument in command.arguments {
      let words = argument.isRepeating ? remaining : remaining.prefix(1)
      if words.isEmpty, argument.isRequired {
        throw UsageError(.missingArgument(argument.name), helpLine: helpLine)
      }
      for word in words {
        guard !word.isEmpty else {
          throw UsageError(.emptyArgument(argument.name), helpLine: helpLine)
        }
        try checkWord(
          word, allowed: argument.completion, subject: "argument \(argument.name)",
          helpLine: helpLine)
      }
      remaining = remaining.dropFirst(words.count)
    }
    if let extra = remaining.first {
      throw UsageError(.unexpectedArgument(extra), helpLine: helpLine)
    }
  }

  private func checkWord(
    _ word: String, allowed: CompletionKind, subject: String, helpLine: String
  ) throws(UsageError) {
    guard case .words(let words) = allowed, !words.contains(word) else { return }
    throw UsageError(
      .badValue(
        subject: subject, expected: alternatives(words), found: word,
        suggestion: nearestSpelling(of: word, in: words)),
      helpLine: helpLine)
  }

  /// The command, or first word of commands, to show help for.
  private func topic(_ words: [String], helpLine: String) throws(UsageError) -> String? {
    guard !words.isEmpty else { return nil }
    let name = words.joined(separator: " ")
    let isGroup = !table.commands(startingWith: name).isEmpty
    if isGroup || table.command(named: name) != nil { return name }
    let names = table.firstWords + table.commands.map(\.name)
    let near = nearestSpelling(of: name, in: names)
    throw UsageError(.unknownCommand(name, suggestion: near), helpLine: "\(table.program) --help")
  }
}

/// Whether a word is an option rather than a value: a dash with more after it that is not a number.
private func looksLikeOption(_ word: String) -> Bool {
  let scalars = Array(word.unicodeScalars.prefix(3))
  guard scalars.count > 1, scalars[0] == "-" else { return false }
  let second = scalars[1] == "." && scalars.count > 2 ? scalars[2] : scalars[1]
  return !("0"..."9").contains(second)
}
