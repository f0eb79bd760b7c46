/// The zsh script: `_arguments` for each command, chosen by the words of its name.
struct ZshCompletion {
  let table: CommandTable
  let names: CompletionNames

  private var prefix: String { "_\(table.identifier)" }

  func lines() -> [String] {
    var lines = ["#compdef \(table.tool)", ""]
    lines += ["\(prefix)() {", "  local curcontext=\"$curcontext\" state line"]
    lines.append("  local -a commands")
    lines.append("  _arguments -C \\")
    lines += table.rootOptions.map { "    \(option($0)) \\" }
    lines += ["    '1:command:->command' \\", "    '*::argument:->argument' && return"]
    lines += ["  case $state in", "  command)", "    commands=("]
    for word in table.firstWords {
      lines.append("      \(described(word, table.summary(ofFirstWord: word)))")
    }
    lines += ["    )", "    _describe -t commands command commands", "    ;;"]
    lines += ["  argument)", "    case $words[1] in"]
    for word in table.firstWords {
      lines.append("    \(word))")
      lines += branch(word).map { "      \($0)" }
      lines.append("      ;;")
    }
    lines += ["    esac", "    ;;", "  esac", "}", ""]
    lines += [
      "if [ \"$funcstack[1]\" = \"\(prefix)\" ]; then", "  \(prefix) \"$@\"", "else",
      "  compdef \(prefix) \(table.tool)", "fi",
    ]
    return lines
  }

  private func branch(_ word: String) -> [String] {
    if let command = table.command(named: word) { return arguments(command) }
    let related = table.commands(startingWith: word)
    var lines = ["if (( CURRENT == 2 )); then", "  commands=("]
    for command in related {
      lines.append("    \(described(command.words.last ?? "", command.summary))")
    }
    lines += ["  )", "  _describe -t commands command commands", "else"]
    lines += ["  shift words", "  (( CURRENT-- ))", "  case $words[1] in"]
    for command in related {
      lines.append("  \(command.words.last ?? ""))")
      lines += arguments(command).map { "    \($0)" }
      lines.append("    ;;")
    }
    return lines + ["  esac", "fi"]
  }

  private func arguments(_ command: CommandSpec) -> [String] {
    var specs = table.options(of: command).map(option)
    for (index, argument) in command.arguments.enumerated() {
      let position =
        switch argument.arity {
        case .one: "\(index + 1):"
        case .optional: "\(index + 1)::"
        case .oneOrMore, .zeroOrMore: "*:"
        }
      let name = escaped(argument.name.lowercased())
      specs.append(singleQuoted("\(position)\(name):\(action(argument.completion))"))
    }
    let last = specs.count - 1
    return ["_arguments \\"]
      + specs.enumerated().map { "  \($0.element)\($0.offset < last ? " \\" : "")" }
  }

  private func option(_ option: OptionSpec) -> String {
    let text = "[\(escaped(option.summary))]"
    guard let value = option.value else {
      guard let short = option.shortSpelling else {
        return singleQuoted("\(option.spelling)\(text)")
      }
      let both = "(\(short) \(option.spelling))"
      return "\(singleQuoted(both)){\(short),\(option.spelling)}\(singleQuoted(text))"
    }
    var hint = value.placeholder
    if case .hint(let words) = value.completion { hint = words }
    let star = option.isRepeating ? "*" : ""
    let tail = "\(text):\(escaped(hint)):\(action(value.completion))"
    let long = singleQuoted("\(star)\(option.spelling)=\(tail)")
    guard let short = option.shortSpelling else { return long }
    return "\(long) \(singleQuoted("\(star)\(short)\(tail)"))"
  }

  private func action(_ completion: CompletionKind) -> String {
    if let words = names.words(for: completion, in: table) {
      return "(\(words.joined(separator: " ")))"
    }
    return switch completion {
    case .file: "_files"
    case .directory: "_files -/"
    case .scenario: "_files -g \"*.json(-.)\""
    case .golden: "_values golden scenarios/goldens/*.golden(N\\:t\\:r)"
    default: " "
    }
  }

  private func described(_ word: String, _ text: String) -> String {
    singleQuoted("\(word):\(escaped(text))")
  }

  /// Text with what `_arguments` takes for punctuation escaped.
  private func escaped(_ text: String) -> String {
    text.map { "\\:[]".contains($0) ? "\\\($0)" : String($0) }.joined()
  }
}
