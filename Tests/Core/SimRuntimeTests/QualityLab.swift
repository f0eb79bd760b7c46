import SimMath
import SimRuntime

/// A made-up device under a quality controller, in virtual time.
struct QualityLab {
  /// What is drawn even with nothing to show, and what each member adds, at the normal load.
  var fixedNanoseconds: UInt64 = 2_000_000
  var perMemberNanoseconds: UInt64 = 20_000
  /// The same of the graphics processor, whose times are unknown without; it has a load of its own.
  var graphics: (fixedNanoseconds: UInt64, perMemberNanoseconds: UInt64)?
  var controller: QualityController
  /// How the time of a frame that is otherwise exact varies, in thousandths either way.
  var jitter: UInt32 = 0
  /// The members shown last, in thousandths: changes fade.
  var shown: UInt64
  /// Whether a frame comes so soon after a jump in load that the controller may still be at work.
  var isSettling: (UInt32) -> Bool = { $0 < 600 }

  /// What happened.
  struct Outcome {
    var counts: [UInt32] = []
    var turns: [UInt64] = []
    /// The least share by which a change altered the count, in percent.
    var smallestChange = 100.0
    /// Frames after settling, and those of them over the refresh interval although
    /// the lowest level would have held it.
    var judged = 0
    var over = 0
    /// Frame numbers of changes.
    var changes: [(frame: Int, from: UInt32, to: UInt32)] = []

    var overPercent: Double { judged == 0 ? 0 : Double(over) * 100 / Double(judged) }
    /// The most turns within any minute.
    var mostTurnsPerMinute: Int {
      turns.indices.map { first in
        turns[first...].prefix { $0 - turns[first] < 60_000_000_000 }.count
      }.max() ?? 0
    }
  }

  init(rules: QualityRules = QualityRules(refreshRate: 60)) {
    controller = QualityController(
      ladder: QualityLadder(minimum: 200, maximum: 600, quantum: 20), rules: rules)
    shown = UInt64(controller.count) * 1000
  }

  func cost(_ thousandths: UInt64, load: UInt32) -> UInt64 {
    (fixedNanoseconds + perMemberNanoseconds * thousandths / 1000) * UInt64(load) / 1000
  }

  func graphicsCost(_ thousandths: UInt64, load: UInt32) -> UInt64 {
    guard let graphics else { return 0 }
    let members = graphics.perMemberNanoseconds * thousandths / 1000
    return (graphics.fixedNanoseconds + members) * UInt64(load) / 1000
  }

  /// Runs frames under loads that closures give by frame number and time, that of the graphics
  /// processor being the processor's unless told.
  mutating func run(
    frames: Int, seed: UInt64 = 1, graphicsLoad: ((UInt32, UInt64) -> UInt32)? = nil,
    _ load: (UInt32, UInt64) -> UInt32
  ) -> Outcome {
    var outcome = Outcome()
    var random = RandomStream(seed: seed, name: "lab.jitter")
    var time: UInt64 = 0
    let interval = controller.rules.intervalNanoseconds
    let step = UInt64(400_000) * interval / controller.rules.fadeNanoseconds
    var turned = controller.turnCount
    for frame in 0..<frames {
      let now = load(UInt32(frame), time)
      let varied = jitter == 0 ? 1000 : 1000 - jitter + random.nextUInt32() % (2 * jitter + 1)
      let scaled = UInt32(UInt64(now) * UInt64(varied) / 1000)
      let drawn = graphicsLoad?(UInt32(frame), time) ?? now
      let scaledDrawn = UInt32(UInt64(drawn) * UInt64(varied) / 1000)
      let times = (cost(shown, load: scaled), graphicsCost(shown, load: scaledDrawn))
      let nanoseconds = max(times.0, times.1)
      let least = max(cost(200_000, load: scaled), graphicsCost(200_000, load: scaledDrawn))
      if least <= interval, !isSettling(UInt32(frame)) {
        outcome.judged += 1
        if nanoseconds > interval { outcome.over += 1 }
      }
      let before = controller.count
      let change = controller.observe(
        processorNanoseconds: UInt32(clamping: times.0),
        graphicsNanoseconds: UInt32(clamping: times.1))
      time += max(interval, nanoseconds)
      let target = UInt64(controller.count) * 1000
      shown = shown > target ? max(target, shown - min(shown, step)) : min(target, shown + step)
      outcome.counts.append(controller.count)
      if change != .none {
        let share = abs(Double(controller.count) / Double(before) - 1) * 100
        outcome.smallestChange = min(outcome.smallestChange, share)
        outcome.changes.append((frame, before, controller.count))
      }
      if controller.turnCount != turned {
        turned = controller.turnCount
        outcome.turns.append(time)
      }
    }
    return outcome
  }
}

/// A load of random plateaus, ramps and spikes.
struct FuzzedLoad {
  private let plateaus: [(frames: UInt32, load: UInt32, isRamp: Bool)]
  /// The frames of all plateaus, after which they begin anew.
  private let total: UInt32
  private let spikePerMille: UInt32
  private let seed: UInt64

  init(_ seed: UInt64) {
    self.seed = seed
    var random = RandomStream(seed: seed, name: "lab.fuzz")
    var plateaus: [(UInt32, UInt32, Bool)] = []
    for _ in 0..<(1 + random.nextUInt32() % 8) {
      let isLong = random.nextUInt32() & 1 == 0
      let frames = 30 + random.nextUInt32() % (isLong ? 6000 : 600)
      plateaus.append((frames, 300 + random.nextUInt32() % 2500, random.nextUInt32() & 3 == 0))
    }
    self.plateaus = plateaus.map { (frames: $0.0, load: $0.1, isRamp: $0.2) }
    total = plateaus.reduce(0) { $0 + $1.0 }
    spikePerMille = random.nextUInt32() % 8
  }

  /// The plateau of a frame, how far into it the frame is, and the load before it.
  private func plateau(_ frame: UInt32) -> (index: Int, place: UInt32, before: UInt32) {
    var place = frame % total
    var index = 0
    while place >= plateaus[index].frames {
      place -= plateaus[index].frames
      index += 1
    }
    return (index, place, plateaus[(index + plateaus.count - 1) % plateaus.count].load)
  }

  /// Whether the load jumped, or began to rise, within the last ten seconds, or the run began.
  func isSettling(_ frame: UInt32) -> Bool {
    guard frame >= 600 else { return true }
    for age in stride(from: UInt32(0), to: 600, by: 30) {
      let (index, place, before) = plateau(frame - age)
      if plateaus[index].load > before, place + age < 600 { return true }
    }
    return false
  }

  func load(_ frame: UInt32) -> UInt32 {
    let (index, place, before) = plateau(frame)
    let (frames, load, isRamp) = plateaus[index]
    var random = RandomStream(seed: seed, name: "lab.spike", index: frame)
    let spike: UInt32 = random.nextUInt32() % 1000 < spikePerMille ? 3 : 1
    guard isRamp else { return load * spike }
    let change = (Int64(load) - Int64(before)) * Int64(place) / Int64(frames)
    return UInt32(Int64(before) + change) * spike
  }
}
