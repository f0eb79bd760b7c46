import SimAppModels
import SimMath
import SimRuntime
import SimWorld
import TestTier
import Testing

/// Goal: what is written and shown at the limits is what the product says, to the millisecond.
@Suite struct CameraSettingsTests {
  /// A slider's changes are written 300 ms after the last one.
  @Test(
    arguments: [
      ([0, 100, 250, 540], [840]), ([0, 100, 401], [400, 701]), ([0, 300], [600]),
    ] as [([UInt64], [UInt64])])
  func slidersAreWrittenOnce(changes: [UInt64], writes: [UInt64]) {
    let run = SelfieRun(
      SelfieRun.plan(hasPro: false) {
        for (index, time) in changes.enumerated() {
          $0.set(.size, UInt32(70 + index), at: time)
        }
      })
    #expect(run.broken == nil)
    #expect(run.times(.writes) == writes.map { $0 + 10_000 })
    #expect(run.stored[.size] == UInt32(69 + changes.count))
  }

  /// Another edit, Sync Now and leaving the app do not wait, and take the slider along.
  @Test func othersTakeSlidersAlong() {
    for way in 0..<3 {
      let run = SelfieRun(
        SelfieRun.plan(hasPro: false) {
          $0.set(.opacity, 50, at: 0)
          switch way {
          case 0: $0.set(.grid, 1, at: 200)
          case 1: $0.happen(.syncNow, at: 200)
          default: $0.add(.inactive, at: 10_200 * Nanoseconds.millisecond)
          }
          $0.add(.quiet, at: 20 * Nanoseconds.second)
        })
      #expect(run.broken == nil)
      #expect(run.times(.writes) == [10_200])
      #expect(run.stored[.opacity] == 50 && run.stored[.grid] == (way == 0 ? 1 : 0))
    }
  }

  /// Without Pro a stored premium value stays when another is chosen, and goes for a free one.
  @Test func freeValuesOverwrite() {
    for (value, stored) in [(UInt32(2), UInt32(3)), (1, 1)] {
      let run = SelfieRun(
        SelfieRun.plan(hasPro: true) {
          $0.set(.timer, 3, at: 0)
          $0.happen(.pro, 0, at: 100)
          $0.set(.timer, value, at: 200)
        })
      #expect(run.broken == nil)
      #expect(run.stored[.timer] == stored)
      #expect(run.times(.refuses).count == (value == 2 ? 1 : 0))
      #expect(run.simulation.model.app.shown[.timer] == (value == 2 ? 0 : 1))
    }
  }

  /// A loss of Pro in a countdown of 10 s leaves it and its HDR as they were.
  @Test func countdownsKeepWhatTheyBeganWith() {
    let run = SelfieRun(
      SelfieRun.plan(hasPro: true) {
        $0.set(.timer, 3, at: 0)
        $0.set(.hdr, 1, at: 1)
        $0.happen(.shutter, at: 100)
        $0.happen(.pro, 0, at: 5000)
        $0.happen(.shutter, at: 12_000)
      })
    #expect(run.broken == nil)
    #expect(run.reached.contains("loss-in-countdown"))
    #expect(run.times(.captures) == [20_100, 22_000])
    let captured = run.seen.filter { $0.what == .captures }.map { $0.first >> 9 & 7 }
    #expect(captured == [1, 0])
  }

  @Test func syncNowGivesUp() {
    let run = SelfieRun(
      SelfieRun.plan(hasPro: false) {
        $0.add(.offline, at: 9 * Nanoseconds.second)
        $0.happen(.syncNow, at: 0)
        $0.add(.online, at: 30 * Nanoseconds.second)
        $0.happen(.syncNow, at: 25_000)
      })
    #expect(run.broken == nil)
    #expect(run.times(.givesUp) == [20_000])
    #expect(run.times(.synced).count == 1)
  }

  /// Both devices edit while they cannot reach each other: each field has the newer value, and each
  /// device writes once more at most.
  @Test func devicesMergeByField() {
    let run = SelfieRun(
      SelfieRun.plan(hasPro: false) {
        $0.happen(.reach, 0, at: 0)
        $0.set(.grid, 1, at: 100)
        $0.set(.flash, 2, at: 200)
        $0.happen(.peerSet, UInt64(SelfieField.flash.rawValue), 1, at: 300)
        $0.happen(.peerSet, UInt64(SelfieField.camera.rawValue), 1, at: 400)
        $0.happen(.reach, 1, at: 20_000)
      })
    #expect(run.broken == nil && run.reached.contains("merge-conflict"))
    // The flash: counters 2 and 1.
    #expect(run.stored[.flash] == 2 && run.stored[.grid] == 1 && run.stored[.camera] == 1)
    #expect(run.simulation.model.peer.record == run.simulation.model.app.device.record)
    #expect(run.times(.writes).count + run.times(.peerWrites).count == 5)
  }

