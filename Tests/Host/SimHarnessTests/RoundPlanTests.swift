import SimFormats
import SimHarness
import Testing

/// Goal: rounds go on for as long as anything is open and there is time, what ended them is said,
/// and what is said to settle the rest would.
///
/// Method: rounds that take planted times, and formulas worked out by hand for the rounds needed.
@Suite struct RoundPlanTests {
  /// A plan followed with rounds of such seconds, settled after so many.
  private func followed(
    _ plan: RoundPlan, seconds: [Double], settledAfter settled: Int = .max
  ) -> (record: RoundsRecord, looks: [Int]) {
    var (rounds, looks) = (0, [Int]())
    let record = plan.run {
      defer { rounds += 1 }
      return seconds[rounds % seconds.count]
    } look: {
      looks.append(rounds)
      return rounds >= settled ? .settled : nil
    }
    return (record, looks)
  }

  @Test func whatEndsThemIsKnown() {
    let settled = followed(RoundPlan(batch: 5), seconds: [1], settledAfter: 12)
    #expect(settled.record.end == .settled && settled.record.rounds == 15)
    #expect(settled.looks == [5, 10, 15] && settled.record.seconds == 15)
    let most = followed(RoundPlan(batch: 5), seconds: [1])
    #expect(most.record.end == .maximumRounds && most.record.rounds == 40)
    #expect(most.looks == [5, 10, 15, 20, 25, 30, 35, 40] && most.record.maximumRounds == 40)
    // The last look may settle it.
    #expect(followed(RoundPlan(batch: 5), seconds: [1], settledAfter: 40).record.end == .settled)
    let broken = RoundPlan(batch: 2).run {
      1
    } look: {
      .notDeterministic
    }
    #expect(broken.end == .notDeterministic && broken.rounds == 2)
  }

  @Test func budgetHoldsButForTheFirstRound() {
    for (budget, rounds, looks) in [
      (12.0, 12, [5, 10, 12]), (10, 10, [5, 10]), (10.5, 10, [5, 10]), (3, 3, [3]), (0.5, 1, [1]),
    ] {
      let found = followed(RoundPlan(batch: 5, budgetSeconds: budget), seconds: [1])
      #expect(found.record.end == .budget && found.record.rounds == rounds, "\(budget)")
      #expect(found.looks == looks && found.record.budgetSeconds == budget)
      #expect(found.record.seconds <= max(budget, 1))
    }
    // What is settled when the budget ends was not ended by it.
    let plan = RoundPlan(batch: 5, budgetSeconds: 12)
    #expect(followed(plan, seconds: [1], settledAfter: 11).record.end == .settled)
    // The slowest round so far is what the next one is expected to take.
    let uneven = followed(RoundPlan(batch: 2, budgetSeconds: 10), seconds: [4, 1, 1, 1, 1, 1])
    #expect(uneven.record.end == .budget && uneven.record.seconds == 7)
    // Slow scenarios have all rounds as well, up to ten minutes.
    #expect(followed(RoundPlan(batch: 5), seconds: [15]).record.end == .maximumRounds)
    let slow = followed(RoundPlan(batch: 5), seconds: [60])
    #expect(slow.record.end == .budget && slow.record.rounds == 10)
  }

  private func row(
    name: String = "step", _ change: Double, _ lower: Double, _ upper: Double,
    control: Double = 0, steadyRounds: Int = 30
  ) -> WallOutcome.Row {
    let judged = WallRule.judge(
      change: change, lower: lower, upper: upper, control: control, steadyRounds: steadyRounds)
    return WallOutcome.Row(
      name: name, nanoseconds: 1, change: change, lower: lower, upper: upper, control: control,
      floor: judged.floor, steadyRounds: steadyRounds, verdict: judged.verdict,
      isMeasurable: judged.isMeasurable)
  }

