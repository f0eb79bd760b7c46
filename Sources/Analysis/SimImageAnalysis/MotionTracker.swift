// Goals, in order: the same numbers on every target; speeds that match visible motion; an upper
// bound of the cost per frame for any image.

/// Follows patches of the image for 0.3 s each, and collects their speed and jerk.
///
/// Positions are chosen evenly among the changed blocks. A patch of 16 by 16 points is followed if
/// it has enough texture, otherwise one of 64 by 64 points, otherwise none: light without texture
/// has brightness but no motion. A patch is always compared with its first appearance, so that
/// errors do not accumulate, and is lost if it no longer matches.
///
/// A followed patch counts as moved if its motion explains almost all of the change at its first
/// position. Light that rises, fades or shimmers in place does not move; its speed and jerk are 0.
///
/// Method: the whole cell with the highest normalized correlation, refined with the inverse
/// compositional form of Lucas and Kanade's method (Baker and Matthews, 2004; `MotionTemplate`) on
/// a quadratic B-spline of the cells; speed and jerk from a cubic fit of the positions
/// (`CubicFit`). Rejected: bilinear sampling between cells, which blurs most in the middle of a
/// cell and biases estimates toward whole cells.
package struct MotionTracker: ~Copyable {
  /// The maximum number of patches followed at the same time.
  static var capacity: Int { 32 }
  /// The minimum likeness of a patch that is still followed.
  static var minimumLikeness: Float { 0.9 }
  /// The minimum texture of a fine patch: noise of one 8-bit step in dark colors, in each sample,
  /// must move it by at most about 1/20 cell.
  package static var minimumFineTexture: Float { 4e6 }
  /// The minimum texture of a coarse patch, for the same reason.
  package static var minimumCoarseTexture: Float { 1e9 }
  /// The maximum fraction of the change at a position that motion may leave unexplained, for a fine
  /// and a coarse patch.
  static var unexplainedFineShare: Float { 0.05 }
  static var unexplainedCoarseShare: Float { 0.01 }
  /// The minimum contrast of a patch relative to its mean luminance plus room glare, 0.05 of white
  /// as in WCAG's contrast ratio: below 1 % it is invisible.
  static var minimumContrast: Float { 0.01 }
  /// The search radius in cells: 1,200 points per second at 60 Hz, and 1,920.
  static var fineRadius: Int { 10 }
  static var coarseRadius: Int { 4 }

  private struct Track {
    /// The number of positions so far; 0 for a free slot.
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

  /// The speeds of the followed patches, in points per second; 0 if a patch did not move.
  private(set) var speeds = QuantileHistogram()
  /// The jerks of the followed patches, in points per second cubed.
  private(set) var jerks = QuantileHistogram()
  /// The number of followed patches that moved.
  private(set) var moving: UInt64 = 0
  /// The number of completely followed patches.
  private(set) var followed: UInt64 = 0
  /// The number of patches that no longer matched.
  private(set) var lost: UInt64 = 0

  private var tracks = [Track](repeating: Track(), count: MotionTracker.capacity)
  private var templates = [MotionTemplate](repeating: .empty, count: MotionTracker.capacity)
  private var cursor: UInt32 = 0
  private let fit: CubicFit
  private let framesPerSecond: Float

  /// Makes a tracker.
  ///
  /// - Parameter framesPerSecond: The frame rate, 24 to 240.
  init(framesPerSecond: UInt32) {
    self.framesPerSecond = Float(framesPerSecond)
    fit = CubicFit(count: (framesPerSecond * 3 + 10) / 20 * 2 + 1)
  }

  /// Drops all patches in progress.
  mutating func dropTracks() {
    for slot in tracks.indices { tracks[slot].age = 0 }
  }

  /// Follows every patch into the next image and starts new ones in free slots.
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

  /// The current position of a patch; nil if it left the image.
  private func position(
    _ slot: Int, _ cells: Span<Float>, _ grid: MotionGrid, _ radius: Int
  ) -> (x: Float, y: Float, likeness: Float)? {
    let track = tracks[slot]
    let (x, y) = (track.x + track.stepX, track.y + track.stepY)
    if track.age > 1 {
      guard let near = templates[slot].refined(cells, grid, x: x, y: y) else { return nil }
      if near.likeness >= Self.minimumLikeness { return near }
    }
    // A moving patch far from its expected position is a different one.
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
      // Multiples of the golden ratio are evenly distributed and do not resonate with the image.
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
