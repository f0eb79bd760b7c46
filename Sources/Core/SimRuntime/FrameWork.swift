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

  /// Counts of no work.
  package init() {}

  /// The counts of the frame a loop has just run; of no work when it was spent in the background.
  ///
  /// - Parameter members: How many members the populations with a cap have together.
  package init<S: Scene & ~Copyable, Source: InputSource>(
    _ loop: borrowing FrameLoop<S, Source>, members: UInt32
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
  }
}

/// One kind of work with a cost of its own, such as a pixel of a soft disc.
///
/// Units are numbered without gaps; each belongs to one phase, and its name stands in cost tables.
package struct WorkUnit: Equatable, Sendable {
  private let rawIndex: UInt8

  /// How many kinds of primitives there are.
  private static var kindCount: Int { DrawCommand.Kind.allCases.count }
  /// Units that are no count of a kind of primitive.
  private static var plainCount: Int { 12 }

  /// How many units there are.
  package static var count: Int { plainCount + 4 * kindCount }
  /// 0 up to `count`.
  package var index: Int { Int(rawIndex) }

  /// Makes a unit by its index.
  ///
  /// - Precondition: 0 up to `count`.
  package init(_ index: Int) {
    precondition(index >= 0 && index < Self.count, "no such unit of work")
    rawIndex = UInt8(index)
  }

  /// The phase that does the work.
  package var phase: FramePhase {
    switch index {
    case 0...1: .input
    case 2...4: .step
    case 5...8: .draw
    default: .raster
    }
  }

  /// What a plain unit counts.
  private static func plainName(_ index: Int) -> StaticString {
    switch index {
    case 0: "input.frame"
    case 1: "input.touchSample"
    case 2: "step.frame"
    case 3: "step.particle"
    case 4: "step.interaction"
    case 5: "draw.frame"
    case 6: "draw.command"
    case 7: "draw.cell"
    case 8: "draw.cellMember"
    case 9: "raster.frame"
    case 10: "raster.cell"
    default: "raster.run"
    }
  }

  /// What the unit counts: the whole name, or its beginning.
  package var name: StaticString {
    guard index >= Self.plainCount else { return Self.plainName(index) }
    switch (index - Self.plainCount) / Self.kindCount {
    case 0: return "raster.primitive."
    case 1: return "raster.row."
    case 2: return "raster.blended."
    default: return "raster.filled."
    }
  }

  /// The kind of primitive that completes the name; nil for units without one.
  package var kind: DrawCommand.Kind? {
    guard index >= Self.plainCount else { return nil }
    return DrawCommand.Kind(rawValue: UInt8((index - Self.plainCount) % Self.kindCount))
  }

  /// How many units of the work a frame in the foreground did.
  package func amount(in work: FrameWork) -> UInt64 {
    if let kind {
      let lane = Int(kind.rawValue)
      switch (index - Self.plainCount) / Self.kindCount {
      case 0: return UInt64(work.raster.primitivesByKind[lane])
      case 1: return UInt64(work.raster.rowsByKind[lane])
      case 2: return UInt64(work.raster.blendedByKind[lane])
      default: return UInt64(work.raster.filledByKind[lane])
      }
    }
    switch index {
    case 1: return UInt64(work.touchSamples)
    case 3: return UInt64(work.particleSteps)
    case 4: return UInt64(work.interactions)
    case 6: return UInt64(work.commands)
    case 7: return UInt64(work.cellsColored)
    case 8: return work.cellMembers
    case 9: return work.hasPixels ? 1 : 0
    case 10: return UInt64(work.raster.cellsRepainted)
    case 11: return UInt64(work.raster.runsRepainted)
    default: return 1
    }
  }
}
