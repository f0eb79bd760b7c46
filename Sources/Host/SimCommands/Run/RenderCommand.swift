import SimFormats
import SimHarness
import SimInput
import SimPlatform
import SimReport
import SimRuntime

/// `simbench render`: renders frames of a scenario to PNG or animated PNG.
struct RenderCommand: Command {
  private let settings: RunSettings
  private let scenes: SceneRegistry
  private let console: Console
  private let output: FindingOutput
  private let parsed: ParsedCommand

  init(
    _ parsed: ParsedCommand, _ scenes: SceneRegistry, _ console: Console
  ) throws {
    settings = try RunSettings(parsed, scenes)
    self.scenes = scenes
    self.console = console
    output = FindingOutput(parsed, console)
    self.parsed = parsed
    try parsed.requireAtMostOne(of: ["at", "every"])
    for option in ["at", "photos", "contact-sheet", "columns", "out"] {
      try parsed.requireAtMostOne(of: ["apng", option])
    }
    for option in ["from", "to", "size"]
    where parsed.isGiven(option) && !parsed.isGiven("apng") {
      throw CommandError.badInput("--\(option) needs --apng: it applies to animations")
    }
  }

  /// Runs up to the last requested frame; writes all files at the end, or none of them.
  func run() throws -> ExitCode {
    var scenario = try settings.load(ScenarioDocument(parsed.requiredPositional("SCENARIO")))
    if let path = parsed.string("apng") { return try film(of: scenario, to: path) }
    let columns = try parsed.unsigned("columns", in: 1...100)
    let chosen = try chosenFrames(of: scenario)
    if let last = chosen?.last, !parsed.flag("photos") { scenario.plan.frameCount = last + 1 }
    let folder = settings.outputFolder
    let sheetPath = parsed.string("contact-sheet") ?? "\(folder)/\(scenario.name).png"
    let digits = max(5, "\(scenario.plan.frameCount - 1)".count)
    // The folder contains only frames, so that `flash` can take it as input.
    let frameFolder = "\(folder)/\(scenario.name)"
    let name = scenario.name
    func path(_ frame: UInt32) -> String {
      "\(frameFolder)/\(name)-\(Self.padded(frame, digits)).png"
    }
    // Key frames are chosen during the run, so only the last one is known now.
    let known = chosen ?? [scenario.plan.frameCount - 1]
    try output.checkNames(
      [sheetPath] + known.map(path), inputs: [parsed.requiredPositional("SCENARIO")])
    let transaction = FileTransaction()
    defer { transaction.discard() }
    var photos = Photos(prefix: "\(frameFolder)-photos/\(scenario.name)-photo-", digits: digits)
    let thumbnails = try pictures(scenario, chosen, path, &photos, transaction)
    guard !thumbnails.isEmpty else {
      throw CommandError.badInput("--at: the run of \(name) ended before frame \(known[0])")
    }
    let sheet = KeyFrames.sheet(thumbnails, scenario, columns: columns.map { Int($0) })
    try transaction.stage(sheet.picture.png, at: sheetPath)
    try output.write(
      Rendering.output.object([
        Rendering(
          scenario: scenario.name, seed: scenario.plan.seed, contactSheet: sheetPath,
          pictures: thumbnails.map { Rendering.Picture(frame: $0.frame, path: path($0.frame)) },
          photos: photos.frames.map { Rendering.Picture(frame: $0, path: photos.path($0)) })
      ]),
      "\(CountWords.counted(thumbnails.count, "picture")) in \(frameFolder), contact sheet: "
        + "\(sheetPath)\n"
        + (parsed.flag("photos") ? photos.text : ""),
      with: transaction)
    return .pass
  }

  /// An animated PNG of a part of the run.
  private func film(of scenario: Scenario, to path: String) throws -> ExitCode {
    let plan = scenario.plan
    let request = try FilmOptions.request(parsed, plan)
    try output.checkNames([path], inputs: [parsed.requiredPositional("SCENARIO")])
    let session = scenes.open(scenario, rendersPixels: true)
    let maker = FilmOptions(console: console, isQuiet: output.isQuiet || output.isPrinted)
    let film = try maker.film(of: session, request, plan, title: scenario.name)
    let transaction = FileTransaction()
    defer { transaction.discard() }
    try transaction.stage(film.bytes, at: path)
    try output.write(
      Rendering.output.object([
        Rendering(
          scenario: scenario.name, seed: plan.seed, contactSheet: nil, pictures: [], photos: [],
          film: path)
      ]), "\(path)  \(FilmOptions.words(film))\n", with: transaction)
    return .pass
  }

