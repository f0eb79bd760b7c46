import SimFormats
import SimHarness
import SimPlatform
import SimReport
import SimTracing

/// `simbench score`: scores recorded handwriting against a letter template.
struct ScoreCommand: Command {
  private let letters: [Letter]
  private let paths: [String]
  private let device: Device
  private let height: Float
  private let tolerance: TraceTolerance
  private let outputFolder: String
  private let output: FindingOutput

  /// The names of groups of letters.
  static let groupNames = ["small", "capital", "all"]
  /// The names of the tolerances.
  static var toleranceNames: [String] { TraceTolerance.allCases.map { $0.name.description } }
  /// The default device class.
  static let defaultDevice = "ipad-9"

  /// The names of all letters and groups.
  static var letterNames: [String] {
    Letter.allCases.map { ScoreReport.name(of: $0) } + groupNames
  }

  init(
    _ parsed: ParsedCommand, _: SceneRegistry, _ console: Console
  ) throws {
    letters = Self.letters(named: parsed.requiredPositional("LETTER"))
    paths = parsed.positionals("FILE")
    let toleranceName = try parsed.oneOf("tolerance", Self.toleranceNames)
    tolerance =
      TraceTolerance.allCases.first { $0.name.description == toleranceName } ?? .sixMillimeters
    height =
      try parsed.value("height", expected: "millimeters from 10 to 500") { text in
        Float(text).flatMap { TraceScore.heightRange.contains($0) ? $0 : nil }
      } ?? 60
    var loader = ScenarioLoader(scenes: [])
    loader.deviceName = parsed.string("device") ?? Self.defaultDevice
    loader.deviceFolder = parsed.string("devices")
    device = try loader.chosenDevice()
    outputFolder = parsed.string("out") ?? ".simbench"
    output = try FindingOutput(parsed, console, also: ["html"])
  }

  private typealias Strokes = (recording: InkRecording, notes: [String])

  /// Reads everything first; after an error, nothing is written.
  func run() throws -> ExitCode {
    var recordings: [Strokes] = []
    for path in paths { recordings.append(try recording(at: path)) }
    if letters.count == 1, let recording = recordings.first, recordings.count == 1 {
      try report(recording, letters[0], paths[0])
    } else {
      try compare(recordings)
    }
    return .pass
  }

  private func report(_ strokes: Strokes, _ letter: Letter, _ path: String) throws {
    let kind = letter.isCapital ? "capital" : "small"
    let name = "score-\(kind)-\(ScoreReport.name(of: letter))-\(Self.stem(of: path))"
    let picturePath = "\(outputFolder)/\(name).png"
    try output.checkNames([picturePath], inputs: paths)
    let score = try score(strokes.recording, letter)
    let row = ScoreReport.Row(
      file: path, scores: [score], picture: picturePath, notes: strokes.notes)
    let png = ScorePicture.make(score).png
    guard !Interrupt.isRequested else { throw CommandError.interrupted }
    let transaction = FileTransaction()
    defer { transaction.discard() }
    try transaction.stage(png, at: picturePath)
    try output.write(
      ScoreReport.output.object([row]), ScoreReport.text(score, of: row), with: transaction
    ) { _ in ScoreReport.html(score, of: row, png: png) }
  }

  private func compare(_ recordings: [Strokes]) throws {
    try output.checkNames([], inputs: paths)
    var rows: [ScoreReport.Row] = []
    for (path, strokes) in zip(paths, recordings) {
      var scores: [TraceScore] = []
      for letter in letters { scores.append(try score(strokes.recording, letter)) }
      rows.append(ScoreReport.Row(file: path, scores: scores, notes: strokes.notes))
    }
    let transaction = FileTransaction()
    defer { transaction.discard() }
    try output.write(
      ScoreReport.output.object(rows), ScoreReport.text(rows), with: transaction
    ) { _ in ScoreReport.html(rows) }
  }

  /// A file's name without folder and extension.
  private static func stem(of path: String) -> String {
    let name = path.split(separator: "/").last.map { String($0) } ?? path
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    return String(name[..<dot])
  }

  private func score(
    _ recording: InkRecording, _ letter: Letter
  ) throws -> TraceScore {
    let perMillimeter = device.pixelsPerInch / device.scale / 25.4
    let score = TraceScore(
      recording, letter: letter, heightMillimeters: height, tolerance: tolerance,
      pointsPerMillimeter: perMillimeter, isStopped: { Interrupt.isRequested })
    guard !Interrupt.isRequested else { throw CommandError.interrupted }
    return score
  }

  private func recording(at path: String) throws -> Strokes {
    let limit = ScenarioLoader.limitByteCount
    let bytes = try FileStore.read(path, limitByteCount: limit)
    return try StrokeFile.read(bytes, file: path)
  }

  private static func letters(named name: String) -> [Letter] {
    switch name {
    case "small": Letter.allCases.filter { !$0.isCapital }
    case "capital": Letter.allCases.filter { $0.isCapital }
    case "all": Letter.allCases
    default: Letter.allCases.filter { ScoreReport.name(of: $0) == name }
    }
  }
}
