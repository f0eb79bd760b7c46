import SimFormats
import SimMath
import SimStatistics

/// Costs fitted to the frames of a recording: averaged over stretches, none negative, errors in
/// proportion, so that cheap frames matter as much as dear ones.
struct RowFit {
  /// Means of a stretch of frames.
  struct Stretch {
    var size: Int
    /// Counts, column by column.
    var counts: [Double]
    /// Nanoseconds.
    var time: Double
    /// When it was, from 0 at the first to 1 at the last frame.
    var moment: Double
    var frameCount: Int
  }

  /// Sizes of the recording.
  let sizes: RowSizes
  /// Stretches without the frames that were left out.
  private(set) var stretches: [Stretch] = []
  /// How many those are.
  private(set) var outlierCount = 0
  /// Columns.
  let width: Int
  /// What each column costs.
  private(set) var costs: [Double] = []

  /// How far from the middle a frame of a size is left out, in standard deviations as the median
  /// deviation has them: about one frame in a million of even noise.
  private static var outlierDeviations: Double { 5 }
  /// Such a deviation is at least this share of a frame.
  private static var smallestDeviation: Double { 0.01 }

  /// Fits costs.
  ///
  /// - Parameters:
  ///   - counts: Counts of each row, column by column.
  ///   - times: Nanoseconds of each row, above 0.
  ///   - moments: When each row was, 0 to 1.
  ///   - length: Frames of a stretch.
  init(
    _ sizes: RowSizes, counts: [[Double]], times: [Double], moments: [Double], length: Int
  ) {
    self.sizes = sizes
    width = counts.first?.count ?? 0
    let ranges = sizes.stretches(length: length)
    var keeps = [Bool](repeating: true, count: times.count)
    gather(ranges, counts, times, moments, keeps)
    costs = fit()
    let ratios = times.indices.map { row in
      times[row] / max(Self.product(costs, counts[row]), .leastNormalMagnitude)
    }
    for size in sizes.sizes.indices {
      let rows = times.indices.filter { sizes.ofRow[$0] == size }
      let middle = Quantiles.median(rows.map { ratios[$0] })
      // For normal noise, this factor turns a median deviation into a standard deviation.
      let deviation = 1.4826 * Quantiles.median(rows.map { abs(ratios[$0] - middle) })
      let limit = Self.outlierDeviations * max(deviation, Self.smallestDeviation * middle)
      for row in rows where abs(ratios[row] - middle) > limit { keeps[row] = false }
    }
    outlierCount = keeps.count { !$0 }
    gather(ranges, counts, times, moments, keeps)
    costs = fit()
  }

  private mutating func gather(
    _ ranges: [Range<Int>], _ counts: [[Double]], _ times: [Double], _ moments: [Double],
    _ keeps: [Bool]
  ) {
    stretches = []
    for range in ranges {
      let rows = range.filter { keeps[$0] }
      guard !rows.isEmpty else { continue }
      var sum = Stretch(
        size: sizes.ofRow[range.lowerBound], counts: [Double](repeating: 0, count: width),
        time: 0, moment: 0, frameCount: rows.count)
      let share = 1 / Double(rows.count)
      for row in rows {
        for column in 0..<width { sum.counts[column] += counts[row][column] * share }
        sum.time += times[row] * share
        sum.moment += moments[row] * share
      }
      if sum.time > 0 { stretches.append(sum) }
    }
  }

  // MARK: - Fitting

  /// The stretches that the fit rests on.
  var fitted: [Stretch] { stretches.filter { !sizes.isHeldOut[$0.size] } }

  private func sums(_ stretches: [Stretch]) -> NonNegativeFit {
    var fit = NonNegativeFit(width: width)
    for stretch in stretches {
      fit.add(stretch.counts.map { $0 / stretch.time }, target: 1)
    }
    return fit
  }

  private func fit() -> [Double] { sums(fitted).nonNegative() }

  /// What repeated recordings would give.
  ///
  /// Costs fitted to the predicted times with residuals of stretches that are drawn again, widened
  /// by what the fit took from them (Efron, "Bootstrap Methods: Another Look at the Jackknife").
  ///
  /// - Returns: Costs by column, ascending over the rounds.
  func repeated(rounds: Int) -> [[Double]] {
    let fitted = fitted
    let predicted = fitted.map { Self.product(costs, $0.counts) }
    guard !fitted.isEmpty, predicted.allSatisfy({ $0 > 0 }) else { return costs.map { [$0] } }
    let ratios = zip(fitted, predicted).map { $0.time / $1 }
    let mean = ratios.reduce(0, +) / Double(ratios.count)
    let freedom = Double(max(fitted.count - width, 1))
    let widening = (Double(fitted.count) / freedom).squareRoot()
    let residuals = ratios.map { ($0 - mean) * widening }
    var stream = RandomStream(seed: 1, name: "calibrate.bootstrap")
    var drawn: [[Double]] = costs.map { _ in [] }
    for _ in 0..<rounds {
      var again = fitted
      for place in again.indices {
        let residual = residuals[Int(stream.nextUInt64() % UInt64(residuals.count))]
        // Above 0, since the fit divides by the time.
        again[place].time = predicted[place] * max(1 + residual, 0.01)
      }
      for (column, cost) in sums(again).nonNegative().enumerated() { drawn[column].append(cost) }
    }
    return drawn.map { $0.sorted() }
  }

