import Formats
import Harness
import ImageAnalysis
import PNGCodec
import Platform
import Raster
import Report

/// `simbench flash`: flash safety of pictures from anywhere.
struct FlashCommand {
  private let sources: [String]
  private let framesPerSecond: UInt32
  private let scale: Float
  private let isLoop: Bool
  private let outputFolder: String
  private let jsonPath: String?
  private let isQuiet: Bool
  private let console: Console

  /// The largest file that is read.
  private static var limitByteCount: Int { 1 << 30 }

  init(_ parsed: ParsedCommand, _ console: Console) throws(CommandError) {
    sources = parsed.positionals("FRAMES")
    framesPerSecond = try usage { () throws(UsageError) in
      UInt32(try parsed.unsigned("fps", in: 1...240) ?? 60)
    }
    scale = try usage { () throws(UsageError) in
      try parsed.value("scale", expected: "pixels per point from 1 to 8") { text in
        Float(text).flatMap { (1...8).contains($0) ? $0 : nil }
      } ?? 1
    }
    isLoop = parsed.flag("loop")
    outputFolder = parsed.string("out") ?? ".simbench"
    jsonPath = parsed.string("json")
    isQuiet = parsed.flag("quiet")
    self.console = console
  }

  /// Reads everything first; an error writes nothing.
  func run() throws(CommandError) -> ExitCode {
    if sources.count == 1, sources[0].hasSuffix(".csv") { return try replay(sources[0]) }
    let paths = try picturePaths()
    guard paths.count > 1 else {
      throw .badInput("\(paths[0]): one picture cannot flash; name at least two, or a folder")
    }
    let picturePath = "\(outputFolder)/flash.png"
    try OutputNames.check([picturePath] + [jsonPath].compactMap { $0 }.filter { $0 != "-" })
    let (flash, frames, size) = try analyze(paths)
    let sequence = FlashReport.Sequence(
      source: sources.count == 1 ? sources[0] : "\(sources[0]) and others",
      pictures: UInt32(paths.count), framesPerSecond: framesPerSecond, scale: scale,
      width: size.width, height: size.height, isLoop: isLoop)
    let worst = Int(flash.worstPlace?.frame ?? 0)
    let surface = try image(at: paths[worst % paths.count]).makeSurface()
    let picture = FlashPicture.make(
      flash, frames: frames, worst: FramePicture(frame: UInt32(worst), surface: surface),
      scale: scale)
    let transaction = FileTransaction()
    defer { transaction.discard() }
    let png = PNGEncoder.encode(
      picture.rgb, width: picture.width, height: picture.height, layout: .rgb)
    try files { () throws(FileError) in try transaction.stage(png, at: picturePath) }
    try write(
      FlashReport.value(flash, sequence, picture: picturePath),
      FlashReport.text(flash, sequence, picture: picturePath), transaction)
    return flash.isSafe ? .pass : .budgetFailed
  }

  // MARK: - Pictures

  private func analyze(
    _ paths: [String]
  ) throws(CommandError) -> (FlashSafety, [FlashFrame], (width: Int32, height: Int32)) {
    let first = try image(at: paths[0])
    let size = (width: first.width, height: first.height)
    guard Float(min(size.width, size.height)) >= scale else {
      throw .badInput("\(paths[0]): \(size.width) by \(size.height) pixels are less than a point")
    }
    var analyzer = FlashAnalyzer(
      width: size.width, height: size.height, scale: scale, framesPerSecond: framesPerSecond)
    var frames: [FlashFrame] = []
    for _ in 0..<(isLoop ? 2 : 1) {
      for path in paths {
        guard !Interrupt.isRequested else { throw .interrupted }
        let image = try image(at: path)
        guard (image.width, image.height) == size else {
          throw .badInput(
            "\(path): \(image.width) by \(image.height) pixels, the pictures before have "
              + "\(size.width) by \(size.height)")
        }
        analyzer.observe(image.makeSurface())
        frames.append(analyzer.frame)
      }
    }
    guard let flash = analyzer.result else { throw .badInput("\(paths[0]): too few pictures") }
    return (flash, frames, size)
  }

  private func image(at path: String) throws(CommandError) -> PNGImage {
    let bytes = try files { () throws(FileError) in
      try FileStore.read(path, limitByteCount: Self.limitByteCount)
    }
    do {
      return try PNGDecoder.decode(bytes)
    } catch {
      throw .badInput("\(path): \(error.message)")
    }
  }

  private func picturePaths() throws(CommandError) -> [String] {
    var paths: [String] = []
    for source in sources {
      guard FileStore.isDirectory(source) else {
        paths.append(source)
        continue
      }
      let names = try files { () throws(FileError) in try FileStore.list(directory: source) }
      let pictures = names.filter { $0.hasSuffix(".png") }.sorted(by: Self.precedes)
      guard !pictures.isEmpty else { throw .badInput("\(source): no .png file in this folder") }
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

  private func replay(_ path: String) throws(CommandError) -> ExitCode {
    let bytes = try files { () throws(FileError) in
      try FileStore.read(path, limitByteCount: ScenarioLoader.limitByteCount)
    }
    let table: FlashTable
    do {
      table = try FlashTable(parsing: bytes, file: path)
    } catch {
      throw .badInput(error.message)
    }
    let replay = FlashReplay(table, framesPerSecond: framesPerSecond)
    if let jsonPath, jsonPath != "-" { try OutputNames.check([jsonPath]) }
    let transaction = FileTransaction()
    defer { transaction.discard() }
    try write(
      FlashReport.value(replay, file: path), FlashReport.text(replay, file: path), transaction)
    return replay.mismatches.isEmpty ? .pass : .budgetFailed
  }

  private func write(
    _ value: JSONOutput, _ text: String, _ transaction: FileTransaction
  ) throws(CommandError) {
    let json = JSONWriter.text(of: value)
    if let jsonPath, jsonPath != "-" {
      try files { () throws(FileError) in try transaction.stage(json, at: jsonPath) }
    }
    guard !Interrupt.isRequested else { throw .interrupted }
    try files { () throws(FileError) in try transaction.commit() }
    if jsonPath == "-" {
      _ = console.output(json)
    } else if !isQuiet {
      _ = console.output(text)
    }
  }
}
