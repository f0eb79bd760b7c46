// Goals, in order: the same numbers on every target; speeds that are those of what is seen; an
// effort per frame with an upper bound, whatever the picture does.

/// Follows patches of a picture for three tenths of a second each, and collects how fast they move.
///
/// Places are drawn evenly from the blocks that changed. A patch of 16 by 16 points is followed
/// where it has texture of its own, else one of 64 by 64 points, else nothing: light without
/// texture has brightness but no motion. A patch is compared with how it looked at first, so that
/// errors do not add up, and is lost when it no longer looks alike.
///
/// A followed patch has moved when its motion explains nearly all of how its first position
/// changed; light that rises, fades or shimmers in place is no motion, and its speed and jerk are
/// 0.
///
/// Method: the whole cell that looks most alike by normalized correlation, refined by the inverse
/// compositional form of Lucas and Kanade's method (Baker and Matthews, 2004; `MotionTemplate`) on
/// a quadratic B-spline of the cells; speed and jerk by a cubic through the positions (`CubicFit`).
/// Tried and dropped: samples between cells by bilinear weights, which blur most in the middle of a
/// cell and so draw every estimate towards whole cells.
package struct MotionTracker: ~Copyable {
  /// Patches followed at the same time.
  static var capacity: Int { 32 }
  /// Minimum likeness of a patch that is still followed.
  static var minimumLikeness: Float { 0.9 }
  /// Minimum texture of a fine patch: a step of one 8-bit value in dark colors, as the noise of
  /// each sample, must move it by no more than about a twentieth of a cell.
  package static var minimumFineTexture: Float { 4e6 }
  /// Minimum texture of a coarse patch, for the same reason.
  package static var minimumCoarseTexture: Float { 1e9 }
  /// The part of a position's change that motion may leave unexplained in a fine and a coarse
  /// patch.
  static var unexplainedFineShare: Float { 0.05 }
  static var unexplainedCoarseShare: Float { 0.01 }
  /// Minimum contrast of a patch, as a share of its mean luminance and the glare of a room, 0.05 of
  /// white as in WCAG's contrast ratio: below one percent it is invisible.
  static var minimumContrast: Float { 0.01 }
  /// Cells in which a patch is searched for: 1,200 points per second at 60 Hz, and 1,920.
  static var fineRadius: Int { 10 }
  static var coarseRadius: Int { 4 }

  private struct Track {
    /// Places so far; 0 for a free slot.
    var age: UInt32 = 0
    /// 1 for a patch of 64 by 64 points.
    var isCoarse: UInt32 = 0
    var startX: Float = 0
    var startY: Float = 0
    var x: Float = 0
    var y: Float = 0
    var stepX: Float = 0
    var stepY: Float = 0
    var sumsX = CubicFit.Sums()
    var sumsY = CubicFit.Sums()
  }

  /// Speeds of the followed patches, in points per second; 0 for those that did not move.
  private(set) var speeds = QuantileHistogram()
  /// Their jerks in points per second cubed.
  private(set) var jerks = QuantileHistogram()
  /// Followed patches that moved.
  private(set) var moving: UInt64 = 0
  /// Patches followed to their end.
  private(set) var followed: UInt64 = 0
  /// Patches that stopped looking alike.
  private(set) var lost: UInt64 = 0

  private var tracks = [Track](repeating: Track(), count: MotionTracker.capacity)
  private var templates = [MotionTemplate](repeating: .empty, count: MotionTracker.capacity)
  private var cursor: UInt32 = 0
  private let fit: CubicFit
  private let framesPerSecond: Float

  /// Makes a tracker.
  ///
  /// - Parameter framesPerSecond: 24 to 240.
  init(framesPerSecond: UInt32) {
    self.framesPerSecond = Float(framesPerSecond)
    fit = CubicFit(count: (framesPerSecond * 3 + 10) / 20 * 2 + 1)
  }

  /// Forgets every patch that is being followed.
  mutating func dropTracks() {
    for slot in tracks.indices { tracks[slot].age = 0 }
  }

  /// Follows every patch into the next picture and begins new ones in free slots.
  mutating func advance(_ grid: borrowing LuminanceGrid) {
    for slot in tracks.indices where tracks[slot].age > 0 { follow(slot, grid) }
    begin(grid)
  }

  // MARK: - Following

  private mutating func follow(_ slot: Int, _ luminance: borrowing LuminanceGrid) {
    let isCoarse = tracks[slot].isCoarse == 1
    let cells = isCoarse ? luminance.sums.coarse.span : luminance.sums.fine.span
    let grid = Self.grid(luminance, isCoarse: isCoarse)
    let radius = isCoarse ? Self.coarseRadius : Self.fineRadius
    guard let position = position(slot, cells, grid, radius) else {
      tracks[slot].age = 0
      return
    }
    guard position.likeness >= Self.minimumLikeness else {
      tracks[slot].age = 0
      lost &+= 1
      return
    }
    var track = tracks[slot]
    track.stepX = position.x - track.x
    track.stepY = position.y - track.y
    track.x = position.x
    track.y = position.y
    fit.add(track.x - track.startX, at: track.age, to: &track.sumsX)
    fit.add(track.y - track.startY, at: track.age, to: &track.sumsY)
    track.age &+= 1
    if track.age == fit.count {
      followed &+= 1
      let first = grid.patch(cells, x: track.startX, y: track.startY)?.normalized()
      let change = 1 - (first?.unit.product(templates[slot].unit) ?? 0)
      let share = isCoarse ? Self.unexplainedCoarseShare : Self.unexplainedFineShare
      addMotion(of: track, isMoving: 1 - position.likeness <= share * change)
      track.age = 0
    }
    tracks[slot] = track
  }

  /// Where a patch is now; nil when it has left the picture.
  private func position(
    _ slot: Int, _ cells: Span<Float>, _ grid: MotionGrid, _ radius: Int
  ) -> (x: Float, y: Float, likeness: Float)? {
    let track = tracks[slot]
    let (x, y) = (track.x + track.stepX, track.y + track.stepY)
    if track.age > 1 {
      guard let near = templates[slot].refined(cells, grid, x: x, y: y) else { return nil }
      if near.likeness >= Self.minimumLikeness { return near }
    }
    // Once it is under way, a patch that is not near where it was expected is another one.
    let reach = track.age > 1 ? radius / 4 : radius
    guard let start = templates[slot].found(cells, grid, x: x, y: y, radius: reach) else {
      return nil
    }
    return templates[slot].refined(cells, grid, x: start.x, y: start.y)
  }

  private mutating func addMotion(of track: Track, isMoving: Bool) {
    guard isMoving else {
      speeds.add(0)
      jerks.add(0)
      return
    }
    moving &+= 1
    let points: Float = track.isCoarse == 1 ? 8 : 2
    let velocityX = fit.velocity(track.sumsX)
    let velocityY = fit.velocity(track.sumsY)
    let jerkX = fit.jerk(track.sumsX)
    let jerkY = fit.jerk(track.sumsY)
    let rate = framesPerSecond * framesPerSecond * framesPerSecond
    speeds.add(
      (velocityX * velocityX + velocityY * velocityY).squareRoot() * points * framesPerSecond)
    jerks.add((jerkX * jerkX + jerkY * jerkY).squareRoot() * points * rate)
  }

  // MARK: - Beginning

  private mutating func begin(_ luminance: borrowing LuminanceGrid) {
    guard luminance.sums.changedCount > 0 else { return }
    var attempts = Self.capacity
    for slot in tracks.indices where tracks[slot].age == 0 {
      guard attempts > 0 else { return }
      attempts -= 1
      // Multiples of the golden ratio fall evenly and never in step with the picture.
      cursor = cursor &+ 0x9E37_79B9
      let pick = (UInt64(cursor) &* UInt64(luminance.sums.changedCount)) &>> 32
      begin(slot, block: luminance.sums.changedBlocks[Int(pick)], luminance)
    }
  }

  private mutating func begin(
    _ slot: Int, block: UInt32, _ luminance: borrowing LuminanceGrid
  ) {
    let column = Float(block % luminance.columns)
    let row = Float(block / luminance.columns)
    var track = Track()
    track.age = 1
    (track.x, track.y) = (column * 4 + 2, row * 4 + 2)
    var template = MotionTemplate(
      luminance.sums.fine.span, Self.grid(luminance, isCoarse: false), x: track.x, y: track.y,
      texture: Self.minimumFineTexture, cellSamples: 4)
    if template == nil {
      track.isCoarse = 1
      (track.x, track.y) = (column, row)
      template = MotionTemplate(
        luminance.sums.coarse.span, Self.grid(luminance, isCoarse: true), x: column, y: row,
        texture: Self.minimumCoarseTexture, cellSamples: 64)
    }
    guard let template else { return }
    (track.startX, track.startY) = (track.x, track.y)
    templates[slot] = template
    tracks[slot] = track
  }

  private static func grid(
    _ luminance: borrowing LuminanceGrid, isCoarse: Bool
  ) -> MotionGrid {
    let side = isCoarse ? 1 : 4
    return MotionGrid(columns: Int(luminance.columns) * side, rows: Int(luminance.rows) * side)
  }
}
