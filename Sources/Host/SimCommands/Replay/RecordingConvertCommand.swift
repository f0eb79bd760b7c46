import SimFormats
import SimHarness
import SimInput
import SimPlatform
import SimReport

/// `simbench recording convert`: converts a recording between text and gzip.
struct RecordingConvertCommand: Command {
  private let source: String
  private let target: String
  private let console: Console
  private let isQuiet: Bool

  init(
    _ parsed: ParsedCommand, _: SceneRegistry, _ console: Console
  ) throws {
    source = parsed.requiredPositional("RECORDING")
    target = parsed.requiredPositional("OUT")
    isQuiet = parsed.flag("quiet")
    self.console = console
  }

  func run() throws -> ExitCode {
    try OutputNames.check([target], inputs: [source])
    let recording = try RecordingStore.read(source)
    let transaction = FileTransaction()
    defer { transaction.discard() }
    try transaction.stage(RecordingFile.bytes(of: recording, at: target), at: target)
    guard !Interrupt.isRequested else { throw CommandError.interrupted }
    try transaction.commit()
    let words = try RecordingStore.verify(recording, at: target)
    if !isQuiet { console.say("\(target)  \(words)\n") }
    return .pass
  }
}
