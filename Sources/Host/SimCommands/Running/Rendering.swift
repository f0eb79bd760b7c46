import SimFormats

/// The files that `render` wrote of a scenario.
struct Rendering: Sendable {
  /// A frame as a file.
  struct Picture: Sendable {
    var frame: UInt32
    var path: String
  }

  var scenario: String
  var seed: UInt64
  var contactSheet: String?
  var pictures: [Picture]
  var photos: [Picture]
  /// All of it as one moving picture.
  var film: String?

  /// What is written as JSON.
  static let output = VerbOutput.shape(
    "Frames as files.", "renderings", shape.codec, "A row a run.")

  private static let shape = Shape<Rendering>(
    written: nil, "Frames of a run as files.",
    [
      Member(derived: "scenario", .text, "The scenario's name, with the case of its matrix.") {
        $0.scenario
      },
      Member(derived: "seed", .whole(), "The seed.") { $0.seed },
      Member(
        derived: "contactSheet", Codec<String>.text.orNull,
        "All frames on one sheet; null for a film."
      ) { $0.contactSheet },
      Member(derived: "pictures", picture.codec.list(), "The frames.") { $0.pictures },
      Member(derived: "photos", picture.codec.list(), "The photos that were taken.") {
        $0.photos
      },
      Member(
        derived: "film", Codec<String>.text.orNull, "The frames as one moving picture, or null."
      ) { $0.film },
    ])

  private static let picture = Shape<Picture>(
    written: "picture", "A frame as a file.",
    [
      Member(derived: "frame", .whole(), "The frame.") { $0.frame },
      Member(derived: "path", .text, "The file.") { $0.path },
    ])
}