  /// The files of the photos.
  private struct Photos {
    let prefix: String
    let digits: Int
    var frames: [UInt32] = []

    func path(_ frame: UInt32) -> String { "\(prefix)\(RenderCommand.padded(frame, digits)).png" }

    /// The number of photos and the path of the first one.
    var text: String {
      guard let first = frames.first else { return "no photos were taken\n" }
      return "\(CountWords.counted(frames.count, "photo")), the first is \(path(first))\n"
    }
  }

  private func pictures(
    _ scenario: Scenario, _ chosen: [UInt32]?, _ path: @escaping (UInt32) -> String,
    _ photos: inout Photos, _ transaction: FileTransaction
  ) throws -> [FramePicture] {
    let entry = scenes.entry(of: scenario)
    var thumbnails: [FramePicture] = []
    var failure: FileError?
    let pixelCount = KeyFrames.pixelCount(for: chosen?.count ?? Int(KeyFrames.defaultCount))
    let progress = ProgressLine(
      title: scenario.name, total: scenario.plan.frameCount, console: console,
      isShown: !settings.isQuiet)
    var options = RunOptions()
    options.measuresCalmness = false
    options.pictures = chosen.map { .frames($0) } ?? .keyFrames(count: KeyFrames.defaultCount)
    options.onPicture = { picture in
      do throws(FileError) {
        try transaction.stage(picture.png, at: path(picture.frame))
      } catch {
        failure = failure ?? error
      }
      thumbnails.append(picture.scaled(toPixelCount: pixelCount))
    }
    var taken = photos
    if parsed.flag("photos") {
      options.onPhoto = { photo in
        do throws(FileError) {
          try transaction.stage(photo.png, at: taken.path(photo.frame))
        } catch {
          failure = failure ?? error
        }
        taken.frames.append(photo.frame)
      }
    }
    options.onProgress = { progress.update($0) }
    options.isInterrupted = { Interrupt.isRequested || failure != nil }
    defer { progress.clear() }
    do {
      _ = try entry.run(scenario, options)
    } catch {
      if let failure { throw failure }
      throw CommandError.interrupted
    }
    if let failure { throw failure }
    photos = taken
    return thumbnails
  }

  /// The frames of the options, ascending and unique; nil if the run chooses them.
  private func chosenFrames(of scenario: Scenario) throws -> [UInt32]? {
    let count = scenario.plan.frameCount
    if let list = parsed.string("at") { return try frames(at: list, scenario) }
    let every = try parsed.unsigned("every", in: 1...UInt64(count))
    guard let every else { return nil }
    let frames = Array(stride(from: 0, to: count, by: Int(every)))
    try checkCount(frames, of: "every")
    return frames
  }

  private func checkCount(_ frames: [UInt32], of option: String) throws {
    let maximum = Limits.renderedPictures.count
    guard frames.count > maximum else { return }
    throw CommandError.usage(
      parsed.badValue(option, expected: "at most \(maximum) pictures", found: "\(frames.count)"))
  }

  private func frames(
    at list: String, _ scenario: Scenario
  ) throws -> [UInt32] {
    let clock = scenario.plan.clock
    let limit = scenario.plan.frameCount
    var frames: [UInt32] = []
    for part in list.split(separator: ",", omittingEmptySubsequences: false) {
      let text = String(part)
      guard let frame = FrameMoment.frame(text, by: clock, below: limit) else {
        throw CommandError.usage(
          parsed.badValue(
            "at", expected: "frames from 0 to \(limit - 1), or times within them", found: text))
      }
      frames.append(frame)
    }
    var unique: [UInt32] = []
    for frame in frames.sorted() where unique.last != frame { unique.append(frame) }
    try checkCount(unique, of: "at")
    return unique
  }

  private static func padded(_ frame: UInt32, _ digits: Int) -> String {
    let text = "\(frame)"
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
