import SimFormats

extension SimbenchTable {
  static let replay = CommandSpec(
    "replay", "Run a recording once more and compare every frame.",
    discussion: [
      """
      A recording holds all that decides a run, so that anyone can have it again: the scene, its \
      parameters and seed, and whatever came from outside, frame by frame. Where it has digests, \
      every frame is compared, and where it has saved states, those are compared field by field; \
      the first difference ends in exit code 5.
      """,
      """
      With --verify, a recording that has nothing to compare ends in exit code 5 too, and the \
      pictures of all frames are compared where they were painted when it was made. A recording of \
      another behavior version is refused unless --anyway is given.
      """,
      """
      Recordings are made by run --record, by an app's InputRecorder, or by hand: the text form is \
      lines of words.
      """,
    ],
    arguments: [recording],
    options: [
      .value(
        "until", "FRAME", .hint("a frame or a time"),
        "The last frame that is run, or a time such as 5s; default: all."),
      .flag("verify", "Fail when there is nothing to compare, and compare pictures too."),
      .value("picture", "FILE", .file, "Write the last frame that is run as a PNG file."),
      .flag("anyway", "Run a recording of another behavior version."),
      json("the finding"), confined, quiet,
    ],
    limits: Limits.ofReplays,
    examples: [
      CommandExample("simbench replay snow.rec --verify", "Have it again and compare all of it."),
      CommandExample(
        "simbench replay snow.rec --until 5s --picture five.png",
        "See what it looked like five seconds in."),
    ], verdicts: [.determinismBroken], implementation: ReplayCommand.self)

  static let recordingConvert = CommandSpec(
    "recording convert", "Turn a recording into text or into its binary form.",
    discussion: [
      """
      Nothing is lost either way: text made binary and text again is the same file, unless \
      somebody wrote it by hand with comments or in another order of words. What is written is \
      read back and compared.
      """
    ],
    arguments: [
      recording,
      ArgumentSpec("OUT", .one, .file, "The file to write; text when its name ends in .txt."),
    ],
    options: [
      .value("to", "FORM", .words(["text", "binary"]), "The form, whatever the file is called."),
      confined, quiet,
    ],
    limits: [Limits.runRecordingBytes],
    examples: [
      CommandExample(
        "simbench recording convert snow.rec snow.txt", "Read a recording, or change it by hand.")
    ], implementation: RecordingConvertCommand.self)

  private static let recording = ArgumentSpec(
    "RECORDING", .one, .file, "A recording in either form.")
}
