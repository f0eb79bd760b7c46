import SimFormats
import SimRuntime
import Testing

/// A format of files that are read, beside scenarios: its schema, a sample with every key, and its
/// reader.
struct ReadFormat: Sendable, CustomTestStringConvertible {
  var schema: String
  /// What its sample has cases of that no schema can refuse.
  var exceptions: [SchemaException] = []
  var sample: @Sendable () throws -> [UInt8]
  var read: @Sendable ([UInt8]) throws(FormatError) -> Void

  var testDescription: String { schema }

  static let all: [ReadFormat] = [
    ReadFormat(schema: "model-scenario", sample: { Array(model.utf8) }) {
      (bytes) throws(FormatError) in
      _ = try ModelScenario.readAll(
        JSONDocument.read(bytes, file: "x.json"), models: InputSchemaTests.models)
    },
    ReadFormat(schema: "device", exceptions: [.descending], sample: { try device() }) {
      (bytes) throws(FormatError) in
      _ = try DeviceFile.read(bytes, file: "x.json")
    },
    ReadFormat(schema: "baseline", sample: { Array(baseline.utf8) }) {
      (bytes) throws(FormatError) in
      _ = try BaselineFile.read(bytes, file: "x.json")
    },
    ReadFormat(
      schema: "sweep-plan", exceptions: [.emptyRange, .runs], sample: { Array(plan.utf8) }
    ) { (bytes) throws(FormatError) in
      _ = try SweepPlan.read(bytes, file: "x.json")
    },
    line(of: "sweep-head", SweepHead.shape, head),
    line(of: "sweep-row", SweepRow.shape, row),
    line(of: "history-line", HistoryEntry.shape, history),
    line(of: "frames-head", FrameRows.headShape, framesHead),
    line(of: "frames-row", FrameRows.Row.shape, framesRow),
  ]

  /// A format whose files have an object a line.
  private static func line<Root>(
    of schema: String, _ shape: Shape<Root>, _ sample: String
  ) -> ReadFormat {
    ReadFormat(schema: schema, sample: { Array(sample.utf8) }) { (bytes) throws(FormatError) in
      _ = try shape.read(JSONDocument.read(bytes, file: "x.json").root)
    }
  }

  private static let model = """
    {
      "$schema": "x", "name": "all", "model": "sketch-magic", "matrix": { "seed": [1, 2] },
      "parameters": { "user": "patient" }, "duration": "2m",
      "faults": { "kinds": ["lost-request"], "always": true }, "rates": { "success": 0.5 }
    }
    """

  /// A device class of the repository with what the file leaves out.
  private static func device() throws -> [UInt8] {
    let curve = #"[{"afterSeconds": 9, "speed": [1, 0.9, 0.8]}]"#
    let renderer = """
      {
        "kind": "measured", "source": "a",
        "cpu": { "frame": [1, 2, 3], "sustained": \(curve) }, "gpu": {},
        "sustainedSource": "b", "caps": [{ "scene": "snow", "frameRate": 60, "count": [3, 2, 1] }]
      }
      """
    let costs = #"{ "speed": 2, "source": "a", "uncertainty": 0.5 }"#
    let more = [
      ("$schema", "\"x\""), ("touchContacts", "5"), ("latencyAllowance", "9.5"),
      ("hardwareIdentifiers", "[\"iPhone1,1\"]"), ("costs", costs),
      ("renderers", "{ \"canvas\": \(renderer) }"),
    ]
    let members = try more.map { (key, text) in
      (key, JSONOutput(try JSONDocument.read(Array(text.utf8), file: key).root))
    }
    let others = try InputSchemaTests.deviceMembers().filter { member in
      !more.contains { $0.0 == member.0 }
    }
    return JSONWriter.bytes(of: .object(others + members))
  }

  private static let baseline = """
    {
      "$schema": "x", "schemaVersion": 1, "scenario": "a", "exact": [
        {
          "case": "b", "seed": 1, "frames": 60, "device": "c", "reduceMotion": false,
          "scenarioDigest": "0123456789abcdef", "sceneBehaviorVersion": 1, "behaviorVersion": 1,
          "recordedWith": "d", "metrics": { "work.primitives": 3 },
          "checkpoints": { "59": "0123456789abcdef" },
          "instructions": [
            {
              "architecture": "e", "toolchain": "f", "build": "release", "source": "valgrind",
              "frames": 9, "total": { "step": 5 }
            }
          ],
          "wallTimes": [
            {
              "machine": "g", "architecture": "e", "toolchain": "f", "build": "release",
              "p50": { "frame": 5 }
            }
          ]
        }
      ]
    }
    """

  private static let plan = """
    {
      "format": "simbench-sweep-plan", "version": 1, "behaviorVersion": 5, "firstSeed": 0,
      "endSeed": 4, "frames": 6, "device": "a", "devices": "b", "shards": 1, "scenarios": [
        {
          "file": "c", "scene": "d", "isModel": false, "behaviorVersion": 1,
          "digest": "0123456789abcdef", "frames": 6, "stateBytes": 9,
          "properties": [{ "name": "e", "kind": "always", "requirement": "f" }]
        }
      ]
    }
    """

  private static let head = """
    {
      "format": "simbench-sweep", "version": 1, "plan": "0123456789abcdef", "behaviorVersion": 5,
      "runs": 9
    }
    """

  private static let row = """
    {
      "run": 1, "seed": 2, "frames": 3, "digest": "0123456789abcdef", "checked": [4], "held": [5],
      "failure": null
    }
    """

  private static let history = """
    {
      "date": "2026-03-01T09:30:00Z", "commit": "a", "scenario": "b", "machine": "c",
      "key": {
        "case": "d", "seed": 1, "frames": 60, "device": "e", "reduceMotion": false,
        "scenarioDigest": "0123456789abcdef", "sceneBehaviorVersion": 1, "behaviorVersion": 1
      }, "metrics": { "work.primitives": 3 }
    }
    """

  private static let framesHead = """
    {
      "format": "simbench-frames", "version": 1, "device": "a", "renderer": "b", "frameRate": 60,
      "refreshRate": 60, "counters": ["c"], "frames": 2, "dropped": 0
    }
    """

  private static let framesRow = """
    {
      "scene": "a", "count": 1, "canvasPixels": 2, "frame": 3, "nanoseconds": 4, "work": [5],
      "cpu": 6, "gpu": 7, "late": true, "heldOut": false
    }
    """
}
