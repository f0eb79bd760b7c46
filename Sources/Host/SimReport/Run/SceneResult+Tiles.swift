import SimFormats
import SimImageAnalysis

/// One of the figures at the head of a run.
package struct Tile {
  /// What it is.
  package var label: String
  /// The figure.
  package var value: String
  /// What it is held to.
  package var note: String
  /// Whether a check on this figure failed.
  package var isFailed = false

  /// A figure that nothing is held to, or that keeps what it is held to.
  package init(_ label: String, _ value: String, _ note: String) {
    (self.label, self.value, self.note) = (label, value, note)
  }

  /// A value with its limit.
  init(_ summary: BudgetSummary) {
    self.init(summary.budget.measure.label, summary.valueWords ?? "–", summary.tileNote)
    isFailed = summary.status == .failed
  }
}

extension SceneResult {
  /// A tile for each thing that was measured; where a check of it failed, the tile is the check's.
  var tiles: [Tile] {
    var tiles: [Tile] = []
    func add(_ group: FigureGroup, _ usual: Tile?) {
      if let worst = failedBudgets(of: group).first {
        tiles.append(Tile(worst))
      } else if let usual {
        tiles.append(usual)
      }
    }
    add(.frame, frameTile)
    add(.hitches, lateTile)
    add(
      .device,
      prediction.summary.map {
        Tile("predicted on the device, p99", Quantity.time($0.high.nominal), $0.tileNote)
      })
    add(.allocations, allocationTile)
    add(.heap, nil)
    add(
      .touch,
      strokeLatency.flatMap { latency in
        latency.spread.p95.map {
          Tile(
            "touch to ink, p95", "\(Quantity.figure($0, decimals: 1)) ms",
            "\(FigureText.grouped(latency.spread.overLimit)) of "
              + CountWords.counted(latency.samples, "sample")
              + " of 50 ms or more; a lower bound")
        }
      })
    tiles += populationTiles
    add(
      .calmness,
      calmness.map {
        Tile(
          "change of light, worst", Quantity.percent($0.worstLuminanceChange.shortestDouble),
          "of full white from frame to frame")
      })
    add(.flash, nil)
    return tiles
  }

  private var frameTile: Tile {
    guard timing.measuredFrames > 0 else {
      return Tile("frame time", "–", gaps.first { $0.isTimed }?.reason ?? "not measured")
    }
    if let deciding = decidingBudget(of: .frame) { return Tile(deciding) }
    let interval = timing.frameIntervalNanoseconds
    let share = Double(timing.frame.p99) / Double(max(interval, 1))
    return Tile(
      "frame time, p99", Quantity.time(timing.frame.p99),
      "\(Quantity.percent(share)) of the frame interval \(Quantity.time(interval))")
  }

  private var lateTile: Tile? {
    guard let lateness = timing.lateness else { return nil }
    return Tile(
      "late frames", FigureText.grouped(UInt64(lateness.lateFrames)),
      "of \(FigureText.grouped(UInt64(timing.measuredFrames))) over \(timing.due.words), hitches "
        + "\(Quantity.plain(lateness.hitchMillisecondsPerSecond)) ms/s, \(lateness.bandWords)")
  }

  private var allocationTile: Tile {
    guard let steady = allocations.steadyTotal else {
      let reason = gaps.first { $0.path.hasPrefix("allocations") }?.reason
      return Tile("allocations", "–", reason ?? "not measured")
    }
    let first = allocations.firstFrame.map { frame in
      "first in frame \(FigureText.grouped(UInt64(frame))), \(allocations.firstPhase ?? "")"
    }
    return Tile(
      "allocations after warm-up", FigureText.grouped(steady),
      first ?? "\(FigureText.grouped(allocations.warmupTotal ?? 0)) in warm-up")
  }

  /// The first population with a cap, and every one that a failed check is about.
  private var populationTiles: [Tile] {
    guard wasObserved else {
      return populations.flatMap { failedBudgets(of: .population($0.name)) }.map { Tile($0) }
    }
    let usual = populations.first { $0.cap > 0 }?.name
    return populations.flatMap { population -> [Tile] in
      let name = population.name
      if let worst = failedBudgets(of: .population(name)).first { return [Tile(worst)] }
      if let claim = load.first(where: { $0.population == name && $0.status == .failed }) {
        var tile = Tile(
          name, FigureText.grouped(UInt64(population.maximum)),
          "load of \(FigureText.grouped(UInt64(claim.claimed))), carried for "
            + CountWords.counted(claim.longestRun, "frame") + " in a row, "
            + "\(claim.requiredRun) would prove it")
        tile.isFailed = true
        return [tile]
      }
      guard name == usual else { return [] }
      return [
        Tile(
          name, FigureText.grouped(UInt64(population.maximum)),
          "of \(FigureText.grouped(UInt64(population.cap))), "
            + CountWords.counted(population.framesAtCap, "frame") + " at the cap")
      ]
    }
  }
}
