import SimPlatform

/// The number of concurrent jobs of a command.
struct Jobs {
  /// The allowed range; each job is a process, or a thread with its own memory.
  static let range: ClosedRange<UInt64> = 1...32

  /// The option.
  static let option = OptionSpec.value(
    "jobs", "N", .hint("a number of jobs"),
    "Number of scenarios to run at once, \(range.lowerBound) to \(range.upperBound); default: "
      + "the number of CPUs, or the container's CPU quota, rounded up, if it is lower.")

  /// The number of jobs; 1 or more.
  let count: Int
  /// The executable for jobs in separate processes; nil if this process must do everything.
  let executable: String?

  /// Reads the option `--jobs`.
  init(_ parsed: ParsedCommand, _ console: Console) throws {
    let given = try parsed.unsigned("jobs", in: Self.range)
    count = Int(given ?? min(UInt64(Environment.processorCount), Self.range.upperBound))
    executable = console.executable
  }
}
