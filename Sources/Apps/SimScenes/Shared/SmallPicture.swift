import SimbenchKit

/// A picture of few cells, stretched over the canvas, for scenes whose colors vary slowly in space
/// but change everywhere in every frame.
///
/// It is square, so that the canvas may rotate, and registered once; only the part that the canvas
/// shows is computed and drawn.
struct SmallPicture {
  private let cellPoints: Float
  private let maximumCellCount: Int32
  private let columns: Int32
  private let rows: Int32

  /// Chooses the cell size for a canvas.
  ///
  /// - Parameters:
  ///   - cellPoints: The minimum number of points per cell; more if a canvas would need too many
  ///     cells.
  ///   - maximumCellCount: The number of columns and rows of the picture.
  ///   - width: The width of the canvas in points.
  ///   - height: The height of the canvas in points.
  init(cellPoints: Float, maximumCellCount: Int32, width: Float, height: Float) {
    let cell = max(cellPoints, max(width, height) / Float(maximumCellCount - 1))
    self.cellPoints = cell
    self.maximumCellCount = maximumCellCount
    columns = min(maximumCellCount, Int32(width / cell) + 2)
    rows = min(maximumCellCount, Int32(height / cell) + 2)
  }

  /// Registers the picture in a single color and returns its handle.
  func register(_ color: StraightColor, in list: inout DisplayList) -> ImageHandle {
    let count = Int(maximumCellCount) * Int(maximumCellCount)
    return list.addImage(
      width: maximumCellCount, height: maximumCellCount,
      pixels: [PremultipliedColor](repeating: color.premultiplied, count: count))
  }

  /// Computes the colors of a registered picture's cells and draws it.
  ///
  /// - Parameters:
  ///   - picture: The handle returned by `register`.
  ///   - list: The list in which the picture is registered.
  ///   - color: Red, green and blue, 0 to 255, at a position in points; the fourth element is
  ///     ignored.
  @inline(__always)
  func draw(
    _ picture: ImageHandle, into list: inout DisplayList,
    _ color: (_ x: Float, _ y: Float) -> SIMD4<Float>
  ) {
    list.updateImage(picture, columns: columns, rows: rows) { column, row in
      let position = ((Float(column) + 0.5) * cellPoints, (Float(row) + 0.5) * cellPoints)
      return PremultipliedColor(dithering: color(position.0, position.1), column: column, row: row)
    }
    let side = Float(maximumCellCount) * cellPoints
    list.image(picture, in: PointRectangle(x: 0, y: 0, width: side, height: side))
  }
}
