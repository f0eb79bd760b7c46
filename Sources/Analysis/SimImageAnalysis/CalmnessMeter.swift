import SimRaster

/// Measures the calmness of a sequence of frames: changes of light, the moving area, speed, jerk,
/// and flashes.
///
/// Luminance is that of WCAG, sampled once per point and averaged over cells of 4 points. A cell
/// counts as moving if it changes by more than `movingThreshold`. Speed and jerk are measured on
/// patches that are followed through the frames. Results are the same on every target; nothing is
/// allocated after `init`.
///
/// For methods and costs see `LuminanceGrid`, `LocalChange`, `MotionTracker` and `FlashMeter`.
package struct CalmnessMeter: ~Copyable {
  /// The change of relative luminance above which a cell of 4 by 4 points counts as moving.
  package static var movingThreshold: Float { 0.001 }

  /// The maximum of some values, and the first frame that has it.
  private struct Worst {
    var value: UInt64 = 0
    var frame: UInt32?

    mutating func raise(to value: UInt64, in frame: UInt32) {
      guard value > self.value else { return }
      (self.value, self.frame) = (value, frame)
    }
  }

  /// The changes in the last frame.
  package private(set) var frame = CalmFrame()

  private var grid: LuminanceGrid
  private var localChange: LocalChange
  private var tracker: MotionTracker
  private var flashMeter: FlashMeter
  private var frameCount: UInt32 = 0
  private var comparedFrames: UInt64 = 0
  // Fractions in units of 2⁻³².
  private var summedLuminanceChange: UInt64 = 0
  private var worstLuminanceChange = Worst()
  private var worstLocalChange = Worst()
  private var summedMovingArea: UInt64 = 0
  private var worstMovingArea = Worst()

  /// Allocates storage for the largest canvas.
  ///
  /// - Parameters:
  ///   - maximumPixelCount: The largest width times height.
  ///   - maximumSide: The largest width or height in pixels, 1 to 16,384.
  ///   - minimumScale: The minimum number of pixels per point of any canvas, at least 1.
  ///   - framesPerSecond: The frame rate, 24 to 240.
  package init(
    maximumPixelCount: Int32, maximumSide: Int32, minimumScale: Float, framesPerSecond: UInt32
  ) {
    grid = LuminanceGrid(
      maximumPixelCount: maximumPixelCount, maximumSide: maximumSide, minimumScale: minimumScale,
      movingThreshold: UInt32(
        Self.movingThreshold * Float(LuminanceTable.white * LuminanceGrid.cellSamples)))
    localChange = LocalChange(blockCapacity: grid.sums.coarse.count)
    tracker = MotionTracker(framesPerSecond: framesPerSecond)
    flashMeter = FlashMeter(
      blockCapacity: grid.sums.coarse.count, framesPerSecond: framesPerSecond)
  }

  /// Observes the rasterizer's last render, reading only the repainted pixels.
  ///
  /// If the size differs from the previous image's, the comparison starts over.
  package mutating func observe(
    _ surface: borrowing Surface, scale: Float, damagedBy rasterizer: borrowing Rasterizer
  ) {
    compare(grid.update(surface, scale: scale, damagedBy: rasterizer))
  }

  /// Observes a complete image.
  ///
  /// If the size differs from the previous image's, the comparison starts over.
  package mutating func observe(_ surface: borrowing Surface, scale: Float) {
    compare(grid.update(surface, scale: scale))
  }

  /// The results so far; nil before two frames of equal size.
  package var result: Calmness? {
    guard comparedFrames > 0 else { return nil }
    var result = Calmness(comparedFrames: comparedFrames)
    result.meanLuminanceChange = Self.share(summedLuminanceChange, of: comparedFrames)
    result.worstLuminanceChange = Self.share(worstLuminanceChange.value)
    result.worstLuminanceFrame = worstLuminanceChange.frame
    result.worstLocalChange = Self.share(worstLocalChange.value)
    result.worstLocalFrame = worstLocalChange.frame
    result.meanMovingArea = Self.share(summedMovingArea, of: comparedFrames)
    result.worstMovingArea = Self.share(worstMovingArea.value)
    result.worstMovingFrame = worstMovingArea.frame
    result.followedPatches = tracker.followed
    result.lostPatches = tracker.lost
    result.movingPatches = tracker.moving
    if tracker.followed > 0 || tracker.lost > 0 {
      result.speed = tracker.speeds.spread
      result.jerk = tracker.jerks.spread
    }
    return result
  }

  /// The flashes so far; nil before two frames.
  package var flash: FlashSafety? { flashMeter.result }

  /// The flashes in the last frame.
  package var flashFrame: FlashFrame { flashMeter.frame }

  private static func share(_ units: UInt64, of count: UInt64 = 1) -> Float {
    Float(Double(units) / (Double(count) * 4_294_967_296))
  }

  private mutating func compare(_ isComparable: Bool) {
    flashMeter.advance(grid, isComparable: isComparable)
    frame = CalmFrame()
    defer { frameCount &+= 1 }
    guard isComparable else {
      tracker.dropTracks()
      return
    }
    comparedFrames &+= 1
    if grid.sums.changedCount > 0 { addChanges() }
    tracker.advance(grid)
  }

  private mutating func addChanges() {
    // White has a luminance of 2¹⁶, which provides 16 of the 32 binary places.
    let luminance = (grid.sums.summedChange &<< 16) / grid.sampleCount
    summedLuminanceChange &+= luminance
    worstLuminanceChange.raise(to: luminance, in: frameCount)
    let local = localChange.worst(grid.sums.changes, columns: grid.columns, rows: grid.rows)
    let inField = (local.change &<< 16) / local.samples
    worstLocalChange.raise(to: inField, in: frameCount)
    let area = (UInt64(grid.sums.movingCells) &<< 32) / UInt64(grid.cellCount)
    summedMovingArea &+= area
    worstMovingArea.raise(to: area, in: frameCount)
    frame.luminanceChange = Self.share(luminance)
    frame.localChange = Self.share(inField)
    frame.movingArea = Self.share(area)
  }
}
