import SimFormats
import SimRuntime
import SimInput

/// Measures what each unit of work costs on the machine it runs on.
///
/// Callable from an app on a real device, whose `report` is the JSON to paste into a device file.
package struct Calibration {
  /// How to measure.
  package struct Options {
    /// Frames of every run; the first ones, in which storage is touched first, are left out.
    package var frameCount: UInt32 = 240
    /// How often every run is repeated at most; the shortest time of each frame counts.
    ///
    /// A run whose times no longer fall is not repeated again.
    package var repetitions = 20
    /// Is asked between frames whether to stop.
    package var isInterrupted: () -> Bool = { false }
    /// Is told how many runs of how many are done.
    package var onProgress: ((_ done: UInt32, _ total: UInt32) -> Void)?

    /// Makes the default options.
    package init() {}
  }

  /// Why there is no result.
  package enum Failure: Error, Equatable {
    /// Someone asked it to stop.
    case interrupted
    /// A scene did other work in another repetition.
    case notRepeatable(scene: String)
  }

  /// One run: a scene at a size.
  struct Trial {
    var name: StaticString
    var members: UInt32
    var size: String
    var isHeldOut: Bool
    var plan: RunPlan
    var outcome: WorkTrial?
    var scene: String { name.description }
    /// Repetitions in a row that hardly made it shorter.
    var quietRepetitions = 0

    /// Whether more repetitions would not tell more.
    var isSettled: Bool { quietRepetitions >= 3 }
  }

  /// Frames in a sample.
  static var sampleFrames: Int { 30 }
  /// A repetition that lowers a run's time by less than this share was hardly worth it.
  static var quietShare: Double { 0.002 }

  /// Runs every scene without pixel stages at several sizes and fits costs to what was measured.
  package static func run(
    _ scenes: SceneRegistry, options: Options = Options()
  ) throws(Failure) -> CalibrationResult {
    CalibrationResult(try measure(scenes, options: options), options)
  }

  /// Runs every scene without pixel stages at several sizes.
  static func measure(
    _ scenes: SceneRegistry, options: Options
  ) throws(Failure) -> [Trial] {
    // What pixel stages do is no unit of work: their time would pass for that of primitives.
    let counted = scenes.entries.map { $0.descriptor }.filter { $0.stages.isEmpty }
    var trials = counted.flatMap { Self.trials(of: $0, options) }
    let total = UInt32(trials.count * options.repetitions)
    var done: UInt32 = 0
    // Repetitions go round the scenes, so that a bad minute spoils no scene entirely.
    for _ in 0..<options.repetitions {
      for index in trials.indices {
        done += 1
        options.onProgress?(done, total)
        guard !trials[index].isSettled else { continue }
        guard let entry = scenes.entry(named: trials[index].scene),
          let outcome = entry.trial(trials[index].plan, true, options.isInterrupted)
        else { throw .interrupted }
        guard trials[index].take(outcome) else {
          throw .notRepeatable(scene: trials[index].scene)
        }
      }
    }
    return trials
  }

  /// Sizes of a scene: counts and canvases, some of them only for checking.
  static func trials(of scene: SceneDescriptor, _ options: Options) -> [Trial] {
    func canvas(_ width: Float, _ height: Float, _ scale: Float) -> Canvas {
      Canvas(widthPoints: width, heightPoints: height, scale: scale)
    }
    // Every canvas differs, so that no size is held out which the fit has seen after all.
    let sizes: [(share: Float, canvas: Canvas, isHeldOut: Bool)] = [
      (0.1, canvas(320, 568, 2), false), (0.3, canvas(375, 667, 2), false),
      (0.5, canvas(414, 736, 2), false), (0.75, canvas(360, 640, 2), false),
      (1, canvas(375, 667, 2), false), (1, canvas(390, 844, 3), false),
      (0.5, canvas(810, 1080, 2), false), (0.25, canvas(393, 852, 3), false),
      (0.4, canvas(350, 620, 2), true), (0.9, canvas(400, 700, 2), true),
      (0.7, canvas(380, 800, 3), true),
    ]
    return sizes.map { size in
      var parameters = scene.defaultParameters
      var canvas = size.canvas
      var (count, members) = ("", UInt32(0))
      if let parameter = scene.sizeParameter {
        let limits = scene.parameters[parameter]
        let wanted = max(limits.minimum, (limits.maximum * size.share).rounded())
        parameters.values[parameter] = wanted
        members = UInt32(wanted)
        count = "\(members) \(limits.name), "
      } else {
        canvas.widthPoints *= 0.5 + 0.5 * size.share
        canvas.heightPoints *= 0.5 + 0.5 * size.share
      }
      var plan = RunPlan(
        seed: 1, frameCount: options.frameCount, clock: FrameClock(framesPerSecond: 60),
        canvas: canvas, parameters: parameters)
      // Turned once among the frames that count, so that what is painted seldom has a cost too.
      plan.canvasChanges = [
        CanvasChange(
          frame: options.frameCount * 5 / 8,
          canvas: Canvas(
            widthPoints: canvas.heightPoints, heightPoints: canvas.widthPoints,
            scale: canvas.scale, orientation: .landscapeLeft))
      ]
      plan.generators = [
        InputGenerator(kind: .shake, eventsPerMinute: 30), .standard(.drag), .standard(.tap),
        InputGenerator(kind: .toddlerMash, eventsPerMinute: 20),
      ]
      return Trial(
        name: scene.name, members: members,
        size: "\(count)\(canvas.pixelWidth) × \(canvas.pixelHeight) px",
        isHeldOut: size.isHeldOut, plan: plan)
    }
  }
}

extension Calibration.Trial {
  /// Keeps the shorter times of a repetition; false when it did other work.
  mutating func take(_ repetition: WorkTrial) -> Bool {
    guard let before = outcome?.totalNanoseconds else {
      outcome = repetition
      return true
    }
    guard outcome?.keepShorterTimes(of: repetition) == true else { return false }
    let after = outcome?.totalNanoseconds ?? before
    let isQuiet = Double(before - after) < Calibration.quietShare * Double(before)
    quietRepetitions = isQuiet ? quietRepetitions + 1 : 0
    return true
  }
}

extension SceneDescriptor {
  /// The parameter that says how many members the first population with a cap has.
  package var sizeParameter: Int? {
    parameters.indices.first { index in
      parameters[index].isWhole && parameters[index].choices.isEmpty
        && populations.contains {
          $0.cap > 0 && $0.name.description == parameters[index].name.description
        }
    }
  }
}
