import SimbenchKit

/// Finds the part of a letter that the ink represents.
///
/// Mean and spread place a complete letter well but an unfinished one badly: the mean of three
/// quarters of an `o` is not the center of the ring. So every run of the letter in writing order,
/// between any two places and across strokes, is tried: the ink gets the run's mean and spread. The
/// runs with the lowest costs are refined by moving and scaling the ink, and the best one is
/// compared with the whole letter.
///
/// - The cost of ink is its mean squared distance to the letter, the cost of the letter that to the
///   ink, both limited to `reach` and relative to its square.
/// - A run wins over the whole letter only if its ink cost is at most `largestCost`, and if that
///   cost, plus the increase of the letter's cost, is below the whole letter's ink cost by the
///   factor `advantage`: writers are not exact, and a run almost always fits slightly better than
///   the letter.
/// - If the ink does not match the run exactly, the run must also leave out `smallestRest` of the
///   letter: a whole `b` with a short stem fits a `b` without the end of its stem better.
///
/// Method: moments of runs from cumulative sums along the letter; Gauss–Newton steps on the
/// distance to the nearest chord, with Tukey's weights. Steps along a chord are damped, so that
/// values that the ink leaves undetermined, such as the length of a single straight line, stay as
/// in the run. Rejected: the best run without the comparison, which reduced the mean coverage of 70
/// recordings by other people from 0.875 to 0.807; and ink within 2 mm, which completed two more of
/// them but increased the mean Hausdorff distance from 10.3 to 11.1 mm.
///
/// - Complexity: O(n² m) for n cells and m points, with about 200 runs.
struct LetterFit {
  /// A uniform scale, then a translation in heights of the letter.
  struct Pose: Equatable {
    var scale: Float = 1
    var offset = Vector2.zero

    func apply(_ point: Vector2) -> Vector2 { point * scale + offset }
  }

  /// The distance, in heights of the letter, within which ink represents it: 6 mm of 60.
  private static var reach: Float { 0.1 }
  /// The distance within which ink is attracted to the letter.
  private static var pull: Float { 0.15 }
  /// The factor by which a run's cost must be below the whole letter's.
  private static var advantage: Float { 2 }
  /// The maximum ink cost of a part: a constant distance of 0.75 mm at a height of 60 mm.
  private static var largestCost: Float { 0.0156 }
  /// The ink cost up to which ink matches exactly: a constant distance of 0.25 mm at a height of 60
  /// mm.
  private static var exactCost: Float { 0.0017 }
  /// The minimum fraction of the letter in a run.
  private static var smallestRun: Float { 0.3 }
  /// The minimum fraction of the letter that an inexact run must leave out.
  private static var smallestRest: Float { 0.15 }
  /// The weight of the letter's cost when runs are compared.
  private static var letterWeight: Float { 0.5 }
  /// The number of runs that are refined.
  private static var keptCount: Int { 3 }
  /// The maximum number of refinement steps.
  private static var stepCount: Int { 32 }
  /// The approximate number of cells of a letter.
  private static var cellCount: Float { 48 }

  private let ink: [Vector2]
  private let inkCenter: Vector2
  private let inkSpread: Float
  private let letter: LetterCells

  /// Takes ink that is placed over the whole letter, as points at even distances along its lines.
  init(_ ink: [Vector2], strokes: [[Vector2]]) {
    self.ink = ink
    letter = LetterCells(strokes, count: Self.cellCount)
    let center = ink.reduce(Vector2.zero, +) * (1 / Float(ink.count))
    inkCenter = center
    inkSpread =
      (ink.reduce(0) { $0 + ($1 - center).lengthSquared } / Float(ink.count)).squareRoot()
  }

