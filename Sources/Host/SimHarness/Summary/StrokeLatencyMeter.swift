import SimMath
import SimFormats
import SimImageAnalysis
import SimRaster
import SimRuntime
import SimInput

/// Follows every touch sample that draws from its timestamp to the glass, in simulated time.
///
/// The frame that counts is the one whose picture holds the sample's ink; only without pictures is
/// the scene believed. Storage is taken at the start: observing allocates nothing.
struct StrokeLatencyMeter: Sendable {
  /// A sample whose ink has not been seen yet.
  private struct Waiting {
    var position = Vector2.zero
    var timestamp: UInt64 = 0
    var frame: UInt32 = 0
  }

  /// What is known of a contact, for its speed and for predictions.
  private struct Trail {
    var touchID: UInt32 = 0
    var position = Vector2.zero
    var timestamp: UInt64 = 0
    var predicted = Vector2.zero
    /// When the contact will be where it was predicted; 0 without a prediction.
    var predictedTime: UInt64 = 0
  }

  /// How long ink is waited for, in frames.
  static let patienceFrames: UInt32 = 30

  private let clock: FrameClock
  private let depth: UInt64
  private let refreshRate: UInt64
  private let allowance: Double?
  private let missedFrames: [UInt32]
  private let ink: UInt32
  private let seesPixels: Bool
  /// The picture before: what was inked there is no sign of a new sample.
  private var previous: [UInt32]
  /// Its size; nothing before the first picture.
  private var previousWidth: Int32 = 0
  private var previousHeight: Int32 = 0
  private var nextMissed = 0
  private var waiting = [Waiting](repeating: Waiting(), count: 1024)
  private var waitingCount = 0
  private var trails = [Trail](repeating: Trail(), count: FrameInput.maximumTouchCount)
  private var nextTrail = 0
  private var found = LatencyHistogram()
  private var depthOne = LatencyHistogram()
  private var hertz120 = LatencyHistogram()
  private var prediction = LatencyHistogram()
  private var lag = QuantileHistogram()
  private var predictionError = QuantileHistogram()
  private var sightings = StrokeLatencySummary.Sightings(
    inFrame: 0, alreadyInked: 0, later: 0, never: 0)
  private var missedCount: UInt64 = 0
  private var samples: UInt64 = 0

  /// Makes a meter of one run; `ink` is the color of fresh ink.
  init(_ scenario: Scenario, ink: StraightColor, seesPixels: Bool) {
    clock = scenario.plan.clock
    depth = UInt64(scenario.device.pipelineDepth)
    refreshRate = UInt64(scenario.device.refreshRate)
    allowance = scenario.device.latencyAllowance
    missedFrames = scenario.missedFrames
    self.ink = ink.withAlpha(255).premultiplied.packed
    self.seesPixels = seesPixels
    previous = [UInt32](
      repeating: 0, count: seesPixels ? Int(scenario.plan.maximumPixelCount) : 0)
  }

  /// Looks at the frame the loop has just run.
  mutating func observe<S: SimScene & ~Copyable>(_ loop: borrowing ScenarioLoop<S>, frame: UInt32) {
    while nextMissed < missedFrames.count, missedFrames[nextMissed] < frame { nextMissed += 1 }
    let isMissed = nextMissed < missedFrames.count && missedFrames[nextMissed] == frame
    lookAgain(loop, isMissed: isMissed)
    var hasSamples = false
    for touch in loop.input.touches {
      for sample in loop.input.samples(of: touch) {
        guard let radius = loop.scene.inkRadius(of: touch, pressure: sample.pressure) else {
          break
        }
        take(sample, radius: radius, loop, isMissed: isMissed)
        hasSamples = true
      }
    }
    if hasSamples && isMissed { missedCount += 1 }
    if seesPixels { keepPicture(loop) }
  }

