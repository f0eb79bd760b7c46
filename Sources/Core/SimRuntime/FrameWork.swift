import SimRaster
import SimInput

/// Exact counts of what one frame did, phase by phase; the same on every target.
///
/// With what each count costs on a machine they say how long the frame takes there.
package struct FrameWork: Equatable, Sendable {
  /// Sensor samples gathered.
  package var touchSamples: UInt32 = 0
  /// Members of populations with a cap that were advanced by one step.
  package var particleSteps: UInt32 = 0
  /// Pairs of such a member and a contact.
  package var interactions: UInt32 = 0
  /// Commands the scene drew, those of retained layers left out.
  package var commands: UInt32 = 0
  /// Pixels of small pictures that the scene colored.
  package var cellsColored: UInt32 = 0
  /// Such pixels times the members that may have had a say in each.
  package var cellMembers: UInt64 = 0
  /// Whether the commands became pixels.
  package var hasPixels = false
  /// What the rasterizer did.
  package var raster = RasterWork()
  /// Pixels that the scene's pixel stages wrote or mixed; part of what the rasterizer did.
  package var stagePixels: UInt64 = 0
  /// What a GPU would do for the same frame.
  package var display = DisplayWork()

  /// Counts of no work.
  package init() {}

  /// The counts of the frame a loop has just run; of no work when it was spent in the background.
  ///
  /// - Parameters:
  ///   - members: How many members the populations with a cap have together.
  ///   - display: Counts the GPU's work; it has to see every frame that is drawn, in order.
  package init<S: Scene & ~Copyable, Source: InputSource>(
    _ loop: borrowing FrameLoop<S, Source>, members: UInt32, _ display: inout DisplayWorkMeter
  ) {
    guard !loop.wasInBackground else { return }
    touchSamples = UInt32(truncatingIfNeeded: loop.input.sampleCount)
    particleSteps = members
    interactions = members &* UInt32(truncatingIfNeeded: loop.input.touchCount)
    guard !loop.skipsDrawing else { return }
    commands = UInt32(truncatingIfNeeded: loop.list.count)
    cellsColored = loop.list.cellsColored
    cellMembers = UInt64(cellsColored) &* UInt64(members)
    hasPixels = loop.rendersPixels
    raster = loop.work
    stagePixels = loop.stagePixels
    self.display = loop.displayWork(&display)
  }
}
