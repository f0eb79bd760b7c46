import SimRaster
import SimRuntime

/// A finished frame as opaque 8-bit sRGB, perhaps scaled down: what pictures are made from.
package struct FramePicture: Equatable, Sendable {
  /// The frame it shows.
  package let frame: UInt32
  /// Whether the device was being shaken.
  package let isShaken: Bool
  /// Contacts on the glass.
  package let touchCount: Int
  /// Columns.
  package let width: Int32
  /// Rows.
  package let height: Int32
  /// Red, green and blue of each pixel, row after row.
  package let rgb: [UInt8]

  /// Makes a picture from its pixels.
  ///
  /// - Precondition: three bytes per pixel.
  package init(
    frame: UInt32, width: Int32, height: Int32, rgb: [UInt8], isShaken: Bool = false,
    touchCount: Int = 0
  ) {
    precondition(rgb.count == Int(width) * Int(height) * 3, "three bytes per pixel")
    self.frame = frame
    self.isShaken = isShaken
    self.touchCount = touchCount
    self.width = width
    self.height = height
    self.rgb = rgb
  }

  /// Copies a surface; what is transparent in it becomes black.
  package init(
    frame: UInt32, surface: borrowing Surface, isShaken: Bool = false, touchCount: Int = 0
  ) {
    self.init(
      frame: frame, width: surface.width, height: surface.height,
      rgb: Self.rgb(of: surface), isShaken: isShaken, touchCount: touchCount)
  }

  /// Copies a photo.
  package init(frame: UInt32, photo: PixelFrame) {
    self.init(
      frame: frame, width: photo.width, height: photo.height,
      rgb: Self.rgb(of: photo.pixels.span, photo.width, by: photo.height, stride: photo.width))
  }

  private static func rgb(of surface: borrowing Surface) -> [UInt8] {
    let (width, height, stride) = (surface.width, surface.height, surface.stride)
    return surface.withPixels { rgb(of: $0, width, by: height, stride: stride) }
  }

  /// Red, green and blue of packed pixels whose rows begin `stride` apart.
  private static func rgb(
    of pixels: Span<UInt32>, _ width: Int32, by height: Int32, stride: Int32
  ) -> [UInt8] {
    var rgb = [UInt8](repeating: 0, count: Int(width) * Int(height) * 3)
    var offset = 0
    for row in 0..<Int(height) {
      for column in 0..<Int(width) {
        let pixel = pixels[row * Int(stride) + column]
        rgb[offset] = UInt8(truncatingIfNeeded: pixel)
        rgb[offset + 1] = UInt8(truncatingIfNeeded: pixel >> 8)
        rgb[offset + 2] = UInt8(truncatingIfNeeded: pixel >> 16)
        offset += 3
      }
    }
    return rgb
  }

  /// Red, green, blue and full alpha of each pixel.
  package var rgba: [UInt8] {
    var bytes = [UInt8](repeating: 255, count: rgb.count / 3 * 4)
    for pixel in 0..<rgb.count / 3 {
      for channel in 0..<3 { bytes[pixel * 4 + channel] = rgb[pixel * 3 + channel] }
    }
    return bytes
  }

  /// The picture as a surface.
  package var surface: Surface {
    var surface = Surface(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width {
        let start = (Int(y) * Int(width) + Int(x)) * 3
        surface[x, y] =
          UInt32(rgb[start]) | UInt32(rgb[start + 1]) << 8 | UInt32(rgb[start + 2]) << 16
          | 0xFF00_0000
      }
    }
    return surface
  }

  /// Paints a list.
  ///
  /// - Parameter capacity: commands that the list can hold.
  package init(frame: UInt32, list: borrowing DisplayList, capacity: Int) {
    var surface = Surface(width: list.pixelWidth, height: list.pixelHeight)
    var rasterizer = Rasterizer(
      maximumPixelCount: list.pixelWidth * list.pixelHeight,
      maximumSide: max(list.pixelWidth, list.pixelHeight), commandCapacity: capacity)
    _ = rasterizer.render(list, into: &surface)
    self.init(frame: frame, surface: surface)
  }

  /// The picture scaled down to about so many pixels by averaging in linear light; its shape
  /// stays as far as both sides keep a pixel, and a smaller picture stays as it is.
  ///
  /// - Complexity: O(pixels).
  package func scaled(toPixelCount limit: Int32) -> FramePicture {
    guard Int(width) * Int(height) > Int(limit) else { return self }
    let shape = Float(width) / Float(height)
    let maximum = max(1, Int(limit))
    let columns = min(max(1, Int((Float(limit) * shape).squareRoot() + 0.5)), maximum)
    let rows = max(1, Int(Float(columns) / shape + 0.5))
    // A line of one column would keep its whole length.
    return averaged(columns: columns, rows: columns == 1 ? min(rows, maximum) : rows)
  }

  /// The picture scaled down in the same way until neither side is longer than a limit.
  ///
  /// - Complexity: O(pixels).
  package func scaled(toSide limit: Int32) -> FramePicture {
    guard max(width, height) > limit else { return self }
    let size = Self.size(width: Int(width), height: Int(height), fitting: Int(limit))
    return averaged(columns: size.width, rows: size.height)
  }

  /// The size of a picture that neither side of is longer than a limit, in the same shape.
  package static func size(
    width: Int, height: Int, fitting limit: Int
  ) -> (width: Int, height: Int) {
    let longest = max(width, height)
    guard longest > limit else { return (width, height) }
    func side(_ side: Int) -> Int { max(1, (side * limit + longest / 2) / longest) }
    return (side(width), side(height))
  }

  /// The image fitted into a number of pixels: scaled down if necessary, centered, with black
  /// margins.
  ///
  /// - Complexity: O(pixels).
  package func fitted(columns: Int32, rows: Int32) -> FramePicture {
    guard width != columns || height != rows else { return self }
    let share = min(
      1, min(Double(columns) / Double(width), Double(rows) / Double(height)))
    let inner = averaged(
      columns: max(1, Int((Double(width) * share).rounded())),
      rows: max(1, Int((Double(height) * share).rounded())))
    guard inner.width != columns || inner.height != rows else { return inner }
    var framed = [UInt8](repeating: 0, count: Int(columns) * Int(rows) * 3)
    let left = Int(columns - inner.width) / 2
    let top = Int(rows - inner.height) / 2
    let stride = Int(inner.width) * 3
    for row in 0..<Int(inner.height) {
      let start = ((top + row) * Int(columns) + left) * 3
      framed.replaceSubrange(
        start..<start + stride, with: inner.rgb[row * stride..<(row + 1) * stride])
    }
    return FramePicture(
      frame: frame, width: columns, height: rows, rgb: framed, isShaken: isShaken,
      touchCount: touchCount)
  }

  private func averaged(columns: Int, rows: Int) -> FramePicture {
    let linear = LinearLightTables.shared
    var scaled = [UInt8](repeating: 0, count: columns * rows * 3)
    for row in 0..<rows {
      let top = row * Int(height) / rows
      let bottom = max(top + 1, (row + 1) * Int(height) / rows)
      for column in 0..<columns {
        let left = column * Int(width) / columns
        let right = max(left + 1, (column + 1) * Int(width) / columns)
        let mean = meanLight(left..<right, top..<bottom, linear)
        let slot = (row * columns + column) * 3
        scaled[slot] = linear.encode(mean.red)
        scaled[slot + 1] = linear.encode(mean.green)
        scaled[slot + 2] = linear.encode(mean.blue)
      }
    }
    return FramePicture(
      frame: frame, width: Int32(columns), height: Int32(rows), rgb: scaled, isShaken: isShaken,
      touchCount: touchCount)
  }

  private func meanLight(
    _ columns: Range<Int>, _ rows: Range<Int>, _ linear: LinearLightTables
  ) -> (red: UInt64, green: UInt64, blue: UInt64) {
    var sum: (red: UInt64, green: UInt64, blue: UInt64) = (0, 0, 0)
    for y in rows {
      for x in columns {
        let slot = (y * Int(width) + x) * 3
        sum.red += UInt64(linear.decode[Int(rgb[slot])])
        sum.green += UInt64(linear.decode[Int(rgb[slot + 1])])
        sum.blue += UInt64(linear.decode[Int(rgb[slot + 2])])
      }
    }
    let count = UInt64(rows.count * columns.count)
    return (sum.red / count, sum.green / count, sum.blue / count)
  }
}
