import SimPNG
import SimText
import SimFormats
import SimHarness
import SimPlatform
import SimReport

/// `simbench report`: regenerates reports from saved results.
struct ReportCommand: Command {
  private let paths: [String]
  private let referencePath: String?
  private let outputs: ResultOutputs
  private let isQuiet: Bool
  private let isVerbose: Bool
  private let console: Console

  init(
    _ parsed: ParsedCommand, _: SceneRegistry, _ console: Console
  ) throws {
    paths = parsed.positionals("RESULT")
    referencePath = parsed.string("against")
    outputs = try ResultOutputs(parsed, console, others: [])
    guard referencePath == nil || outputs.wantsPage else {
      throw CommandError.badInput("--against needs --html: only the page compares results")
    }
    isQuiet = parsed.flag("quiet")
    isVerbose = parsed.flag("verbose")
    self.console = console
  }

  /// Reads everything first; after an error, nothing is written.
  func run() throws -> ExitCode {
    try OutputNames.check(outputs.paths, inputs: paths + [referencePath].compactMap { $0 })
    var results = ResultFile.Results()
    for path in paths { results.append(try Self.results(at: path)) }
    var reference: HTMLReport.Reference?
    if let referencePath {
      reference = HTMLReport.Reference(
        results: try Self.results(at: referencePath).scenes, name: referencePath)
    }
    let sheets = outputs.wantsPage ? pictures(of: results.scenes) : []
    let transaction = FileTransaction()
    defer { transaction.discard() }
    let printed = try outputs.stage(
      results, showing: HTMLReport.Pictures(sheets: sheets), against: reference, in: transaction)
    guard !Interrupt.isRequested else { throw CommandError.interrupted }
    try transaction.commit()
    if outputs.isPrinted {
      _ = console.output(printed)
    } else if !isQuiet {
      console.say(
        ScreenReport.text(
          results, isVerbose: isVerbose, isStyled: console.isStyled, width: console.textWidth))
    }
    let annotations = outputs.annotations(results)
    if !annotations.isEmpty { _ = console.output(annotations) }
    return results.exitCode
  }

  private static func results(at path: String) throws -> ResultFile.Results {
    let bytes = try FileStore.read(path, limitByteCount: JSONScanner.maximumByteCount)
    return try ResultFile.read(bytes, file: path)
  }

  /// The contact sheets that still exist at their paths.
  ///
  /// Files that are not images, or belong to another run, are ignored.
  private func pictures(of results: [SceneResult]) -> [[UInt8]?] {
    results.map { result in
      guard let path = result.picture,
        let png = try? FileStore.read(path, limitByteCount: Limits.cameraBytes.count),
        let image = try? PictureLimit.kept.decode(png, path)
      else { return nil }
      let picture = FramePicture(frame: 0, surface: image.makeSurface())
      guard PagePicture.digest(of: picture) == result.pictureDigest else { return nil }
      return PagePicture.fitted(picture, png: png, count: results.count)
    }
  }
}
