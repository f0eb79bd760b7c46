import SimMath
import SimFormats
import SimPlatform
import SimReport

/// The outputs that `run` and `report` make of results, each to a file or alone to standard output.
struct ResultOutputs {
  /// An output that was asked for.
  private struct Request {
    var kind: Kind
    var path: String
  }

  /// What can be made of results.
  private enum Kind: String, CaseIterable {
    case json
    case junit
    case markdown
    case html
    case sarif
  }

  private let requests: [Request]
  private let annotates: Bool
  /// Whether the JSON holds the series of frames.
  private let keepsSeries: Bool

  /// Reads the options of a command that has them.
  ///
  /// - Parameter others: Further options that may print on standard output, with their values.
  init(_ parsed: ParsedCommand, others: [(name: String, path: String?)]) throws {
    requests = Kind.allCases.compactMap { kind in
      parsed.string(kind.rawValue).map { Request(kind: kind, path: $0) }
    }
    annotates = parsed.flag("annotations")
    keepsSeries = parsed.flag("series")
    var printed = requests.filter { $0.path == "-" }.map { $0.kind.rawValue }
    printed += others.filter { $0.path == "-" }.map { $0.name }
    if !printed.isEmpty, annotates { printed.append("annotations") }
    try FindingOutput.checkOneIsPrinted(printed)
  }

  /// The files to be written.
  var paths: [String] { requests.map { $0.path }.filter { $0 != "-" } }

  /// Whether standard output carries one of the outputs and nothing else.
  var isPrinted: Bool { requests.contains { $0.path == "-" } }

  /// Whether a page is asked for, so that pictures are wanted.
  var wantsPage: Bool { requests.contains { $0.kind == .html } }

  /// Whether anything is made of the series of frames.
  var wantsSeries: Bool { wantsPage || keepsSeries }

  /// Stages every file.
  ///
  /// - Returns: What is to be printed once the files are in place.
  func stage(
    _ results: ResultFile.Results, showing pictures: HTMLReport.Pictures,
    against reference: HTMLReport.Reference? = nil, in transaction: FileTransaction
  ) throws -> String {
    var printed = ""
    for request in requests {
      let text = text(request.kind, results, pictures, reference)
      if request.path == "-" {
        printed += text
      } else {
        try transaction.stage(text, at: request.path)
      }
    }
    return printed
  }

  /// Annotations for the end of the text on standard output; empty when they were not asked for.
  func annotations(_ results: ResultFile.Results) -> String {
    annotates ? AnnotationReport.text(results) : ""
  }

  private func text(
    _ kind: Kind, _ results: ResultFile.Results, _ pictures: HTMLReport.Pictures,
    _ reference: HTMLReport.Reference?
  ) -> String {
    switch kind {
    case .json:
      JSONWriter.text(of: ResultFile.value(keepsSeries ? results : results.withoutSeries))
    case .junit: JUnitReport.text(results)
    case .markdown: MarkdownReport.text(results)
    case .html: HTMLReport.text(results, showing: pictures, against: reference)
    case .sarif: SARIFReport.text(results)
    }
  }
}

extension ResultFile.Results {
  fileprivate var withoutSeries: Self {
    var results = self
    for index in results.runs.indices { results.runs[index].series = nil }
    return results
  }

  /// The worst exit code of all.
  var exitCode: ExitCode {
    ExitCode.worst(
      of: runs.map { ExitCode($0.verdict) } + models.map { ExitCode($0.verdict) })
  }
}

/// Contact sheets small enough for a page of a mebibyte.
enum PagePicture {
  /// Pixels of a thumbnail at most.
  private static var thumbnailPixelCount: Int32 { 100_000 }
  /// Colors of a thumbnail.
  private static var thumbnailColorCount: Int { 32 }

  /// A picture's PNG file as it is when it is small enough, else the picture scaled down; where
  /// many share a page, its first row of frames in few colors.
  ///
  /// - Parameters:
  ///   - count: The contact sheets of the page.
  ///   - hasEvidence: Whether worst frames share it.
  static func fitted(
    _ whole: FramePicture, png: [UInt8], count: Int, hasEvidence: Bool = false
  ) -> [UInt8] {
    let limit = HTMLReport.pictureByteCount(of: count, hasEvidence: hasEvidence)
    if HTMLReport.hasThumbnails(count) { return thumbnail(of: whole, limit: limit) }
    var (best, pixelCount) = (png, whole.width * whole.height)
    while best.count > limit, pixelCount > 10_000 {
      pixelCount = pixelCount / 3 * 2
      best = whole.scaled(toPixelCount: pixelCount).png
    }
    return best
  }

  private static func thumbnail(of whole: FramePicture, limit: Int) -> [UInt8] {
    let row = ContactSheet.firstRow(of: whole)
    var pixelCount = thumbnailPixelCount
    while true {
      let png = row.scaled(toPixelCount: pixelCount).png(colorCount: thumbnailColorCount)
      guard png.count > limit, pixelCount > 2000 else { return png }
      pixelCount = pixelCount / 4 * 3
    }
  }

  /// A digest of a picture's size and pixels, whatever the file's compression.
  static func digest(of picture: FramePicture) -> UInt64 {
    let rgb = picture.rgb
    var digest = StateDigest()
    digest.combine(UInt64(picture.width))
    digest.combine(UInt64(picture.height))
    for start in stride(from: 0, to: rgb.count, by: 3) {
      digest.combine(
        UInt64(rgb[start]) | UInt64(rgb[start + 1]) << 8 | UInt64(rgb[start + 2]) << 16)
    }
    return digest.finalize()
  }
}
