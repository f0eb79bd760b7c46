/// Counts the flashes of a sequence of images cell by cell, and detects stripe patterns.
///
/// WCAG 2.2, success criterion 2.3.1: more than three flashes within any second, that is at least
/// seven transitions, fail if they cover more than 1/4 of any field of 10 degrees at the same time.
/// A cell is 4 by 4 points.
///
/// Flashes are counted twice: by whole cells, regardless of what changes in them, which is
/// stricter; and as defined by WCAG 2.2, by ``CombinedFlash``. ``PatternMeter`` detects stripes.
/// Nothing is allocated after `init`.
///
/// Method: a cell stores its extremes since the last transition (`TurningValue`), so a state costs
/// two comparisons and no history; a window stores one bit per cell and frame of the last second
/// (`TransitionWindow`). Fields are searched only in frames in which a count changed.
package struct FlashMeter: ~Copyable {
  /// The result for the last frame.
  package private(set) var frame = FlashFrame()
  /// The number of frames so far.
  package private(set) var frameCount: UInt32 = 0

  private var cells: [FlashCell]
  private var general: FlashTrack
  private var saturation: FlashTrack
  private var chromaticity: FlashTrack
  private var combinedGeneral: CombinedFlash
  private var combinedRed: CombinedFlash
  private var field: FlashField
  private var patterns: PatternMeter
  private var luminanceMeans: MeanFlash
  private var redMeans: MeanFlash
  private var summedLuminance: UInt64 = 0
  private var summedRed: UInt64 = 0
  private var worstContrastShare: Float = 0

  /// Allocates storage for the largest grid.
  package init(blockCapacity: Int, framesPerSecond: UInt32) {
    let count = blockCapacity * 4
    cells = [FlashCell](repeating: FlashCell(PackedLight(packed: 0)), count: count)
    general = FlashTrack(cellCapacity: count, framesPerSecond: framesPerSecond)
    saturation = FlashTrack(cellCapacity: count, framesPerSecond: framesPerSecond)
    chromaticity = FlashTrack(cellCapacity: count, framesPerSecond: framesPerSecond)
    combinedGeneral = CombinedFlash(cellCapacity: count, framesPerSecond: framesPerSecond)
    combinedRed = CombinedFlash(cellCapacity: count, framesPerSecond: framesPerSecond)
    field = FlashField(blockCapacity: blockCapacity)
    patterns = PatternMeter(blockCapacity: blockCapacity, framesPerSecond: framesPerSecond)
    luminanceMeans = MeanFlash(.luminance, framesPerSecond: framesPerSecond)
    redMeans = MeanFlash(.red, framesPerSecond: framesPerSecond)
  }

  /// Processes the grid's image.
  ///
  /// - Parameter isComparable: Whether the previous image had the same size; otherwise counting
  ///   starts over and earlier results are kept.
  package mutating func advance(_ grid: borrowing LuminanceGrid, isComparable: Bool) {
    if isComparable {
      compare(grid)
    } else {
      begin(grid)
    }
    patterns.advance(frameCount, grid, &field)
    frame.patternShare = patterns.areaShare
    frameCount &+= 1
  }

  private mutating func begin(_ grid: borrowing LuminanceGrid) {
    (summedLuminance, summedRed) = (0, 0)
    for cell in 0..<Int(grid.cellCount) {
      cells[cell] = FlashCell(grid.sums.light(ofCell: cell))
      summedLuminance &+= UInt64(cells[cell].luminance)
      summedRed &+= UInt64(cells[cell].saturatedRed)
    }
    general.reset()
    saturation.reset()
    chromaticity.reset()
    combinedGeneral.reset()
    combinedRed.reset()
    patterns.reset(frameCount)
    let samples = Float(grid.sampleCount) * Float(LuminanceTable.white)
    luminanceMeans.begin(mean: Float(summedLuminance) / samples)
    redMeans.begin(mean: Float(summedRed) / samples * 320)
    frame = FlashFrame()
    frame.meanLuminance = luminanceMeans.mean
  }

  private mutating func compare(_ grid: borrowing LuminanceGrid) {
    general.window.beginFrame()
    saturation.window.beginFrame()
    chromaticity.window.beginFrame()
    combinedGeneral.beginFrame()
    combinedRed.beginFrame()
    let changes = takeStates(grid)
    let cellCount = Float(grid.cellCount)
    frame.contrastShare = Float(changes.contrast) / cellCount
    worstContrastShare = max(worstContrastShare, frame.contrastShare)
    let samples = Float(grid.sampleCount) * Float(LuminanceTable.white)
    luminanceMeans.advance(
      mean: Float(summedLuminance) / samples,
      changedShare: Float(changes.luminance) / cellCount)
    redMeans.advance(
      mean: Float(summedRed) / samples * 320, changedShare: Float(changes.red) / cellCount)
    general.endFrame(frameCount, grid, &field)
    saturation.endFrame(frameCount, grid, &field)
    chromaticity.endFrame(frameCount, grid, &field)
    combinedGeneral.endFrame(frameCount, grid)
    combinedRed.endFrame(frameCount, grid)
    frame.general = general.frame
    frame.red = FlashFrame.Count.worse(saturation.frame, chromaticity.frame)
    frame.meanLuminance = luminanceMeans.mean
    frame.meansLevel = max(luminanceMeans.level, redMeans.level)
  }

  /// The numbers of cells whose luminance, red or contrast changed.
  private struct Changes {
    var luminance: UInt32 = 0
    var red: UInt32 = 0
    var contrast: UInt32 = 0
  }

  private mutating func takeStates(_ grid: borrowing LuminanceGrid) -> Changes {
    var changes = Changes()
    let glare = UInt64(LuminanceTable.white) * UInt64(LuminanceGrid.cellSamples) / 20
    for index in 0..<Int(grid.sums.recoloredCount) {
      let first = Int(grid.sums.recoloredBlocks[index]) &* 4
      for cell in first..<first &+ 4 {
        let (old, oldRed) = (cells[cell].luminance, cells[cell].saturatedRed)
        let made = cells[cell].take(grid.sums.light(ofCell: cell))
        let (new, newRed) = (cells[cell].luminance, cells[cell].saturatedRed)
        mark(cell, made, grid)
        if new != old {
          summedLuminance = summedLuminance &+ UInt64(new) &- UInt64(old)
          changes.luminance &+= 1
          let (low, high) = (UInt64(min(old, new)), UInt64(max(old, new)))
          // 4.5 : 1, with both sides doubled.
          if (high &+ glare) &* 2 > (low &+ glare) &* 9 { changes.contrast &+= 1 }
        }
        if newRed != oldRed {
          summedRed = summedRed &+ UInt64(newRed) &- UInt64(oldRed)
          changes.red &+= 1
        }
      }
    }
    return changes
  }

  /// Records a cell's transitions and its changed samples.
  @inline(__always)
  private mutating func mark(
    _ cell: Int, _ made: FlashCell.Transitions, _ grid: borrowing LuminanceGrid
  ) {
    let samples = grid.sums.samples.changed(inCell: cell)
    let changed = combinedGeneral.note(cell, samples)
    _ = combinedRed.note(cell, samples)
    if made.isGeneral { general.window.mark(cell) }
    if cells[cell].takePart(of: changed, still: grid.luminance(ofCell: cell, except: changed)) {
      combinedGeneral.mark(cell, isExempt: FinePattern.contains(cell, .luminance, grid))
    }
    if made.isSaturation { saturation.window.mark(cell) }
    if made.isChromaticity {
      chromaticity.window.mark(cell)
      combinedRed.mark(cell, isExempt: FinePattern.contains(cell, .red, grid))
    }
  }

  /// The results so far; nil before two frames were compared.
  package var result: FlashSafety? {
    guard frameCount > 1 else { return nil }
    return FlashSafety(
      frames: frameCount, general: general.summary, saturation: saturation.summary,
      chromaticity: chromaticity.summary,
      means: FlashSafety.Means(
        level: max(luminanceMeans.worstLevel, redMeans.worstLevel),
        luminanceTransitions: luminanceMeans.maximumTransitions,
        redTransitions: redMeans.maximumTransitions),
      worstContrastShare: worstContrastShare,
      combined: FlashSafety.Combined(
        general: combinedGeneral.summary, red: combinedRed.summary),
      pattern: patterns.summary)
  }
}
