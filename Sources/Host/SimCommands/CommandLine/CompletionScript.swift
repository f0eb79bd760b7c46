/// A shell with a completion script.
package enum Shell: String, CaseIterable, Sendable {
  /// GNU bash 3.2 or newer.
  case bash
  /// The Z shell.
  case zsh
  /// The friendly interactive shell, 3.2 or newer.
  case fish
}

extension CommandTable {
  /// A script that adds completion of this tool's command line to a shell.
  ///
  /// - Parameter names: Scenes and devices to offer; the script contains them as plain words.
  package func completionScript(for shell: Shell, names: CompletionNames) -> String {
    let lines =
      switch shell {
      case .bash: BashCompletion(table: self, names: names).lines()
      case .zsh: ZshCompletion(table: self, names: names).lines()
      case .fish: FishCompletion(table: self, names: names).lines()
      }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The tool's name for use in names of shell functions.
  var identifier: String {
    String(tool.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }

  /// The possible words after `words` in a command's name.
  func nextWords(after words: [String]) -> [String] {
    var result: [String] = []
    for command in commands where command.words.starts(with: words) {
      if let next = command.words.dropFirst(words.count).first, !result.contains(next) {
        result.append(next)
      }
    }
    return result
  }

  /// The description of a command's first word: its summary, or the possible next words.
  func summary(ofFirstWord word: String) -> String {
    if let command = command(named: word) { return command.summary }
    return "Commands: \(alternatives(nextWords(after: [word])))."
  }
}

extension CompletionNames {
  /// The fixed words of a kind of value; nil for a path or free text.
  func words(for kind: CompletionKind, in table: CommandTable) -> [String]? {
    switch kind {
    case .words(let words): words
    case .scene: scenes
    case .device: devices
    case .command: table.firstWords + table.secondWords
    case .none, .hint, .file, .directory, .scenario, .golden: nil
    }
  }
}

/// Text as one word of a POSIX shell.
func singleQuoted(_ text: String) -> String {
  let body = text.map { $0 == "'" ? "'\\''" : String($0) }.joined()
  return "'\(body)'"
}
