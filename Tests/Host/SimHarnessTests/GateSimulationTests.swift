import SimMath
import SimFormats
import SimHarness
import SimPlatform
import SimStatistics
import TestTier
import Testing

/// Goal: the gate is never red without a change, sees what it has to, never calls an open interval
/// equal, and its intervals hold the truth as often as they say.
///
/// Method: the gate's own rounds, comparison and verdict on machines that are made up, with planted
/// changes. A few gates in every test; `.ci/long statistics` runs and prints the whole table.
@Suite struct GateSimulationTests {
  /// Gates of each cell of the table when the whole is asked for; nil for a sample.
  static let whole = Environment.variables["SIMBENCH_SIMULATED_GATES"].flatMap { Int($0) }

  private static let (sampleGates, sampleDraws, sampleResamples) =
    Tier.isDebug ? (1, 6, 60) : (4, 60, 400)

  private static let resamples = whole == nil ? sampleResamples : 2000

  /// Shares of the table that machines may not miss, where nothing else is said: red with no
  /// change never, and with one of 2 and 3 % at most, with one of 5 and 10 % at least so often.
  ///
  /// A machine some of whose processes are slow makes the change look greater than it is: where a
  /// process of the reference is slow the round does not count, where one of the build is it does.
  private static let most: [Int: [String: Double]] = [
    0: ["": 0], 2: ["": 0.02], 3: ["": 0.14, "1/5 slow by 8 %": 0.25],
  ]
  private static let least: [Int: [String: Double]] = [
    5: ["": 0.90, "noise 3 %": 0.65, "noise 5 %": 0.24],
    10: ["": 0.93],
  ]

  /// What became of the gates of a cell.
  private struct Cell: Sendable {
    var machine: String
    var percent: Int
    var verdicts: [GateVerdict: Int] = [:]
    var openEquals = 0
    var rounds = 0

    func count(_ verdict: GateVerdict) -> Int { verdicts[verdict, default: 0] }
  }

  /// The final row of one gate.
  private static func gate(
    _ machine: SimulatedMachine, percent: Int, seed: UInt64, plan: RoundPlan
  ) -> (row: WallOutcome.Row, rounds: Int) {
    var processes = SimulatedMachine.Processes(machine, seed: seed)
    let empty = FrameTimes(frameCount: SimulatedMachine.frames)
    var (base, control, measured) = (empty, empty, empty)
    let factor = 1 + Double(percent) / 100
    var row: WallOutcome.Row?
    let record = plan.run {
      // Every other round has the opposite order, as in the gate.
      let isForward = base.processCount % 2 == 0
      let first = processes.next(1)
      measured.append(processes.next(factor))
      let last = processes.next(1)
      base.append(isForward ? first : last)
      control.append(isForward ? last : first)
      return 1
    } look: {
      let comparison = PairedComparison(
        base: base, control: control, measured: measured, steadiness: WallRule.maximumNoise,
        seed: 1, resampleCount: resamples)
      let found = WallOutcome.Row(
        "frame", nanoseconds: 100_000, comparison, isSameWork: true)
      row = found
      return found.isOpen ? nil : .settled
    }
    guard let row else { preconditionFailure("a plan looks at least once") }
    return (row, record.rounds)
  }

  private static func cell(
    _ machine: SimulatedMachine, percent: Int, gates: Int, plan: RoundPlan
  ) -> Cell {
    var cell = Cell(machine: machine.name, percent: percent)
    for gate in 0..<gates {
      // Machines that share their draws would share an accident as well.
      let place = SimulatedMachine.all.firstIndex { $0.name == machine.name } ?? 0
      let seed = UInt64(gate) + 1_000_000 * UInt64(percent) + 100_000_000 * UInt64(place)
      let (row, rounds) = Self.gate(machine, percent: percent, seed: seed, plan: plan)
      cell.verdicts[row.verdict, default: 0] += 1
      let isOpen = row.upper > row.floor || row.lower < -row.floor
      if row.verdict == .equal, isOpen { cell.openEquals += 1 }
      cell.rounds += rounds
    }
    return cell
  }

  /// The cells of machines and changes, computed by all processors.
  private static func cells(
    _ machines: [SimulatedMachine], _ percents: [Int], gates: Int, plan: RoundPlan
  ) async -> [Cell] {
    await withTaskGroup(of: (Int, [Cell]).self) { group in
      for (place, machine) in machines.enumerated() {
        group.addTask {
          (place, percents.map { cell(machine, percent: $0, gates: gates, plan: plan) })
        }
      }
      var rows = [[Cell]](repeating: [], count: machines.count)
      for await (place, cells) in group { rows[place] = cells }
      return rows.flatMap { $0 }
    }
  }

  private static func show(_ title: String, _ cells: [Cell], gates: Int) {
    guard whole != nil else { return }
    var text = "\n\(title), \(gates) gates a cell: regressed / inconclusive / equal in %, rounds\n"
    for (place, cell) in cells.enumerated() {
      if place == 0 || cells[place - 1].machine != cell.machine { text += "  \(cell.machine)\n" }
      let shares = [GateVerdict.regressed, .inconclusive, .equal].map {
        "\((1000 * cell.count($0) / gates + 5) / 10)"
      }
      text += "    +\(cell.percent) %:  " + shares.joined(separator: " / ")
      text += "   \((10 * cell.rounds / gates + 5) / 10)\n"
    }
    print(text)
  }

  private static func bound(_ table: [Int: [String: Double]], _ cell: Cell) -> Double? {
    table[cell.percent].flatMap { $0[cell.machine] ?? $0[""] }
  }

