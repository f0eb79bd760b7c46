import SimFormats
import SimRaster
import SimHarness
import SimImageAnalysis
import SimReport
import SimInput

/// What has to hold for any bytes given to a reader: one line of complaint, or a value that can be
/// used, and that is the same after it was written and read again.
enum FormatCheck {
  /// Reads a file; throws what is wrong with the reader.
  typealias Reader = (_ bytes: [UInt8]) throws(FormatError) -> Result<Void, FuzzFinding>

  static func check(_ input: FuzzInput) throws(FuzzFinding) {
    guard let name = input.arguments.first, let reader = readers[name] else { return }
    try check(input.bytes, name, reader)
  }

  static func check(
    _ bytes: [UInt8], _ name: String, _ reader: Reader
  ) throws(FuzzFinding) {
    let outcome: Result<Void, FuzzFinding>
    do throws(FormatError) {
      outcome = try reader(bytes)
    } catch {
      try TextRules.checkMessage(error.message, name)
      return
    }
    try outcome.get()
  }

  nonisolated(unsafe) static let readers: [String: Reader] = [
    "result": { (bytes) throws(FormatError) in try result(bytes) },
    "baseline": { (bytes) throws(FormatError) in try baseline(bytes) },
    "golden": { (bytes) throws(FormatError) in try golden(bytes) },
    "device": { (bytes) throws(FormatError) in try device(bytes) },
    "history": { (bytes) throws(FormatError) in try history(bytes) },
    "frames": { (bytes) throws(FormatError) in
      let recording = try FrameRows.read(bytes, file: "x.ndjson")
      let result = RendererFit.fit(recording, hasGraphics: false)
      return lines(
        RendererCalibrationReport.text(.init(result, result.costs(replacing: nil))), "frames")
    },
    "strokes": { (bytes) throws(FormatError) in
      _ = try StrokeFile.read(bytes, file: "x.csv")
      return .success(())
    },
    "motion": { (bytes) throws(FormatError) in try motion(bytes) },
    "flash": { (bytes) throws(FormatError) in
      let replay = FlashReplay(try FlashTable(parsing: bytes, file: "x.csv"), framesPerSecond: 60)
      return lines(FlashReport.text(replay, file: "x.csv"), "flash")
    },
    "scenario": { (bytes) throws(FormatError) in
      _ = try ScenarioFile.read(
        bytes, file: "x.json", scenes: SceneRegistryOfTests.scenes.descriptors)
      return .success(())
    },
    "duration": { (bytes) throws(FormatError) in
      do throws(DurationError) {
        _ = try DurationText.milliseconds(of: String(decoding: bytes, as: UTF8.self))
      } catch {
        throw FormatError(file: "x", problem: .other(error.message))
      }
      return .success(())
    },
    "limits": { (bytes) throws(FormatError) in
      _ = ImageLimit.limits(String(decoding: bytes, as: UTF8.self))
      return .success(())
    },
  ]

  /// A value written and read again, which has to be equal.
  static func roundTrip(
    _ name: String, _ value: JSONOutput, _ read: ([UInt8]) throws(FormatError) -> JSONOutput
  ) -> Result<Void, FuzzFinding> {
    do throws(FormatError) {
      let again = try read(JSONWriter.bytes(of: value))
      return again == value
        ? .success(()) : .failure(FuzzFinding("\(name): reads back differently"))
    } catch {
      return .failure(FuzzFinding("\(name): cannot be read back", error.message))
    }
  }

  private static func lines(_ text: String, _ name: String) -> Result<Void, FuzzFinding> {
    Result { () throws(FuzzFinding) in try TextRules.checkLines(text, name) }
  }

