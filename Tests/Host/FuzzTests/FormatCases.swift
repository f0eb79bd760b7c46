import SimFormats

/// Every format but scenarios' structure: a valid file, damaged by bytes, numbers or fields.
enum FormatCases {
  /// Names of what is read, with valid files of it.
  static let samples: [(name: String, files: [[UInt8]])] = [
    ("result", [JSONWriter.bytes(of: FormatSamples.resultFile)]),
    ("baseline", [JSONWriter.bytes(of: FormatSamples.baseline.value)]),
    ("golden", [Array(FormatSamples.golden.text.utf8)]),
    ("device", [JSONWriter.bytes(of: FormatSamples.device)]),
    ("history", [FormatSamples.history]), ("frames", [FormatSamples.frames]),
    ("strokes", [Array(FormatSamples.strokesTable.utf8), Array(FormatSamples.strokesText.utf8)]),
    ("motion", [Array(FormatSamples.motion.utf8)]),
    ("flash", [Array(FormatSamples.flash.utf8)]),
    ("scenario", [Array(FormatSamples.scenario.utf8)]),
    ("duration", ["10m", "1.5s", "500ms", "36h", "0.001s"].map { Array($0.utf8) }),
    ("limits", ["pixels=0-10;ssim>=0.99", "maxDelta<=4"].map { Array($0.utf8) }),
  ]

  /// Formats that are JSON as a whole, and those whose lines are.
  private static let jsonNames: Set = ["result", "baseline", "device", "scenario"]

  static func input(_ seed: UInt64) -> FuzzInput {
    var numbers = FuzzNumbers(seed: seed)
    let sample = numbers.pick(samples)
    var bytes = numbers.pick(sample.files)
    switch numbers.below(8) {
    case 0: break
    case 1...3 where jsonNames.contains(sample.name):
      if let document = try? JSONDocument(parsing: bytes) {
        var value = JSONOutput(document.root)
        for _ in 0...numbers.below(3) { value = JSONMutator.changed(value, &numbers) }
        bytes = JSONWriter.bytes(of: value)
      }
    case 1...3:
      for _ in 0...numbers.below(2) { bytes = ByteMutator.withOtherNumber(bytes, &numbers) }
    default: bytes = ByteMutator.damaged(bytes, &numbers)
    }
    return FuzzInput([sample.name], bytes)
  }
}
