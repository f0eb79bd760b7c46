import SimAppModels
import SimRuntime
import SimWorld
import Testing

/// Goal: whatever the power does, what was acknowledged is kept, whole, and what was deleted is
/// gone.
///
/// Method: a gallery with a picture adds another, deletes or marks one; the power fails before and
/// after every step on the disk, and everything that was not synced then has every fate: each
/// sector old, new or zero, each name changed or not, each sync on its way done or not.
struct GalleryTests {
  /// What came of all losses of power.
  private struct Losses {
    var moments = 0
    var fates = 0
    var counts = Set<UInt32>()
    var broken: String?
  }

  /// The history up to the task: a picture is kept.
  private static func plan(_ task: SketchEvent, _ bug: SketchBug?) -> WorldPlan {
    var actions = SketchRun.ready + [SketchRun.act(1, .go, identity: 1)]
    if task == .go {
      actions += [SketchRun.act(60, .anotherStyle), SketchRun.act(70, .go, identity: 2)]
    } else {
      actions.append(SketchRun.act(70, task, 0))
    }
    // Whatever the time: they are given to the world where they are due.
    actions.append(SketchRun.act(3000, .powerLoss))
    actions.append(SketchRun.act(3010, .launch))
    actions.append(SketchRun.act(3020, .powerLoss))
    actions.append(SketchRun.act(3030, .launch))
    var plan = SketchRun.plan(actions)
    plan.plantedBug = bug?.rawValue ?? 0
    return plan
  }

  private static func losses(_ task: SketchEvent, _ bug: SketchBug? = nil) -> Losses {
    var losses = Losses()
    let plan = plan(task, bug)
    var simulation = WorldSimulation<SketchModel>(plan)
    while let event = simulation.next, event.common != .powerLoss {
      let isStep = event.time >= 70_000_000_000 && event.channel == .disk
      if isStep { lose(simulation, plan, &losses) }
      simulation.apply(event)
      if isStep { lose(simulation, plan, &losses) }
      // What is broken is found: a disk that syncs too little has millions of fates more.
      guard losses.broken == nil else { break }
    }
    return losses
  }

  /// Loses the power now, in every way; then starts, loses it again, and starts.
  private static func lose(
    _ simulation: WorldSimulation<SketchModel>, _ plan: WorldPlan, _ losses: inout Losses
  ) {
    losses.moments += 1
    var luck = ScriptedLuck()
    repeat {
      var lost = simulation
      var judge = PropertyChecker(SketchModel.described.properties)
      lost.world.luck = luck
      lost.skipToEnd(leaving: 4)
      for _ in 0..<4 {
        guard let event = lost.nextAction else { break }
        lost.apply(event)
        lost.judge(by: &judge)
        // What luck was asked belongs to the first loss alone.
        if let used = lost.world.luck { luck = used }
        lost.world.luck = nil
        while let due = lost.next, due.channel != .outside {
          lost.apply(due)
          lost.judge(by: &judge)
        }
      }
      losses.fates += 1
      losses.counts.insert(lost.model.app.gallery.manifest.count)
      if let failure = judge.failure, losses.broken == nil {
        losses.broken = "\(SketchModel.described.properties[failure.property].name)"
      }
    } while losses.broken == nil && luck.advance()
  }

  @Test(arguments: [SketchEvent.go, .delete, .favorite])
  func noLossOfPowerLosesAnything(task: SketchEvent) {
    let losses = Self.losses(task)
    let steps = task == .go ? 12 : task == .delete ? 7 : 4
    #expect(losses.moments == 2 * steps)
    // A file that was never synced is gone with its name: few things are left to luck.
    #expect(losses.fates > losses.moments)
    #expect(losses.broken == nil, "\(losses.broken ?? "")")
    // Both outcomes come up where there are two.
    #expect(losses.counts == (task == .go ? [1, 2] : task == .delete ? [0, 1] : [1]))
  }

  /// The same with a gallery that writes the manifest first, or does not sync: found.
  @Test(arguments: [SketchBug.manifestFirst, .unsyncedBlob])
  func plantedFaultsAreFound(bug: SketchBug) {
    #expect(Self.losses(.go, bug).broken == "gallery-kept")
  }
}