  // MARK: - Judging

  static func product(_ costs: [Double], _ counts: [Double]) -> Double {
    var sum = 0.0
    for column in costs.indices { sum += costs[column] * counts[column] }
    return sum
  }

  /// Mean counts and time of every size.
  func means(heldOut: Bool) -> [Stretch] {
    sizes.sizes.indices.filter { sizes.isHeldOut[$0] == heldOut }.compactMap { size in
      let own = stretches.filter { $0.size == size }
      let frames = own.reduce(0) { $0 + $1.frameCount }
      guard frames > 0 else { return nil }
      var mean = Stretch(
        size: size, counts: [Double](repeating: 0, count: width), time: 0, moment: 0,
        frameCount: frames)
      for stretch in own {
        let share = Double(stretch.frameCount) / Double(frames)
        for column in 0..<width { mean.counts[column] += stretch.counts[column] * share }
        mean.time += stretch.time * share
      }
      return mean
    }
  }

  /// The share of the variation of sizes' times that the costs explain, errors in proportion.
  var determination: Double {
    let means = means(heldOut: false)
    let weights = means.map { 1 / ($0.time * $0.time) }
    let all = weights.reduce(0, +)
    let middle = zip(means, weights).reduce(0) { $0 + $1.0.time * $1.1 } / all
    var (unexplained, variation) = (0.0, 0.0)
    for (mean, weight) in zip(means, weights) {
      let (error, spread) = (mean.time - Self.product(costs, mean.counts), mean.time - middle)
      unexplained += weight * error * error
      variation += weight * spread * spread
    }
    return variation > 0 ? 1 - unexplained / variation : 0
  }

  /// How much slower the frames of a recording grew from its first to its last, as a share, beyond
  /// what counts explain; and by how much that may be wrong.
  ///
  /// The slope of the residuals over time when both are freed of what the counts can explain
  /// (Frisch, Waugh and Lovell). Where sizes only ever grew, counts can explain time itself, and
  /// the slope is uncertain.
  var drift: (share: Double, error: Double) {
    guard stretches.count > width + 2 else { return (0, .infinity) }
    let free = sums(stretches)
    var withMoments = NonNegativeFit(width: width + 1)
    var momentsSum = NonNegativeFit(width: width)
    var (square, count) = (0.0, 0.0)
    for stretch in stretches {
      let row = stretch.counts.map { $0 / stretch.time }
      let moment = (stretch.moment - 0.5) * Self.product(costs, stretch.counts) / stretch.time
      withMoments.add(row + [moment], target: 1)
      momentsSum.add(row, target: moment)
      square += moment * moment
      count += 1
    }
    // What counts leave of the moments, and what counts leave of the times with and without them.
    let left = momentsSum.unexplainedTarget(square)
    let without = free.unexplainedTarget(count)
    let with = withMoments.unexplainedTarget(count)
    guard left > 1e-9 * square, left > 0 else { return (0, .infinity) }
    let size = (max(without - with, 0) / left).squareRoot()
    // Each column takes a degree of freedom, and the moment one more.
    let variance = with / (count - Double(width) - 1)
    return (size * driftSign, (variance / left).squareRoot())
  }

  /// Whether late stretches took longer than predicted, or early ones.
  private var driftSign: Double {
    var sum = 0.0
    for stretch in stretches {
      let predicted = Self.product(costs, stretch.counts)
      sum += (stretch.time / max(predicted, .leastNormalMagnitude) - 1) * (stretch.moment - 0.5)
    }
    return sum < 0 ? -1 : 1
  }

  /// Sets of columns that rise and fall together: of each no more than a thousandth of its
  /// variation is its own.
  ///
  /// - Parameter constants: Columns that are the same in every row, and of which the first stands
  ///   for all.
  func collinear(constants: [Int]) -> [[Int]] {
    let sums = sums(fitted)
    let others = (0..<width).filter { !constants.contains($0) && sums.hasColumn($0) }
    let always = Array(constants.prefix(1))
    func own(_ column: Int, without: Int? = nil) -> Double {
      let alone = sums.unexplained(column, by: always)
      guard alone > 0 else { return 0 }
      let rest = always + others.filter { $0 != column && $0 != without }
      return sums.unexplained(column, by: rest) / alone
    }
    let flagged = others.filter { own($0) < FitRefusal.ownVariation }
    var groups: [[Int]] = []
    for column in flagged where !groups.contains(where: { $0.contains(column) }) {
      // Above 0, or rounding errors would pass for partners of a column with nothing of its own.
      let with = max(own(column), 1e-9)
      let partners = flagged.filter {
        $0 != column && own(column, without: $0) > 3 * with
      }
      groups.append(([column] + (partners.isEmpty ? flagged.filter { $0 != column } : partners)))
    }
    return groups
  }
}
