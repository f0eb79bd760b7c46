import SimRaster

/// Exact counts of the rasterizer's work over the run.
package struct WorkSummary: Equatable, Sendable {
  /// Drawing commands executed.
  package var primitives: UInt64
  /// Pixels mixed with what was below them.
  package var pixelsBlended: UInt64
  /// Pixels overwritten without reading what was below them.
  package var pixelsFilled: UInt64
  /// Cells of the damage map that were painted again.
  package var cellsRepainted: UInt64
  /// Of the pixels filled, those copied from pictures and layers.
  package var pixelsCopied: UInt64 = 0
  /// Members of populations with a cap, added up over the frames that advanced them.
  package var particleSteps: UInt64 = 0
  /// Segments of strokes executed.
  package var segments: UInt64 = 0
  /// What a GPU would do for the frames.
  package var display = DisplayWork()
  /// Every unit of work that a cost table knows and the run did, by name, in their order.
  package var units: [WorkTotal] = []

  /// Whether pixels were drawn, so that there was something to count.
  var isPainted = true

  /// Pixels blended and filled; the largest number where counts from a file add up to more.
  package var pixels: UInt64 {
    let (sum, isTooLarge) = pixelsBlended.addingReportingOverflow(pixelsFilled)
    return isTooLarge ? .max : sum
  }

  /// Makes counts over a whole run.
  package init(
    primitives: UInt64, pixelsBlended: UInt64, pixelsFilled: UInt64, cellsRepainted: UInt64
  ) {
    self.primitives = primitives
    self.pixelsBlended = pixelsBlended
    self.pixelsFilled = pixelsFilled
    self.cellsRepainted = cellsRepainted
  }
}
