import SimFormats
import SimPlatform

/// Rules for processes of which a system call fails: the machine is at fault, and no verdict says
/// otherwise.
enum FaultCheck {
  /// How a process ended and what it left.
  struct Outcome {
    var code: Int32
    var output = ""
    var error = ""
    /// Files that differ from those before, with their contents; nil for deleted ones.
    var files: [String: [UInt8]?] = [:]
  }

  private static let limitSeconds = 60.0

  /// Runs a command without and with the fault, and compares the outcomes.
  static func check(_ input: FuzzInput, in folder: CommandFolder) throws(FuzzFinding) {
    guard let fault = input.arguments.first else { return }
    let line = input.arguments.dropFirst().map { $0.replacing("FOLDER", with: folder.path) }
    let expected = try outcome(of: Array(line), fault: nil, in: folder)
    let found = try outcome(of: Array(line), fault: fault, in: folder)
    try judge(found, expected, line.first ?? "none")
  }

  private static func outcome(
    of line: [String], fault: String?, in folder: CommandFolder
  ) throws(FuzzFinding) -> Outcome {
    defer { folder.restore() }
    // What the first killed child leaves, so that it is the only one.
    let marker = folder.path + "-killed"
    defer { try? FileStore.remove(marker) }
    var environment = Environment.variables
    if let fault, let library = Environment.value("SIMBENCH_FUZZ_LIBRARY") {
      environment["LD_PRELOAD"] = library
      environment["SIMBENCH_FUZZ_FAIL"] = fault
      environment["SIMBENCH_FUZZ_KILLED"] = marker
    }
    let ended: ProcessResult
    do throws(ProcessError) {
      ended = try ProcessRunner.run(
        FuzzRun.executable, line, environment: environment, workingDirectory: folder.path,
        limitSeconds: limitSeconds)
    } catch {
      throw FuzzFinding("fault: does not end", error.message)
    }
    var outcome = Outcome(
      code: ended.exitCode, output: ended.outputText, error: ended.errorText)
    let changes = folder.changes()
    for name in changes.changed + changes.new {
      let place = "\(folder.path)/\(name)"
      guard !FileStore.isDirectory(place) else { continue }
      outcome.files.updateValue(try? FileStore.read(place, limitByteCount: 1 << 26), forKey: name)
    }
    return outcome
  }

  /// Checks an outcome with a fault against the one without.
  static func judge(
    _ found: Outcome, _ expected: Outcome, _ verb: String
  ) throws(FuzzFinding) {
    let line = found.error.split(separator: "\n").last.map { String($0) } ?? ""
    guard found.code == expected.code || found.code == 75 else {
      throw FuzzFinding("fault: \(verb) ends with \(found.code)", line)
    }
    // A report says of each run why it was not judged, any other output does so on standard error.
    let report = found.output.split(separator: "\n")
    let isNamed = line.hasPrefix("simbench: ") || report.contains(where: givesReason)
    guard found.code != 75 || isNamed else {
      throw FuzzFinding("fault: \(verb) names no cause", line)
    }
    for (name, bytes) in found.files {
      guard let bytes else { throw FuzzFinding("fault: \(verb) lost a file", name) }
      guard let wanted = expected.files[name], let wanted else {
        throw FuzzFinding("fault: \(verb) left a file", name)
      }
      guard ProcessCheck.isWhole(bytes, named: name) else {
        throw FuzzFinding("fault: \(verb) left half a file", "\(name), \(bytes.count) bytes")
      }
      let rows = verdicts(bytes, name)
      let wantedRows = verdicts(wanted, name)
      // A run that could not be judged has no row; the others are as without the fault.
      let isPart = found.code == 75 && rows.allSatisfy(wantedRows.contains)
      guard isPart || rows == wantedRows else {
        throw FuzzFinding("fault: \(verb) wrote another result", name)
      }
    }
    guard found.code == expected.code, found.code != 75 else { return }
    for name in expected.files.keys where found.files[name] == nil {
      // A command without its contact sheet says so.
      guard name.hasSuffix(".png"), found.error.contains("no picture: ") else {
        throw FuzzFinding("fault: \(verb) wrote less and ended with \(found.code)", name)
      }
    }
  }

  /// Whether a line of a report says why a file was not judged.
  private static func givesReason(_ line: Substring) -> Bool {
    (line.hasPrefix("not judged  ") || line.contains(" not judged: "))
      && line.split(separator: ": ").count > 1
  }

  /// The digests and the verdict of each row in a result; times and the machine's description may
  /// differ.
  private static func verdicts(_ bytes: [UInt8], _ name: String) -> [String] {
    guard name.hasSuffix(".json"), let document = try? JSONDocument(parsing: bytes) else {
      return []
    }
    return ResultFile.rows(in: JSONOutput(document.root)).map { row in
      let texts = ["state", "chain", "pixels"].map { row["digest"]?[$0]?.text ?? "" }
      return (texts + [row["verdict"]?.text ?? ""]).joined(separator: " ")
    }
  }
}
