/// The kind of a value, for completion in a shell.
package enum CompletionKind: Equatable, Sendable {
  /// Any text; the shell offers nothing.
  case none
  /// Any text; shells that support hints show this one, such as "frames per second".
  case hint(String)
  /// A path of any file.
  case file
  /// A path of a folder.
  case directory
  /// A path of a scenario: a `.json` file or a folder on the way to it.
  case scenario
  /// The name of a golden of the project.
  case golden
  /// Exactly one of these words; the parser rejects any other.
  case words([String])
  /// The name of a scene that this executable can run.
  case scene
  /// The name of a built-in device class.
  case device
  /// The words of a command's name.
  case command
}

/// Names that completion scripts offer and the command table does not contain.
package struct CompletionNames: Equatable, Sendable {
  /// Names of the scenes in the catalog.
  package let scenes: [String]
  /// Names of the built-in device classes.
  package let devices: [String]

  /// Creates the names, which the caller reads from its catalog.
  package init(scenes: [String] = [], devices: [String] = []) {
    self.scenes = scenes
    self.devices = devices
  }
}
