import SimInput

/// What a run leaves: the result, every frame's record and the kept pictures.
package struct RunOutcome {
  /// The result every report is made from.
  package var result: SceneResult
  /// The record of every frame.
  package var recorder: FrameRecorder
  /// Names of the recorder's populations.
  package var populationNames: [String]
  /// The kept pictures, unless the options took them.
  package var pictures: [FramePicture]
  /// The recording of the run; nil unless requested.
  package var recording: Recording?

  /// Puts an outcome together.
  package init(
    result: SceneResult, recorder: FrameRecorder, populationNames: [String],
    pictures: [FramePicture]
  ) {
    self.result = result
    self.recorder = recorder
    self.populationNames = populationNames
    self.pictures = pictures
  }
}
