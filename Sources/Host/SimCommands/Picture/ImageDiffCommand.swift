import SimFormats
import SimHarness
import SimImageAnalysis
import SimPNG
import SimPlatform
import SimReport

/// `simbench image diff`: how two pictures differ.
struct ImageDiffCommand: Command {
  private let referencePath: String
  private let testPath: String
  private let pixelsPerDegree: Float
  private let heatMapPath: String?
  private let limits: [ImageReport.Bounds]
  private let limit: PictureLimit
  private let output: FindingOutput

  init(
    _ parsed: ParsedCommand, _: SceneRegistry, _ console: Console
  ) throws {
    referencePath = parsed.requiredPositional("REFERENCE")
    testPath = parsed.requiredPositional("TEST")
    let range = FLIP.pixelsPerDegreeRange
    pixelsPerDegree =
      try parsed.value("pixels-per-degree", expected: "a number from 1 to 400") { text in
        Float(text).flatMap { range.contains($0) ? $0 : nil }
      } ?? FLIP.defaultPixelsPerDegree
    limits =
      try parsed.value(
        "limit", expected: "limits such as maxDelta=0-2;pixels=0-10;flip.p99<=0.1"
      ) { ImageReport.Bounds.limits($0) } ?? []
    limit = try PictureLimit(parsed)
    heatMapPath = parsed.string("heatmap")
    output = try FindingOutput(parsed, console, also: ["html"])
  }

  /// Reads both first; an error writes nothing.
  func run() throws -> ExitCode {
    try output.checkNames([heatMapPath], inputs: [referencePath, testPath])
    let (difference, files, views) = try compare()
    try write(difference, files, views)
    return limits.allSatisfy { $0.holds(for: difference) } ? .pass : .budgetFailed
  }

  /// The pictures are gone from memory when it returns.
  private func compare() throws -> (
    ImageDifference, ImageReport.Files, PictureComparison?
  ) {
    let (pair, exact, files) = try read()
    let difference = ImageDifference(
      pair, exact: exact ?? ExactDifference(pair), pixelsPerDegree: pixelsPerDegree)
    guard output.wants("html") else { return (difference, files, nil) }
    let explanation = GoldenExplanation(
      reference: Self.picture(pair, pair.reference), test: Self.picture(pair, pair.test),
      difference: difference)
    var views = PictureComparison(explanation, name: "Both pictures")
    views.sides = ("reference", "test")
    return (difference, files, views)
  }

  /// A picture of a pair without its alpha.
  private static func picture(_ pair: ImagePair, _ rgba: [UInt8]) -> FramePicture {
    var rgb = [UInt8]()
    rgb.reserveCapacity(rgba.count / 4 * 3)
    for start in stride(from: 0, to: rgba.count, by: 4) { rgb += rgba[start..<start + 3] }
    return FramePicture(
      frame: 0, width: Int32(pair.width), height: Int32(pair.height), rgb: rgb)
  }

  /// Reads both in 8 bits, and compares the values where one has 16; those are gone from memory
  /// when it returns.
  private func read() throws -> (ImagePair, ExactDifference?, ImageReport.Files) {
    let reference = try picture(at: referencePath)
    let test = try picture(at: testPath)
    guard reference.width == test.width, reference.height == test.height else {
      throw CommandError.badInput(
        "\(referencePath) is \(reference.width) by \(reference.height) pixels and \(testPath) "
          + "\(test.width) by \(test.height); only pictures of one size can be compared")
    }
    let files = ImageReport.Files(
      reference: referencePath, test: testPath, heatMap: heatMapPath,
      width: UInt32(reference.width), height: UInt32(reference.height),
      ignored: reference.ignored.map { "\($0) of \(referencePath)" }
        // One file on both sides says it once.
        + (testPath == referencePath ? [] : test.ignored.map { "\($0) of \(testPath)" }))
    let (width, height) = (files.width, files.height)
    if case .plain(let first) = reference, case .plain(let second) = test {
      let pair = ImagePair(
        width: width, height: height, reference: first.pixels, test: second.pixels)
      return (pair, nil, files)
    }
    let (first, second) = (reference.deepened.pixels, test.deepened.pixels)
    let exact = ExactDifference(
      DeepImagePair(width: width, height: height, reference: first, test: second))
    let pair = ImagePair(
      width: width, height: height, reference: first.map { PNGDeepImage.byte($0) },
      test: second.map { PNGDeepImage.byte($0) })
    return (pair, exact, files)
  }

  private func write(
    _ difference: ImageDifference, _ names: ImageReport.Files, _ views: PictureComparison?
  ) throws {
    let transaction = FileTransaction()
    defer { transaction.discard() }
    if let heatMapPath {
      let png = PNGEncoder.encode(
        HeatMap.rgb(difference.flip.map), width: Int32(names.width), height: Int32(names.height),
        layout: .rgb)
      try transaction.stage(png, at: heatMapPath)
    }
    try output.write(
      ImageReport.output.object([.init(difference, limits: limits, files: names)]),
      ImageReport.text(difference, limits: limits, files: names), with: transaction
    ) { _ in
      views.map {
        ImageReport.html(difference, limits: limits, files: names, pictures: $0)
      } ?? ""
    }
  }

  private func picture(at path: String) throws -> DecodedPicture {
    let bytes = try FileStore.read(path, limitByteCount: Limits.pictureBytes.count)
    return try limit.decodeWhole(bytes, path)
  }
}

/// A picture with as many bits a channel as its file has, if those are 8 or fewer, or 16.
enum DecodedPicture {
  /// Up to 8 bits.
  case plain(PNGImage)
  /// 16 bits.
  case deep(PNGDeepImage)

  /// Columns.
  var width: Int32 {
    switch self {
    case .plain(let image): image.width
    case .deep(let image): image.width
    }
  }

  /// Rows.
  var height: Int32 {
    switch self {
    case .plain(let image): image.height
    case .deep(let image): image.height
    }
  }

  /// What the file says of color and orientation that is not applied.
  var ignored: [String] {
    switch self {
    case .plain(let image): image.ignored
    case .deep(let image): image.ignored
    }
  }

  /// The picture in 16 bits.
  var deepened: PNGDeepImage {
    switch self {
    case .plain(let image): PNGDeepImage(image)
    case .deep(let image): image
    }
  }
}