  /// An end at a distance of x from the change has to come as near as the floor is, which takes
  /// the square of their ratio times the rounds.
  @Test func roundsNeededGrowWithTheSquare() throws {
    // Half an interval of 6 % has to become 3 %, 2 % and 1 % wide: 4, 9 and 36 times the rounds.
    for (change, times) in [(0.0, 4), (0.01, 9), (-0.01, 9), (0.02, 36)] {
      let open = row(change, change - 0.06, change + 0.06, steadyRounds: 10)
      let rounds = try #require(open.roundsToSettle(after: 10))
      #expect((10 * times...10 * times + 1).contains(rounds), "\(change): \(rounds)")
    }
    // 5 % with an end at 0.96 % has to lose half of the distance; one round in two is steady.
    #expect(row(0.05, 0.0096, 0.2, steadyRounds: 10).roundsToSettle(after: 20) == 82)
    // What the reference differs by from itself comes down with the root as well: its 4 % are to
    // be less than 2.25 %, for which the change of 4.5 % lies beyond twice of it.
    let lifted = row(0.045, 0.045, 0.045, control: 0.04, steadyRounds: 10)
    #expect(try #require(lifted.roundsToSettle(after: 10)) == 32)
    // Four rounds have to be steady.
    #expect(row(0, -0.01, 0.01, steadyRounds: 2).roundsToSettle(after: 5) == 10)
    #expect(row(0, 0, 0, steadyRounds: 1).roundsToSettle(after: 5) == nil)
    // What lies on the edge stays there, for as many rounds as can be asked for.
    #expect(row(0.03, 0.02, 0.04).roundsToSettle(after: 30) == nil)
    #expect(row(0.029, -0.001, 0.059).roundsToSettle(after: 800) == nil)
  }

  @Test func remedyIsWhatHasToBePassed() throws {
    let plan = RoundPlan(batch: 5)
    var record = RoundsRecord(
      end: .budget, rounds: 10, seconds: 90, budgetSeconds: 90, maximumRounds: 40)
    let frame = row(name: "frame", 0, -0.02, 0.02, steadyRounds: 10)
    let step = row(name: "step", 0, -0.045, 0.045, steadyRounds: 10)
    let raster = row(name: "raster", 0, -0.0899, 0.0899, steadyRounds: 10)
    #expect(plan.remedy(for: [frame], after: record) == nil)
    let near = try #require(plan.remedy(for: [frame, step], after: record))
    #expect((23...24).contains(near.rounds) && near.firstRounds == nil)
    #expect(near.options == "--budget 5m" && near.seconds == 9 * Double(near.rounds))
    // The noisiest row says how many.
    let far = try #require(plan.remedy(for: [frame, step, raster], after: record))
    let first = try #require(far.firstRounds)
    #expect(far.rounds == 90 && first == 12)
    #expect(far.options == "--rounds \(first) --budget 17m")
    #expect(RoundPlan(batch: first).maximumRounds >= far.rounds)
    let milliseconds = try DurationText.milliseconds(of: far.budget)
    #expect(Double(milliseconds) / 1000 >= far.seconds)
    record.seconds = 3
    let quick = try #require(plan.remedy(for: [step], after: record))
    #expect(quick.options == "--budget 10s")
    // Where some cannot tell, all rounds of the plan; rows that those did not settle leave nothing
    // to pass.
    let untold = [step, row(0, 0, 0, steadyRounds: 1)]
    let most = try #require(plan.remedy(for: untold, after: record))
    #expect(!most.isEstimated && most.rounds == 40 && most.options == "--budget 20s")
    record.rounds = 40
    #expect(plan.remedy(for: [step, row(name: "draw", 0.03, 0, 0.06)], after: record) == nil)
  }
  /// 800 rounds can be asked for, and a few more cannot.
  @Test func roundsThatCanBeAskedForHaveALimit() {
    for (wanted, isWithin) in [(790.0, true), (810, false)] {
      let half = 0.01 * (wanted / 20).squareRoot()
      let open = row(0.02, 0.02 - half, 0.02 + half, steadyRounds: 20)
      #expect((open.roundsToSettle(after: 20) != nil) == isWithin)
    }
    #expect(RoundPlan(batch: 5).budgetSeconds == 600)
  }

  /// A quarter is spared, and what is more than a minute and a half is given in minutes.
  @Test func budgetsAreRoundedUp() throws {
    for (seconds, options) in [(71.9, "--budget 90s"), (72.1, "--budget 2m")] {
      // All 40 rounds of the plan, of which a quarter took a quarter of the time.
      let record = RoundsRecord(
        end: .budget, rounds: 10, seconds: seconds / 4, budgetSeconds: 90, maximumRounds: 40)
      let remedy = try #require(
        RoundPlan(batch: 5).remedy(for: [row(0, 0, 0, steadyRounds: 1)], after: record))
      #expect(remedy.options == options)
    }
  }
}
