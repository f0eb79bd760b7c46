import SimInput
import SimPNG
import SimRuntime
import SimText
import SimWorld

/// Recordings of runs as files.
package enum RecordingFile {
  /// The largest recording that is read.
  package static var limitByteCount: Int { Limits.runRecordingBytes.count }

  /// The bytes of a recording's file: the text, deflated as gzip where the name ends in `.gz`.
  ///
  /// - Complexity: O(text)
  package static func bytes(of recording: Recording, at path: String) -> [UInt8] {
    path.hasSuffix(".gz") ? Gzip.deflated(recording.text) : recording.text
  }

  /// Reads a recording from its text, deflated or not, whatever its name says.
  ///
  /// - Parameter limit: bytes of text that may come out of gzip.
  /// - Throws: `FormatError` with the line, or what is wrong with the gzip data.
  /// - Complexity: O(text)
  package static func read(
    _ bytes: [UInt8], file: String, limitByteCount limit: Int = RecordingFile.limitByteCount
  ) throws(FormatError) -> Recording {
    var text = bytes
    do {
      if FileContent(bytes)?.kind == .gzip {
        text = try Gzip.inflated(bytes, limitByteCount: limit)
      }
    } catch {
      throw FormatError(file: file, problem: .other(error.message))
    }
    // After inflating, since this check refuses gzip data.
    try FormatError.check(text, file: file, expected: "a recording")
    do {
      var recording = try Recording(parsing: text)
      recording.file = Array(file.utf8)
      return recording
    } catch {
      throw FormatError(error, file: file)
    }
  }

  /// The plan of a recording's run.
  ///
  /// - Throws: `FormatError`, when the scene has no such run.
  package static func plan(
    of recording: Recording, _ scene: SceneDescriptor, file: String
  ) throws(FormatError) -> RunPlan {
    let count = UInt64(recording.stepCount)
    guard count > 0, count <= Limits.frames.maximum else {
      throw FormatError(
        file: file, path: "end",
        problem: .notAllowed(
          found: "\(count) frames", allowed: "1 to \(Limits.frames.maximum) frames"))
    }
    let rate = UInt64(recording.header.framesPerSecond)
    guard rate <= Limits.frameRate.maximum else {
      throw FormatError(
        file: file, path: "frame-rate",
        problem: .notAllowed(found: "\(rate)", allowed: "at most \(Limits.frameRate.maximum)"))
    }
    let plan: RunPlan
    do {
      plan = try recording.plan(of: scene)
    } catch {
      throw FormatError(error, scene, file: file)
    }
    // What no device has would need memory that no machine has.
    guard UInt64(plan.maximumPixelCount) <= Limits.canvasPixels.maximum else {
      throw FormatError(
        file: file, path: "canvas",
        problem: .notAllowed(
          found: "\(plan.maximumPixelCount) pixels",
          allowed: "at most \(Limits.canvasPixels.maximum)"))
    }
    return plan
  }
}

extension RecordingFile {
  /// The plan of a recorded history.
  ///
  /// - Throws: `FormatError`, when the model has no such history.
  package static func history(
    of recording: Recording, _ model: ModelDescriptor, file: String
  ) throws(FormatError) -> WorldPlan {
    do {
      return try WorldPlan(recording, of: model)
    } catch {
      throw FormatError(error, recording, model, file: file)
    }
  }
}

extension FormatError {
  /// Says where a recording, or a log of frames, is wrong.
  package init(_ error: RecordingError, file: String) {
    let found =
      error.found.isEmpty
      ? "" : ", found \(MessageText.quoted(String(decoding: error.found, as: UTF8.self)))"
    self.init(
      file: file, position: TextPosition(line: max(1, Int(error.line)), column: 1),
      problem: .other(
        "\(error.problem)\(error.maximum.map { ", at most \($0)" } ?? "")\(found)"))
  }

  fileprivate init(
    _ error: HistoryMismatch, _ recording: Recording, _ model: ModelDescriptor, file: String
  ) {
    switch error {
    case .parameters(let mismatch):
      self.init(mismatch, model.parameters, file: file)
    case .tooLong:
      self.init(
        file: file, path: "end",
        problem: .notAllowed(
          found: "\(recording.events.count) events",
          allowed:
            "at most \(WorldPlan.actionLimit) events within ten years"))
    case .event(let place, let reason):
      let event = recording.events[Int(place)]
      let name = String(decoding: event.name, as: UTF8.self)
      let known = model.outsideCodes.compactMap { model.event($0).map { "\($0.name)" } }
      self.init(
        file: file, path: "event \(place + 1)",
        problem: reason == .unknownEvent
          ? .unknownName(
            found: name, suggestion: nearestSpelling(of: name, in: known), allowed: known)
          : .other("\(name): its identity and what belongs to it have to follow, and no more"))
    }
  }

  fileprivate init(_ error: RecordingMismatch, _ scene: SceneDescriptor, file: String) {
    self.init(error, scene.parameters, file: file)
  }

  private init(
    _ error: RecordingMismatch, _ parameters: [ParameterDescriptor], file: String
  ) {
    switch error {
    case .unknownParameter(let name):
      let name = String(decoding: name, as: UTF8.self)
      let names = parameters.map { $0.name.description }
      self.init(
        file: file, path: "parameter",
        problem: .unknownName(
          found: name, suggestion: nearestSpelling(of: name, in: names), allowed: names))
    case .badValue(let name, let value):
      let name = String(decoding: name, as: UTF8.self)
      let parameter = parameters.first { $0.name.description == name }
      let range = parameter.map {
        "\(FigureText.text(Double($0.minimum))) to \(FigureText.text(Double($0.maximum)))"
          + ($0.isWhole ? ", whole" : "")
      }
      self.init(
        file: file, path: "parameter \(name)",
        problem: .notAllowed(found: "\(value)", allowed: range ?? "another value"))
    case .badKey(let key):
      self.init(
        file: file, path: String(decoding: key, as: UTF8.self),
        problem: .other("a value that no device has"))
    }
  }
}
