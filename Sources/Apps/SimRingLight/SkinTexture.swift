/// How smooth a picture is around each of its cells: skin is, hair, fur and wood are not.
///
/// Color does not tell them apart. What does is detail as fine as a cell of four pixels: there,
/// hair is uneven wherever one looks, and skin only at eyes and lips. Each cell's texture is the
/// square of how far its brightness is from the mean of the three by three cells around it, as a
/// share of its own; what noise may be is taken off. One cell counts up to a limit, so that an
/// edge, which is steep and narrow, weighs less than hair, which is all over. The mean over a
/// square of nine by nine cells then says how smooth the surroundings are.
package struct SkinTexture: Sendable {
  /// The texture up to which surroundings are smooth, as a square: deviations of 1.2 %.
  package static var smoothTexture: Float { 1.5e-4 }
  /// The texture from which it is not at all: deviations of 1.7 %.
  package static var roughTexture: Float { 3e-4 }
  /// What one cell counts for at most.
  package static var cellLimit: Float { 6e-4 }
  /// How far the square reaches in cells: in a smaller one, a single edge would be texture.
  package static var radius: Int { 4 }
  /// Levels by which brightness is raised before shares of it are taken: in the dark, rounding to
  /// whole levels is texture too.
  package static var darkLevels: Float { 16 }
  /// Steps in which a cell's texture is counted.
  private static var unit: Float { 65_535 }
  /// What noise may be of a cell's texture, in squares of its deviation.
  ///
  /// Twice what it is in the mean, a ninth of which goes with the mean of nine cells; more would
  /// hide dark hair.
  private static var noiseShare: Float { 2 * 8 / 9 }

  private var textures: [UInt32]
  private var sums: [UInt32]
  private var box: BoxSums<UInt32>

  /// Takes storage for planes of so many cells and columns.
  package init(capacity: Int, maximumWidth: Int) {
    textures = [UInt32](repeating: 0, count: capacity)
    sums = [UInt32](repeating: 0, count: capacity)
    box = BoxSums(maximumWidth: maximumWidth)
  }

  /// Finds how smooth every cell's surroundings are.
  ///
  /// - Parameters:
  ///   - lumas: brightness in 256ths of a level, 0 to 65,280, at least `columns * rows`.
  ///   - noiseLevels: the deviation of the noise of a cell's mean, in levels.
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

  /// How smooth a cell's surroundings are after `find`, 0 to 1, for the number of cells in its
  /// square.
  @inline(__always)
  package func smoothness(at index: Int, cells: Int) -> Float {
    let texture = Float(sums[index]) / (Float(cells) * Self.unit) * Self.cellLimit
    let share = (Self.roughTexture - texture) / (Self.roughTexture - Self.smoothTexture)
    let limited = max(0, min(share, 1))
    return limited * limited * (3 - 2 * limited)
  }
}
