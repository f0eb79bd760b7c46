import SimbenchKit

/// A picture of few cells, stretched over the whole canvas: for scenes whose colors change slowly
/// from point to point, but everywhere and in every frame.
///
/// It is a square, so that the canvas may turn, and registered once; what the canvas does not show
/// of it is neither computed nor drawn.
struct SmallPicture {
  private let cellPoints: Float
  private let maximumCellCount: Int32
  private let columns: Int32
  private let rows: Int32

  /// Chooses cells for a canvas.
  ///
  /// - Parameters:
  ///   - cellPoints: points per cell, at least; more where a canvas would need too many cells.
  ///   - maximumCellCount: columns and rows of the picture.
  ///   - width: width of the canvas in points.
  ///   - height: height of the canvas in points.
  init(cellPoints: Float, maximumCellCount: Int32, width: Float, height: Float) {
    let cell = max(cellPoints, max(width, height) / Float(maximumCellCount - 1))
    self.cellPoints = cell
    self.maximumCellCount = maximumCellCount
    columns = min(maximumCellCount, Int32(width / cell) + 2)
    rows = min(maximumCellCount, Int32(height / cell) + 2)
  }

  /// Registers the picture, all in one color, and returns its handle.
  func register(_ color: StraightColor, in list: inout DisplayList) -> ImageHandle {
    let count = Int(maximumCellCount) * Int(maximumCellCount)
    return list.addImage(
      width: maximumCellCount, height: maximumCellCount,
      pixels: [PremultipliedColor](repeating: color.premultiplied, count: count))
  }

  /// Colors a registered picture's cells and draws it.
  ///
  /// - Parameters:
  ///   - picture: what `register` returned.
  ///   - list: where it is registered and drawn.
  ///   - color: red, green and blue, 0 to 255, at a position in points; the fourth lane is ignored.
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
    list.image(picture, in: Rectangle(x: 0, y: 0, width: side, height: side))
  }
}
