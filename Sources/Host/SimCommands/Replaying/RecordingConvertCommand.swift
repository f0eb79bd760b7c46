import SimFormats
import SimHarness
import SimInput
import SimPlatform
import SimReport

/// `simbench recording convert`: text to binary and back.
struct RecordingConvertCommand: Command {
  private let source: String
  private let target: String
  private let form: String?
  private let console: Console
  private let isQuiet: Bool

  init(
    _ parsed: ParsedCommand, _: SceneRegistry, _ console: Console
  ) throws(CommandError) {
    source = parsed.requiredPositional("RECORDING")
    target = parsed.requiredPositional("OUT")
    form = parsed.string("to")
    isQuiet = parsed.flag("quiet")
    self.console = console
  }

  func run() throws(CommandError) -> ExitCode {
    try OutputNames.check([target], inputs: [source])
    let recording = try RecordingStore.read(source)
    let isText = form.map { $0 == "text" } ?? RecordingStore.isText(target)
    let transaction = FileTransaction()
    defer { transaction.discard() }
    try files { () throws(FileError) in
      try transaction.stage(isText ? recording.text : recording.binary, at: target)
    }
    guard !Interrupt.isRequested else { throw .interrupted }
    try files { () throws(FileError) in try transaction.commit() }
    let words = try RecordingStore.verify(recording, at: target)
    if !isQuiet { console.say("\(target)  \(isText ? "text" : "binary"), \(words)\n") }
    return .pass
  }
}