  /// What a share of `gates` may differ from its expectation by, by chance: three deviations.
  private static func slack(_ share: Double, _ gates: Int) -> Double {
    3 * (share * (1 - share) / Double(gates)).squareRoot() + 0.5 / Double(gates)
  }

  @Test func verdictsAreWhatTheyHaveToBe() async {
    let gates = Self.whole ?? Self.sampleGates
    let percents = [0, 2, 3, 4, 5, 10]
    let cells = await Self.cells(
      SimulatedMachine.all, percents, gates: gates, plan: RoundPlan(batch: 5))
    Self.show("gates of up to \(RoundPlan(batch: 5).maximumRounds) rounds", cells, gates: gates)
    for cell in cells {
      let name = "\(cell.machine), +\(cell.percent) %"
      #expect(cell.openEquals == 0, "\(name): open intervals called equal")
      #expect(cell.count(.improved) == 0, "\(name): improved")
      let regressed = Double(cell.count(.regressed)) / Double(gates)
      if cell.percent == 0 { #expect(regressed == 0, "\(name): red without a change") }
      if let most = Self.bound(Self.most, cell) {
        #expect(regressed <= most + Self.slack(most, gates), "\(name): \(regressed) red")
      }
      if let least = Self.bound(Self.least, cell) {
        #expect(regressed >= least - Self.slack(least, gates), "\(name): \(regressed) red")
      }
    }
    #expect(cells.count == 14 * percents.count)
  }

  /// Fewer rounds see less: what a budget that ends early costs, and why the gate says so.
  @Test func fewerRoundsSeeLess() async {
    let gates = Self.whole ?? Self.sampleGates
    let machines = Array(SimulatedMachine.all.prefix(4))
    for rounds in [10, 30] {
      let cells = await Self.cells(
        machines, [0, 5], gates: gates,
        plan: RoundPlan(batch: 5, budgetSeconds: Double(rounds)))
      Self.show("gates that end after \(rounds) rounds", cells, gates: gates)
      for cell in cells {
        #expect(cell.openEquals == 0 && cell.rounds <= rounds * gates)
        #expect(cell.percent > 0 || cell.count(.regressed) == 0)
      }
    }
  }

  /// The machines do leave intervals open around changes that are small, which the gate called
  /// equal for as long as it went by the change alone.
  @Test func manyIntervalsStayOpen() {
    let plan = RoundPlan(batch: 5, budgetSeconds: 5)
    let rows = (0..<20).map { seed in
      Self.gate(SimulatedMachine.all[3], percent: 0, seed: seed, plan: plan).row
    }
    let open = rows.filter {
      $0.change.magnitude <= WallRule.minimumChange && ($0.upper > $0.floor || $0.lower < -$0.floor)
    }
    #expect(open.count >= 5 && open.allSatisfy { $0.verdict == .inconclusive })
  }

  // MARK: - Intervals

  /// A law of the rounds' ratios, whose median is 1.
  private enum Law: String, CaseIterable {
    case normal
    case logNormal = "log-normal"
    case uniform
    case heavyTails = "heavy tails"
    case skewed

    func draw(_ stream: inout RandomStream) -> Double {
      switch self {
      case .normal: return 1 + 0.02 * Double(stream.normal())
      case .logNormal: return Double(Math.exp(0.1 * stream.normal()))
      case .uniform: return 0.95 + 0.1 * stream.uniformDouble()
      case .heavyTails:
        let (one, other) = (Double(stream.normal()), Double(stream.normal()))
        let third = Double(stream.normal())
        return 1 + 0.01 * one / max(((other * other + third * third) / 2).squareRoot(), 0.01)
      case .skewed:
        // The median of the exponential law is the logarithm of 2.
        return 1 + 0.02 * (Double(stream.exponential()) - 0.693_147_180_559_945_3)
      }
    }
  }

  /// Nominal 95 %; four rounds are too few for the word, as the bounds say.
  private static let leastCoverage = [4: 0.85, 5: 0.92, 10: 0.93, 20: 0.92, 30: 0.92]

  private static func held(_ law: Law, rounds: Int, draws: Int) -> Int {
    var stream = RandomStream(seed: UInt64(rounds), name: "interval")
    return (0..<draws).count { draw in
      let one = FrameTimes.ofProcesses([Float](repeating: 1_000_000, count: rounds))
      let measured = FrameTimes.ofProcesses(
        (0..<rounds).map { _ in Float(1_000_000 * law.draw(&stream)) })
      let found = PairedComparison(
        base: one, control: one, measured: measured, steadiness: 0.05, seed: UInt64(draw),
        resampleCount: resamples)
      return found.lower <= 0 && 0 <= found.upper
    }
  }

  @Test func intervalsHoldTheTruth() {
    let draws = Self.whole == nil ? Self.sampleDraws : 600
    var text = "\nintervals of nominal 95 %, \(draws) draws: share that holds the truth\n"
    for law in Law.allCases {
      text += "  \(law.rawValue):"
      for rounds in [4, 5, 10, 20, 30] {
        let held = Self.held(law, rounds: rounds, draws: draws)
        let (share, least) = (Double(held) / Double(draws), Self.leastCoverage[rounds] ?? 1)
        text += "  n = \(rounds) \((1000 * held / draws + 5) / 10) %"
        #expect(
          share >= least - Self.slack(least, draws), "\(law.rawValue), \(rounds) rounds: \(share)")
      }
      text += "\n"
    }
    if Self.whole != nil { print(text) }
  }
}

extension FrameTimes {
  /// Processes of one frame.
  fileprivate static func ofProcesses(_ times: [Float]) -> FrameTimes {
    var table = FrameTimes(frameCount: 1)
    for time in times { table.append([time]) }
    return table
  }
}
