import SimRuntime
import SimInput
import SimText

/// A scenario file, read and checked as far as the file alone allows.
///
/// `scenario(device:motion:camera:overrides:)` completes it once the device class, the recorded
/// motion and the pictures it names have been found.
package struct ScenarioFile {
  /// The file's path, for messages.
  package let file: String
  /// The kebab-case name.
  package let name: String
  /// Which of the runs of the file's matrix it is, such as `a`; nil for a file without one.
  package let caseName: String?
  /// The file with the values of this run.
  package let contents: JSONNode
  private let matrixNode: JSONNode?
  /// The scene.
  package let scene: SceneDescriptor
  /// The device class named, and where, for a message when it does not exist.
  package let deviceName: String
  /// The node that names the device; nil when the file names none.
  package let deviceNode: JSONNode?
  /// The recorded motion's file as the scenario names it, relative to the scenario.
  package let motionFile: String?
  /// The node that names the recorded motion.
  package let motionNode: JSONNode?
  /// The files of what the cameras see.
  package let camera: CameraSection?

  let seed: UInt64
  let frameRate: UInt32?
  let frameCount: UInt32
  let isMotionReduced: Bool
  let hasMotion: Bool
  let parameters: ParameterValues
  let input: InputSection
  let orientation: Orientation
  let canvasSize: CanvasSection?
  let canvasChanges: [CanvasChangeSection]
  let backgroundSpans: [FrameSpan]
  let missedFrames: [UInt32]
  let load: [LoadClaim]
  let budgets: [BudgetSection]

  /// Lengths a run may have: ten simulated hours at 60 Hz at most.
  package static var frameRange: ClosedRange<UInt32> { 1...UInt32(Limits.frames.maximum) }
  /// Frames of a run when the scenario does not say: enough for a firm p99.
  package static var defaultFrameCount: UInt32 { 3600 }
  /// The device class when the scenario does not say.
  package static var defaultDevice: String { "iphone-12" }
  /// Frame rates a run may have.
  package static var frameRateRange: ClosedRange<UInt32> { 24...UInt32(Limits.frameRate.maximum) }

  /// Reads a scenario.
  ///
  /// - Parameters:
  ///   - bytes: the file's contents.
  ///   - file: its path, for messages and for the name when the scenario gives none.
  ///   - scenes: the scenes that exist.
  /// - Throws: `FormatError` with the position, what was found and what is allowed.
  package static func read(
    _ bytes: [UInt8], file: String, scenes: [SceneDescriptor]
  ) throws(FormatError) -> ScenarioFile {
    let cases = try readAll(bytes, file: file, scenes: scenes)
    guard cases.count == 1 else { throw cases[0].isOneOfMany }
    return cases[0]
  }

  /// Reads every run that a file stands for: one, or those of its matrix.
  ///
  /// - Throws: `FormatError` with the position, what was found and what is allowed.
  package static func readAll(
    _ bytes: [UInt8], file: String, scenes: [SceneDescriptor]
  ) throws(FormatError) -> [ScenarioFile] {
    let document = try JSONDocument.read(bytes, file: file)
    var reader = try document.root.object()
    guard let matrix = reader.optional("matrix") else {
      return [try ScenarioFile(document, case: nil, scenes)]
    }
    var files: [ScenarioFile] = []
    for one in try ScenarioMatrix(matrix).cases() {
      files.append(try ScenarioFile(one.document, case: one.name, scenes))
    }
    return files
  }

  private init(
    _ document: JSONDocument, case caseName: String?, _ scenes: [SceneDescriptor]
  ) throws(FormatError) {
    self = try document.root.object { (reader) throws(FormatError) in
      try ScenarioFile(&reader, document, case: caseName, scenes)
    }
  }

  private init(
    _ reader: inout ObjectReader, _ document: JSONDocument, case caseName: String?,
    _ scenes: [SceneDescriptor]
  ) throws(FormatError) {
    file = document.file
    self.caseName = caseName
    contents = document.root
    matrixNode = reader.optional("matrix")
    let sceneName = try reader.required("scene").string(
      oneOf: scenes.map { $0.name.description })
    guard let scene = scenes.first(where: { $0.name.description == sceneName }) else {
      preconditionFailure("the name was checked against the list")
    }
    self.scene = scene
    if let node = reader.optional("name") {
      name = try Self.kebabName(node)
    } else {
      name = Self.name(fromPath: document.file)
    }
    deviceNode = reader.optional("device")
    deviceName =
      try Self.optional(deviceNode) { (node) throws(FormatError) in
        try node.string()
      } ?? Self.defaultDevice
    seed = try reader.optional("seed")?.uint64() ?? 1
    frameRate = try reader.optional("frameRate")?.uint32(in: Self.frameRateRange)
    let rate = frameRate ?? 60
    frameCount = try Self.length(&reader, frameRate: rate)
    isMotionReduced = try reader.optional("reduceMotion")?.bool() ?? false
    hasMotion = try reader.optional("motionAvailable")?.bool() ?? true
    parameters = try Self.parameters(reader.optional("parameters"), scene)
    input = try InputSection(reader.optional("input"), scene)
    motionFile = input.motionFile
    motionNode = input.motionNode
    camera = input.camera
    orientation = try Self.orientation(reader.optional("orientation")) ?? .portrait
    canvasSize = try Self.optional(reader.optional("canvasSize")) {
      (node) throws(FormatError) in try CanvasSection(node)
    }
    canvasChanges = try CanvasChangeSection.list(reader.optional("canvas"))
    backgroundSpans = try Self.background(reader.optional("background"))
    missedFrames = try Self.missedDeadlines(reader.optional("missedDeadlines"))
    load = try Self.load(reader.optional("load"), scene)
    budgets = try BudgetSection.list(reader.optional("budgets"), scene)
  }

  /// The name of the run: the file's, and which of its runs.
  package var fullName: String { caseName.map { "\(name)[\($0)]" } ?? name }

  /// Says that a file is more than one run, where one is wanted.
  package var isOneOfMany: FormatError {
    let problem = FormatError.Problem.other(
      "the file stands for several runs; name one, such as \(file)[\(caseName ?? "")]")
    return matrixNode?.failure(problem) ?? FormatError(file: file, problem: problem)
  }

  // MARK: - Parts

  /// `Optional.map` with a typed error.
  static func optional<Value>(
    _ node: JSONNode?, _ body: (JSONNode) throws(FormatError) -> Value
  ) throws(FormatError) -> Value? {
    guard let node else { return nil }
    return try body(node)
  }

  /// A name of lower-case letters, digits and single hyphens.
  static func kebabName(_ node: JSONNode) throws(FormatError) -> String {
    let name = try node.string()
    guard isKebabName(name) else {
      throw node.failure(
        .unexpected(
          found: node.foundText,
          expected: "1 to 64 lower-case letters, digits and single hyphens, such as quiet-snow"))
    }
    return name
  }

  /// Whether a text is a name: lower-case letters, digits and single hyphens, 1 to 64 long.
  package static func isKebabName(_ text: String) -> Bool {
    guard (1...64).contains(text.utf8.count) else { return false }
    var previous = UInt8(ascii: "-")
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): break
      case UInt8(ascii: "-"): if previous == byte { return false }
      default: return false
      }
      previous = byte
    }
    return previous != UInt8(ascii: "-")
  }

  /// The last part of a path without `.json`, letters that a name cannot have replaced.
  static func name(fromPath path: String) -> String {
    let last = path.split(separator: "/").last.map(String.init) ?? path
    let stem = last.hasSuffix(".json") ? String(last.dropLast(5)) : last
    let letters = stem.lowercased().map { character -> Character in
      character.isASCII && (character.isLetter || character.isNumber) ? character : "-"
    }
    let words = String(letters).split(separator: "-")
    // Cut first: a cut name must not end in a hyphen.
    let name = words.joined(separator: "-").prefix(64).split(separator: "-")
    return name.isEmpty ? "scenario" : name.joined(separator: "-")
  }

  private static func length(
    _ reader: inout ObjectReader, frameRate: UInt32
  ) throws(FormatError) -> UInt32 {
    let frames = reader.optional("frames")
    let duration = reader.optional("duration")
    if let frames, duration != nil {
      throw frames.failure(.other("frames and duration exclude each other"))
    }
    if let frames { return try frames.uint32(in: frameRange) }
    guard let duration else { return defaultFrameCount }
    let text = try duration.string()
    let milliseconds: UInt64
    do throws(DurationError) {
      milliseconds = try DurationText.milliseconds(of: text)
    } catch {
      throw duration.failure(.other(error.message))
    }
    guard let count = frameCount(milliseconds: milliseconds, frameRate: frameRate) else {
      throw duration.failure(.notAllowed(found: duration.foundText, allowed: lengthText))
    }
    return count
  }

  /// The lengths a run may have, in words.
  static var lengthText: String { "1 to \(frameRange.upperBound) frames" }

  /// Frames that make up a duration, or nil when that is no length a run may have.
  package static func frameCount(milliseconds: UInt64, frameRate: UInt32) -> UInt32? {
    guard milliseconds <= DurationText.maximumMilliseconds else { return nil }
    let frames = FrameClock(framesPerSecond: frameRate).frameCount(ofMilliseconds: milliseconds)
    guard let count = UInt32(exactly: frames), frameRange.contains(count) else { return nil }
    return count
  }

  private static func parameters(
    _ node: JSONNode?, _ scene: SceneDescriptor
  ) throws(FormatError) -> ParameterValues {
    var parameters = scene.defaultParameters
    guard let node else { return parameters }
    var reader = try node.object()
    for (index, parameter) in scene.parameters.enumerated() {
      guard let value = reader.optional(parameter.name.description) else { continue }
      if !parameter.choices.isEmpty {
        parameters.values[index] = Float(try choice(value, parameter))
      } else if parameter.isWhole {
        parameters.values[index] = Float(
          try value.int(in: Int(parameter.minimum)...Int(parameter.maximum)))
      } else {
        parameters.values[index] = Float(
          try value.double(in: limits(parameter.minimum...parameter.maximum)))
      }
    }
    try reader.finish()
    return parameters
  }

  /// The index of a named value of a parameter.
  static func choice(
    _ node: JSONNode, _ parameter: ParameterDescriptor
  ) throws(FormatError) -> UInt32 {
    let names = parameter.choices.map { $0.description }
    let name = try node.string(oneOf: names)
    guard let index = names.firstIndex(of: name) else {
      preconditionFailure("the name was checked against the list")
    }
    return UInt32(index)
  }

  /// The limits as they are written in decimal: 0.1 as a `Float` is a little more than 0.1, and a
  /// scenario that says 0.1 means the limit.
  static func limits(_ range: ClosedRange<Float>) -> ClosedRange<Double> {
    let lower = Double(range.lowerBound.description) ?? Double(range.lowerBound)
    let upper = Double(range.upperBound.description) ?? Double(range.upperBound)
    return lower...upper
  }

  /// How a device can be held, by the names that files use.
  static let orientations: [(name: String, value: Orientation)] = [
    ("portrait", .portrait), ("landscape-left", .landscapeLeft),
    ("portrait-upside-down", .portraitUpsideDown), ("landscape-right", .landscapeRight),
  ]

  static func orientation(_ node: JSONNode?) throws(FormatError) -> Orientation? {
    guard let node else { return nil }
    let name = try node.string(oneOf: orientations.map { $0.name })
    return orientations.first { $0.name == name }?.value
  }

  private static func background(_ node: JSONNode?) throws(FormatError) -> [FrameSpan] {
    guard let node else { return [] }
    var spans: [FrameSpan] = []
    for element in try node.array(count: 0...1000) {
      let span = try element.object { (reader) throws(FormatError) in
        let start = try reader.required("from").uint32(in: 0...frameRange.upperBound)
        let count = try reader.required("frames").uint32(in: frameRange)
        return FrameSpan(start: start, end: start + count)
      }
      if let last = spans.last, span.start < last.end {
        throw element.failure(
          .notAllowed(found: "from \(span.start)", allowed: "\(last.end) or more"))
      }
      spans.append(span)
    }
    return spans
  }

  private static func missedDeadlines(_ node: JSONNode?) throws(FormatError) -> [UInt32] {
    guard let node else { return [] }
    var frames: [UInt32] = []
    for element in try node.array(count: 0...10_000) {
      let frame = try element.uint32(in: 0...frameRange.upperBound)
      if let last = frames.last, frame <= last {
        throw element.failure(
          .notAllowed(found: element.foundText, allowed: "more than \(last), the frame before"))
      }
      frames.append(frame)
    }
    return frames
  }

  private static func load(
    _ node: JSONNode?, _ scene: SceneDescriptor
  ) throws(FormatError) -> [LoadClaim] {
    guard let node else { return [] }
    var reader = try node.object()
    var claims: [LoadClaim] = []
    for (index, population) in scene.populations.enumerated() {
      let name = population.name.description
      guard let value = reader.optional(name) else { continue }
      let ceiling = population.cap > 0 ? population.cap : 1_000_000
      var claim = LoadClaim(
        population: name, index: index, count: try value.uint32(in: 1...ceiling))
      claim.line = UInt32(clamping: value.position.line)
      claims.append(claim)
    }
    try reader.finish()
    return claims
  }
}
