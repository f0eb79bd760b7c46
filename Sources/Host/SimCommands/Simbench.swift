import SimFormats
import SimHarness
import SimMath
import SimPlatform
import SimReport
import SimRuntime

/// The command-line tool as a function, called by `simbench` and by an app's own runner.
extension Simbench {
  /// Runs the command that the process's arguments name and exits with its code.
  ///
  /// - Parameter scenes: The scenes of the tool; an app adds its own to the catalog.
  public static func main(scenes: @autoclosure () -> SceneRegistry = .catalog) -> Never {
    // Installed first, so that no signal can interrupt a command before it can clean up.
    Interrupt.install()
    AllocationProbe.endProcessIfMemoryRunsOut()
    if let program = Environment.arguments.first, !program.isEmpty {
      ShellCommand.program = program
    }
    StandardStreams.ignoreWriteSignals()
    StandardStreams.reserveDescriptors()
    guard StandardStreams.isOpen(.output) else {
      try? StandardStreams.write(
        "simbench: standard output is closed, so nothing was done; redirect it to a file, a "
          + "pipe or /dev/null\n", to: .error)
      Environment.exit(ExitCode.usage.rawValue)
    }
    if let (place, text) = Environment.unreadableArgument {
      Console.standard.error(
        "simbench: argument \(place), \(MessageText.quoted(text)), is not UTF-8; give the file a "
          + "name in UTF-8, or a link to it one\n")
      Environment.exit(ExitCode.usage.rawValue)
    }
    if Environment.value(Arithmetic.flushVariable) != nil { Arithmetic.setFlushing(true) }
    let arguments = Array(Environment.arguments.dropFirst())
    let code = run(arguments, scenes: scenes(), console: .standard)
    Environment.exit(code.rawValue)
  }

  /// Runs one command line and returns its exit code.
  ///
  /// No output replaces a file that the command reads.
  package static func run(
    _ arguments: [String], scenes: SceneRegistry, console: Console
  ) -> ExitCode {
    let register = FileRegister { console.error("simbench: \(MessageText.oneLine($0))\n") }
    // As an input, so that no output replaces the running program.
    if let executable = Environment.executablePath { register.note(executable) }
    return FileRegister.$current.withValue(register) {
      exitCode(arguments, scenes: scenes, console: console)
    }
  }

  private static func exitCode(
    _ arguments: [String], scenes: SceneRegistry, console: Console
  ) -> ExitCode {
    do {
      let code = try dispatch(arguments, scenes: scenes, console: console)
      if console.wasInterrupted() { throw CommandError.interrupted }
      if let failure = console.outputFailure() { throw CommandError.machine(failure) }
      return code
    } catch {
      let error = CommandError(error)
      for message in error.messages { console.error("simbench: \(message)\n") }
      return error.exitCode
    }
  }

  private static func dispatch(
    _ arguments: [String], scenes: SceneRegistry, console: Console
  ) throws -> ExitCode {
    let table = SimbenchTable.table
    let invocation = try table.parse(arguments: arguments)
    switch invocation {
    case .help(let topic):
      return say(HelpText(table: table, width: console.width).page(for: topic), console)
    case .version:
      return say(versionText + "\n", console)
    case .command(let parsed):
      // Not for help and the version, which calculate nothing.
      try checkArithmetic()
      guard let implementation = table.command(named: parsed.name)?.implementation else {
        preconditionFailure("the command table has a command without an implementation")
      }
      let outcome = Confinement.run(within: try confinement(parsed)) {
        Result { try implementation.init(parsed, scenes, console).run() }
      }
      let code = try outcome.get()
      let command = parsed.command
      assert(
        (ExitCode.common + command.verdicts).contains(code),
        "\(command.name) returns \(code), which its help does not list")
      return code
    }
  }

  /// Refuses to run if floating-point arithmetic differs from every other machine's.
  private static func checkArithmetic() throws {
    switch FloatEnvironment.fault {
    case nil: return
    case .flushesSubnormals:
      throw CommandError.otherArithmetic(
        "this process flushes subnormal numbers to zero, so its results would differ from "
          + "those of other machines; a loaded library or the parent process has set this mode")
    case .roundsElsewhere:
      throw CommandError.otherArithmetic(
        "this process does not round to the nearest number, so its results would differ from "
          + "those of other machines; a loaded library or the parent process has set this mode")
    }
  }

  /// The folder of `--confined`, or else that of the parent process.
  private static func confinement(
    _ parsed: ParsedCommand
  ) throws -> Confinement? {
    let named = parsed.takes("confined") ? parsed.string("confined") : nil
    guard let folder = named ?? Environment.value(Confinement.variable), !folder.isEmpty else {
      return nil
    }
    return try Confinement(folder)
  }

  private static func say(_ text: String, _ console: Console) -> ExitCode {
    _ = console.output(text)
    return .pass
  }
}
