/// The bash script: three tables as `case` statements, and a walk over the words typed so far.
///
/// It requires only bash 3.2, which macOS still ships.
struct BashCompletion {
  let table: CommandTable
  let names: CompletionNames

  private var prefix: String { "_\(table.identifier)" }

  func lines() -> [String] {
    ["# bash completion for \(table.tool)", ""]
      + optionKinds() + [""] + argumentKinds() + [""] + candidates() + [""]
      + reply() + [""] + walk() + [""]
      + ["complete -F \(prefix) \(table.tool)"]
  }

  /// The kind of an option's value: sets `kind`, empty for a flag.
  private func optionKinds() -> [String] {
    var lines = ["\(prefix)_option_kind() {", "  case \"$1 $2\" in"]
    for command in table.commands {
      for option in table.options(of: command) {
        guard let value = option.value else { continue }
        let spellings = [option.spelling] + (option.shortSpelling.map { [$0] } ?? [])
        let patterns = spellings.map { singleQuoted("\(command.name) \($0)") }
        lines.append(
          "  \(patterns.joined(separator: " | "))) kind=\(kind(value.completion)) ;;")
      }
    }
    return lines + ["  *) kind='' ;;", "  esac", "}"]
  }

  /// The kind of a positional argument: sets `kind` from the command and the argument's index.
  private func argumentKinds() -> [String] {
    var lines = ["\(prefix)_argument_kind() {", "  case \"$1 $2\" in"]
    for command in table.commands {
      for (index, argument) in command.arguments.enumerated() {
        let pattern =
          argument.isRepeating && argument.completion != .command
          ? singleQuoted("\(command.name) ") + "*" : singleQuoted("\(command.name) \(index)")
        lines.append("  \(pattern)) kind=\(kind(argument.completion)) ;;")
      }
    }
    return lines + ["  *) kind=none ;;", "  esac", "}"]
  }

  /// Options of a command, and the next words of a command's name.
  private func candidates() -> [String] {
    var lines = ["\(prefix)_options() {", "  case \"$1\" in"]
    for command in table.commands {
      let spellings = table.options(of: command).map(\.spelling).joined(separator: " ")
      lines.append("  \(singleQuoted(command.name))) kind=\(singleQuoted("words:\(spellings)")) ;;")
    }
    let root = table.rootOptions.map(\.spelling).joined(separator: " ")
    lines += ["  *) kind=\(singleQuoted("words:\(root)")) ;;", "  esac", "}", ""]
    lines += ["\(prefix)_next_words() {", "  case \"$1\" in"]
    lines.append("  '') kind=\(singleQuoted(words(table.firstWords))) ;;")
    for first in table.firstWords where table.command(named: first) == nil {
      let next = words(table.nextWords(after: [first]))
      lines.append("  \(singleQuoted(first))) kind=\(singleQuoted(next)) ;;")
    }
    lines += ["  *) kind=none ;;", "  esac", "}", ""]
    let commands = table.commands.map { singleQuoted($0.name) }.joined(separator: " | ")
    return lines + [
      "\(prefix)_is_command() {", "  case \"$1\" in", "  \(commands)) return 0 ;;", "  esac",
      "  return 1", "}",
    ]
  }

  private func reply() -> [String] {
    """
    \(prefix)_reply() {
      local candidate
      case "$1" in
      file | directory | scenario) compopt -o filenames 2>/dev/null ;;
      esac
      while IFS= read -r candidate; do
        COMPREPLY+=("$candidate")
      done < <(
        case "$1" in
        words:*) compgen -W "${1#words:}" -- "$2" ;;
        file) compgen -f -- "$2" ;;
        directory) compgen -d -- "$2" ;;
        scenario)
          compgen -d -- "$2"
          compgen -f -X '!*.json' -- "$2"
          ;;
        golden)
          compgen -W "$(
            for candidate in scenarios/goldens/*.golden; do
              candidate="${candidate##*/}"
              echo "${candidate%.golden}"
            done
          )" -X '\\*' -- "$2"
          ;;
        esac
      )
    }
    """.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private func walk() -> [String] {
    """
    \(prefix)() {
      local current="${COMP_WORDS[COMP_CWORD]}" command='' pending='' ended='' kind='' word index
      local -i count=0
      COMPREPLY=()
      for ((index = 1; index < COMP_CWORD; index++)); do
        word="${COMP_WORDS[index]}"
        if [[ -n $pending ]]; then
          # bash splits --name=value into three words.
          [[ $word == '=' ]] || pending=''
        elif [[ -z $ended && $word == -- ]]; then
          ended=yes
        elif [[ -z $ended && $word == -?* ]]; then
          \(prefix)_option_kind "$command" "$word"
          pending=$kind
        elif \(prefix)_is_command "$command"; then
          count+=1
        else
          command="${command:+$command }$word"
        fi
      done
      if [[ -n $pending ]]; then
        [[ $current == '=' ]] && current=''
        \(prefix)_reply "$pending" "$current"
      elif [[ -z $ended && $current == -* ]]; then
        \(prefix)_options "$command"
        \(prefix)_reply "$kind" "$current"
      elif \(prefix)_is_command "$command"; then
        \(prefix)_argument_kind "$command" "$count"
        \(prefix)_reply "$kind" "$current"
      else
        \(prefix)_next_words "$command"
        \(prefix)_reply "$kind" "$current"
      fi
    }
    """.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private func words(_ words: [String]) -> String { "words:\(words.joined(separator: " "))" }

  private func kind(_ completion: CompletionKind) -> String {
    if let list = names.words(for: completion, in: table) { return singleQuoted(words(list)) }
    return switch completion {
    case .file: "file"
    case .directory: "directory"
    case .scenario: "scenario"
    case .golden: "golden"
    default: "none"
    }
  }
}
