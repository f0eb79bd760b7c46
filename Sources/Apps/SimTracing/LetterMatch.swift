import SimbenchKit

/// How much a piece of writing looks like a letter, whatever its size, position and stroke order.
///
/// Ink and letter are reduced to equally many points, evenly along their lines. A point of ink
/// costs its distance to a point of the letter, with a penalty for another direction. Two figures
/// are added: the mean cost of the cheapest one-to-one pairing (the earth mover's distance: all of
/// the letter is there, once), and the larger of the mean distances from ink to letter and from
/// letter to ink (the mean form of Hausdorff's distance: nothing else is there, however the ink is
/// spread). Both are counted in the letter's own size, so that letters compare.
///
/// The ink is what is on the paper, each spot once, as `InkSpots` says. It is scaled and moved
/// first: to the letter's box, and to its center and spread; the better is kept. The scales along x
/// and y may differ by `largestStretch` only: writers make letters wide or narrow, but no letter
/// becomes a line. `placement` is stricter, one scale for both axes, and knows unfinished letters.
///
/// The score is 1 for the letter itself. That of an unfinished letter, seven tenths or more, is at
/// least its share of the letter, less what it is unlike that part. Ink of more than twice the
/// letter's length, a scribble, scores less by as much; a mark too small to be a letter scores 0.
///
/// Method: the pairing is exact (`Assignment`, O(n³)); no pairing costs less than the nearest
/// partners of either side, so a second placement whose nearest partners alone cost more is not
/// paired. Tried and dropped: points by the ink's arc length, by which a pen that rested for five
/// seconds moved the whole letter (coverage 0.40 instead of 1). Of 70 recordings by other hands 68
/// are recognized since, where 66 were.
package struct LetterMatch: Equatable, Sendable {
  /// How much wider or narrower than the template a letter may be.
  package static var largestStretch: Float { 1.5 }
  /// The squared penalty for a direction at right angles, in squared heights of the letter.
  private static var directionPenalty: Float { 0.1 }
  /// The cost at which the score is 1 / e.
  private static var scoreCost: Float { 0.4 }
  /// The smallest letter, in shares of the canvas.
  private static var smallestShare: Float { 0.04 }

  /// Likeness from 0 to 1.
  package let score: Float
  /// What of the letter the ink lies on, as `LetterFit` says.
  enum Extent {
    case whole
    /// A part from which the ink cannot be told.
    case exactPart
    /// A part that the ink is near to: a `c` lies so on an `o`, and no such ink completes a letter.
    case roughPart
  }
  let extent: Extent
  /// What brings the ink to the template, whose height is 1: to its center and spread, or to the
  /// part of it that explains the ink, as `LetterFit` says; nil for a mark that is no letter.
  package let placement: Placement?
  /// The mean cost; infinite for a mark that is no letter.
  let cost: Float

  /// Compares a recording with a letter.
  package init(_ recording: InkRecording, letter: Letter) {
    self.init(recording, strokes: LetterTemplate(letter).strokes)
  }

  /// Compares a recording with any strokes of height 1.
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

  /// The squared likeness to what is explained of a letter; 0 where that is less than completes
  /// one.
  ///
  /// A part has less to be unlike, hence the square.
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

  /// Costs are in units of the letter's own spread; a ring of radius one half has that of 1.
  private static func unit(of letter: InkOutline) -> Float { letter.spread.length * 2 }

  /// The likeness of ink of a length.
  private static func score(cost: Float, length: Float, of letter: InkOutline) -> Float {
    let excess = max(1, length / (2 * letter.length))
    let ratio = cost / scoreCost
    return Math.exp(-ratio * ratio) / excess
  }

  /// Scales of the same product that differ by `largestStretch` at most.
  package static func held(_ scale: Vector2) -> Vector2 {
    let mean = (scale.x * scale.y).squareRoot()
    let ratio = min(max(scale.x / scale.y, 1 / largestStretch), largestStretch).squareRoot()
    return Vector2(mean * ratio, mean / ratio)
  }
}

/// Looks for the minimum cost of ink in several placements.
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

  /// Gives the ink the letter's box.
  mutating func tryBox() {
    attempt(
      placement(
        from: (ink.low + ink.high) * 0.5, ink.high - ink.low, to: (letter.low + letter.high) * 0.5,
        letter.high - letter.low))
  }

  /// Gives the ink the letter's center and spread.
  mutating func trySpread() {
    attempt(placement(from: ink.center, ink.spread, to: letter.center, letter.spread))
  }

  /// Tries a placement.
  mutating func attempt(_ placement: Placement) {
    fillCosts(placement)
    let apart = largerMeanDistance()
    // No pairing costs less than the nearest partners of either side, so most second attempts end
    // here: pairing takes nearly all of the time.
    guard 2 * apart < minimumCost else { return }
    let partner = Assignment.cheapest(costs, count: InkOutline.count)
    minimumCost = min(minimumCost, pairedCost(partner) + apart)
  }

  private mutating func fillCosts(_ placement: Placement) {
    let count = InkOutline.count
    for one in 0..<count {
      let point = placement.apply(ink.points[one])
      for other in 0..<count {
        // Rounding takes the product of equal directions a little past 1.
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
    // A straight line has no extent one way; its scale is then held by the stretch.
    let floor = max(extent.x, extent.y) * 0.05
    let scale = LetterMatch.held(
      Vector2(size.x / max(extent.x, floor), size.y / max(extent.y, floor)))
    return Placement(
      scale: scale,
      offset: target - Vector2(center.x * scale.x, center.y * scale.y))
  }
}