  /// The pose of the ink on the part that it represents; nil if the whole letter fits as well.
  ///
  /// It is exact if the ink matches that part within `exactCost`.
  func part() -> (pose: Pose, isExact: Bool)? {
    let whole = cost(of: Pose())
    guard whole.ink > Self.exactCost, inkSpread > 0 else { return nil }
    var best: (pose: Pose, cost: Cost)?
    for run in distinctRuns() {
      let pose = refined(run)
      let cost = cost(of: pose)
      guard cost.letter <= 1 - Self.smallestRun, cost.sum < best?.cost.sum ?? .infinity else {
        continue
      }
      best = (pose, cost)
    }
    guard let best, best.cost.ink <= Self.largestCost else { return nil }
    let loss = max(0, best.cost.letter - whole.letter)
    guard (best.cost.ink + loss) * Self.advantage < whole.ink else { return nil }
    let isExact = best.cost.ink <= Self.exactCost
    guard isExact || best.cost.letter >= Self.smallestRest else { return nil }
    return (best.pose, isExact)
  }

  /// The strokes of the letter that the ink covers in a pose, and their fraction of its length.
  func explained(_ pose: Pose) -> (strokes: [[Vector2]], share: Float) {
    let placed = ink.map { pose.apply($0) }
    return letter.part { cell in
      placed.contains { ($0 - cell).lengthSquared <= Self.reach * Self.reach }
    }
  }

  // MARK: - Costs

  /// The costs of ink and letter, each from 0 to 1.
  private struct Cost {
    let ink: Float
    let letter: Float

    var sum: Float { ink + letter * LetterFit.letterWeight }
  }

  private func cost(of pose: Pose) -> Cost {
    let limit = Self.reach * Self.reach
    var nearest = [Float](repeating: limit, count: letter.points.count)
    var inkSum: Float = 0
    for point in ink {
      let placed = pose.apply(point)
      inkSum += min(letter.nearest(to: placed).distanceSquared, limit)
      for index in nearest.indices {
        nearest[index] = min(nearest[index], (placed - letter.points[index]).lengthSquared)
      }
    }
    return cost(inkSum / Float(ink.count), nearest)
  }

  /// An approximate cost from cells and half of the ink.
  private func roughCost(of pose: Pose) -> Cost {
    let limit = Self.reach * Self.reach
    var nearest = [Float](repeating: limit, count: letter.points.count)
    var inkSum: Float = 0
    for point in stride(from: 0, to: ink.count, by: 2) {
      let placed = pose.apply(ink[point])
      var minimum = limit
      for index in nearest.indices {
        let squared = (placed - letter.points[index]).lengthSquared
        minimum = min(minimum, squared)
        nearest[index] = min(nearest[index], squared)
      }
      inkSum += minimum
    }
    return cost(inkSum * 2 / Float(ink.count), nearest)
  }

  private func cost(_ ink: Float, _ nearest: [Float]) -> Cost {
    var sum: Float = 0
    for index in nearest.indices { sum += nearest[index] * letter.weights[index] }
    let unit = 1 / (Self.reach * Self.reach)
    return Cost(ink: ink * unit, letter: sum * unit)
  }

  // MARK: - Runs

  /// The runs with the lowest costs, without near duplicates.
  private func distinctRuns() -> [Pose] {
    let runs = allRuns()
    let costs = runs.map { roughCost(of: $0).sum }
    var kept: [Pose] = []
    while kept.count < Self.keptCount {
      var best: Int?
      for index in runs.indices where costs[index] < best.map({ costs[$0] }) ?? .infinity {
        if kept.allSatisfy({ !isLike($0, runs[index]) }) { best = index }
      }
      guard let best else { break }
      kept.append(runs[best])
    }
    return kept
  }

  /// Whether two poses would probably be refined to the same result.
  private func isLike(_ one: Pose, _ other: Pose) -> Bool {
    (one.apply(inkCenter) - other.apply(inkCenter)).length <= 0.05
      && (one.scale / other.scale - 1).magnitude <= 0.1
  }