  /// A new account gets the device's settings, and the old one is as it was when it returns.
  @Test func accountsKeepTheirSettings() {
    let run = SelfieRun(
      SelfieRun.plan(hasPro: false) {
        $0.set(.grid, 1, at: 0)
        $0.happen(.account, 0, 1, at: 10_000)
        $0.set(.grid, 0, at: 20_000)
        $0.happen(.account, 0, 0, at: 30_000)
      })
    #expect(run.broken == nil && run.reached.isSuperset(of: ["new-account", "account-change"]))
    #expect(run.stored[.grid] == 1)
    let cloud = run.simulation.model.store.cloudWords(forKey: SelfieDevice.key, account: 1)
    #expect(cloud.flatMap { SelfieRecord($0) }?.settings[.grid] == 0)
  }

  /// An account that changes while the process is dead is found at launch.
  @Test func accountsMayChangeBetweenLaunches() {
    let run = SelfieRun(
      SelfieRun.plan(hasPro: false) {
        $0.happen(.account, 1, 1, at: 0)
        $0.happen(.peerSet, UInt64(SelfieField.grid.rawValue), 1, at: 5000)
        $0.set(.flash, 1, at: 6000)
        $0.add(.kill, at: 30 * Nanoseconds.second)
        $0.happen(.account, 0, 1, at: 25_000)
        $0.add(.launch, at: 50 * Nanoseconds.second)
      })
    #expect(run.broken == nil && run.reached.contains("account-at-launch"))
    #expect(run.stored[.grid] == 1 && run.stored[.flash] == 0)
  }

  // MARK: - All settings

  /// The stored settings of a number below 2,688: color, timer, quality, HDR and four switches.
  private static func premium(_ number: Int) -> [UInt32] {
    var (rest, values) = (number, [UInt32]())
    for count in [7, 4, 2, 3, 2, 2, 2, 2] {
      values.append(UInt32(rest % count))
      rest /= count
    }
    return values
  }

  /// The table of the product: what applies without Pro.
  private static let free: [[UInt32]] = [
    [0, 1, 0, 0, 0, 0, 0], [0, 1, 0, 0], [0, 0], [0, 0, 0], [0, 0], [0, 0], [0, 0], [0, 0],
  ]
  /// Which sets change what is stored without Pro.
  private static let isFree: [[Bool]] = [
    [true, true, false, false, false, false, false], [true, true, false, false], [true, false],
    [false, false, false], [false, false], [false, false], [false, false], [false, false],
  ]

  @Test func fourSettingsLoseNothing() {
    var count = 0
    for number in 0..<2688 {
      let values = Self.premium(number)
      var settings = SelfieSettings()
      settings.values.replaceSubrange(0..<8, with: values)
      #expect(settings.effective(hasPro: true) == settings)
      if settings.effective(hasPro: false) == settings { count += 1 }
    }
    #expect(count == 4)
  }

  private struct Probe {
    var stored: [UInt32]
    var shown: [UInt32]
  }

  /// Every stored combination, with and without Pro, and every set: what is stored and what applies
  /// afterwards are those of the table, in the running model.
  @Test func everySettingAndEverySet() {
    var (plan, probes) = (SelfieRun.plan(hasPro: true) { _ in }, [UInt64: Probe]())
    var (time, current, count) = (UInt64(0), [UInt32](repeating: 0, count: 8), 0)
    func move(to target: [UInt32]) {
      for (place, value) in target.enumerated() where current[place] != value {
        time += 1
        plan.set(SelfieField.allCases[place], value, at: time)
      }
      current = target
    }
    for number in stride(from: 0, to: 2688, by: Tier.isDebug ? 331 : 1) {
      let stored = Self.premium(number)
      for (place, options) in Self.free.enumerated() {
        for value in options.indices {
          for hasPro in [true, false] {
            move(to: stored)
            time += 1
            if !hasPro { plan.happen(.pro, 0, at: time) }
            time += 1
            plan.set(SelfieField.allCases[place], UInt32(value), at: time)
            if hasPro || Self.isFree[place][value] { current[place] = UInt32(value) }
            let shown = current.enumerated().map {
              hasPro ? $1 : Self.free[$0][Int($1)]
            }
            probes[10_000 + time] = Probe(stored: current, shown: shown)
            time += 1
            if !hasPro { plan.happen(.pro, 1, at: time) }
            count += 1
          }
        }
      }
    }
    #expect(Tier.isDebug || count == 129_024)
    check(plan, probes)
  }

  private func check(_ plan: WorldPlan, _ probes: [UInt64: Probe]) {
    var simulation = WorldSimulation<SelfieModel>(plan)
    var (judge, found) = (PropertyChecker(SelfieModel.self), 0)
    while let event = simulation.next, judge.failure == nil {
      simulation.apply(event)
      simulation.judge(by: &judge)
      guard event.own(SelfieEvent.self) == .set,
        let probe = probes[simulation.world.clock.now / Nanoseconds.millisecond]
      else { continue }
      found += 1
      let app = simulation.model.app
      guard Array(app.device.record.settings.values[..<8]) == probe.stored,
        Array(app.shown.values[..<8]) == probe.shown
      else {
        Issue.record("\(probe) at \(event)")
        return
      }
    }
    #expect(found == probes.count && judge.failure == nil)
  }
}
