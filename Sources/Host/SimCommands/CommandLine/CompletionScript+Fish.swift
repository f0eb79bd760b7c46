/// The fish script: one `complete` line for each word, option and argument.
struct FishCompletion {
  let table: CommandTable
  let names: CompletionNames

  private var prefix: String { "__\(table.identifier)" }
  private var complete: String { "complete -c \(table.tool)" }

  func lines() -> [String] {
    var lines =
      ["# fish completion for \(table.tool)", ""] + conditions() + ["", "\(complete) -f"]
    for option in table.rootOptions {
      lines.append(line(option, condition: "\(prefix)_at"))
    }
    for word in table.firstWords {
      let text = quoted(table.summary(ofFirstWord: word))
      lines.append("\(complete) -n '\(prefix)_at' -a \(quoted(word)) -d \(text)")
    }
    for command in table.commands {
      if command.words.count > 1, let first = command.words.first, let last = command.words.last {
        let text = quoted(command.summary)
        for typed in [first, "help \(first)"] {
          lines.append("\(complete) -n '\(prefix)_at \(typed)' -a \(quoted(last)) -d \(text)")
        }
      }
      let condition = "\(prefix)_in \(command.name)"
      lines += table.options(of: command).map { line($0, condition: condition) }
      lines += command.arguments.compactMap { line($0, condition: condition) }
    }
    return lines
  }

  /// Functions that check whether the words typed so far equal, or start with, the given ones.
  private func conditions() -> [String] {
    """
    function \(prefix)_at
        set -l typed (commandline -opc)
        set -e typed[1]
        test "$typed" = "$argv"
    end

    function \(prefix)_in
        set -l typed (commandline -opc)
        set -e typed[1]
        set -l count (count $argv)
        test (count $typed) -ge $count; and test "$typed[1..$count]" = "$argv"
    end

    function \(prefix)_chosen
        for word in (commandline -opc)[3..-1]
            contains -- $word $argv; and return 0
        end
        return 1
    end
    """.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private func line(_ option: OptionSpec, condition: String) -> String {
    var words = ["\(complete) -n \(quoted(condition))", "-l \(option.name)"]
    if let short = option.short { words.append("-s \(short)") }
    if let value = option.value { words.append(offer(value.completion, isOption: true)) }
    words.append("-d \(quoted(option.summary))")
    return words.joined(separator: " ")
  }

  /// A fixed choice is offered until it is made; free text has nothing to offer.
  private func line(_ argument: ArgumentSpec, condition: String) -> String? {
    let offer = offer(argument.completion, isOption: false)
    guard !offer.isEmpty else { return nil }
    var condition = condition
    if !argument.isRepeating || argument.completion == .command,
      let words = names.words(for: argument.completion, in: table)
    {
      condition += "; and not \(prefix)_chosen \(words.joined(separator: " "))"
    }
    return "\(complete) -n \(quoted(condition)) \(offer)"
  }

  private func offer(_ completion: CompletionKind, isOption: Bool) -> String {
    let value = isOption ? "-x " : ""
    if let words = names.words(for: completion, in: table) {
      return "\(value)-a \(quoted(words.joined(separator: " ")))"
    }
    return switch completion {
    case .file: isOption ? "-r -F" : "-F"
    case .directory: "\(value)-a '(__fish_complete_directories)'"
    case .scenario: "\(value)-k -a '(__fish_complete_suffix .json)'"
    case .golden:
      "\(value)-a '(string replace -r \".*/(.*)[.]golden\" \"\\$1\" -- scenarios/goldens/*.golden)'"
    default: isOption ? "-x" : ""
    }
  }

  /// Text as one word of fish, whose single quotes know backslash escapes.
  private func quoted(_ text: String) -> String {
    let body = text.map { "\\'".contains($0) ? "\\\($0)" : String($0) }.joined()
    return "'\(body)'"
  }
}
