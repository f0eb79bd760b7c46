import SimPlatform

/// An output that an option asks for.
struct RequestedOutput {
  /// The option's name, which is that of the format.
  let option: String
  /// The file, or `-` for standard output.
  let path: String
  /// Whether it goes to standard output.
  let isPrinted: Bool

  /// Those of some options that were given.
  static func all(of options: [String], in parsed: ParsedCommand) -> [RequestedOutput] {
    options.compactMap { option in
      parsed.string(option).map { path in
        RequestedOutput(
          option: option, path: path, isPrinted: path == "-" && parsed.isPrintable(option))
      }
    }
  }
}
