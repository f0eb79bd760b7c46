import SimFormats
import SimRaster
import SimStatistics

/// Fits what a renderer costs to the frames that an app recorded on a device.
package enum RendererFit {
  /// How to fit.
  package struct Options {
    /// Recordings that are drawn again for the ends of intervals.
    package var rounds = 400
    /// Frames that are averaged.
    package var stretchFrames = 30

    /// Makes the default options.
    package init() {}
  }

  /// Fits both parts' costs, and the caps of ramps where the GPU was not timed.
  ///
  /// - Parameters:
  ///   - recording: Its counters are units of `DisplayWork`.
  ///   - hasGraphics: Whether something is known of the GPU's costs beforehand.
  package static func fit(
    _ recording: FrameRows, hasGraphics: Bool, options: Options = Options()
  ) -> RendererCalibration {
    var scenes: [String] = []
    for row in recording.rows where !scenes.contains(row.scene) { scenes.append(row.scene) }
    var result = RendererCalibration(
      device: recording.device, renderer: recording.renderer, frameRate: recording.frameRate,
      scenes: scenes, frameCount: recording.rows.count)
    result.keepsGraphics = hasGraphics
    result.processor = part(recording, options) { Double($0.processor) }
    if recording.rows.contains(where: { $0.graphics != nil }) {
      // A GPU's time that never came, as of a frame that was dropped, is no time of 0.
      result.graphics = part(recording, options) { $0.graphics.map { Double($0) } ?? 0 }
    } else {
      result.ramps = scenes.compactMap { scene in
        LateKnee.ramp(recording.rows.filter { $0.scene == scene }, options)
      }
    }
    return result
  }

  /// Names that a recording counts and that no renderer's costs know.
  package static func unknownCounters(_ recording: FrameRows) -> [String] {
    let known = DisplayWork.Unit.allCases.map { $0.name.description }
    return recording.counters.filter { !known.contains($0) }
  }

  /// A column of the fit: its name, and its count in a row.
  private struct Column {
    var name: String
    var count: (FrameRows.Row) -> Double
  }

  private static func part(
    _ recording: FrameRows, _ options: Options, _ time: (FrameRows.Row) -> Double
  ) -> RendererCalibration.PartFit {
    var fit = RendererCalibration.PartFit()
    let rows = recording.rows.filter { time($0) > 0 }
    guard let first = rows.first, let last = rows.last else {
      fit.refusals = [.tooFewSizes(fitted: 0, heldOut: 0)]
      return fit
    }
    var columns = [Column(name: "frame") { _ in 1 }]
    let candidates =
      [Column(name: "canvasPixel") { Double($0.canvasPixels) }]
      + recording.counters.enumerated().map { index, name in
        Column(name: name) { Double($0.work[index]) }
      }
    for column in candidates {
      let counts = rows.map(column.count)
      let (least, most) = (counts.min() ?? 0, counts.max() ?? 0)
      if most == 0 {
        fit.absent.append(column.name)
      } else if least == most {
        fit.constants.append(.init(name: column.name, count: most))
      } else {
        columns.append(column)
      }
    }
    let sizes = RowSizes(rows)
    if let refusal = sizes.refusal {
      fit.refusals = [refusal]
      return fit
    }
    let span = max(Double(last.nanoseconds - first.nanoseconds), 1)
    func fitted() -> RowFit {
      RowFit(
        sizes, counts: rows.map { row in columns.map { $0.count(row) } }, times: rows.map(time),
        moments: rows.map { Double($0.nanoseconds - first.nanoseconds) / span },
        length: options.stretchFrames)
    }
    var rowFit = fitted()
    fit.frameCount = rows.count
    // A scene that fills the canvas in every frame paints as many pixels as it has. That is not an
    // independent count, so the drawn units carry its cost.
    let canvas = columns.firstIndex { $0.name == "canvasPixel" }
    if let canvas,
      let group = rowFit.collinear(constants: [0]).first(where: { $0.contains(canvas) })
    {
      fit.holdingCanvas = group.filter { $0 != canvas }.sorted().map { columns[$0].name }
      columns.remove(at: canvas)
      rowFit = fitted()
    }
    judge(&fit, rowFit, columns.map(\.name), options)
    return fit
  }

  private static func judge(
    _ fit: inout RendererCalibration.PartFit, _ rowFit: RowFit, _ names: [String],
    _ options: Options
  ) {
    fit.outlierCount = rowFit.outlierCount
    let fitted = rowFit.means(heldOut: false)
    fit.sizeCount = fitted.count
    fit.determination = rowFit.determination
    fit.heldOut = rowFit.means(heldOut: true).map { mean in
      let size = rowFit.sizes.sizes[mean.size]
      return RendererCalibration.Check(
        scene: size.scene, size: size.text, measured: mean.time,
        predicted: RowFit.product(rowFit.costs, mean.counts))
    }
    let ends = rowFit.repeated(rounds: options.rounds)
    for column in names.indices {
      let cost = rowFit.costs[column]
      let (low, high) =
        ends[column].isEmpty
        ? (cost, cost)
        : (
          Quantiles.nearestRank(0.025, ofSorted: ends[column]),
          Quantiles.nearestRank(0.975, ofSorted: ends[column])
        )
      fit.costs.append(
        RendererCalibration.Cost(
          name: names[column],
          nanoseconds: CostInterval(min(low, cost), cost, max(high, cost)),
          largestShare: fitted.map { cost * $0.counts[column] / $0.time }.max() ?? 0))
    }
    let drift = rowFit.drift
    fit.drift = drift.share
    let groups = rowFit.collinear(constants: [0]).map { $0.sorted().map { names[$0] } }
    fit.refusals = refusals(fit, driftError: drift.error, collinear: groups)
  }

  /// Why fitted costs are not believed.
  ///
  /// - Parameters:
  ///   - driftError: The standard error of the drift.
  ///   - groups: Names of collinear counts.
  package static func refusals(
    _ fit: RendererCalibration.PartFit, driftError: Double, collinear groups: [[String]]
  ) -> [FitRefusal] {
    var refusals = groups.map { FitRefusal.collinear($0) }
    if abs(fit.drift) > FitRefusal.driftLimit, abs(fit.drift) > 2 * driftError {
      refusals.append(.drift(fit.drift))
    } else if 2 * driftError > FitRefusal.driftLimit, groups.isEmpty {
      refusals.append(.hiddenDrift(2 * driftError))
    }
    if fit.determination < FitRefusal.requiredDetermination {
      refusals.append(.unexplained(fit.determination))
    }
    let worst = fit.heldOut.map(\.error).max() ?? .infinity
    if worst > FitRefusal.heldOutLimit { refusals.append(.heldOutError(worst)) }
    // What cannot be told apart is vague, too, and has been said.
    guard groups.isEmpty else { return refusals }
    for cost in fit.costs where cost.largestShare >= FitRefusal.mattersShare {
      let ends = cost.nanoseconds
      let share =
        max(ends.nominal - ends.optimistic, ends.pessimistic - ends.nominal) / ends.nominal
      if share > FitRefusal.intervalLimit {
        refusals.append(.vague(name: cost.name, share: share))
      }
    }
    return refusals
  }
}
