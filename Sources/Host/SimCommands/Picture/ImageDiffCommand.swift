import SimFormats
import SimHarness
import SimImageAnalysis
import SimPNG
import SimPlatform
import SimReport

/// `simbench image diff`: compares two PNG files, exactly and perceptually.
struct ImageDiffCommand: Command {
  private let referencePath: String
  private let testPath: String
  private let pixelsPerDegree: Float
  private let heatMapPath: String?
  private let limits: [ImageLimit]
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
      ) { ImageLimit.limits($0) } ?? []
    limit = try PictureLimit(parsed)
    heatMapPath = parsed.string("heatmap")
    output = try FindingOutput(parsed, console, also: ["html"])
  }

  /// Reads both first; after an error, nothing is written.
  func run() throws -> ExitCode {
    try output.checkNames([heatMapPath], inputs: [referencePath, testPath])
    let (finding, blocks) = try compare()
    try write(finding, blocks)
    return finding.verdict == .passed ? .pass : .budgetFailed
  }

  private typealias Comparison = (finding: ImageReport.Finding, blocks: [Block])

  /// A comparison.
  private enum Subject {
    /// Two images of equal size, their exact difference, and further blocks of the page.
    case stills(ImagePair, ExactDifference, [Block])
    /// Two images, of which at least one is animated.
    case frames(ComparedPicture, ComparedPicture)
  }

  /// The images are released when it returns, except those of the page.
  private func compare() throws -> Comparison {
    let (subject, files) = try read()
    switch subject {
    case .stills(let pair, let exact, let blocks):
      let difference = ImageDifference(pair, exact: exact, pixelsPerDegree: pixelsPerDegree)
      let finding = ImageReport.Finding(difference, limits: limits, files: files)
      guard output.wants("html") else { return (finding, []) }
      let name = blocks.isEmpty ? "Both images" : "The common area"
      return (finding, blocks + [views(pair, difference, name: name)])
    case .frames(let reference, let test):
      return try compareFrames(reference, test, files)
    }
  }

  /// Reads both; 16-bit values are compared and released when it returns.
  private func read() throws -> (Subject, ImageReport.Files) {
    let reference = try ComparedPicture(referencePath, limit)
    let test = try ComparedPicture(testPath, limit)
    let (one, other) = (reference.size, test.size)
    var files = ImageReport.Files(
      reference: referencePath, test: testPath, heatMap: heatMapPath,
      width: min(one.width, other.width), height: min(one.height, other.height),
      // If both are the same file, its notes appear once.
      ignored: reference.ignored + (testPath == referencePath ? [] : test.ignored))
    (files.referenceSize, files.testSize) = (one, other)
    files.mismatches = reference.mismatches(test)
    guard let first = reference.still, let second = test.still else {
      return (.frames(reference, test), files)
    }
    var blocks: [Block] = []
    if output.wants("html"), one != other { blocks = whole(first, second, files) }
    if case (.plain, .plain) = (first, second) {
      let pair = pair(first.bytes, second.bytes, files)
      return (.stills(pair, ExactDifference(pair), blocks), files)
    }
    let exact = ExactDifference(
      DeepImagePair(
        width: files.width, height: files.height,
        reference: Self.cropped(first.deepened, one, files),
        test: Self.cropped(second.deepened, other, files)))
    return (.stills(pair(first.bytes, second.bytes, files), exact, blocks), files)
  }

  private func compareFrames(
    _ reference: ComparedPicture, _ test: ComparedPicture, _ files: ImageReport.Files
  ) throws -> Comparison {
    var (reference, test, files) = (reference, test, files)
    var frames = ImageReport.Frames(reference: reference.reported, test: test.reported)
    var shown: (pair: ImagePair, difference: ImageDifference)?
    // Repeated pairs of frames are measured once, since measuring takes time.
    var same: ImageDifference?
    func difference(_ pair: ImagePair) -> ImageDifference {
      let isSame = pair.reference == pair.test
      if isSame, let same { return same }
      let difference = ImageDifference(pair, pixelsPerDegree: pixelsPerDegree)
      if isSame { same = difference }
      return difference
    }
    while let one = try reference.next(), let other = try test.next() {
      let pair = pair(one.picture, other.picture, files)
      let difference = difference(pair)
      if frames.append(difference, seconds: one.seconds) { shown = (pair, difference) }
    }
    if reference.hasStandIn || test.hasStandIn {
      let pair = pair(try reference.standIn(), try test.standIn(), files)
      let difference = difference(pair)
      if frames.append(standIns: difference) { shown = (pair, difference) }
    }
    guard let shown else { preconditionFailure("every image has a frame") }
    files.ignored +=
      try reference.depthNotes() + (testPath == referencePath ? [] : test.depthNotes())
    let finding = ImageReport.Finding(
      shown.difference, limits: limits, files: files, frames: frames)
    guard output.wants("html") else { return (finding, []) }
    return (
      finding,
      [
        try films(reference, test),
        views(shown.pair, shown.difference, name: "The frame with the largest difference"),
      ]
    )
  }

  /// Both files side by side, as animations.
  private func films(_ reference: ComparedPicture, _ test: ComparedPicture) throws -> Block {
    let byteCount = reference.file.count + test.file.count
    guard byteCount <= Self.filmByteLimit else {
      return .note(
        "The animations have \(Quantity.bytes(Int64(byteCount))) together, too much for a "
          + "page: open both files to play them.")
    }
    var films = PictureComparison(
      name: "Both files, as they play", reference: try reference.png(), test: try test.png(),
      mask: [], heatMap: [])
    films.sides = ("reference", "test")
    if reference.size == test.size { films.remark = "" }
    return .comparison(films)
  }

  /// Maximum size of the animations in a page, in bytes.
  private static let filmByteLimit = 64 << 20

  // MARK: - Pictures

  /// Crops both images to the compared area, the common one from the upper left corner.
  private func pair(
    _ reference: [UInt8], _ test: [UInt8], _ files: ImageReport.Files
  ) -> ImagePair {
    ImagePair(
      width: files.width, height: files.height,
      reference: Self.cropped(reference, files.referenceSize, files),
      test: Self.cropped(test, files.testSize, files))
  }

  private static func cropped<Value>(
    _ values: [Value], _ size: ImageReport.Size, _ files: ImageReport.Files
  ) -> [Value] {
    guard size.width != files.width || size.height != files.height else { return values }
    var result: [Value] = []
    result.reserveCapacity(Int(files.width) * Int(files.height) * 4)
    for y in 0..<Int(files.height) {
      let start = y * Int(size.width) * 4
      result += values[start..<start + Int(files.width) * 4]
    }
    return result
  }

  /// Two images of different sizes, with the areas that only one of them has.
  private func whole(
    _ reference: DecodedPicture, _ test: DecodedPicture, _ files: ImageReport.Files
  ) -> [Block] {
    let area = ImageReport.Size(width: files.width, height: files.height)
    func png(_ picture: DecodedPicture) -> [UInt8] {
      FramePicture(rgba: picture.bytes, picture.size, tintedBeyond: area).png
    }
    var pictures = PictureComparison(
      name: "Whole images", reference: png(reference), test: png(test), mask: [], heatMap: [])
    pictures.sides = ("reference", "test")
    return [
      .note("Orange: the part of an image that the other one does not have."),
      .comparison(pictures),
    ]
  }

  /// A pair in five views.
  private func views(
    _ pair: ImagePair, _ difference: ImageDifference, name: String
  ) -> Block {
    let size = ImageReport.Size(width: pair.width, height: pair.height)
    let explanation = GoldenExplanation(
      reference: FramePicture(rgba: pair.reference, size, tintedBeyond: size),
      test: FramePicture(rgba: pair.test, size, tintedBeyond: size), difference: difference)
    var views = PictureComparison(explanation, name: name)
    views.sides = ("reference", "test")
    return .comparison(views)
  }

  private func write(_ finding: ImageReport.Finding, _ blocks: [Block]) throws {
    let transaction = FileTransaction()
    defer { transaction.discard() }
    if let heatMapPath {
      let png = PNGEncoder.encode(
        HeatMap.rgb(finding.difference.flip.map), width: Int32(finding.files.width),
        height: Int32(finding.files.height), layout: .rgb)
      try transaction.stage(png, at: heatMapPath)
    }
    try output.write(
      ImageReport.output.object([finding]), ImageReport.text(finding), with: transaction
    ) { _ in ImageReport.html(finding, blocks) }
  }
}
