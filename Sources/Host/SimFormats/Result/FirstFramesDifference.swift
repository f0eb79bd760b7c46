/// A run whose first frames differ from those of another process, so that its figures prove
/// nothing.
package struct FirstFramesDifference: Equatable, Sendable {
  /// A field that differs.
  package struct Field: Equatable, Sendable {
    /// The field with its element.
    package var name: String
    /// The difference as text.
    package var words: String

    /// Describes a difference.
    package init(_ name: String, _ words: String) { (self.name, self.words) = (name, words) }
  }

  /// Path of the file that describes the run, as given, with the run of its matrix.
  package var file: String
  /// Failed; inconclusive if only digests differ, not judged if the machine failed.
  package var verdict: Verdict
  /// The number of frames, or steps of a model, that were compared.
  package var compared: UInt32
  /// How both differ, or why they could not be compared, in one line.
  package var words: String
  /// The first frame that differs; nil if none was found.
  package var frame: UInt32?
  /// The part of the frame that differs first; nil if none was found.
  package var phase: String?
  /// The first fields that differ after it.
  package var fields: [Field] = []
  /// The likely cause; nil if unknown.
  package var cause: String?
  /// Command that compares whole runs.
  package var next: String

  /// Describes a run without fields.
  package init(file: String, verdict: Verdict, compared: UInt32, words: String, next: String) {
    self.file = file
    self.verdict = verdict
    self.compared = compared
    self.words = words
    self.next = next
  }

  /// The members of a difference, for writer, reader and JSON Schema.
  package static let shape = Shape<Self>(
    Self(file: "", verdict: .failed, compared: 0, words: "", next: ""),
    "A run whose first frames differ from those of another process.",
    [
      Member(
        "file", \.file, "Path of the scenario file as given, with the run of its matrix."),
      Member(
        "verdict", \.verdict, Codec<Verdict>.cases,
        "failed; inconclusive if only digests differ; not-judged if the machine failed."),
      Member("compared", \.compared, "Frames that were compared; of a model, steps."),
      Member("words", \.words, "How both differ, or why they could not be compared."),
      Member("frame", \.frame, "The first frame that differs; null if none was found."),
      Member("phase", \.phase, "The part of the frame that differs first; null if none was found."),
      Member(
        "fields", \.fields, field.codec.list(0...64), "The first fields that differ after it."),
      Member("cause", \.cause, "The likely cause; null if unknown."),
      Member("next", \.next, "Command that compares whole runs."),
    ])

  private static let field = Shape<Field>(
    Field("", ""), "A field that differs.",
    [
      Member("name", \.name, "The field with its element."),
      Member("words", \.words, "Both values."),
    ])
}