  private mutating func keepPicture<S: SimScene & ~Copyable>(_ loop: borrowing ScenarioLoop<S>) {
    // Where nothing was repainted, the copy is still equal, and copying would only cost time.
    guard loop.work.cellsRepainted > 0 || previousWidth == 0 else { return }
    (previousWidth, previousHeight) = (loop.surface.width, loop.surface.height)
    let (width, stride) = (Int(previousWidth), Int(loop.surface.stride))
    let height = Int(previousHeight)
    loop.surface.withPixels { pixels in
      pixels.withUnsafeBufferPointer { pixels in
        previous.withUnsafeMutableBufferPointer { previous in
          for y in 0..<height {
            let row = UnsafeBufferPointer(rebasing: pixels[(y * stride)..<(y * stride + width)])
            _ = previous[(y * width)...].update(fromContentsOf: row)
          }
        }
      }
    }
  }

  /// What was found; nil when nothing was drawn.
  var summary: StrokeLatencySummary? {
    guard samples > 0 else { return nil }
    let never = sightings.never + UInt64(waitingCount)
    var sightings = sightings
    sightings.never = never
    return StrokeLatencySummary(
      samples: samples, spread: found.spread(never: never),
      sightings: seesPixels ? sightings : nil, pipelineDepth: UInt32(depth),
      refreshRate: UInt32(refreshRate), allowance: allowance, missedFrames: missedCount,
      lag: lag.spread,
      withDepthOne: depthOne.spread(never: never), atHertz120: hertz120.spread(never: never),
      withPrediction: prediction.spread(never: never),
      predictionError: predictionError.spread)
  }

  /// Samples whose ink was not in the picture of their frame, so far.
  var lateCount: UInt64 { sightings.later + sightings.never + UInt64(waitingCount) }

  private mutating func take<S: SimScene & ~Copyable>(
    _ sample: TouchSample, radius: Float, _ loop: borrowing ScenarioLoop<S>, isMissed: Bool
  ) {
    samples += 1
    let frame = loop.input.frame
    guard seesPixels else {
      add(sample.timestampNanoseconds, inkFrame: frame, isMissed: isMissed)
      follow(sample, latency: latency(sample.timestampNanoseconds, frame, isMissed: isMissed))
      return
    }
    let position = probe(sample, radius: radius, scale: loop.canvas.scale)
    if hadInk(at: position, loop) {
      sightings.alreadyInked += 1
      add(sample.timestampNanoseconds, inkFrame: frame, isMissed: isMissed)
    } else if hasInk(at: position, loop) {
      sightings.inFrame += 1
      add(sample.timestampNanoseconds, inkFrame: frame, isMissed: isMissed)
    } else if waitingCount < waiting.count {
      waiting[waitingCount] = Waiting(
        position: position, timestamp: sample.timestampNanoseconds, frame: frame)
      waitingCount += 1
    } else {
      sightings.never += 1
    }
    follow(sample, latency: latency(sample.timestampNanoseconds, frame, isMissed: isMissed))
  }

  /// Looks for ink that was not there before.
  private mutating func lookAgain<S: SimScene & ~Copyable>(
    _ loop: borrowing ScenarioLoop<S>, isMissed: Bool
  ) {
    var kept = 0
    for index in 0..<waitingCount {
      let sample = waiting[index]
      if hasInk(at: sample.position, loop) {
        sightings.later += 1
        add(sample.timestamp, inkFrame: loop.input.frame, isMissed: isMissed)
      } else if loop.input.frame - sample.frame >= Self.patienceFrames {
        sightings.never += 1
      } else {
        waiting[kept] = sample
        kept += 1
      }
    }
    waitingCount = kept
  }

  /// Where a sample's ink is looked for: at the end of its round ink, in the direction in which the
  /// contact moves, since most samples lie on the ink of those before.
  private func probe(_ sample: TouchSample, radius: Float, scale: Float) -> Vector2 {
    guard let slot = trails.firstIndex(where: { $0.touchID == sample.touchID }) else {
      return sample.position
    }
    let way = sample.position - trails[slot].position
    let length = way.length
    // Well within the edge, where ink is as dark as anywhere.
    let ahead = max(0, min(radius * 0.75, radius - 2 / scale))
    return length > 0 ? sample.position + way * (ahead / length) : sample.position
  }

  /// Whether the picture has the color of ink at a position in points.
  private func hasInk<S: SimScene & ~Copyable>(
    at position: Vector2, _ loop: borrowing ScenarioLoop<S>
  ) -> Bool {
    let (x, y) = pixel(of: position, loop)
    return loop.surface[x, y] == ink
  }

