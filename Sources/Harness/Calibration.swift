import Formats
import Platform
import Runtime
import Simulation

/// Measures what each unit of work costs on the machine it runs on.
///
/// Callable from an app on a real device, whose `report` is the JSON to paste into a device file.
public struct Calibration {
  /// How to measure.
  public struct Options {
    /// Frames of every run; the first ones, in which storage is touched first, are left out.
    public var frameCount: UInt32 = 240
    /// How often every run is repeated; the shortest time of each frame counts.
    public var repetitions = 5
    /// Is asked between frames whether to stop.
    public var isInterrupted: () -> Bool = { false }
    /// Is told how many runs of how many are done.
    public var onProgress: ((_ done: UInt32, _ total: UInt32) -> Void)?

    /// Makes the normal options.
    public init() {}
  }

  /// Why there is no result.
  public enum Failure: Error, Equatable {
    /// Someone asked it to stop.
    case interrupted
    /// A scene did other work in another repetition.
    case notRepeatable(scene: String)
  }

  /// One run: a scene at a size.
  struct Trial {
    var scene: String
    var size: String
    var isHeldOut: Bool
    var plan: RunPlan
    var outcome: WorkTrial?
  }

  /// Frames in a sample.
  static var sampleFrames: Int { 30 }

  /// Runs every scene without pixel stages at several sizes and fits costs to what was measured.
  public static func run(
    _ scenes: SceneRegistry, options: Options = Options()
  ) throws(Failure) -> CalibrationResult {
    // What pixel stages do is no unit of work: their time would pass for that of primitives.
    let counted = scenes.entries.map { $0.descriptor }.filter { $0.stages.isEmpty }
    var trials = counted.flatMap { Self.trials(of: $0, options) }
    let total = UInt32(trials.count * options.repetitions)
    var done: UInt32 = 0
    // Repetitions go round the scenes, so that a bad minute spoils no scene entirely.
    for _ in 0..<options.repetitions {
      for index in trials.indices {
        guard let entry = scenes.entry(named: trials[index].scene),
          let outcome = entry.trial(trials[index].plan, options.isInterrupted)
        else { throw .interrupted }
        if trials[index].outcome == nil {
          trials[index].outcome = outcome
        } else if trials[index].outcome?.keepShorterTimes(of: outcome) == false {
          throw .notRepeatable(scene: trials[index].scene)
        }
        done += 1
        options.onProgress?(done, total)
      }
    }
    return CalibrationResult(trials, options)
  }

  /// Sizes of a scene: counts and canvases, some of them only for checking.
  static func trials(of scene: SceneDescriptor, _ options: Options) -> [Trial] {
    let small = Canvas(widthPoints: 375, heightPoints: 667, scale: 2)
    let tall = Canvas(widthPoints: 390, heightPoints: 844, scale: 3)
    let wide = Canvas(widthPoints: 810, heightPoints: 1080, scale: 2)
    let sizes: [(share: Float, canvas: Canvas, isHeldOut: Bool)] = [
      (0.1, small, false), (0.3, small, false), (0.5, small, false), (0.75, small, false),
      (1, small, false), (1, tall, false), (0.5, wide, false), (0.25, tall, false),
      (0.4, small, true), (0.9, small, true), (0.7, tall, true),
    ]
    return sizes.map { size in
      var parameters = scene.defaultParameters
      var canvas = size.canvas
      var count = ""
      if let parameter = scene.sizeParameter {
        let limits = scene.parameters[parameter]
        parameters[parameter] = max(limits.minimum, (limits.maximum * size.share).rounded())
        count = "\(UInt32(parameters[parameter])) \(limits.name), "
      } else {
        canvas.widthPoints *= 0.5 + 0.5 * size.share
        canvas.heightPoints *= 0.5 + 0.5 * size.share
      }
      var plan = RunPlan(
        seed: 1, frameCount: options.frameCount, clock: FrameClock(framesPerSecond: 60),
        canvas: canvas, parameters: parameters)
      plan.generators = [
        InputGenerator(kind: .shake, eventsPerMinute: 30), .standard(.drag), .standard(.tap),
        InputGenerator(kind: .toddlerMash, eventsPerMinute: 20),
      ]
      return Trial(
        scene: scene.name.description,
        size: "\(count)\(canvas.pixelWidth) × \(canvas.pixelHeight) px",
        isHeldOut: size.isHeldOut, plan: plan)
    }
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
