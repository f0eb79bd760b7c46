import SimPlatform

/// How many parts of a command's work are done at once.
struct Jobs {
  /// How many there may be: each is a process, or a thread, with memory of its own.
  static let range: ClosedRange<UInt64> = 1...32

  /// The option.
  static let option = OptionSpec.value(
    "jobs", "N", .hint("a number of jobs"),
    "How many scenarios run at once, \(range.lowerBound) to \(range.upperBound); default: the "
      + "number of processors, or the container's CPU quota, rounded up, if it is lower.")

  /// How many; 1 or more.
  let count: Int
  /// The program that does a part in a process of its own; nil where this process has to do all.
  let executable: String?

  /// Takes the option `--jobs`.
  init(_ parsed: ParsedCommand, _ console: Console) throws {
    let given = try parsed.unsigned("jobs", in: Self.range)
    count = Int(given ?? min(UInt64(Environment.processorCount), Self.range.upperBound))
    executable = console.executable
  }
}
