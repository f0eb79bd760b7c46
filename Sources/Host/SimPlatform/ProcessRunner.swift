internal import CPlatform

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The reason why a program did not run to its end.
package enum ProcessError: Error, Equatable, Sendable {
  /// The program could not be started, with the system's reason.
  case notStarted(program: String, reason: String)
  /// The program exceeded the time limit and was killed.
  case timedOut(program: String, limitSeconds: Double)
  /// The program's output could not be stored or read.
  case outputLost(program: String, reason: String)
  /// The machine could not start the program: no memory, processes or descriptors are left.
  case machine(program: String, reason: String)
  /// A signal stopped this process before the program was started.
  case interrupted(program: String)

  /// Whether the machine failed, and not the program or the command line.
  package var isMachineFault: Bool {
    switch self {
    case .outputLost, .machine: true
    default: false
    }
  }

  /// A one-line message.
  package var message: String {
    switch self {
    case .machine(let program, let reason): return "\(program): cannot be started: \(reason)"
    case .notStarted(let program, let reason): return "\(program): cannot be started: \(reason)"
    case .timedOut(let program, let limit): return "\(program): still running after \(limit) s"
    case .outputLost(let program, let reason): return "\(program): output lost: \(reason)"
    case .interrupted(let program): return "\(program): not started: interrupted by a signal"
    }
  }
}

/// The exit status and output of a program.
package struct ProcessResult: Equatable, Sendable {
  /// The exit code, or 128 plus the signal that ended the program, as in shells.
  package var exitCode: Int32
  /// The signal that ended the program, or nil if it ended by itself.
  package var signal: Int32?
  /// The bytes written to standard output.
  package var output: [UInt8]
  /// The bytes written to standard error.
  package var errorOutput: [UInt8]
  /// The CPU time in user and system mode.
  package var processorNanoseconds: UInt64
  /// The peak of resident memory.
  package var peakResidentBytes: UInt64

  /// How another process ended the program; nil if the program ended by itself or crashed.
  package var killWords: String? {
    let crashes = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS]
    guard let signal, !crashes.contains(signal) else { return nil }
    let cause = signal == SIGKILL ? ", usually by the system when memory runs out" : ""
    return "killed by signal \(signal)\(cause)"
  }

  /// Standard output as text, with invalid UTF-8 repaired.
  package var outputText: String { String(decoding: output, as: UTF8.self) }
  /// Standard error as text, with invalid UTF-8 repaired.
  package var errorText: String { String(decoding: errorOutput, as: UTF8.self) }
}

