import SimFormats

/// The files that `render` wrote for a scenario.
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
  /// The animated PNG.
  var film: String?

  /// The JSON output.
  static let output = VerbOutput.shape(
    "Frames as files.", "renderings", shape.codec, "One row per run.")

  private static let shape = Shape<Rendering>(
    written: nil, "Frames of a run as files.",
    [
      Member(derived: "scenario", \.scenario, "The scenario's name, with the case of its matrix."),
      Member(derived: "seed", \.seed, .seed, SchemaRule.seedWords),
      Member(
        derived: "contactSheet", \.contactSheet, Codec<String>.text.orNull,
        "The contact sheet of all frames; null for an animated PNG."),
      Member(derived: "pictures", \.pictures, picture.codec.list(), "The frames."),
      Member(derived: "photos", \.photos, picture.codec.list(), "The photos of the camera."),
      Member(
        derived: "apng", \.film, Codec<String>.text.orNull,
        "The frames as one animated PNG, or null."),
    ])

  private static let picture = Shape<Picture>(
    written: "picture", "A frame as a file.",
    [
      Member(derived: "frame", \.frame, "The frame."),
      Member(derived: "path", \.path, "The file."),
    ])
}
