import SimCommands

/// A small table with what the tool's own table may not have yet: two-word
/// commands, short options with values, repeating options and every completion kind.
let sampleTable = CommandTable(
  tool: "sample",
  summary: "Shows every shape of command.",
  groups: [
    CommandGroup(
      "Golden",
      [
        CommandSpec("golden check", "Compare frames."),
        CommandSpec(
          "golden update", "Record frames.",
          options: [.value("reason", short: "r", "TEXT", .none, "Why they changed.")]),
      ]),
    CommandGroup(
      "Other",
      [
        CommandSpec(
          "mix", "It's a mix of [all] kinds: \"quoted\" and \\ too.",
          arguments: [
            ArgumentSpec("SCENE", .one, .scene, "A scene."),
            ArgumentSpec("EXTRA", .optional, .none, "Something more."),
          ],
          options: [
            .value("tag", "TAG", .hint("a tag"), "Labels the result.", isRepeating: true),
            .value("mode", "MODE", .words(["fast", "exact"]), "How to do it."),
            .value("device", "NAME", .device, "A device."),
            .value("into", "DIR", .directory, "A folder."),
            .flag("loud", short: "l", ".Dots and 'quotes' first."),
          ]),
        CommandSpec(
          "help", "Explain.", arguments: [ArgumentSpec("COMMAND", .zeroOrMore, .command, "Which.")],
          role: .help),
      ]),
  ])

/// The command that a line asks for, or `nil` if it asks for help or the version.
func parsed(
  _ arguments: [String], table: CommandTable = SimbenchTable.table
) throws(UsageError) -> ParsedCommand? {
  guard case .command(let command) = try table.parse(arguments: arguments) else { return nil }
  return command
}

/// The message a line fails with, or `nil` if it is valid.
func message(_ arguments: [String], table: CommandTable = SimbenchTable.table) -> String? {
  do {
    _ = try table.parse(arguments: arguments)
    return nil
  } catch {
    return error.message
  }
}

/// How often one text occurs in another, without overlap.
func occurrences(of part: String, in text: String) -> Int {
  text.ranges(of: part).count
}
