import SimFormats
import Foundation
import SimCommands
import SimHarness

/// What has to hold for any command line: a code of the table and never an internal error; bad
/// input is one line and leaves nothing; what is read stays as it was.
enum CommandCheck {
  /// How a command line ended.
  struct Outcome {
    var code: ExitCode
    var output = ""
    var error = ""
    /// Inputs that are not as they were before.
    var changed: [String] = []
    /// Files that were not there before.
    var new: [String] = []
  }

  static func check(_ input: FuzzInput, in folder: CommandFolder) throws(FuzzFinding) {
    let outcome = run(input.arguments, in: folder)
    if !outcome.new.isEmpty || !outcome.changed.isEmpty { folder.restore() }
    try judge(outcome, input.arguments)
  }

  /// Runs a command line in this process.
  static func run(_ arguments: [String], in folder: CommandFolder) -> Outcome {
    final class Transcript {
      var output = ""
      var error = ""
    }
    let transcript = Transcript()
    let console = Console(
      output: {
        transcript.output += $0; return true
      }, error: { transcript.error += $0 },
      isStyled: false, showsProgress: false, width: 80)
    // Nothing outside the folder is to be written, however a case was shrunk.
    guard !arguments.contains(where: { $0.contains("..") || $0.contains("=/") }) else {
      return Outcome(code: .pass)
    }
    let placed = arguments.map { $0.replacing("FOLDER", with: folder.path) }
    let code = Simbench.run(placed, scenes: SceneRegistryOfTests.scenes, console: console)
    let changes = folder.changes()
    return Outcome(
      code: code, output: transcript.output, error: transcript.error, changed: changes.changed,
      new: changes.new)
  }

  /// The files of the folder that a command line names, and those that come with them.
  private struct Named {
    private(set) var read: Set<String> = []
    private(set) var written: Set<String> = []

    init(_ arguments: [String], _ verb: String) {
      let command = SimbenchTable.table.commands.first { $0.name == verb }
      var isOutput = false
      // A file that stands where a folder belongs is not read.
      var isFolder = false
      for word in arguments {
        let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
        let option = word.hasPrefix("--") ? String(parts[0].dropFirst(2)) : nil
        if let option {
          // What most commands take as a folder is a file of some.
          let value = command?.options.first { $0.name == option }?.value
          let isOutputFile =
            value?.completion == .file && ["out", "to", "times"].contains(option)
          isOutput = CommandCases.writes(option) || isOutputFile
          isFolder =
            ["devices", "goldens", "baselines", "out", "package"].contains(option) && !isOutputFile
        }
        let path = option != nil && parts.count > 1 ? parts[1] : word
        if path.hasPrefix("FOLDER/"), !isFolder {
          let name = String(path.dropFirst(7)).replacing("./", with: "").replacing(
            "link", with: "tiny")
          if isOutput { written.insert(name) } else { read.insert(name) }
        }
        if option == nil || parts.count > 1 { (isOutput, isFolder) = (false, false) }
      }
      let runsGoldens = ["golden check", "golden update"].contains(verb)
      if runsGoldens, arguments.contains(where: { $0.hasSuffix("FOLDER/goldens") }) {
        read.insert("tiny.json")
      }
      if arguments.contains(where: { $0.hasSuffix("my-tablet") }) {
        read.insert("devices/my-tablet.json")
      }
    }
  }

  static func judge(_ outcome: Outcome, _ arguments: [String]) throws(FuzzFinding) {
    let verb =
      SimbenchTable.table.commands.first { arguments.starts(with: $0.words) }?.name ?? "none"
    guard outcome.code != .internalError, outcome.code != .interrupted else {
      throw FuzzFinding("\(verb): exit code \(outcome.code.rawValue)", outcome.error)
    }
    let mayChange = ["history", "golden accept", "golden reject", "golden update"].contains(verb)
    let named = Named(arguments, verb)
    for name in outcome.changed {
      if mayChange, name.hasPrefix("goldens/") || name == "history.ndjson" { continue }
      if verb == "baseline merge", named.read.contains(name) { continue }
      guard !named.read.contains(name) else {
        throw FuzzFinding("\(verb): an input was overwritten", name)
      }
      guard named.written.contains(name) else {
        throw FuzzFinding("\(verb): a file that was not named was overwritten", name)
      }
    }
    try TextRules.checkLines(outcome.error, "\(verb): standard error")
    let lines = outcome.error.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    for line in lines { try TextRules.checkMessage(String(line), verb) }
    guard outcome.code == .usage else { return }
    let count = lines.count
    guard ["validate", "check"].contains(verb) ? count >= 1 : count == 1 else {
      throw FuzzFinding("\(verb): bad input in \(count) lines", outcome.error)
    }
    guard lines.allSatisfy({ $0.hasPrefix("simbench: ") }) else {
      throw FuzzFinding("\(verb): a line that does not say who speaks", outcome.error)
    }
    // What `validate` finds is its result, which may be written.
    if verb == "validate" { return }
    guard outcome.output.isEmpty else {
      throw FuzzFinding("\(verb): output though the input is bad", outcome.output)
    }
    guard outcome.new.isEmpty else {
      throw FuzzFinding(
        "\(verb): left behind though the input is bad", outcome.new.joined(separator: ", "))
    }
  }

  /// `validate` and `run` agree whether a scenario can be run.
  static func checkAgreement(_ scenario: [UInt8], in folder: CommandFolder) throws(FuzzFinding) {
    let place = "\(folder.path)/case.json"
    _ = FileManager.default.createFile(atPath: place, contents: Data(scenario))
    defer { folder.restore() }
    let checked = run(["validate", place], in: folder)
    guard checked.code != .internalError else { throw FuzzFinding("validate: exit code 70") }
    // As many frames as a contact sheet has columns, and more.
    let ran = run(["run", place, "--frames", "8", "--out", "FOLDER/out", "--quiet"], in: folder)
    guard (checked.code == .usage) == (ran.code == .usage) else {
      throw FuzzFinding(
        "scenario: validate and run disagree", "\(checked.code) \(ran.code) \(ran.error)")
    }
  }
}