  /// Whether the picture before had it.
  private func hadInk<S: SimScene & ~Copyable>(
    at position: Vector2, _ loop: borrowing ScenarioLoop<S>
  ) -> Bool {
    guard previousWidth == loop.surface.width, previousHeight == loop.surface.height else {
      return false
    }
    let (x, y) = pixel(of: position, loop)
    return previous[Int(y) * Int(previousWidth) + Int(x)] == ink
  }

  /// The pixel at a position in points.
  private func pixel<S: SimScene & ~Copyable>(
    of position: Vector2, _ loop: borrowing ScenarioLoop<S>
  ) -> (x: Int32, y: Int32) {
    let (width, height) = (loop.surface.width, loop.surface.height)
    // A position ahead of a contact at the edge may lie outside the canvas.
    let x = min(max(Int32(position.x * loop.canvas.scale), 0), width - 1)
    let y = min(max(Int32(position.y * loop.canvas.scale), 0), height - 1)
    return (x, y)
  }

  private func latency(_ timestamp: UInt64, _ frame: UInt32, isMissed: Bool) -> UInt64 {
    let shown =
      clock.startNanoseconds(ofFrame: frame &+ (isMissed ? 1 : 0))
      + depth * 1_000_000_000 / refreshRate
    return shown > timestamp ? shown - timestamp : 0
  }

  private mutating func add(_ timestamp: UInt64, inkFrame: UInt32, isMissed: Bool) {
    let latency = latency(timestamp, inkFrame, isMissed: isMissed)
    found.add(latency)
    let saved = depth > 1 ? (depth - 1) * 1_000_000_000 / refreshRate : 0
    depthOne.add(latency - min(latency, saved))
    let interval = 1_000_000_000 / UInt64(clock.framesPerSecond)
    prediction.add(latency - min(latency, interval))
    // What was late for other reasons than the grid of frames stays as late as it was.
    let due = Self.firstFrame(at: timestamp, UInt64(clock.framesPerSecond))
    let late = (UInt64(inkFrame) - min(due, UInt64(inkFrame)) + (isMissed ? 1 : 0)) * interval
    let shown = (Self.firstFrame(at: timestamp, 120) + depth) * 1_000_000_000 / 120 + late
    hertz120.add(shown > timestamp ? shown - timestamp : 0)
  }

  /// The first frame that starts at a time or later.
  private static func firstFrame(at time: UInt64, _ framesPerSecond: UInt64) -> UInt64 {
    (time * framesPerSecond + 999_999_999) / 1_000_000_000
  }

  /// Measures how far a contact runs ahead of its ink and of what was predicted.
  private mutating func follow(_ sample: TouchSample, latency: UInt64) {
    guard let slot = trails.firstIndex(where: { $0.touchID == sample.touchID }) else {
      trails[nextTrail] = Trail(
        touchID: sample.touchID, position: sample.position,
        timestamp: sample.timestampNanoseconds)
      nextTrail = (nextTrail + 1) % trails.count
      return
    }
    let before = trails[slot]
    guard sample.timestampNanoseconds > before.timestamp else { return }
    let span = Float(Double(sample.timestampNanoseconds - before.timestamp))
    let step = sample.position - before.position
    lag.add(step.length / span * Float(Double(latency)))
    let interval = 1_000_000_000 / UInt64(clock.framesPerSecond)
    if before.predictedTime > 0, before.predictedTime <= sample.timestampNanoseconds {
      // The predicted time lies between two samples, so the position at it is interpolated.
      let share = Float(Double(before.predictedTime - before.timestamp)) / span
      predictionError.add((before.position + step * share - before.predicted).length)
      trails[slot].predictedTime = 0
    }
    if trails[slot].predictedTime == 0 {
      trails[slot].predicted = sample.position + step * (Float(Double(interval)) / span)
      trails[slot].predictedTime = sample.timestampNanoseconds + interval
    }
    trails[slot].position = sample.position
    trails[slot].timestamp = sample.timestampNanoseconds
  }
}
