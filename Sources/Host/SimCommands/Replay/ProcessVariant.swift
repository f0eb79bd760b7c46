import SimFormats
import SimHarness
import SimInput
import SimPlatform
import SimRuntime

/// A scenario run by another process, which prints the digests of its frames.
struct ProcessVariant {
  /// The program: a build of simbench.
  var executable: String
  /// The scenario, as named on the command line.
  var scenario: String
  /// Options that determine the run and the rasterized frames.
  var options: [String]
  /// Environment variables that differ from those of this process.
  var variables: [String: String] = [:]
  /// Working directory; nil means the current one.
  var folder: String?
  /// Command that starts the program, placed before it on the command line.
  var launcher: [String] = []

  /// Creates the variant.
  func variant(_ name: String, _ words: String) -> RunVariant {
    RunVariant(name, words) { (request) throws(VariantError) in try log(request) }
  }

  /// Arguments that request the log of the whole run.
  var arguments: [String] { ["verify", scenario, "--log", "-"] + options }

  private func log(_ request: LogRequest) throws(VariantError) -> FrameLog {
    var arguments = arguments
    // A run of another build may have fewer steps, and --until refuses a step beyond its end.
    if request.last + 1 < request.frameCount { arguments += ["--until", "\(request.last)"] }
    if !request.kept.isEmpty {
      arguments += ["--states", request.kept.map { "\($0)" }.joined(separator: ",")]
    }
    return try Self.parse(try result(arguments), executable)
  }

  /// Runs the process and returns its result.
  func result(_ arguments: [String]) throws(VariantError) -> ProcessResult {
    var environment = Environment.variables
    environment.merge(variables) { $1 }
    let command = launcher + [executable] + arguments
    do {
      return try ProcessRunner.run(
        command[0], Array(command.dropFirst()), environment: environment,
        workingDirectory: folder)
    } catch {
      if Interrupt.isRequested { throw .interrupted }
      throw error.isMachineFault ? .machine(error.message) : .failed(error.message)
    }
  }

  /// The log that a process printed.
  static func parse(
    _ result: ProcessResult, _ program: String
  ) throws(VariantError) -> FrameLog {
    if Interrupt.isRequested || result.exitCode == ExitCode.interrupted.rawValue {
      throw .interrupted
    }
    // Before the exit code: a kill is a fault of the machine, not a failed run.
    if let words = result.killWords { throw .machine("\(program): \(words)") }
    guard result.exitCode == 0 else {
      let line = result.errorText.split(separator: "\n").first.map { String($0) } ?? "no reason"
      let words = "\(program): exit code \(result.exitCode): \(MessageText.oneLine(line))"
      throw result.exitCode == ExitCode.notJudged.rawValue ? .machine(words) : .failed(words)
    }
    do {
      return try FrameLog(parsing: result.output)
    } catch {
      throw .failed("\(program): its output is not a log of frames")
    }
  }
}

/// A program of another target, which reads a recording and prints the digests of its frames.
struct TargetVariant {
  /// The command.
  var command: [String]
  /// Its input.
  var recording: [UInt8]

  /// The programs that `.ci/lanes` builds, each with its runner.
  static let known = [
    (name: "wasm32", file: "lane.wasm", runner: ["wasmkit", "run"]),
    (name: "aarch64", file: "lane.elf", runner: ["qemu-aarch64-static"]),
  ]

  /// Creates the variant.
  func variant(_ name: String, _ words: String) -> RunVariant {
    RunVariant(name, words, hasSameSource: false) { (request) throws(VariantError) in
      try log(request)
    }
  }

  private func log(_ request: LogRequest) throws(VariantError) -> FrameLog {
    let result: ProcessResult
    do {
      result = try ProcessRunner.run(
        command[0], Array(command.dropFirst()), input: request.line + recording)
    } catch {
      if Interrupt.isRequested { throw .interrupted }
      throw error.isMachineFault ? .machine(error.message) : .failed(error.message)
    }
    guard !result.output.starts(with: Array("unknown ".utf8)) else { throw .unknownScene }
    return try ProcessVariant.parse(result, command.last ?? command[0])
  }
}
