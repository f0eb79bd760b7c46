/// A valid command line.
package enum Invocation: Sendable {
  /// Help on the tool, or on the command (or first word of commands) that `topic` names.
  case help(topic: String?)
  /// The version of the tool.
  case version
  /// A command with its options and arguments.
  case command(ParsedCommand)
}
