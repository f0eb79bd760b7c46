/// A run that was not judged, since the machine failed.
package struct NotJudgedRun: Error, Equatable, Sendable {
  /// Path of the file that describes the run, as given, with the run of its matrix.
  package var file: String
  /// Failure of the machine, in one line.
  package var reason: String
  /// Command that runs it alone.
  package var next: String

  /// Describes a run that was not judged.
  package init(_ file: String, reason: String, next: String) {
    self.file = file
    self.reason = reason
    self.next = next
  }

  /// The members of a run, for writer, reader and JSON Schema.
  package static let shape = Shape<Self>(
    Self("", reason: "", next: ""), "A run that was not judged, since the machine failed.",
    [
      Member(
        "file", \.file,
        "Path of the scenario or golden file as given, with the run of its matrix."),
      Member(derived: "verdict", Codec<Verdict>.cases, "Always not-judged.") { _ in .notJudged },
      Member("reason", \.reason, "Failure of the machine."),
      Member("next", \.next, "Command that runs it alone."),
    ])
}

extension Member {
  /// The member `notJudged` of the rows of a command's output.
  package static func notJudged(
    _ path: any KeyPath<Root, NotJudgedRun?> & Sendable
  ) -> Member {
    Member(
      derivedOrNull: "notJudged", path, NotJudgedRun.shape.codec,
      "Failure of the machine, and the command that tries again; null if the run was judged.")
  }
}
