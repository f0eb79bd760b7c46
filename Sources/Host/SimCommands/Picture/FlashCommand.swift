import SimFormats
import SimHarness
import SimImageAnalysis
import SimPlatform
import SimReport

/// `simbench flash`: checks an image sequence for photosensitive flashes and stripes.
struct FlashCommand: Command {
  private let sources: [String]
  /// Nil if it was not given.
  private let framesPerSecond: UInt32?
  private let scale: Float
  private let isLoop: Bool
  /// Whether the stricter rules decide the exit code.
  private let isStrict: Bool
  private let outputFolder: String
  private let limit: PictureLimit
  private let output: FindingOutput

  init(
    _ parsed: ParsedCommand, _: SceneRegistry, _ console: Console
  ) throws {
    sources = parsed.positionals("FRAMES")
    framesPerSecond = try parsed.unsigned("fps", in: 1...240).map { UInt32($0) }
    scale =
      try parsed.value("scale", expected: "pixels per point from 1 to 8") { text in
        Float(text).flatMap { (1...8).contains($0) ? $0 : nil }
      } ?? 1
    isLoop = parsed.flag("loop")
    isStrict = parsed.flag("strict")
    limit = try PictureLimit(parsed)
    outputFolder = parsed.string("out") ?? ".simbench"
    output = try FindingOutput(parsed, console, also: ["html"])
  }

  /// Reads everything first; after an error, nothing is written.
  func run() throws -> ExitCode {
    if sources.count == 1, sources[0].hasSuffix(".csv") { return try replay(sources[0]) }
    let paths = try picturePaths()
    let framesPerSecond = framesPerSecond ?? 60
    let picturePath = "\(outputFolder)/flash.png"
    try output.checkNames([picturePath], inputs: paths)
    var showing = FlashShowing(
      paths: paths, framesPerSecond: framesPerSecond, scale: scale, isLoop: isLoop,
      limit: limit)
    try showing.run()
    guard showing.pictureCount > 1, let flash = showing.flash else {
      throw CommandError.badInput(
        "\(paths[0]): one image cannot flash; give several, a folder or an animated PNG")
    }
    var sequence = FlashReport.Sequence(
      source: sources.count == 1 ? sources[0] : "\(sources[0]) and others",
      pictures: showing.pictureCount, framesPerSecond: framesPerSecond, scale: scale,
      width: showing.width, height: showing.height, isLoop: showing.isLoop, isStrict: isStrict,
      ignored: showing.ignored)
    if !sequence.passes(flash) { sequence.next = next(flash, paths, sequence) }
    let picture = FlashPicture.make(
      flash, frames: showing.frames, framesPerSecond: framesPerSecond,
      worst: try showing.picture(ofFrame: flash.worstPlace?.frame ?? 0), scale: scale)
    let png = picture.png
    let transaction = FileTransaction()
    defer { transaction.discard() }
    try transaction.stage(png, at: picturePath)
    try output.write(
      FlashReport.output.object([.init(flash: flash, sequence: sequence, picture: picturePath)]),
      FlashReport.text(flash, sequence, picture: picturePath), with: transaction
    ) { _ in FlashReport.html(flash, sequence, picture: picturePath, png: png) }
    return sequence.passes(flash) ? .pass : .budgetFailed
  }

  /// The command that shows the worst frame of a sequence: its change or pattern if each image is a
  /// file; otherwise the page with its chart.
  private func next(
    _ flash: FlashSafety, _ paths: [String], _ sequence: FlashReport.Sequence
  ) -> String {
    let found = [
      flash.general.firstFailFrame, flash.red.firstFailFrame,
      flash.combined?.general.firstFailFrame, flash.combined?.red.firstFailFrame,
      flash.pattern?.firstFailFrame,
    ].compactMap { $0 }.min()
    // A loop is analyzed twice in a row.
    let frame = found.map { Int($0) % max(paths.count, 1) }
    guard paths.count == Int(sequence.pictures), let frame, frame > 0 else {
      let options = isStrict ? ["--strict"] : []
      return ShellCommand.simbench(["flash"] + sources + options + ["--html", "flash.html"])
    }
    return ShellCommand.simbench(
      ["image", "diff", paths[frame - 1], paths[frame], "--html", "flash.html"])
  }

  private func picturePaths() throws -> [String] {
    var paths: [String] = []
    for source in sources {
      guard FileStore.isDirectory(source) else {
        paths.append(source)
        continue
      }
      let names = try FileStore.list(directory: source)
      let pictures = names.filter { $0.hasSuffix(".png") }.sorted(by: Self.precedes)
      guard !pictures.isEmpty else {
        throw CommandError.badInput("\(source): no .png file in this folder")
      }
      paths += pictures.map { "\(source)/\($0)" }
    }
    return paths
  }

  /// Whether a name comes before another when runs of digits count as numbers.
  static func precedes(_ a: String, _ b: String) -> Bool {
    var (left, right) = (Array(a.utf8)[...], Array(b.utf8)[...])
    while let first = left.first, let second = right.first {
      let (m, n) = (digits(&left), digits(&right))
      if !m.isEmpty && !n.isEmpty {
        if m.count != n.count { return m.count < n.count }
        if m != n { return m.lexicographicallyPrecedes(n) }
      } else if !m.isEmpty || !n.isEmpty || first != second {
        return first < second
      } else {
        left.removeFirst()
        right.removeFirst()
      }
    }
    return left.isEmpty && (!right.isEmpty || a < b)
  }

  /// Takes the digits at the start without leading zeros; a zero stays one digit.
  private static func digits(_ text: inout ArraySlice<UInt8>) -> [UInt8] {
    let run = text.prefix { (0x30...0x39).contains($0) }
    text = text.dropFirst(run.count)
    let number = run.drop { $0 == 0x30 }
    return number.isEmpty && !run.isEmpty ? [0x30] : Array(number)
  }

  // MARK: - Replay

  private func replay(_ path: String) throws -> ExitCode {
    let bytes = try FileStore.read(path, limitByteCount: ScenarioLoader.limitByteCount)
    let table = try FlashTable(
      parsing: bytes, file: path, needsRate: framesPerSecond == nil)
    let replay = FlashReplay(table, framesPerSecond: framesPerSecond)
    try output.checkNames([], inputs: [path])
    let transaction = FileTransaction()
    defer { transaction.discard() }
    try output.write(
      FlashReport.replayOutput.object([.init(replay: replay, file: path)]),
      FlashReport.text(replay, file: path), with: transaction
    ) { _ in FlashReport.html(replay, file: path) }
    return replay.mismatches.isEmpty ? .pass : .budgetFailed
  }
}
