import SimFormats
import SimHarness
import SimInput
import SimPlatform
import SimReport

extension RecordingHeader.Kind {
  /// Folder of minimal recordings that are replayed in CI.
  var regressionFolder: String { self == .scene ? "seeds/regressions" : "seeds/models" }

  /// Extension of the image or page of a failure.
  var pictureExtension: String { self == .scene ? "png" : "html" }
}

extension KeptFailure {
  /// The failing frame as PNG, or the page of a model's run; nil without rendered frames.
  private var pictureFile: [UInt8]? {
    guard let history else { return picture?.png }
    let page = HTMLReport.text(
      ResultFile.Results([.model(history)]), showing: HTMLReport.Pictures())
    return Array(page.utf8)
  }

  /// Writes the recording and the image, and names both in the report.
  func stage(
    _ path: String, picture picturePath: String?, in report: inout FailureReport,
    with transaction: FileTransaction, _ output: FindingOutput
  ) throws {
    try output.checkNames([path, picturePath])
    var recording = recording
    recording.header.tool = Array(Simbench.versionText.utf8)
    report.shrunk = shrunk
    report.history = history
    report.png = picture.map { PagePicture.fitted($0, png: $0.png, count: 4) }
    report.recording = path
    try transaction.stage(RecordingFile.bytes(of: recording, at: path), at: path)
    guard let picturePath, let pictureFile else { return }
    report.picture = picturePath
    try transaction.stage(pictureFile, at: picturePath)
  }
}

extension ExploreReport.Scenario {
  /// Summarizes a scenario.
  init(
    _ file: String, _ subject: SubjectName, _ properties: [SweepPlan.Property],
    _ sum: Explorer.Sum, failed: [String]
  ) {
    self.init(
      file, subject, runs: sum.runs, frames: sum.frames,
      properties: properties.enumerated().map { index, property in
        ExploreReport.Property(
          property.name, kind: property.kind, requirement: property.requirement,
          checked: sum.checked[index], held: sum.held[index],
          hasFailed: failed.contains(property.name))
      })
  }
}
