import SimMath
import SimStatistics

/// What processes take on a machine that is made up.
struct SimulatedMachine: Sendable {
  /// What it is called in the table.
  var name: String
  /// Spread of the processes: the standard deviation of the logarithm of their times.
  var noise = 0.01
  /// What every process takes longer than the one before, as a share.
  var drift = 0.0
  /// How much slower the slow clock is, and in how many of 60 processes the clock changes.
  var clock = (factor: 1.0, changes: UInt32(0))
  /// In how many of 60 processes something else runs, which takes 10 to 50 %.
  var bursts: UInt32 = 0
  /// Whether the spread has tails as heavy as those of three degrees of freedom.
  var hasHeavyTails = false
  /// How many of 60 processes are slow throughout, and by how much.
  var slow = (count: UInt32(0), factor: 1.0)

  /// The machines of the table.
  static let all = [
    SimulatedMachine(name: "noise 1 %"),
    SimulatedMachine(name: "noise 2 %", noise: 0.02),
    SimulatedMachine(name: "noise 3 %", noise: 0.03),
    SimulatedMachine(name: "noise 5 %", noise: 0.05),
    SimulatedMachine(name: "drift of 0.1 % a process", drift: 0.001),
    SimulatedMachine(name: "drift of 0.5 % a process", drift: 0.005),
    SimulatedMachine(name: "clock 1.04, changes 1/10", clock: (1.04, 6)),
    SimulatedMachine(name: "clock 1.04, changes 1/3", clock: (1.04, 20)),
    SimulatedMachine(name: "clock 1.25, changes 1/10", clock: (1.25, 6)),
    SimulatedMachine(name: "clock 1.25, changes 1/3", clock: (1.25, 20)),
    SimulatedMachine(name: "bursts in 1/10", bursts: 6),
    SimulatedMachine(name: "heavy tails", hasHeavyTails: true),
    SimulatedMachine(name: "1/5 slow by 8 %", slow: (12, 1.08)),
    SimulatedMachine(name: "1/3 slow by 4 %", slow: (20, 1.04)),
  ]

  /// Processes one after the other.
  struct Processes {
    let machine: SimulatedMachine
    private var stream: RandomStream
    private var count = 0
    private var isClockSlow = false

    init(_ machine: SimulatedMachine, seed: UInt64) {
      self.machine = machine
      stream = RandomStream(seed: seed, name: "machine")
    }

    /// The times of a process's frames, where the build takes so many times what the reference
    /// does.
    mutating func next(_ factor: Double) -> [Float] {
      if stream.chance(machine.clock.changes, in: 60) { isClockSlow.toggle() }
      var luck = Double(Math.exp(Float(machine.noise) * spread()))
      luck *= 1 + machine.drift * Double(count)
      if isClockSlow { luck *= machine.clock.factor }
      if stream.chance(machine.bursts, in: 60) { luck *= 1.1 + 0.4 * stream.uniformDouble() }
      if stream.chance(machine.slow.count, in: 60) { luck *= machine.slow.factor }
      count += 1
      return (0..<SimulatedMachine.frames).map { frame in
        let work = 100_000 + 10_000 * Double(frame)
        return Float(work * factor * luck * (1 + 0.005 * stream.uniformDouble()))
      }
    }

    private mutating func spread() -> Float {
      let normal = stream.normal()
      guard machine.hasHeavyTails else { return normal }
      var squares: Float = 0
      for _ in 0..<3 {
        let part = stream.normal()
        squares += part * part
      }
      return normal / max((squares / 3).squareRoot(), 0.01)
    }
  }

  /// Frames of a process: few, since all of them share its luck.
  static let frames = 5
}
