import Formats
import ImageAnalysis
import PNGCodec
import Platform
import Report

/// `simbench image diff`: how two pictures differ.
struct ImageDiffCommand {
  private let referencePath: String
  private let testPath: String
  private let pixelsPerDegree: Float
  private let heatMapPath: String?
  private let limits: [ImageReport.Limit]
  private let limit: PictureLimit
  private let output: FindingOutput

  init(_ parsed: ParsedCommand, _ console: Console) throws(CommandError) {
    referencePath = parsed.requiredPositional("REFERENCE")
    testPath = parsed.requiredPositional("TEST")
    let range = FLIP.pixelsPerDegreeRange
    pixelsPerDegree = try usage { () throws(UsageError) in
      try parsed.value("pixels-per-degree", expected: "a number from 1 to 400") { text in
        Float(text).flatMap { range.contains($0) ? $0 : nil }
      } ?? FLIP.normalPixelsPerDegree
    }
    limits = try usage { () throws(UsageError) in
      try parsed.value(
        "limit", expected: "limits such as maxDiff=0-2;pixels=0-10;flip.p99<=0.1"
      ) { ImageReport.Limit.limits($0) } ?? []
    }
    limit = try PictureLimit(parsed)
    heatMapPath = parsed.string("heatmap")
    output = FindingOutput(parsed, console)
  }

  /// Reads both first; an error writes nothing.
  func run() throws(CommandError) -> ExitCode {
    try output.checkNames([heatMapPath], inputs: [referencePath, testPath])
    let (difference, width, height) = try compare()
    let files = ImageReport.Files(
      reference: referencePath, test: testPath, heatMap: heatMapPath, width: width,
      height: height)
    try write(difference, files)
    return limits.allSatisfy { $0.holds(for: difference) } ? .pass : .budgetFailed
  }

  /// The pictures are gone from memory when it returns.
  private func compare() throws(CommandError) -> (ImageDifference, UInt32, UInt32) {
    let reference = try picture(at: referencePath)
    let test = try picture(at: testPath)
    guard reference.width == test.width, reference.height == test.height else {
      throw .badInput(
        "\(referencePath) is \(reference.width) by \(reference.height) pixels and \(testPath) "
          + "\(test.width) by \(test.height); only pictures of one size can be compared")
    }
    let (width, height) = (UInt32(reference.width), UInt32(reference.height))
    let difference = ImageDifference(
      ImagePair(width: width, height: height, reference: reference.pixels, test: test.pixels),
      pixelsPerDegree: pixelsPerDegree)
    return (difference, width, height)
  }

  private func write(
    _ difference: ImageDifference, _ names: ImageReport.Files
  ) throws(CommandError) {
    let transaction = FileTransaction()
    defer { transaction.discard() }
    if let heatMapPath {
      let png = PNGEncoder.encode(
        HeatMap.rgb(difference.flip.map), width: Int32(names.width), height: Int32(names.height),
        layout: .rgb)
      try files { () throws(FileError) in try transaction.stage(png, at: heatMapPath) }
    }
    try output.write(
      ImageReport.value(difference, limits: limits, files: names),
      ImageReport.text(difference, limits: limits, files: names), with: transaction)
  }

  private func picture(at path: String) throws(CommandError) -> PNGImage {
    let bytes = try files { () throws(FileError) in
      try FileStore.read(path, limitByteCount: Limits.pictureBytes.count)
    }
    return try limit.decode(bytes, path)
  }
}
