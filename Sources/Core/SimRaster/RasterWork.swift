/// Exact counts of what the rasterizer did for one frame; the same on every target.
public struct RasterWork: Equatable, Sendable {
  /// One count per `DrawCommand.Kind`, in the lane of its raw value; unused lanes stay 0.
  ///
  /// Twice as many lanes as there are kinds; more kinds take a wider vector here and nowhere else.
  package typealias CountsByKind = SIMD32<UInt32>

  /// Pixels whose color was mixed with what lay below.
  package var pixelsBlended: UInt32 = 0
  /// Pixels overwritten or copied without looking at what lay below.
  package var pixelsFilled: UInt32 = 0
  /// Damage cells (16 by 4 pixels) repainted.
  package var cellsRepainted: UInt32 = 0
  /// Runs of neighboring damage cells in a row of them; long runs are cheaper than short ones.
  package var runsRepainted: UInt32 = 0
  /// The primitives, kind by kind.
  package var primitivesByKind = CountsByKind(repeating: 0)
  /// Rows of pixels that the primitives reach, damaged or not, kind by kind.
  package var rowsByKind = CountsByKind(repeating: 0)
  /// The pixels blended, kind by kind; those of a group count for its beginning.
  package var blendedByKind = CountsByKind(repeating: 0)
  /// The pixels filled, kind by kind.
  package var filledByKind = CountsByKind(repeating: 0)

  /// Counts of no work.
  public init() {}

  /// Commands executed in at least one damaged rectangle.
  package var primitives: UInt32 { primitivesByKind.wrappedSum() }

  /// Of the pixels filled, those copied from pictures and layers.
  package var pixelsCopied: UInt32 {
    filledByKind[Int(DrawCommand.Kind.image.rawValue)]
      &+ filledByKind[Int(DrawCommand.Kind.layer.rawValue)]
  }

  /// Segments of strokes executed: lines with round caps.
  package var segments: UInt32 { primitivesByKind[Int(DrawCommand.Kind.capsule.rawValue)] }

  /// Adds another frame's counts, wrapping on overflow.
  package mutating func add(_ other: RasterWork) {
    pixelsBlended &+= other.pixelsBlended
    pixelsFilled &+= other.pixelsFilled
    cellsRepainted &+= other.cellsRepainted
    runsRepainted &+= other.runsRepainted
    primitivesByKind &+= other.primitivesByKind
    rowsByKind &+= other.rowsByKind
    blendedByKind &+= other.blendedByKind
    filledByKind &+= other.filledByKind
  }
}

/// Sorts counts by kind as commands pass: neighbors are mostly of one kind, so only a change of
/// kind touches the lanes.
struct WorkSorter {
  private var kind = DrawCommand.Kind.fill
  private var primitives: UInt32 = 0
  private var rows: UInt32 = 0
  private var blended: UInt32 = 0
  private var filled: UInt32 = 0

  /// Notes that a command is about to be painted.
  @inline(__always)
  mutating func begin(_ next: DrawCommand.Kind, _ work: inout RasterWork) {
    if next != kind { turn(to: next, &work) }
  }

  /// Counts a primitive and the rows it reaches.
  @inline(__always)
  mutating func count(
    _ next: DrawCommand.Kind, _ bounds: PixelRectangle, _ work: inout RasterWork
  ) {
    if next != kind { turn(to: next, &work) }
    primitives &+= 1
    rows &+= UInt32(truncatingIfNeeded: bounds.maxY &- bounds.minY)
  }

  /// Gives the last kind what it has.
  mutating func finish(_ work: inout RasterWork) { turn(to: .fill, &work) }

  private mutating func turn(to next: DrawCommand.Kind, _ work: inout RasterWork) {
    let lane = Int(kind.rawValue)
    work.primitivesByKind[lane] &+= primitives
    work.rowsByKind[lane] &+= rows
    work.blendedByKind[lane] &+= work.pixelsBlended &- blended
    work.filledByKind[lane] &+= work.pixelsFilled &- filled
    (kind, primitives, rows) = (next, 0, 0)
    (blended, filled) = (work.pixelsBlended, work.pixelsFilled)
  }
}
