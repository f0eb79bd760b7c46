import SimText
import SimFormats
import SimPlatform

/// Why a run in a separate process has no result to compare.
package enum MeasureError: Error, Equatable {
  /// Someone asked it to stop.
  case interrupted
  /// The program refused or failed; its own words, or what is wrong with what it wrote.
  case failed(String)
  /// The machine failed; nothing was judged.
  case machine(String)

  /// Classifies an error of a process or of its files.
  init(_ error: any Error, _ subject: String) {
    switch error {
    case let error as MeasureError: self = error
    case _ where Interrupt.isRequested: self = .interrupted
    case let error as ProcessError:
      self = error.isMachineFault ? .machine(error.message) : .failed(error.message)
    case let error as FileError where error.isMachineFault: self = .machine(error.message)
    default: self = .failed("\(subject): \(error)")
    }
  }

  /// Checks how a program of this tool ended.
  ///
  /// - Parameter subject: the run, as a message names it.
  /// - Throws: `MeasureError`, if the program was interrupted or left no result.
  static func check(_ ended: ProcessResult, _ subject: String) throws(MeasureError) {
    // An interrupt also ends the child, which must not look like a failure of its own.
    guard !Interrupt.isRequested, ended.exitCode != 130 else { throw .interrupted }
    if let words = ended.killWords { throw .machine("\(subject): \(words)") }
    guard !MeasuredProcess.exitCodes.contains(ended.exitCode) else { return }
    // Its last line without the name that this process puts before it.
    let line = ended.errorText.split(separator: "\n").last.map { String($0) } ?? ""
    let words = MessageText.oneLine(
      line.hasPrefix("simbench: ") ? String(line.dropFirst(10)) : line)
    guard ended.exitCode != 75 else { throw .machine(words) }
    throw .failed(words.isEmpty ? "\(subject): exit code \(ended.exitCode)" : words)
  }
}

/// The output of a run in a separate process.
package struct MeasuredRun: Sendable {
  /// The program's exit code: 0, 1, 7 or 8.
  package var exitCode: Int32
  /// The result; the first of several.
  package var result: JSONOutput
  /// Frames of every repetition; empty for a model.
  package var repetitions: [FrameColumns]

  /// State digests of a model's run, by step count.
  var checkpoints: [BaselineEntry.Checkpoint] {
    guard case .object(let members) = result["checkpoints"] else { return [] }
    return members.compactMap { key, value in
      guard let step = UInt64(key), let digest = value.text.flatMap({ HexadecimalText.value($0) })
      else { return nil }
      return BaselineEntry.Checkpoint(frame: step, digest: digest)
    }
  }

  /// Makes a run of given parts.
  package init(exitCode: Int32, result: JSONOutput, repetitions: [FrameColumns]) {
    self.exitCode = exitCode
    self.result = result
    self.repetitions = repetitions
  }
}

/// Runs a scenario in a fresh process, so that nothing a process keeps is shared by two runs.
package struct MeasuredProcess: Sendable {
  /// A build of the tool.
  package var executable: String
  /// What follows `run`: the scenario and what differs from it.
  package var arguments: [String]
  /// Further environment variables.
  package var variables: [(String, String)] = []
  /// Whether it writes one row per frame: true for scenes.
  package var hasFrames = true

  /// Says that a scenario is to be run no second time when frames waited too long for a processor;
  /// any value does.
  package static var singleRunVariable: String { "SIMBENCH_SINGLE_RUN" }

  /// Exit codes of runs that left a result.
  package static var exitCodes: Set<Int32> { [0, 1, 7, 8] }

  /// Makes a process that is not started yet.
  package init(executable: String, arguments: [String]) {
    self.executable = executable
    self.arguments = arguments
  }

  /// Runs it to its end.
  ///
  /// - Parameter folder: where it may leave its files; they are read and removed.
  /// - Throws: `MeasureError`.
  package func run(in folder: String) throws(MeasureError) -> MeasuredRun {
    let (json, csv) = (folder + "/result.json", folder + "/frames.csv")
    // The gate makes rounds of its own.
    let exitCode = try run(
      in: folder, ["--json", json] + (hasFrames ? ["--csv", csv] : []),
      variables: [(Self.singleRunVariable, "1")] + variables)
    do {
      defer { for path in [json, csv] { try? FileStore.remove(path) } }
      let bytes = try FileStore.read(
        json, limitByteCount: JSONScanner.maximumByteCount, isInput: false)
      let root = JSONOutput(try JSONDocument.read(bytes, file: json).root)
      let result = ResultFile.rows(in: root).first
      if !hasFrames, let result {
        return MeasuredRun(exitCode: exitCode, result: result, repetitions: [])
      }
      let text = try FileStore.readText(csv, limitByteCount: 1 << 30, isInput: false)
      guard let result, let repetitions = FrameColumns.runs(inCSV: text), !repetitions.isEmpty
      else {
        throw MeasureError.failed("\(executable): rows that cannot be read")
      }
      return MeasuredRun(exitCode: exitCode, result: result, repetitions: repetitions)
    } catch {
      throw MeasureError(error, executable)
    }
  }

  /// Runs it to its end, with further options for what it is to leave.
  ///
  /// - Parameters:
  ///   - folder: where pictures go.
  ///   - outputs: the options.
  ///   - variables: what replaces variables of this process.
  /// - Returns: its exit code, one of `exitCodes`.
  /// - Throws: `MeasureError`.
  package func run(
    in folder: String, _ outputs: [String], variables: [(String, String)]
  ) throws(MeasureError) -> Int32 {
    var environment = Environment.variables
    for (name, value) in variables { environment[name] = value }
    let outputs = ["--quiet", "--out", folder] + outputs
    let ended: ProcessResult
    do {
      ended = try ProcessRunner.run(
        executable, ["run"] + arguments + outputs, environment: environment)
    } catch {
      throw MeasureError(error, executable)
    }
    try MeasureError.check(ended, "\(executable) run \(arguments.first ?? "")")
    return ended.exitCode
  }
}
