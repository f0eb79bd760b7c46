import SimCommands
import SimFormats
import SimPNG
import SimPlatform
import Testing

/// Goal: whatever reads a file calls foreign content by its name and says the next step.
///
/// Method: every reader with every kind of content; what a reader takes by its format is left out.
@Suite struct ForeignContentTests {
  /// A file's content and how messages begin to name it.
  struct Content: Sendable, CustomTestStringConvertible {
    let bytes: [UInt8]
    let name: String
    var testDescription: String { name }
  }

  private static let secret = "s3cret"

  private static func text(_ text: String, _ name: String) -> Content {
    Content(bytes: Array(text.utf8), name: name)
  }

  static let contents = [
    text("", "empty file"), text("\0\0\0\0\0\0", "file of zero bytes only"),
    text("version https://git-lfs.github.com/spec/v1\noid \(secret)\n", "Git LFS pointer"),
    text("a\n<<<<<<< \(secret)\n", "unresolved merge conflict at line 2"),
    text("<!doctype html><title>\(secret)</title>", "HTML page"),
    Content(bytes: [0xFF, 0xD8, 0xFF, 0xE0, 0, 0x10], name: "JPEG picture"),
    Content(bytes: [0x89, 0x50, 0x4E, 0x47, 0x0A, 0x1A, 0x0A, 0], name: "PNG file with converted"),
    Content(bytes: [0x1F, 0x8B, 8, 0], name: "gzip data"),
    Content(bytes: [0x50, 0x4B, 3, 4], name: "zip data"),
    Content(bytes: [0x28, 0xB5, 0x2F, 0xFD, 0], name: "zstd data"),
    text("\u{FEFF}\(secret)", "byte order mark of UTF-8"),
    Content(bytes: [0xFF, 0xFE, 0x7B, 0], name: "byte order mark of UTF-16"),
  ]

  /// A reader: the command line, with `FILE` for the file.
  struct Reader: Sendable, CustomTestStringConvertible {
    let words: String
    /// How names of content begin that the reader takes, or says in the words of its format.
    var taken: [String] = []
    /// The name of the file.
    var name = "x.json"
    var testDescription: String { words }
  }

  static let readers = [
    Reader(words: "validate FILE"), Reader(words: "run FILE"), Reader(words: "report FILE"),
    Reader(words: "run DIR/tiny.json --out DIR --motion FILE"),
    Reader(words: "run DIR/recorded.json", taken: ["gzip"], name: "x.txt"),
    Reader(words: "run DIR/touched.json", name: "x.csv"),
    Reader(words: "run DIR/seen.json", taken: ["byte order"], name: "x.png"),
    Reader(words: "replay FILE", taken: ["gzip"]), Reader(words: "shrink FILE", taken: ["gzip"]),
    Reader(words: "recording convert FILE DIR/o.txt", taken: ["gzip"]),
    Reader(words: "diff FILE FILE", taken: ["gzip"]),
    Reader(words: "diff --scenario DIR/tiny.json FILE .", taken: ["gzip"]),
    Reader(words: "image diff FILE DIR/good.png", taken: ["byte order"]),
    Reader(words: "image diff DIR/good.png FILE", taken: ["byte order"]),
    Reader(words: "flash FILE DIR/good.png", taken: ["byte order"]),
    // Zero bytes are left out of these tables.
    Reader(words: "flash FILE", taken: ["file of zero"], name: "x.csv"),
    Reader(words: "score a FILE", taken: ["empty"]),
    Reader(words: "history FILE", taken: ["empty"]),
    Reader(words: "history DIR/h.ndjson --append FILE"),
    Reader(words: "golden check --goldens DIR/goldens --out DIR", name: "goldens/x.golden"),
    Reader(words: "calibrate --from FILE --device iphone-12 --renderer canvas"),
    Reader(words: "sweep FILE"), Reader(words: "merge FILE FILE"),
    Reader(words: "run DIR/tiny.json --devices DIR/devices", name: "devices/iphone-12.json"),
  ]

  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let generators = #""generators": [{ "kind": "shake", "eventsPerMinute": 60 }]"#
    for (name, input) in [
      ("recorded", #""recording": "x.txt""#), ("touched", #""touches": "x.csv""#),
    ] {
      try folder.write(TinyScenario.text().replacing(generators, with: input), to: name + ".json")
    }
    let camera = #"{ "scene": "ring-light", "input": { "camera": { "front": ["x.png"] } } }"#
    try folder.write(camera, to: "seen.json")
    try folder.write(TinyScenario.text(), to: "tiny.json")
    for name in ["devices", "goldens"] { try FileStore.makeDirectory(folder.at(name)) }
    let good = PNGEncoder.encode([UInt8](repeating: 255, count: 64), width: 4, height: 4)
    try FileStore.write(good, to: folder.at("good.png"))
    return folder
  }

  @Test(arguments: readers) func readersNameIt(reader: Reader) throws {
    let folder = try folder()
    let file = folder.at(reader.name)
    let words = reader.words.split(separator: " ").map {
      String($0).replacing("FILE", with: file).replacing("DIR", with: folder.path)
    }
    for content in Self.contents
    where !reader.taken.contains(where: { content.name.hasPrefix($0) }) {
      try FileStore.write(content.bytes, to: file)
      let run = CommandRun(words)
      #expect(run.code == .usage, "\(content.name): \(run.output)")
      let place = try #require(run.error.firstRange(of: content.name), "\(run.error)")
      #expect(run.error[place.upperBound...].contains("; "), "\(run.error)")
      #expect(!run.error.contains(Self.secret), "\(run.error)")
      #expect(run.error.split(separator: "\n").count == 1, "\(run.error)")
    }
  }

  /// What is not known is said as before.
  @Test func otherTextIsNoPicture() throws {
    let folder = try folder()
    for text in ["hello", "\u{FEFF}hello", "h\0e\0"] {
      let path = try folder.write(text, to: "text.png")
      let run = CommandRun(["image", "diff", path, path])
      #expect(run.error.hasSuffix("text.png: not a PNG file\n"), "\(run.error)")
    }
  }
}
