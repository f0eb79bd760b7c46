/// A command with its options and arguments, all checked against the command table.
///
/// Reading an option or argument that the command does not have is a programmer error and traps.
package struct ParsedCommand: Sendable {
  /// The command's row of the table.
  package let command: CommandSpec
  /// The command line for the command's help.
  package let helpLine: String
  /// All positional arguments, in order.
  package let positionals: [String]

  private let options: [OptionSpec]
  private let values: [String: [String]]

  init(
    command: CommandSpec, options: [OptionSpec], helpLine: String,
    values: [String: [String]], positionals: [String]
  ) {
    self.command = command
    self.options = options
    self.helpLine = helpLine
    self.values = values
    self.positionals = positionals
  }

  /// The full name of the command.
  package var name: String { command.name }

  /// Whether the flag was given.
  package func flag(_ option: String) -> Bool {
    precondition(spec(option).value == nil, "This option takes a value; it is not a flag.")
    return values[option] != nil
  }

  /// Whether the command has such an option, given or not.
  package func takes(_ option: String) -> Bool { options.contains { $0.name == option } }

  /// The first option given that concerns frames; nil without one.
  var givenOptionOfFrames: OptionSpec? { options.first { $0.isOfFrames && isGiven($0.name) } }

  /// The value of an option, or `nil` if it was not given; the last one of several.
  package func string(_ option: String) -> String? {
    strings(option).last
  }

  /// All values of an option in the order given; empty if it was not given.
  package func strings(_ option: String) -> [String] {
    precondition(spec(option).value != nil, "This option is a flag; it has no value.")
    return values[option] ?? []
  }

  /// Whether the option or flag was given at all.
  package func isGiven(_ option: String) -> Bool {
    values[spec(option).name] != nil
  }

  /// Whether the value `-` of an option stands for standard output.
  func isPrintable(_ option: String) -> Bool {
    spec(option).value?.placeholder.hasSuffix("|-") ?? false
  }

  /// Options and flags with their values, for another process.
  package func given(_ names: [String]) -> [String] {
    names.flatMap { name in
      guard let values = values[name] else { return [String]() }
      guard spec(name).value != nil else { return ["--\(name)"] }
      return values.flatMap { ["--\(name)", $0] }
    }
  }

  /// The one word given for an argument, or `nil` for an optional one left out.
  package func positional(_ argument: String) -> String? {
    positionals(argument).first
  }

  /// The word given for an argument that the command requires.
  package func requiredPositional(_ argument: String) -> String {
    guard let word = positional(argument) else {
      preconditionFailure("This argument is optional; it may be missing.")
    }
    return word
  }

  /// The words given for an argument, in order.
  package func positionals(_ argument: String) -> [String] {
    guard let index = command.arguments.firstIndex(where: { $0.name == argument }) else {
      preconditionFailure("The command has no such argument.")
    }
    let rest = positionals.dropFirst(index)
    return Array(command.arguments[index].isRepeating ? rest : rest.prefix(1))
  }

  private func spec(_ option: String) -> OptionSpec {
    guard let spec = options.first(where: { $0.name == option }) else {
      preconditionFailure("The command has no such option.")
    }
    return spec
  }
}
