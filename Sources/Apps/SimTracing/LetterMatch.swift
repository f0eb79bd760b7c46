import SimbenchKit

/// The likeness of a piece of writing to a letter, regardless of size, position and stroke order.
///
/// Ink and letter are reduced to equally many points, evenly spaced along their lines. The cost of
/// matching a point of ink to a point of the letter is their distance, with a penalty for different
/// directions. Two values are added: the mean cost of the cheapest one-to-one pairing (the earth
/// mover's distance, which requires all of the letter once), and the larger of the mean distances
/// from ink to letter and from letter to ink (a mean Hausdorff distance, which requires that there
/// is nothing else). Both are relative to the letter's size, so that letters are comparable.
///
/// The ink is taken from the paper, counting each spot once (`InkSpots`). It is first scaled and
/// moved, both to the letter's box and to its center and spread; the better result is used. The
/// scales along x and y may differ at most by `largestStretch`: people write wide or narrow
/// letters, but a letter does not become a line. `placement` uses a uniform scale and recognizes
/// unfinished letters.
///
/// The score is 1 for the letter itself. An unfinished letter of at least 70 % scores at least its
/// fraction of the letter, times its squared likeness to that part. Ink of more than twice the
/// letter's length, a scribble, scores proportionally less; ink that is too small to be a letter
/// scores 0.
///
/// Method: the pairing is exact (`Assignment`, O(n³)). No pairing costs less than the nearest
/// neighbors of either side, so a second placement whose nearest neighbors alone cost more is not
/// paired. Rejected: points by the ink's arc length, with which a pen that rested for five seconds
/// displaced the whole letter (coverage 0.40 instead of 1). Without them, 68 of 70 recordings by
/// other people are recognized instead of 66.
package struct LetterMatch: Equatable, Sendable {
  /// The maximum ratio of the scales along x and y.
  package static var largestStretch: Float { 1.5 }
  /// The squared penalty for perpendicular directions, in squared heights of the letter.
  private static var directionPenalty: Float { 0.1 }
  /// The cost at which the score is 1 / e.
  private static var scoreCost: Float { 0.4 }
  /// The minimum size of a letter, as a fraction of the canvas.
  private static var smallestShare: Float { 0.04 }

  /// The likeness, 0 to 1.
  package let score: Float
  /// The part of the letter that the ink represents, by `LetterFit`.
  enum Extent {
    case whole
    /// A part that the ink matches exactly.
    case exactPart
    /// A part that the ink roughly follows, like a `c` on an `o`; such ink never completes a
    /// letter.
    case roughPart
  }
  let extent: Extent
  /// Maps the ink to the template, whose height is 1: to its center and spread, or to the part that
  /// the ink represents according to `LetterFit`; nil if the ink is too small to be a letter.
  package let placement: Placement?
  /// The mean cost; infinite if the ink is too small to be a letter.
  let cost: Float

  /// Compares a recording with a letter.
  package init(_ recording: InkRecording, letter: Letter) {
    self.init(recording, strokes: LetterTemplate(letter).strokes)
  }

  /// Compares a recording with arbitrary strokes of height 1.
  init(_ recording: InkRecording, strokes: [[Vector2]]) {
    guard let ink = InkOutline(recording.polylines), let letter = InkOutline(strokes),
      max(ink.high.x - ink.low.x, ink.high.y - ink.low.y)
        >= recording.canvasSide * Self.smallestShare
    else {
      (score, extent, placement, cost) = (0, .whole, nil, .infinity)
      return
    }
    var search = MatchSearch(ink, letter, penalty: Self.directionPenalty)
    search.tryBox()
    search.trySpread()
    cost = search.minimumCost / Self.unit(of: letter)
    let scale = letter.spread.length / ink.spread.length
    let offset = letter.center - ink.center * scale
    let whole = Self.score(cost: cost, length: ink.length * scale, of: letter)
    let fit = LetterFit(ink.points.map { $0 * scale + offset }, strokes: strokes)
    guard let (pose, isExact) = fit.part() else {
      placement = Placement(scale: Vector2(scale, scale), offset: offset)
      (score, extent) = (whole, .whole)
      return
    }
    let placed = Placement(
      scale: Vector2(1, 1) * (scale * pose.scale), offset: pose.apply(offset))
    placement = placed
    let explained = fit.explained(pose)
    score = max(whole, Self.score(ofPart: explained, ink, placed) * explained.share)
    extent = isExact ? .exactPart : .roughPart
  }

  /// The squared likeness to the represented part of a letter; 0 if the part is too small to
  /// complete it.
  ///
  /// Squared, because a part has fewer features that can differ.
  private static func score(
    ofPart part: (strokes: [[Vector2]], share: Float), _ ink: InkOutline, _ placement: Placement
  ) -> Float {
    guard part.share >= TraceMeter.Rules().coverage, let letter = InkOutline(part.strokes) else {
      return 0
    }
    var search = MatchSearch(ink, letter, penalty: directionPenalty)
    search.attempt(placement)
    let cost = search.minimumCost / unit(of: letter)
    let likeness = score(cost: cost, length: ink.length * placement.scale.x, of: letter)
    return likeness * likeness
  }

  /// Costs are relative to the letter's spread; the unit of a ring with a radius of 1/2 is 1.
  private static func unit(of letter: InkOutline) -> Float { letter.spread.length * 2 }

  /// The score of ink of a length.
  private static func score(cost: Float, length: Float, of letter: InkOutline) -> Float {
    let excess = max(1, length / (2 * letter.length))
    let ratio = cost / scoreCost
    return Math.exp(-ratio * ratio) / excess
  }

  /// Scales with the same product whose ratio is at most `largestStretch`.
  package static func held(_ scale: Vector2) -> Vector2 {
    let mean = (scale.x * scale.y).squareRoot()
    let ratio = min(max(scale.x / scale.y, 1 / largestStretch), largestStretch).squareRoot()
    return Vector2(mean * ratio, mean / ratio)
  }
}

