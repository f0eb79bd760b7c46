import SimFormats
import SimRaster
import SimRuntime
import Testing

/// Goal: what a probe writes is read back as it was, and any other text gives one clear error.
struct FrameRowsTests {
  private static func probe(frames: UInt32) -> String {
    var probe = FrameProbe(
      device: "a \"phone\"".utf8, renderer: "sprites", frameRate: 60, refreshRate: 60,
      counters: ["quads", "lines"], capacity: 100)
    for frame in 0..<frames {
      probe.begin(
        scene: frame < 2 ? "snow" : "rain", count: frame, canvasPixels: 10, isHeldOut: frame == 1)
      let row = probe.record(
        [UInt64(frame), 5], atNanoseconds: 100 + UInt64(frame), processorNanoseconds: 9,
        isLate: frame == 2)
      if let row, frame != 1 { probe.setGraphics(nanoseconds: 8, ofRow: row) }
    }
    var bytes: [UInt8] = []
    probe.forEachLine { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func read(_ text: String) throws(FormatError) -> FrameRows {
    try FrameRows.read(Array(text.utf8), file: "f.ndjson")
  }

  @Test func whatAProbeWritesIsReadBack() throws {
    let rows = try Self.read(Self.probe(frames: 4))
    #expect(rows.device == "a \"phone\"" && rows.renderer == "sprites")
    #expect(rows.frameRate == 60 && rows.counters == ["quads", "lines"] && rows.droppedFrames == 0)
    #expect(rows.rows.map(\.scene) == ["snow", "snow", "rain", "rain"])
    #expect(rows.rows.map(\.work) == [[0, 5], [1, 5], [2, 5], [3, 5]])
    #expect(rows.rows.map(\.nanoseconds) == [0, 1, 2, 3])
    #expect(rows.rows.map(\.graphics) == [8, nil, 8, 8] && rows.rows[0].processor == 9)
    #expect(rows.rows.map(\.isLate) == [false, false, true, false])
    #expect(rows.rows.map(\.isHeldOut) == [false, true, false, false])
    // A line end of another system, and one too many, are nothing.
    #expect(try Self.read(Self.probe(frames: 4) + "\n\n") == rows)
    #expect(try Self.read(Self.probe(frames: 0)).rows.isEmpty)
  }

  @Test(arguments: [
    ("", "", "f.ndjson:1:1: empty file, expected recorded frames"),
    (#""version":1"#, #""version":2"#, "line 1:1:39: version: found 2, allowed only 1"),
    (#""format":"simbench-frames","#, "", "line 1:1:1: missing key \"format\""),
    (#""frames":3"#, #""frames":4"#, "found 3 frames, allowed 4, as the first line says"),
    (#""counters":["quads","lines"]"#, #""counters":["quads","quads"]"#, "\"quads\" appears twice"),
    (#""frameRate":60"#, #""frameRate":0"#, "frameRate: found 0, allowed 1 to 240"),
    (#""work":[0,5]"#, #""work":[0]"#, "line 2:1:1: found 1 counts, allowed 2"),
    (#""work":[1,5]"#, #""work":[1,-5]"#, "line 3"),
    (#""work":[1,5]"#, #""work":[1,5e30]"#, "line 3"),
    (#""work":[1,5]"#, #""work":[1,99999999999999999999999]"#, "line 3"),
    (#""work":[1,5]"#, #""work":"many""#, "work: found string \"many\", expected an array"),
    (#""cpu":9"#, #""cpu":null"#, "cpu: found null, expected a whole number"),
    (#""cpu":9"#, #""cpu":9,"cpu":9"#, "cpu"),
    (#""nanoseconds":1,"#, #""nanoseconds":7,"#, "line 4:1:1: found nanoseconds 2, allowed 7"),
    (#""scene":"rain""#, #""scene":"../rain""#, "line 4"),
    (#""late":true"#, #""late":1"#, "late: found 1, expected true or false"),
    (#""late":true"#, #""lat":true"#, "unknown key \"lat\""),
    (#""count":2"#, #""count":2000000"#, "count: found 2000000, allowed 0 to 1000000"),
  ])
  func otherTextsGiveOneError(found: String, replacement: String, words: String) throws {
    let text = Self.probe(frames: 3)
    var hostile = ""
    if !found.isEmpty {
      try #require(text.contains(found))
      hostile = text.replacing(found, with: replacement, maxReplacements: 1)
    }
    let error = try #require(throws: FormatError.self) { try Self.read(hostile) }
    #expect(error.message.contains(words), "\(error.message)")
    #expect(!error.message.contains("\n") && error.message.hasPrefix("f.ndjson"))
  }

  @Test func everyPrefixIsRefused() throws {
    let bytes = Array(Self.probe(frames: 2).utf8)
    // Without its last line end it is whole.
    for count in 0..<(bytes.count - 1) {
      let error = try #require(throws: FormatError.self) {
        try FrameRows.read(Array(bytes[..<count]), file: "f")
      }
      #expect(!error.message.isEmpty)
    }
    #expect(try FrameRows.read(Array(bytes.dropLast()), file: "f").rows.count == 2)
  }
}
