import SimFormats
import SimPlatform
import TestTier

/// What is tried: a way to make cases and what has to hold for each.
enum FuzzClass: String, CaseIterable, Sendable {
  /// Scenarios by structure; each is refused in one line or runs.
  case scenarios
  /// Every other format by bytes and fields.
  case formats
  /// Recordings, deflated or not, and saved states, by bytes and lines.
  case recordings
  /// PNG and APNG by bytes and chunks.
  case pictures
  /// Command lines in this process.
  case commands
  /// Foreign text in every output.
  case injection
  /// Processes killed at every change to the disk.
  case kills
  /// Processes of which one system call fails.
  case faults
  /// Several processes that change one file.
  case writers
  /// Slow readers, readers that leave, FIFOs.
  case pipes

  /// Cases in `swift test`; those of whole processes belong to the long tier.
  var normalCases: Int {
    let isOptimized = !Tier.isDebug
    return switch self {
    case .scenarios: isOptimized ? 240 : 8
    case .formats: isOptimized ? 5200 : 200
    case .recordings: isOptimized ? 20_000 : 300
    case .pictures: isOptimized ? 3800 : 400
    case .commands: isOptimized ? 320 : 24
    case .injection: isOptimized ? 800 : 40
    case .kills, .faults, .writers, .pipes: isOptimized ? 4 : 1
    }
  }

  /// Makes the case of a seed.
  func input(_ seed: UInt64) -> FuzzInput {
    switch self {
    case .scenarios:
      FuzzInput(
        ["\(seed % 8)"], JSONWriter.bytes(of: ScenarioCases.scenario(seed), style: .compact))
    case .formats: FormatCases.input(seed)
    case .recordings: RecordingCases.input(seed)
    case .pictures: PictureCases.input(seed)
    case .commands: CommandCases.input(seed)
    case .injection: InjectionCases.input(seed)
    case .kills: ProcessCases.kill(seed)
    case .faults: ProcessCases.fault(seed)
    case .writers: ProcessCases.writers(seed)
    case .pipes: ProcessCases.pipe(seed)
    }
  }

  /// Holds a case to what has to hold.
  func check(_ input: FuzzInput, in folder: CommandFolder, isAlone: Bool) throws(FuzzFinding) {
    switch self {
    case .scenarios:
      try ScenarioCheck.check(input.bytes)
      // Through files and the command line now and then, since that is dearer.
      if input.arguments == ["0"], ScenarioCheck.isCheap(input.bytes) {
        try CommandCheck.checkAgreement(input.bytes, in: folder)
      }
    case .formats: try FormatCheck.check(input)
    case .recordings: try RecordingCheck.check(input, measuresMemory: isAlone)
    case .pictures: try PictureCheck.check(input, measuresMemory: isAlone)
    case .commands: try CommandCheck.check(input, in: folder)
    case .injection: try InjectionCheck.check(input)
    case .kills: try ProcessCheck.kill(input, in: folder)
    case .faults: try FaultCheck.check(input, in: folder)
    case .writers: try ProcessCheck.writers(input, in: folder)
    case .pipes: try ProcessCheck.pipe(input, in: folder)
    }
  }
}
