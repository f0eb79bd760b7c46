import SimbenchKit

/// Looks for the part of a letter that explains ink.
///
/// Mean and spread place a whole letter well and an unfinished one badly: of three quarters of an
/// `o` the mean is not the ring's center. So every run of the letter in the order of writing, from
/// any place to any later one and across strokes, is taken for what was meant: the ink is given the
/// run's mean and spread. The runs that explain ink and letter best are moved and scaled until the
/// ink fits, and the best of those is compared with the whole letter.
///
/// - Ink costs the squared distance to the letter, the letter that to the ink, both up to `reach`
///   and in its square.
/// - A run wins over the whole letter only if its ink is within `largestCost`, and if that, and
///   what of the letter it leaves out that the whole one explained, cost less by `advantage`:
///   writers are not exact, and a run nearly always fits a little better than a letter.
/// - Ink that can be told from the letter is a part only if it leaves out `smallestRest`: a whole
///   `b` with a short stem fits a `b` without the end of its stem better.
///
/// Method: moments of runs from sums along the letter; Gauss–Newton steps on the distance across
/// the nearest chord, with Tukey's weights. Steps along a chord are damped, so that what the ink
/// leaves open, such as the length of a single straight line, stays as the run has it: as much of
/// the letter as fits. Tried and dropped: the best run without the comparison, by which the mean
/// coverage of 70 recordings by other hands fell from 0.875 to 0.807; and ink within 2 mm, by which
/// two more of them were complete, but the mean Hausdorff distance rose from 10.3 to 11.1 mm.
///
/// - Complexity: O(n² m) for n cells and m points, about 200 runs.
struct LetterFit {
  /// One scale for both axes, then a move, both in heights of the letter.
  struct Pose: Equatable {
    var scale: Float = 1
    var offset = Vector2.zero

    func apply(_ point: Vector2) -> Vector2 { point * scale + offset }
  }

  /// How far ink explains a letter, in heights: 6 mm of 60.
  private static var reach: Float { 0.1 }
  /// How far ink is drawn to the letter.
  private static var pull: Float { 0.15 }
  /// How much more a run's ink has to cost to be worth as much as the whole letter's.
  private static var advantage: Float { 2 }
  /// The cost of ink at most that a part explains: three quarters of a millimeter in 60 throughout.
  private static var largestCost: Float { 0.0156 }
  /// The cost of ink that cannot be told from the letter: a quarter of a millimeter in 60.
  private static var exactCost: Float { 0.0017 }
  /// The share of the letter that is a run at least.
  private static var smallestRun: Float { 0.3 }
  /// The share of the letter that such ink leaves out at least.
  private static var smallestRest: Float { 0.15 }
  /// How much the letter's cost counts where runs are compared.
  private static var letterWeight: Float { 0.5 }
  /// Runs that are refined.
  private static var keptCount: Int { 3 }
  /// Steps of a refinement at most.
  private static var stepCount: Int { 32 }
  /// Cells of a letter, about.
  private static var cellCount: Float { 48 }

  private let ink: [Vector2]
  private let inkCenter: Vector2
  private let inkSpread: Float
  private let letter: LetterCells

  /// Takes ink in the whole letter's place, evenly along its lines.
  init(_ ink: [Vector2], strokes: [[Vector2]]) {
    self.ink = ink
    letter = LetterCells(strokes, count: Self.cellCount)
    let center = ink.reduce(Vector2.zero, +) * (1 / Float(ink.count))
    inkCenter = center
    inkSpread =
      (ink.reduce(0) { $0 + ($1 - center).lengthSquared } / Float(ink.count)).squareRoot()
  }

  /// How the ink is placed by the part that explains it; nil if the whole letter does as well.
  ///
  /// It is exact if the ink cannot be told from that part.
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

  /// The strokes of the letter that ink in a place explains, and their share of its length.
  func explained(_ pose: Pose) -> (strokes: [[Vector2]], share: Float) {
    let placed = ink.map { pose.apply($0) }
    return letter.part { cell in
      placed.contains { ($0 - cell).lengthSquared <= Self.reach * Self.reach }
    }
  }

  // MARK: - Costs

  /// What ink and letter cost, each from 0 to 1.
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

  /// The same by cells alone and half of the ink.
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

  /// The runs that explain most, none like one before.
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

  /// Whether refining two places comes to the same, most likely.
  private func isLike(_ one: Pose, _ other: Pose) -> Bool {
    (one.apply(inkCenter) - other.apply(inkCenter)).length <= 0.05
      && (one.scale / other.scale - 1).magnitude <= 0.1
  }

  /// The ink with the mean and the spread of every run, two cells at a time.
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

  /// A place moved and scaled until the ink is as near to the letter as it gets.
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

/// The normal equations of a step: a growth about the ink's middle, and a move.
private struct FitStep {
  private var (a00, a01, a02): (Float, Float, Float) = (0, 0, 0)
  private var (a11, a12, a22): (Float, Float, Float) = (0, 0, 0)
  private var (b0, b1, b2): (Float, Float, Float) = (0, 0, 0)

  /// How much a step along a chord is held back.
  private static var damping: Float { 0.02 }

  /// A point of ink that is drawn across its nearest chord, and to a stroke's end beyond it.
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

  /// Cramer's rule; nil where nothing holds the ink.
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