  private static func result(_ bytes: [UInt8]) throws(FormatError) -> Result<Void, FuzzFinding> {
    let results = try ResultFile.read(bytes, file: "x.json")
    let value = ResultFile.value(results)
    let trip = roundTrip("result", value) { (bytes) throws(FormatError) in
      ResultFile.value(try ResultFile.read(bytes, file: "y.json"))
    }
    if case .failure = trip { return trip }
    return Result { () throws(FuzzFinding) in
      try OutputRules.check(
        results.scenes,
        of: [
          "text", "junit", "markdown", "html", "sarif", "bmf", "benchmark-json", "openmetrics",
        ])
    }
  }

  private static func baseline(_ bytes: [UInt8]) throws(FormatError) -> Result<Void, FuzzFinding> {
    let file = try BaselineFile.read(bytes, file: "x.json")
    return roundTrip("baseline", file.value) { (bytes) throws(FormatError) in
      try BaselineFile.read(bytes, file: "y.json").value
    }
  }

  private static func golden(_ bytes: [UInt8]) throws(FormatError) -> Result<Void, FuzzFinding> {
    let manifest = try GoldenManifest(parsing: bytes, file: "x.golden")
    do throws(FormatError) {
      let again = try GoldenManifest(parsing: Array(manifest.text.utf8), file: "y.golden")
      return again == manifest
        ? .success(()) : .failure(FuzzFinding("golden: reads back differently", manifest.text))
    } catch {
      return .failure(FuzzFinding("golden: cannot be read back", error.message))
    }
  }

  private static func device(_ bytes: [UInt8]) throws(FormatError) -> Result<Void, FuzzFinding> {
    let device = try DeviceFile.read(bytes, file: "x.json")
    for costs in device.renderers {
      for (part, end) in [costs.processor, costs.graphics].flatMap({ part in
        CostEnd.allCases.map { (part, $0) }
      }) {
        let speed = part.speed(afterSeconds: 1e9, load: 1, end)
        let time = part.nanoseconds(DisplayWork(), canvasPixels: 1e6)[end]
        guard speed > 0, speed <= 1, time >= 0, time.isFinite else {
          return .failure(FuzzFinding("device: a renderer that no device has"))
        }
      }
    }
    let whole = try DeviceFile.read(
      JSONWriter.bytes(of: .object(Device.shape.write(device))), file: "z.json")
    guard whole == device else { return .failure(FuzzFinding("device: reads back differently")) }
    return .success(())
  }

  private static func history(_ bytes: [UInt8]) throws(FormatError) -> Result<Void, FuzzFinding> {
    let entries = try HistoryFile.read(bytes, file: "x.ndjson")
    let text = entries.map { $0.line + "\n" }.joined()
    do throws(FormatError) {
      let again = try HistoryFile.read(Array(text.utf8), file: "y.ndjson")
      guard again.map({ $0.line }) == entries.map({ $0.line }) else {
        return .failure(FuzzFinding("history: reads back differently"))
      }
    } catch {
      return .failure(FuzzFinding("history: cannot be read back", error.message))
    }
    // Looking for changes is dear, so only a few series are looked at.
    let few = entries.map { entry in
      var entry = entry
      entry.metrics = Array(entry.metrics.prefix(3))
      return entry
    }
    let series = HistorySeries.all(in: few)
    return Result { () throws(FuzzFinding) in
      try OutputRules.checkXML(HistoryReport.svg(series), "history SVG")
      try TextRules.checkLines(HistoryReport.text(series), "history text")
    }
  }

  private static func motion(_ bytes: [UInt8]) throws(FormatError) -> Result<Void, FuzzFinding> {
    let table = try MotionCSV(parsing: bytes, file: "x.csv")
    var conventions = MotionConventions()
    (conventions.units, conventions.gravity) = (.g, .included)
    conventions.rotationUnits = .radiansPerSecond
    let track = try RecordedMotion(table, conventions, file: "x.csv").track
    for time: UInt64 in [0, 1, 1_000_000_007, .max / 2, .max] {
      let sample = track.sample(atNanoseconds: time)
      guard sample.accelerationX.isFinite else {
        return .failure(FuzzFinding("motion: a reading that is no number"))
      }
    }
    return .success(())
  }
}
