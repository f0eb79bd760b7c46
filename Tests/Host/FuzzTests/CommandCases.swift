import SimCommands
import TestTier

/// Command lines from the table: verbs, options and values, right and wrong, in any order.
///
/// Paths begin with `FOLDER/`, which the check replaces.
struct CommandCases {
  private var numbers: FuzzNumbers

  static func input(_ seed: UInt64) -> FuzzInput {
    var cases = CommandCases(numbers: FuzzNumbers(seed: seed))
    return FuzzInput(cases.line())
  }

  /// Verbs that start processes or measure for minutes: here only command lines that they refuse,
  /// with an option they lack or a commit that no repository has.
  static let slowVerbs: Set<String> = {
    let always: Set = ["gate", "baseline update", "selftest"]
    // A search for caps runs thousands of frames, 30 times as slow without optimization.
    return Tier.isDebug ? always.union(["tune"]) : always
  }()

  private mutating func line() -> [String] {
    if numbers.once(in: 60) {
      return [numbers.pick(["", "-", "--", "nope", "--version", "-h", "gaet"])]
    }
    let command = numbers.pick(SimbenchTable.table.commands)
    var words: [String] = []
    for argument in command.arguments {
      let count: Int
      switch argument.arity {
      case .one: count = 1
      case .optional: count = numbers.below(2)
      case .oneOrMore: count = 1 + (numbers.once(in: 4) ? numbers.below(3) : 0)
      case .zeroOrMore: count = numbers.below(2)
      }
      for _ in 0..<count { words.append(value(argument.completion, argument.name, command.name)) }
    }
    if numbers.once(in: 30) { words.append(oddName()) }
    var options: [[String]] = []
    for _ in 0..<numbers.below(5) where !command.options.isEmpty {
      let option = numbers.pick(command.options)
      if ["instructions", "alloc-sites"].contains(option.name) { continue }
      guard let value = option.value else {
        options.append([option.spelling])
        continue
      }
      let text = self.value(value.completion, option.name, command.name)
      options.append(
        numbers.once(in: 5) ? ["\(option.spelling)=\(text)"] : [option.spelling, text])
    }
    if numbers.once(in: 40) { options.append(["--" + word()]) }
    if Self.slowVerbs.contains(command.name) {
      let isCompared = command.name == "gate" && numbers.once(in: 2)
      options.append(isCompared ? ["--against", "ref" + word()] : ["--no-such-option"])
    }
    // No default leads out of the folder: nothing is left where the tests run, and no golden of
    // the project is rendered or renewed.
    for (name, place) in [("out", "FOLDER/out"), ("goldens", "FOLDER/goldens")]
    where command.options.contains(where: { $0.name == name }) {
      let isNamed = options.contains { $0[0].hasPrefix("--" + name) }
      if !isNamed { options.append(["--" + name, place]) }
    }
    for place in options.indices { options.swapAt(place, numbers.below(options.count)) }
    let head = command.words
    return numbers.once(in: 3)
      ? head + options.flatMap { $0 } + words : head + words + options.flatMap { $0 }
  }

  /// Any text that leads out of no folder.
  private mutating func word() -> String {
    numbers.pick(JSONMutator.hostileTexts.filter { !$0.contains("/") })
  }

  /// Any text as the name of a file.
  private mutating func oddName() -> String { "FOLDER/odd" + word() }

  private mutating func value(
    _ kind: CompletionKind, _ name: String, _ command: String
  ) -> String {
    if numbers.once(in: 15) {
      return [.file, .directory, .scenario].contains(kind) ? oddName() : word()
    }
    if name == "golden" || name == "GOLDEN" { return numbers.pick(["tiny", "none"]) }
    switch kind {
    case .file:
      return Self.writes(name) ? output() : input(name, command)
    case .directory: return directory(name)
    case .scenario: return numbers.pick(["FOLDER/tiny.json", "FOLDER/trace.json", file()])
    case .words(let words): return numbers.pick(words + ["auto"])
    case .scene: return "snowglobe"
    case .device: return numbers.pick(["iphone-se-2", "ipad-9", "my-tablet", "iphone-13"])
    case .golden: return numbers.pick(["tiny", "none"])
    case .command: return numbers.pick(SimbenchTable.table.firstWords)
    case .hint, .none: return hinted(name)
    }
  }

