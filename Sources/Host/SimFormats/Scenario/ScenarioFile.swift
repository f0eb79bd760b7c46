import SimRuntime
import SimInput
import SimText

/// A scenario file, read and checked as far as the file alone allows.
///
/// `scenario(device:motion:camera:overrides:)` completes it once the device class, the recorded
/// motion and the pictures it names have been found.
package struct ScenarioFile: Sendable {
  /// The file's path, for messages.
  package private(set) var file = ""
  /// The kebab-case name.
  package internal(set) var name = ""
  /// Which of the runs of the file's matrix it is, such as `a`; nil for a file without one.
  package private(set) var caseName: String?
  /// The file with the values of this run; nil before it is read.
  package private(set) var contents: JSONNode?
  var matrixNode: JSONNode?
  /// The scene.
  package let scene: SceneDescriptor
  /// The parents' gate in front of the scene; nil for none.
  var gate: SceneGate?
  /// The device class that the file names; nil when it names none.
  package internal(set) var device: Located<String>?

  var seed: UInt64 = 1
  var frameRate: UInt32 = 60
  var frameCount = Self.defaultFrameCount
  var isMotionReduced = false
  var hasMotion = true
  var parameters: ParameterValues
  /// Where the first generator says that it uses a stylus; nil when none does.
  var pencilNode: JSONNode?
  var input = InputSection()
  var orientation = Orientation.portrait
  var canvasSize: CanvasSection?
  var canvasChanges: [CanvasChangeSection] = []
  var backgroundSpans: [FrameSpan] = []
  /// Actions at the gate, by frame.
  var gateEvents: [GateAction] = []
  var missedFrames: [UInt32] = []
  var load: [LoadClaim] = []
  var budgets: [BudgetSection] = []

  init(scene: SceneDescriptor) {
    self.scene = scene
    parameters = scene.defaultParameters
  }

  /// The device class to run on.
  package var deviceName: String { device?.value ?? Self.defaultDevice }
  /// The file of recorded motion, relative to the scenario.
  package var motion: Located<String>? { input.motion }
  /// What its numbers mean, as far as the scenario says it.
  package var motionConventions: MotionConventions { input.motionConventions }
  /// The file of recorded input, relative to the scenario.
  package var recording: Located<String>? { input.recording }
  /// The table of contacts that were written down, relative to the scenario.
  package var touchFile: Located<String>? {
    guard case .file(let name) = input.touches?.value else { return nil }
    return name
  }
  /// The files of what the cameras see.
  package var camera: CameraSection? { input.camera }

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
    let cases = try readAll(JSONDocument.read(bytes, file: file), scenes: scenes)
    guard cases.count == 1 else { throw cases[0].isOneOfMany }
    return cases[0]
  }

  /// Reads every run that a file stands for: one, or those of its matrix.
  ///
  /// - Throws: `FormatError` with the position, what was found and what is allowed.
  package static func readAll(
    _ document: JSONDocument, scenes: [SceneDescriptor]
  ) throws(FormatError) -> [ScenarioFile] {
    var reader = try document.root.object()
    let matrix = try reader.optional("matrix").map { (node) throws(FormatError) in
      try ScenarioMatrix(node)
    }
    let names = scenes.map { $0.name.description }
    if let node = reader.optional("model"), reader.optional("scene") == nil {
      throw node.failure(
        .other("a scenario of a model; this command takes those of scenes"))
    }
    let name = try reader.required("scene").string(oneOf: names)
    guard let scene = scenes.first(where: { $0.name.description == name }) else {
      preconditionFailure("the name was checked against the list")
    }
    let cases = try matrix?.cases() ?? [ScenarioMatrix.Case(name: nil, document: document)]
    var files: [ScenarioFile] = []
    let shape = Self.shape(of: scene, among: names)
    let gatedShape = Self.shape(of: scene.gated, among: names)
    for one in cases {
      // A gate has populations of its own, which budgets may name.
      var root = try one.document.root.object()
      let isGated = root.optional("gate") != nil
      var start = ScenarioFile(scene: isGated ? scene.gated : scene)
      start.file = document.file
      start.name = Self.name(fromPath: document.file)
      start.caseName = one.name
      start.contents = one.document.root
      files.append(try (isGated ? gatedShape : shape).read(one.document.root, into: start))
    }
    return files
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

  /// The last part of a path without `.json`, letters that a name cannot have replaced.
  package static func name(fromPath path: String) -> String {
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

  /// The lengths a run may have, in words.
  static var lengthText: String { "1 to \(frameRange.upperBound) frames" }

  /// The number of frames of a duration; nil if that length is not allowed.
  package static func frameCount(milliseconds: UInt64, frameRate: UInt32) -> UInt32? {
    guard milliseconds <= DurationText.maximumMilliseconds else { return nil }
    let frames = FrameClock(framesPerSecond: frameRate).frameCount(ofMilliseconds: milliseconds)
    guard let count = UInt32(exactly: frames), frameRange.contains(count) else { return nil }
    return count
  }
}