/// Finds the minimum cost of ink over several placements.
private struct MatchSearch {
  let ink: InkOutline
  let letter: InkOutline
  let penalty: Float
  private(set) var minimumCost = Float.infinity
  private var costs: [Float]

  init(_ ink: InkOutline, _ letter: InkOutline, penalty: Float) {
    self.ink = ink
    self.letter = letter
    self.penalty = penalty
    costs = [Float](repeating: 0, count: InkOutline.count * InkOutline.count)
  }

  /// Tries the placement that fits the letter's box.
  mutating func tryBox() {
    attempt(
      placement(
        from: (ink.low + ink.high) * 0.5, ink.high - ink.low, to: (letter.low + letter.high) * 0.5,
        letter.high - letter.low))
  }

  /// Tries the placement with the letter's center and spread.
  mutating func trySpread() {
    attempt(placement(from: ink.center, ink.spread, to: letter.center, letter.spread))
  }

  /// Tries a placement.
  mutating func attempt(_ placement: Placement) {
    fillCosts(placement)
    let apart = largerMeanDistance()
    // No pairing costs less than the nearest neighbors of either side, so most second attempts end
    // here; pairing takes most of the time.
    guard 2 * apart < minimumCost else { return }
    let partner = Assignment.cheapest(costs, count: InkOutline.count)
    minimumCost = min(minimumCost, pairedCost(partner) + apart)
  }

  private mutating func fillCosts(_ placement: Placement) {
    let count = InkOutline.count
    for one in 0..<count {
      let point = placement.apply(ink.points[one])
      for other in 0..<count {
        // Rounding may take the product of equal directions slightly above 1.
        let turned = max(0, 1 - ink.directions[one].dot(letter.directions[other]))
        let squared = (point - letter.points[other]).lengthSquared
        costs[one * count + other] = (squared + penalty * 0.5 * turned).squareRoot()
      }
    }
  }

  private func pairedCost(_ partner: [Int]) -> Float {
    var sum: Float = 0
    for one in partner.indices { sum += costs[one * InkOutline.count + partner[one]] }
    return sum / Float(InkOutline.count)
  }

  private func largerMeanDistance() -> Float {
    let count = InkOutline.count
    var (inkSum, letterSum): (Float, Float) = (0, 0)
    for one in 0..<count {
      var (inkMinima, letterMinima) = (Float.infinity, Float.infinity)
      for other in 0..<count {
        inkMinima = min(inkMinima, costs[one * count + other])
        letterMinima = min(letterMinima, costs[other * count + one])
      }
      inkSum += inkMinima
      letterSum += letterMinima
    }
    return max(inkSum, letterSum) / Float(count)
  }

  private func placement(
    from center: Vector2, _ extent: Vector2, to target: Vector2, _ size: Vector2
  ) -> Placement {
    // A straight line has no extent in one direction; the stretch then limits its scale.
    let floor = max(extent.x, extent.y) * 0.05
    let scale = LetterMatch.held(
      Vector2(size.x / max(extent.x, floor), size.y / max(extent.y, floor)))
    return Placement(
      scale: scale,
      offset: target - Vector2(center.x * scale.x, center.y * scale.y))
  }
}