  /// Whether the file of an option is written.
  static func writes(_ name: String) -> Bool {
    [
      "json", "csv", "ndjson", "html", "junit", "log", "markdown", "sarif", "svg",
      "bmf", "benchmark-json", "openmetrics", "swift", "heatmap", "contact-sheet", "record",
      "picture", "apng", "trace",
    ].contains(name)
  }

  private mutating func output() -> String {
    numbers.pick([
      "FOLDER/new.txt", "FOLDER/out/new.txt", "FOLDER/other.txt", "-", "/dev/null",
      "FOLDER/out/deep/er/new.txt", file(), "FOLDER", "FOLDER/tiny.json/below",
      "FOLDER/./tiny.json",
      "FOLDER/link.json", "FOLDER/devices/my-tablet.json",
    ])
  }

  private mutating func input(_ name: String, _ command: String) -> String {
    if numbers.once(in: 6) { return file() }
    switch (command, name) {
    case ("report", _), ("history", "append"): return "FOLDER/result.json"
    case ("history", _): return numbers.pick(["FOLDER/history.ndjson", "FOLDER/new.ndjson"])
    case ("score", _): return numbers.pick(["FOLDER/strokes.csv", "FOLDER/strokes.txt"])
    case ("flash", _):
      return numbers.pick(["FOLDER/a.png", "FOLDER/b.png", "FOLDER/flash.csv", "FOLDER/film.png"])
    case ("image diff", _): return numbers.pick(["FOLDER/a.png", "FOLDER/b.png"])
    case (_, "motion"): return "FOLDER/motion.csv"
    default: return file()
    }
  }

  private mutating func file() -> String {
    "FOLDER/" + numbers.pick(CommandFolder.names + ["missing.json", "devices", "bad.json"])
  }

  private mutating func directory(_ name: String) -> String {
    switch name {
    case "devices": numbers.pick(["FOLDER/devices", "FOLDER/goldens", "FOLDER/missing", file()])
    case "goldens": numbers.pick(["FOLDER/goldens", "FOLDER/devices", "FOLDER/missing"])
    case "out": numbers.pick(["FOLDER/out", "FOLDER/tiny.json", "FOLDER/out/deep"])
    default: numbers.pick(["FOLDER/out", "FOLDER/missing"])
    }
  }

  private mutating func hinted(_ name: String) -> String {
    switch name {
    case "frames", "every", "columns", "rounds", "trials", "repetitions", "threads":
      numbers.pick(["1", "2", "3", "7", "0", "-1", "65", "999999999999", "1.5", "0x3", ""])
    case "at": numbers.pick(["0", "0,5", "5s", "0,0", "3,2", "99", "0,0.05s", ",", "1,,2", "-1"])
    case "duration", "sustained":
      numbers.pick(["50ms", "0.1s", "0s", "10x", "100h", "1e9s", "-1s"])
    case "seed":
      numbers.pick(["0", "7", "18446744073709551615", "18446744073709551616", "-1", "x"])
    case "pixels-per-degree", "height", "fps", "scale":
      numbers.pick(["1", "60", "67.02", "0", "-1", "1e9", "nan", "1e-9", "240", "3.5"])
    case "limit":
      numbers.pick(["pixels=0-10", "ssim>=0.9", "pixels", "maxDelta<=nan", ";", "ssim>=-1"])
    case "scenario", "metric", "commit": numbers.pick(["tiny", "work", "timing.frame", "nothing"])
    case "reason": numbers.pick(["too dark", "", "a\nb", word()])
    case "against": "no-such-branch"
    case "NAME": numbers.pick(["quiet-snow", "Quiet", "a--b", "x/y", "snow"])
    default: numbers.pick(["1", "x", word()])
    }
  }
}
