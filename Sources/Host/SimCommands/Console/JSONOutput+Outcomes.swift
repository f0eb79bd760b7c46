import SimFormats

extension JSONOutput {
  /// What became of one of several files.
  static func outcome(_ name: String, _ outcome: String, path: String) -> JSONOutput {
    .object([("name", .string(name)), ("outcome", .string(outcome)), ("path", .string(path))])
  }

  /// What became of several files, under a name for them all.
  static func outcomes(_ name: String, _ outcomes: [JSONOutput]) -> JSONOutput {
    .object([("schemaVersion", .integer(1)), (name, .array(outcomes))])
  }
}
