import SimInput
import SimRuntime

/// A scenario as read and checked: every name resolved, every number within its range.
package struct Scenario: Sendable {
  /// The kebab-case name, the file's name without `.json` when the file gives none; then which run
  /// of the file's matrix it is, such as `trace-letters[a]`.
  package var name: String
  /// The scene's name.
  package var scene: String
  /// The scenario file as it was named; nil when there is none.
  package var file: String?
  /// Which run of the file's matrix it is, such as `a`; nil for a file without one.
  package var caseName: String?
  /// Digest of the scenario file, device class and recorded input, without names, budgets, seed and
  /// length, in hexadecimal; nil if there is no file.
  package var digest: String?
  /// The device class.
  package var device: Device
  /// Everything the frame loop needs.
  package var plan: RunPlan
  /// The number of frames that the file asks for, regardless of options; nil if there is no file.
  package var frameCount: UInt32?
  /// The files of what the cameras see, as the scenario names them.
  package var pictureFiles: [String] = []
  /// What those files say of color and orientation that is not applied, with their names.
  package var ignored: [String] = []
  /// What was assumed where files of input lack something, with their names.
  package var assumed: [String] = []
  /// Frames that miss their deadline, ascending: their pictures come a whole frame later.
  package var missedFrames: [UInt32] = []
  /// Populations the scenario claims to exercise.
  package var load: [LoadClaim] = []
  /// What the run is held to.
  package var budgets: [Budget] = []

  /// Makes a scenario without claims and budgets.
  package init(name: String, scene: String, device: Device, plan: RunPlan) {
    self.name = name
    self.scene = scene
    self.device = device
    self.plan = plan
  }

  /// The name without which run of the file it is, as files are called that all of them share.
  package var fileName: String {
    caseName == nil ? name : String(name.prefix { $0 != "[" })
  }

  /// The scene's name with its gate, for people.
  package var sceneWords: String { SubjectName(.scene, scene, behind: plan.gate).title }

  /// When its frames are due on its device.
  package var due: DueTime {
    DueTime(frameRate: plan.clock.framesPerSecond, refreshRate: device.refreshRate)
  }
}
