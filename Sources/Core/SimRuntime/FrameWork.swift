import SimRaster
import SimInput

/// Exact work counts of one frame by phase, identical on every target.
///
/// Multiplied by a machine's costs per unit, they predict its frame time.
package struct FrameWork: Equatable, Sendable {
  /// The number of touch samples gathered.
  package var touchSamples: UInt32 = 0
  /// The number of members of capped populations, each advanced by one step.
  package var particleSteps: UInt32 = 0
  /// The number of pairs of such a member and a contact.
  package var interactions: UInt32 = 0
  /// The number of commands that the scene drew, without those of retained layers.
  package var commands: UInt32 = 0
  /// The number of pixels of small images that the scene computed.
  package var cellsColored: UInt32 = 0
  /// `cellsColored` times the number of members, since each member may contribute to each pixel.
  package var cellMembers: UInt64 = 0
  /// Whether the commands were rendered to pixels.
  package var hasPixels = false
  /// The rasterizer's work.
  package var raster = RasterWork()
  /// The number of pixels that pixel stages wrote or blended; included in `raster`.
  package var stagePixels: UInt64 = 0
  /// The work of a GPU for the same frame.
  package var display = DisplayWork()

  /// Creates counts of zero.
  package init() {}

  /// The counts of a loop's last frame; all zero if it was in the background.
  ///
  /// - Parameters:
  ///   - members: the total number of members of the capped populations.
  ///   - display: counts the GPU's work; it must receive every drawn frame in order.
  package init<S: SimScene & ~Copyable, Source: InputSource>(
    _ loop: borrowing FrameLoop<S, Source>, members: UInt32, _ display: inout DisplayWorkMeter
  ) {
    guard !loop.wasInBackground else { return }
    touchSamples = UInt32(truncatingIfNeeded: loop.input.samples.count)
    particleSteps = members
    interactions = members &* UInt32(truncatingIfNeeded: loop.input.touches.count)
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
