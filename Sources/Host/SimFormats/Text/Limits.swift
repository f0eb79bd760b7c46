import SimText
import SimRuntime
import SimInput

/// One thing that is limited: how much of it there may be, in a sentence that help, messages and
/// documentation share.
package struct Limit: Equatable, Sendable {
  /// The maximum that is allowed.
  package let maximum: UInt64
  /// The sentence.
  package let sentence: String

  /// The maximum as a count.
  package var count: Int { Int(maximum) }

  /// - Parameter words: the sentence, with `#` where the number goes.
  init(_ maximum: some BinaryInteger, _ words: String) {
    self.maximum = UInt64(maximum)
    sentence = words.replacing("#", with: FigureText.grouped(self.maximum))
  }
}

/// All limits on what files and options may ask for.
///
/// They are checked before the work, and what is beyond is refused in one line. The page "Limits"
/// of the documentation lists them.
package enum Limits {
  // MARK: - Files of text

  /// Scenarios, device classes, results, baselines, goldens, recordings and tables.
  package static let textBytes = Limit(
    JSONScanner.maximumByteCount, "A text file has at most # bytes.")
  /// Levels of JSON.
  package static let jsonDepth = Limit(
    JSONScanner.maximumDepth, "JSON nests at most # levels deep.")
  /// Characters of a text that a message repeats.
  package static let quotedCharacters = Limit(
    MessageText.maximumQuotedCount, "A message repeats at most # characters of what a file says.")

  // MARK: - Runs

  /// Points of a canvas' side.
  package static let canvasSide = Limit(4096, "A canvas has sides of at most # points.")
  /// Pixels per point.
  package static let canvasScale = Limit(4, "A canvas has at most # pixels per point.")
  /// Pixels of a canvas: 128 MiB.
  package static let canvasPixels = Limit(33_554_432, "A canvas has at most # pixels.")
  /// Frames of a run: ten simulated hours at 60 Hz.
  package static let frames = Limit(2_160_000, "A run has at most # frames.")
  /// Frames per second.
  package static let frameRate = Limit(240, "A run has at most # frames per second.")
  /// Frames times pixels of the largest canvas: ten simulated hours of any tablet.
  package static let framePixels = Limit(
    UInt64(1) << 44, "A run has at most # pixels in all its frames together.")
  /// Rows of recorded motion.
  package static let motionRows = Limit(
    MotionCSV.rowCountRange.upperBound, "Recorded motion has at most # rows.")
  /// Sources of synthetic input.
  package static let generators = Limit(
    InputGenerator.maximumCount, "A scenario has at most # input generators.")
  /// Bytes of a camera's picture.
  package static let cameraBytes = Limit(1 << 26, "A camera's picture has at most # bytes.")
  /// Pixels of all pictures of the cameras.
  package static let cameraPixels = Limit(
    CameraPictures.maximumPixelCount, "Pictures of a scenario's cameras have at most # pixels.")

  // MARK: - Pictures

  /// Pixels of a picture's side.
  package static let pictureSide = Limit(16_384, "A picture has sides of at most # pixels.")
  /// Pixels of a picture by default.
  package static let picturePixels = Limit(
    1 << 26, "A picture has at most # pixels, or what --limit-pixels says.")
  /// Pixels of a kept picture: a contact sheet, or a golden's frame.
  package static let keptPixels = Limit(1 << 26, "A contact sheet has at most # pixels.")
  /// Pictures that `render` writes.
  package static let renderedPictures = Limit(10_000, "Render writes at most # pictures.")
  /// Bytes of a picture's file.
  package static let pictureBytes = Limit(1 << 28, "A picture's file has at most # bytes.")
  /// Bytes of an animated picture's file.
  package static let filmBytes = Limit(1 << 30, "An animated PNG file has at most # bytes.")
  /// How many times the pixels of a picture a sequence may have.
  package static let filmPictures = Limit(
    1024, "All frames shown together have at most # times the pixels of one picture's limit.")

  // MARK: - Recordings and comparisons

  /// Samples of recorded handwriting.
  package static let strokeSamples = Limit(
    StrokeFile.maximumSampleCount, "Recorded strokes have at most # samples.")
  /// Frames of a golden.
  package static let goldenFrames = Limit(
    GoldenManifest.maximumFrameCount, "A golden has at most # frames.")
  /// Bytes of a history: years of daily runs.
  package static let historyBytes = Limit(256 << 20, "A history has at most # bytes.")
  /// Figures of a history.
  package static let historyFigures = Limit(1_000_000, "A history has at most # figures.")
  /// Samples of a metric among which changes are looked for.
  package static let historySamples = Limit(
    1000, "Changes are looked for among the last # runs.")
  /// Bytes of a recording of a run.
  package static let runRecordingBytes = Limit(
    256 << 20, "A recording of a run has at most # bytes.")
  /// Bytes of an app's recorded frames.
  package static let recordedBytes = Limit(32 << 20, "Recorded frames have at most # bytes.")
  /// Frames of an app's recording.
  package static let recordedFrames = Limit(
    200_000, "An app's recording has at most # frames.")

  /// Runs of a sweep.
  package static let sweepRuns = Limit(
    SweepPlan.maximumUnitCount, "A sweep has at most # runs, seeds times scenarios.")
  /// Shards of a sweep.
  package static let sweepShards = Limit(
    SweepPlan.maximumShardCount, "A sweep has at most # shards.")
  /// Bytes of what a sweep leaves.
  package static let sweepBytes = Limit(
    SweepPlan.maximumByteCount, "A sweep result file has at most # bytes.")

  // MARK: - By command

  /// Of everything that reads scenarios.
  package static let ofRuns = [
    textBytes, jsonDepth, canvasSide, canvasScale, canvasPixels, frameRate, frames, framePixels,
    motionRows, generators, cameraBytes, cameraPixels,
  ]
  /// Of `render`.
  package static let ofRendering = ofRuns + [renderedPictures, keptPixels]
  /// Of `replay`.
  package static let ofReplays = [
    runRecordingBytes, canvasSide, canvasScale, canvasPixels, frameRate, frames, cameraBytes,
    cameraPixels,
  ]
  /// Of `plan`, `sweep` and `merge`.
  package static let ofSweeps = ofRuns + [sweepRuns, sweepShards, sweepBytes]
  /// Of `image diff`.
  package static let ofImages = [pictureSide, picturePixels, filmPictures, frames, pictureBytes]
  /// Of `flash`.
  package static let ofFilms = [pictureSide, picturePixels, filmPictures, frames, filmBytes]
  /// Of `history`.
  package static let ofHistories = [
    historyBytes, historyFigures, historySamples, textBytes, jsonDepth,
  ]
  /// Of `calibrate`.
  package static let ofCalibration = [recordedBytes, recordedFrames, textBytes, jsonDepth]
  /// Of `score`.
  package static let ofStrokes = [textBytes, strokeSamples]
  /// Of `golden` and its kin.
  package static let ofGoldens = ofRuns + [goldenFrames, keptPixels, pictureBytes]
  /// Of `report`.
  package static let ofReports = [textBytes, jsonDepth, keptPixels, cameraBytes]

  /// Every limit, for the documentation.
  package static let all =
    [textBytes, jsonDepth, quotedCharacters] + ofRuns.dropFirst(2)
    + [
      pictureSide, picturePixels, keptPixels, renderedPictures, pictureBytes, filmBytes,
      filmPictures, strokeSamples, goldenFrames, historyBytes, historyFigures, historySamples,
      runRecordingBytes, recordedBytes, recordedFrames, sweepRuns, sweepShards, sweepBytes,
    ]
}
