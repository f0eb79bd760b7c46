import SimAppModels
import SimWorld
import Testing

/// Goal: whatever the power does, what was acknowledged is kept, whole, and what was deleted is
/// gone.
///
/// Method: a gallery with a picture adds another, deletes or marks one; the power fails at every
/// step on the disk, and everything that was not synced then has every fate, one history each.
struct GalleryTests {
  /// Fates drawn by counting, at most so many of each failure, evenly among all there are.
  #if DEBUG
    private static let historiesOfAFailure = 40
  #else
    private static let historiesOfAFailure = 400
  #endif

  /// A history that ends with a loss of power at a time, and the start after it.
  private static func run(_ task: SketchEvent, failsAt time: Double, fate: UInt64) -> SketchRun {
    var actions = SketchRun.ready + [SketchRun.act(1, .go, identity: 1)]
    if task == .go {
      actions.append(SketchRun.act(60, .anotherStyle))
      actions.append(SketchRun.act(70, .go, identity: 2))
    } else {
      actions.append(SketchRun.act(70, task, 0))
    }
    var failure = SketchRun.act(time, .powerLoss)
    failure.identity = fate
    actions.append(failure)
    actions.append(SketchRun.act(time + 5, .launch))
    return SketchRun(SketchRun.plan(actions))
  }

  /// When the task's steps on the disk begin and end, in seconds.
  private static func steps(of task: SketchEvent) -> [Double] {
    let run = StepTimes(task)
    return run.times
  }

  @Test(arguments: [SketchEvent.go, .delete, .favorite])
  func noLossOfPowerLosesAnything(task: SketchEvent) {
    let steps = Self.steps(of: task)
    #expect(steps.count == (task == .go ? 12 : task == .delete ? 7 : 4))
    var (histories, counts) = (0, Set<UInt32>())
    for time in steps {
      // Right before the step is done, and right after it.
      for moment in [time - 0.000_01, time + 0.000_01] {
        for fate in 0..<UInt64(Self.historiesOfAFailure) {
          let run = Self.run(task, failsAt: moment, fate: fate)
          histories += 1
          counts.insert(run.simulation.model.app.gallery.manifest.count)
          guard run.broken == nil else {
            Issue.record("\(task) at \(moment), fate \(fate): \(run.broken ?? "")")
            return
          }
        }
      }
    }
    #expect(histories == 2 * steps.count * Self.historiesOfAFailure)
    // Both outcomes come up where there are two.
    #expect(counts == (task == .go ? [1, 2] : task == .delete ? [0, 1] : [1]))
  }

  /// The same with a gallery that writes the manifest first, or does not sync: found.
  @Test(arguments: [SketchBug.manifestFirst, .unsyncedBlob])
  func plantedFaultsAreFound(bug: SketchBug) {
    var found = 0
    for time in Self.steps(of: .go) {
      for fate in 0..<UInt64(40) {
        var actions = SketchRun.ready + [SketchRun.act(1, .go, identity: 1)]
        actions.append(SketchRun.act(60, .anotherStyle))
        actions.append(SketchRun.act(70, .go, identity: 2))
        var failure = SketchRun.act(time + 0.000_01, .powerLoss)
        failure.identity = fate
        actions += [failure, SketchRun.act(time + 5, .launch)]
        var plan = SketchRun.plan(actions)
        plan.plantedBug = bug.rawValue
        if SketchRun(plan).broken != nil { found += 1 }
      }
    }
    #expect(found > 0)
  }
}

/// When the steps on the disk of a task after the first picture are done.
private struct StepTimes {
  private(set) var times: [Double] = []

  init(_ task: SketchEvent) {
    var actions = SketchRun.ready + [SketchRun.act(1, .go, identity: 1)]
    if task == .go {
      actions += [SketchRun.act(60, .anotherStyle), SketchRun.act(70, .go, identity: 2)]
    } else {
      actions.append(SketchRun.act(70, task, 0))
    }
    var simulation = WorldSimulation<SketchModel>(SketchRun.plan(actions))
    while let event = simulation.next {
      simulation.apply(event)
      if event.time >= 70_000_000_000, event.channel == .disk {
        times.append(Double(event.time) / 1e9)
      }
    }
  }
}