  /// The poses that give the ink the mean and spread of every run, in steps of two cells.
  private func allRuns() -> [Pose] {
    var runs: [Pose] = []
    for first in stride(from: 0, to: letter.points.count, by: 2) {
      var (weight, sum, squares): (Float, Vector2, Float) = (0, .zero, 0)
      for index in first..<letter.points.count {
        let (point, own) = (letter.points[index], letter.weights[index])
        weight += own
        sum += point * own
        squares += point.lengthSquared * own
        guard index & 1 == 1, weight >= Self.smallestRun else { continue }
        let center = sum * (1 / weight)
        let scale = max(0, squares / weight - center.lengthSquared).squareRoot() / inkSpread
        runs.append(Pose(scale: scale, offset: center - inkCenter * scale))
      }
    }
    return runs
  }

  /// A pose, moved and scaled to minimize the distance of the ink from the letter.
  private func refined(_ start: Pose) -> Pose {
    var pose = start
    for _ in 0..<Self.stepCount {
      let middle = pose.apply(inkCenter)
      var step = FitStep()
      for point in stride(from: 0, to: ink.count, by: 2) {
        let placed = pose.apply(ink[point])
        let near = letter.nearest(to: placed)
        let share = 1 - near.distanceSquared / (Self.pull * Self.pull)
        guard share > 0 else { continue }
        step.add(near, from: placed, arm: placed - middle, weight: share * share)
      }
      guard let (growth, move) = step.solved() else { break }
      let factor = 1 + min(max(growth, -0.2), 0.2)
      pose.scale *= factor
      pose.offset = middle + move - inkCenter * pose.scale
      if (factor - 1).magnitude < 1e-5 && move.length < 1e-5 { break }
    }
    return pose
  }
}

/// The normal equations of a step: a scaling about the ink's center and a translation.
private struct FitStep {
  private var (a00, a01, a02): (Float, Float, Float) = (0, 0, 0)
  private var (a11, a12, a22): (Float, Float, Float) = (0, 0, 0)
  private var (b0, b1, b2): (Float, Float, Float) = (0, 0, 0)

  /// The damping of a step along a chord.
  private static var damping: Float { 0.02 }

  /// Adds a point of ink that is attracted across its nearest chord, or to a stroke's end.
  mutating func add(
    _ near: LetterCells.Nearest, from point: Vector2, arm: Vector2, weight: Float
  ) {
    let across = Vector2(-near.along.y, near.along.x)
    let gap = near.point - point
    add(arm.dot(across), across, gap.dot(across), weight)
    if near.isBeyondEnd {
      add(arm.dot(near.along), near.along, gap.dot(near.along), weight)
    } else {
      add(arm.dot(near.along), near.along, 0, weight * Self.damping)
    }
  }

  private mutating func add(_ arm: Float, _ axis: Vector2, _ gap: Float, _ weight: Float) {
    a00 += weight * arm * arm
    a01 += weight * arm * axis.x
    a02 += weight * arm * axis.y
    a11 += weight * axis.x * axis.x
    a12 += weight * axis.x * axis.y
    a22 += weight * axis.y * axis.y
    b0 += weight * arm * gap
    b1 += weight * axis.x * gap
    b2 += weight * axis.y * gap
  }

  /// Solves by Cramer's rule; nil if the equations are singular.
  func solved() -> (growth: Float, move: Vector2)? {
    let c00 = a11 * a22 - a12 * a12
    let c01 = a02 * a12 - a01 * a22
    let c02 = a01 * a12 - a02 * a11
    let determinant = a00 * c00 + a01 * c01 + a02 * c02
    guard determinant.magnitude > 1e-12 else { return nil }
    let c11 = a00 * a22 - a02 * a02
    let c12 = a01 * a02 - a00 * a12
    let c22 = a00 * a11 - a01 * a01
    let unit = 1 / determinant
    return (
      (c00 * b0 + c01 * b1 + c02 * b2) * unit,
      Vector2(c01 * b0 + c11 * b1 + c12 * b2, c02 * b0 + c12 * b1 + c22 * b2) * unit
    )
  }
}
