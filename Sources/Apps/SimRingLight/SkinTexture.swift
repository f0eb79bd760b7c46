/// Measures how smooth an image is around each cell: skin is smooth; hair, fur and wood are not.
///
/// Color cannot distinguish them, but fine detail can. At the scale of a cell of four pixels, hair
/// is uneven everywhere, skin only at eyes and lips. A cell's texture is the squared difference
/// between its brightness and the mean of the three-by-three cells around it, relative to its
/// brightness, minus the expected noise. Each cell's texture is capped, so that a steep, narrow
/// edge weighs less than hair, which is everywhere. The mean over nine by nine cells gives the
/// smoothness.
package struct SkinTexture: Sendable {
  /// The texture up to which surroundings count as smooth: the square of 1.2 % deviation.
  package static var smoothTexture: Float { 1.5e-4 }
  /// The texture from which surroundings count as rough: the square of 1.7 % deviation.
  package static var roughTexture: Float { 3e-4 }
  /// The cap of a cell's texture.
  package static var cellLimit: Float { 6e-4 }
  /// The radius of the averaged square in cells; in a smaller one, a single edge would count as
  /// texture.
  package static var radius: Int { 4 }
  /// Levels added to the brightness before dividing by it: in the dark, rounding to whole levels
  /// would count as texture.
  package static var darkLevels: Float { 16 }
  /// The fixed-point unit of a cell's texture.
  private static var unit: Float { 65_535 }
  /// The part of a cell's texture attributed to noise, in units of its variance.
  ///
  /// Twice its mean, of which one ninth cancels in the mean of nine cells; more would hide dark
  /// hair.
  private static var noiseShare: Float { 2 * 8 / 9 }

  private var textures: [UInt32]
  private var sums: [UInt32]
  private var box: BoxSums<UInt32>

  /// Allocates storage for planes of up to `capacity` cells and `maximumWidth` columns.
  package init(capacity: Int, maximumWidth: Int) {
    textures = [UInt32](repeating: 0, count: capacity)
    sums = [UInt32](repeating: 0, count: capacity)
    box = BoxSums(maximumWidth: maximumWidth)
  }

  /// Computes the texture around every cell.
  ///
  /// - Parameters:
  ///   - lumas: Brightness in 1/256 level, 0 to 65,280; at least `columns * rows`.
  ///   - noiseLevels: The standard deviation of the noise of a cell's mean, in levels.
  package mutating func find(
    _ lumas: [UInt32], columns: Int, rows: Int, noiseLevels: Float
  ) {
    box.sum(lumas, width: columns, height: rows, radius: 1, into: &sums)
    let noise = noiseLevels * noiseLevels * Self.noiseShare
    for row in 0..<rows {
      let tall = BoxSums<UInt32>.count(row, rows, 1)
      for column in 0..<columns {
        let index = row &* columns &+ column
        let cells = Float(tall &* BoxSums<UInt32>.count(column, columns, 1))
        let level = Float(lumas[index]) / 256
        let away = level - Float(sums[index]) / (cells * 256)
        let bright = level + Self.darkLevels
        let texture = max(0, away * away - noise) / (bright * bright)
        textures[index] = UInt32(min(texture / Self.cellLimit, 1) * Self.unit + 0.5)
      }
    }
    box.sum(textures, width: columns, height: rows, radius: Self.radius, into: &sums)
  }

  /// The smoothness around a cell after `find`, 0 to 1; `cells` is the number of cells in its
  /// square.
  @inline(__always)
  package func smoothness(at index: Int, cells: Int) -> Float {
    let texture = Float(sums[index]) / (Float(cells) * Self.unit) * Self.cellLimit
    let share = (Self.roughTexture - texture) / (Self.roughTexture - Self.smoothTexture)
    let limited = max(0, min(share, 1))
    return limited * limited * (3 - 2 * limited)
  }
}