/// Runs other programs.
package enum ProcessRunner {
  /// Runs a program and waits for its end.
  ///
  /// Output goes to temporary files instead of pipes, so that it cannot block. The program is
  /// killed if this process ends in any way, including SIGKILL; its own child processes are not. If
  /// `Interrupt` is installed, the program leads a process group: a signal is passed on to the
  /// group as SIGINT, and processes that are still running five seconds later, or at a second
  /// signal, are killed.
  ///
  /// - Parameters:
  ///   - program: A path, or a name to find in `PATH`.
  ///   - arguments: The arguments after the program's name.
  ///   - environment: All environment variables; nil passes on those of this process.
  ///   - workingDirectory: The program's current directory; nil for that of this process.
  ///   - input: The contents of standard input; empty for none.
  ///   - limitSeconds: The time after which the program is killed; nil for no limit.
  ///   - cleansUp: Whether it starts and runs to its end even after a first signal.
  /// - Throws: `notStarted`, `timedOut`, `outputLost` or `interrupted`.
  package static func run(
    _ program: String, _ arguments: [String] = [], environment: [String: String]? = nil,
    workingDirectory: String? = nil, input: [UInt8] = [], limitSeconds: Double? = nil,
    cleansUp: Bool = false
  ) throws(ProcessError) -> ProcessResult {
    guard cleansUp || !Interrupt.isRequested else { throw .interrupted(program: program) }
    let directory: String
    do {
      directory = try FileStore.makeTemporaryDirectory(prefix: "simbench-process")
    } catch {
      throw .outputLost(program: program, reason: error.message)
    }
    defer { try? FileStore.removeTree(directory) }
    let files = try openFiles(in: directory, input: input, program: program)
    let child: Child
    do {
      defer { for descriptor in files { _ = close(descriptor) } }
      child = try start(
        program, arguments, confined(environment ?? Environment.variables), workingDirectory,
        files, cleansUp: cleansUp)
    }
    let end = try wait(for: child, program: program, limitSeconds: limitSeconds)
    if end.exit_code != 0 || end.signal != 0, !Interrupt.isRequested {
      // A full disk keeps what the program printed about its failure, and does not say so. After a
      // signal nothing is written any more.
      do {
        try FileStore.write([UInt8](repeating: 0, count: 1 << 12), to: directory + "/probe")
      } catch {
        throw .outputLost(
          program: program,
          reason: "no space for temporary files: \(error.message), or set TMPDIR to another folder")
      }
    }
    do {
      return ProcessResult(
        exitCode: end.signal == 0 ? end.exit_code : 128 + end.signal,
        signal: end.signal == 0 ? nil : end.signal,
        output: try FileStore.read(directory + "/output", limitByteCount: .max, isInput: false),
        errorOutput: try FileStore.read(directory + "/error", limitByteCount: .max, isInput: false),
        processorNanoseconds: UInt64(max(0, end.processor_nanoseconds)),
        peakResidentBytes: UInt64(max(0, end.peak_resident_bytes)))
    } catch {
      throw .outputLost(program: program, reason: error.message)
    }
  }

  /// A running program.
  private struct Child {
    var process: pid_t
    var hasGroup: Bool
    var ticket: Int32
  }

  /// The variables, with this process's confinement for builds of this tool.
  private static func confined(_ environment: [String: String]) -> [String: String] {
    guard let confinement = Confinement.current else { return environment }
    var environment = environment
    environment[Confinement.variable] = confinement.root
    return environment
  }

  private static func openFiles(
    in directory: String, input: [UInt8], program: String
  ) throws(ProcessError) -> [Int32] {
    var descriptors: [Int32] = []
    do throws(FileError) {
      let inputPath = input.isEmpty ? "/dev/null" : directory + "/input"
      if !input.isEmpty { try FileStore.write(input, to: inputPath) }
      do throws(SystemError) {
        descriptors.append(try SystemCalls.openFile(inputPath, O_RDONLY))
        for name in ["/output", "/error"] {
          // In append mode, so that programs that share the file do not overwrite each other.
          let flags = O_WRONLY | O_CREAT | O_APPEND
          descriptors.append(try SystemCalls.openFile(directory + name, flags))
        }
      } catch {
        throw .writing(directory, error)
      }
    } catch {
      for descriptor in descriptors { _ = close(descriptor) }
      throw .outputLost(program: program, reason: error.message)
    }
    return descriptors
  }

  private static func start(
    _ program: String, _ arguments: [String], _ environment: [String: String],
    _ workingDirectory: String?, _ descriptors: [Int32], cleansUp: Bool
  ) throws(ProcessError) -> Child {
    var argumentPointers = ([program] + arguments).map { strdup($0) }
    argumentPointers.append(nil)
    var variablePointers = environment.map { strdup("\($0.key)=\($0.value)") }
    variablePointers.append(nil)
    defer {
      for pointer in argumentPointers { free(pointer) }
      for pointer in variablePointers { free(pointer) }
    }
    var process: pid_t = 0
    // Until it is recorded, an interrupt would not end it.
    simbench_critical_begin()
    defer { simbench_critical_end() }
    // Without a handler that passes signals on, it must receive the terminal's signals.
    let hasGroup = simbench_interrupt_is_installed()
    // The program ends with this thread, which waits for it.
    let code = simbench_spawn(
      program, argumentPointers, variablePointers, workingDirectory, descriptors, hasGroup,
      &process)
    guard code == 0 else {
      let error = SystemError(code: code)
      throw error.isMachineFault
        ? .machine(program: program, reason: error.reason)
        : .notStarted(program: program, reason: error.reason)
    }
    let ticket = simbench_child_add(process, hasGroup, cleansUp)
    return Child(process: process, hasGroup: hasGroup, ticket: ticket)
  }

  private static func wait(
    for child: Child, program: String, limitSeconds: Double?
  ) throws(ProcessError) -> simbench_process_end {
    var end = simbench_process_end()
    guard let limitSeconds else {
      let code = simbench_wait(child.process, true, child.hasGroup, child.ticket, &end)
      if code == 1 { return end }
      simbench_child_forget(child.ticket)
      throw .outputLost(program: program, reason: SystemError(code: -code).reason)
    }
    let deadline = Double(MonotonicClock.nanoseconds()) + limitSeconds * 1e9
    // Growing pauses: the end of a short program is seen soon, and a long one costs little.
    var pauseMicroseconds: UInt32 = 100
    while true {
      let code = simbench_wait(child.process, false, child.hasGroup, child.ticket, &end)
      if code == 1 { return end }
      if code < 0 {
        simbench_child_forget(child.ticket)
        throw .outputLost(program: program, reason: SystemError(code: -code).reason)
      }
      if Double(MonotonicClock.nanoseconds()) >= deadline {
        // A negative number kills the whole group; the wait then removes the dead process.
        kill(child.hasGroup ? -child.process : child.process, SIGKILL)
        _ = simbench_wait(child.process, true, child.hasGroup, child.ticket, &end)
        throw .timedOut(program: program, limitSeconds: limitSeconds)
      }
      usleep(pauseMicroseconds)
      pauseMicroseconds = min(pauseMicroseconds * 2, 10_000)
    }
  }
}
