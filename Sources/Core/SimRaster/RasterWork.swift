/// Exact counts of the rasterizer's work for one frame; equal on every target.
public struct RasterWork: Equatable, Sendable {
  /// One count per `DrawCommand.Kind`, at the index of its raw value; unused elements stay 0.
  ///
  /// Twice as many elements as there are kinds; more kinds need only a wider vector here.
  package typealias CountsByKind = SIMD32<UInt32>

  /// Pixels blended with the destination.
  package var pixelsBlended: UInt32 = 0
  /// Pixels overwritten or copied without reading the destination.
  package var pixelsFilled: UInt32 = 0
  /// Damage cells (16 by 4 pixels) repainted.
  package var cellsRepainted: UInt32 = 0
  /// Runs of adjacent damage cells in a row; long runs cost less per cell than short ones.
  package var runsRepainted: UInt32 = 0
  /// The number of primitives per kind.
  package var primitivesByKind = CountsByKind(repeating: 0)
  /// Rows of pixels within the primitives' bounds, damaged or not, per kind.
  package var rowsByKind = CountsByKind(repeating: 0)
  /// Blended pixels per kind; those of a group count for its `beginGroup`.
  package var blendedByKind = CountsByKind(repeating: 0)
  /// Filled pixels per kind.
  package var filledByKind = CountsByKind(repeating: 0)

  /// Makes counts of 0.
  public init() {}

  /// Commands executed in at least one damaged rectangle.
  package var primitives: UInt32 { primitivesByKind.wrappedSum() }

  /// Filled pixels that were copied from pictures and layers.
  package var pixelsCopied: UInt32 {
    filledByKind[Int(DrawCommand.Kind.image.rawValue)]
      &+ filledByKind[Int(DrawCommand.Kind.layer.rawValue)]
  }

  /// Executed stroke segments: lines with round caps.
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

/// Sorts counts by kind as commands are painted.
///
/// Neighbors usually have the same kind, so the vectors are updated only when the kind changes.
struct WorkSorter {
  private var kind = DrawCommand.Kind.fill
  private var primitives: UInt32 = 0
  private var rows: UInt32 = 0
  private var blended: UInt32 = 0
  private var filled: UInt32 = 0

  /// Prepares to paint a command of a kind.
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

  /// Adds the counts of the last kind.
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
