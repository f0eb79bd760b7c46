import DeterministicMath
import Raster
import Runtime

/// Smooths skin, subtly: uneven patches and noise go, edges and everything else stay.
///
/// The filter's two numbers are found in a picture of a sixteenth of the pixels and spread over all
/// of them, as in He and Sun, "Fast Guided Filter", 2015; where there is no skin they change
/// nothing. Only brightness is smoothed, and the hue stays.
package struct SmoothingStage: PixelStage {
  /// How the skin is smoothed.
  package struct Settings: Sendable {
    /// Whether it is.
    package var isOn: Bool
    /// How far the filter reaches, in pixels of the preview; whole cells of four count.
    package var radiusPixels: Int32
    /// The variance, of brightness from 0 to 1, that is smoothed by half.
    package var epsilon: Float
    /// How much of the filter's result is taken, 0 to 1.
    package var strength: Float
    /// The color of the light on the face.
    package var light: LinearColor

    /// Makes settings.
    package init(
      isOn: Bool, radiusPixels: Int32, epsilon: Float, strength: Float, light: LinearColor
    ) {
      self.isOn = isOn
      self.radiusPixels = radiusPixels
      self.epsilon = epsilon
      self.strength = strength
      self.light = light
    }
  }

  /// The name in reports.
  package static var name: StaticString { "smoothing" }
  /// Columns and rows of a cell.
  private static var cell: Int { 4 }
  /// What stands for white in a cell: 255 with the weights of red, green and blue.
  private static var one: UInt32 { 65_280 }
  /// Steps from 0 to 1 of the numbers that are spread.
  private static var unit: Float { 4_096 }

  private var filter: GuidedFilter
  private var lumas: [UInt32]
  private var shares: [UInt32]
  private var shareSums: [UInt32]
  private var box: BoxSums<UInt32>
  private var slopes: [Int32]
  private var offsets: [Int32]
  private var slopeRow: [Int32]
  private var offsetRow: [Int32]

  /// Takes storage for pictures of so many pixels with sides of so many.
  package init(capacity: Int, maximumSide: Int) {
    let side = (maximumSide + Self.cell - 1) / Self.cell
    // A side that is no multiple of the cell adds a row and a column.
    let cells = capacity / (Self.cell * Self.cell) + 2 * side + 1
    filter = GuidedFilter(capacity: cells, maximumWidth: side)
    lumas = [UInt32](repeating: 0, count: cells)
    shares = [UInt32](repeating: 0, count: cells)
    shareSums = [UInt32](repeating: 0, count: cells)
    box = BoxSums(maximumWidth: side)
    slopes = [Int32](repeating: 0, count: cells)
    offsets = [Int32](repeating: 0, count: cells)
    slopeRow = [Int32](repeating: 0, count: side + 2)
    offsetRow = [Int32](repeating: 0, count: side + 2)
  }

  /// Smooths the skin of the picture.
  package mutating func apply(_ settings: Settings, to frame: inout PixelFrame) {
    guard settings.isOn, settings.strength > 0 else { return }
    let (width, height) = (Int(frame.width), Int(frame.height))
    let columns = (width + Self.cell - 1) / Self.cell
    let rows = (height + Self.cell - 1) / Self.cell
    condense(frame, columns, rows, SkinMask(light: settings.light))
    let radius = max(1, min(Int(settings.radiusPixels) / Self.cell, GuidedFilter.maximumRadius))
    filter.fit(
      lumas, width: columns, height: rows, one: Self.one, radius: radius,
      epsilon: settings.epsilon)
    box.sum(shares, width: columns, height: rows, radius: 1, into: &shareSums)
    weigh(columns, rows, settings.strength)
    spread(&frame, columns, rows)
    frame.work.pixelsBlended &+= UInt32(truncatingIfNeeded: frame.count)
  }

  /// The mean brightness of each cell, and how much of it is skin.
  private mutating func condense(
    _ frame: borrowing PixelFrame, _ columns: Int, _ rows: Int, _ mask: SkinMask
  ) {
    let (width, height) = (Int(frame.width), Int(frame.height))
    let pixels = frame.pixels.span
    for row in 0..<rows {
      for column in 0..<columns {
        var sum = SIMD4<UInt32>.zero
        let (left, right) = (column * Self.cell, min(column * Self.cell + Self.cell, width))
        let (top, bottom) = (row * Self.cell, min(row * Self.cell + Self.cell, height))
        for y in top..<bottom {
          for x in left..<right {
            let pixel = pixels[y &* width &+ x]
            sum &+= SIMD4(pixel & 255, pixel >> 8 & 255, pixel >> 16 & 255, 1)
          }
        }
        let count = sum[3]
        let index = row &* columns &+ column
        lumas[index] = (77 * sum[0] + 150 * sum[1] + 29 * sum[2]) / count
        let mean = SIMD4<Float>(Float(sum[0]), Float(sum[1]), Float(sum[2]), 0) / Float(count)
        shares[index] = UInt32(mask.share(mean) * 65_536)
      }
    }
  }

  /// What is to be added to a pixel's brightness y: slope y + offset, 0 where there is no skin.
  private mutating func weigh(_ columns: Int, _ rows: Int, _ strength: Float) {
    for row in 0..<rows {
      let tall = BoxSums<UInt32>.count(row, rows, 1)
      for column in 0..<columns {
        let index = row &* columns &+ column
        let elements = Float(tall &* BoxSums<UInt32>.count(column, columns, 1))
        let share = Float(shareSums[index]) / (elements * 65_536) * strength
        let slope = (filter.slopes[index] - 1) * share
        let offset = filter.offsets[index] * share * (255 / Float(Self.one))
        // Both are finite, and rounding towards zero by half a 4,096th is not seen.
        slopes[index] = Int32(slope * Self.unit)
        offsets[index] = Int32(offset * Self.unit)
      }
    }
  }

  /// Mixes the cells' numbers for each pixel and adds what they say.
  private mutating func spread(_ frame: inout PixelFrame, _ columns: Int, _ rows: Int) {
    let (width, height) = (Int(frame.width), Int(frame.height))
    for row in 0..<height {
      mixRows(row, columns, rows)
      let (slopes, offsets) = (slopeRow.span, offsetRow.span)
      var pixels = frame.pixels.mutableSpan
      let start = row * width
      for column in 0..<width {
        // The row has a cell more on either side.
        let cell = column / Self.cell &+ 1
        let place = column % Self.cell
        let other = place < 2 ? cell &- 1 : cell &+ 1
        let share = Self.eighths(place)
        let slope = slopes[cell] &* share.near &+ slopes[other] &* share.far
        let offset = offsets[cell] &* share.near &+ offsets[other] &* share.far
        let pixel = pixels[start &+ column]
        let (red, green) = (Int32(pixel & 255), Int32(pixel >> 8 & 255))
        let blue = Int32(pixel >> 16 & 255)
        let luma = (77 &* red &+ 150 &* green &+ 29 &* blue &+ 128) >> 8
        // 8 · 8 eighths and 4,096 steps: 2¹⁸.
        let change = (slope &* luma &+ offset &+ 131_072) >> 18
        pixels[start &+ column] =
          Self.byte(red &+ change) | Self.byte(green &+ change) << 8
          | Self.byte(blue &+ change) << 16 | 0xFF00_0000
      }
    }
  }

  /// The numbers of a row of pixels, in eighths, from the two rows of cells it lies between.
  private mutating func mixRows(_ row: Int, _ columns: Int, _ rows: Int) {
    let cell = row / Self.cell
    let place = row % Self.cell
    let other = max(0, min(place < 2 ? cell - 1 : cell + 1, rows - 1))
    let share = Self.eighths(place)
    for column in 0..<columns {
      let (near, far) = (cell &* columns &+ column, other &* columns &+ column)
      slopeRow[column &+ 1] = slopes[near] &* share.near &+ slopes[far] &* share.far
      offsetRow[column &+ 1] = offsets[near] &* share.near &+ offsets[far] &* share.far
    }
    (slopeRow[0], offsetRow[0]) = (slopeRow[1], offsetRow[1])
    slopeRow[columns + 1] = slopeRow[columns]
    offsetRow[columns + 1] = offsetRow[columns]
  }

  /// How near a pixel is to its cell's middle and to the next one's, in eighths.
  @inline(__always)
  private static func eighths(_ place: Int) -> (near: Int32, far: Int32) {
    place == 0 || place == 3 ? (5, 3) : (7, 1)
  }

  @inline(__always)
  private static func byte(_ value: Int32) -> UInt32 {
    UInt32(truncatingIfNeeded: value < 0 ? 0 : value > 255 ? 255 : value)
  }
}
