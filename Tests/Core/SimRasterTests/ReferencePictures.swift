import SimMath
import SimRaster

/// Gradients, sprites and images of the reference, pixel by pixel from their definitions.
extension ReferenceRasterizer {
  /// The order in which the pixels of an 8 by 8 block turn over; written out again on purpose.
  private static var ranks: [[Int]] {
    [
      [48, 41, 57, 25, 46, 61, 18, 58], [4, 32, 16, 37, 5, 30, 10, 34],
      [20, 53, 8, 60, 21, 51, 43, 55], [13, 44, 29, 47, 12, 39, 2, 24],
      [59, 36, 0, 26, 17, 62, 28, 49], [7, 19, 52, 42, 56, 6, 33, 15],
      [38, 63, 31, 9, 35, 23, 54, 45], [11, 22, 3, 50, 14, 40, 1, 27],
    ]
  }

  /// Positions in steps of 1/4096; the color there in steps of 1/256; a threshold added.
  func gradient(_ item: Item) -> ((Int, Int) -> Pixel?)? {
    let scale = drawing.scale
    let (startX, startY) = (item.start.x * scale, item.start.y * scale)
    let isLinear = item.kind == .linearGradient
    let endX = isLinear ? item.end.x * scale : item.radius * scale
    let endY = isLinear ? item.end.y * scale : 0
    guard Self.areDrawable([startX, startY, endX, endY]) else { return nil }

    // A pixel is inside when its center is after the left edge and not after the right one.
    let (left, top) = (item.area.x * scale + 0.5, item.area.y * scale + 0.5)
    let right = (item.area.x + item.area.width) * scale + 0.5
    let bottom = (item.area.y + item.area.height) * scale + 0.5
    let stops = drawing.gradients[item.resource]
    let ranks = Self.ranks

    func position(_ px: Float, _ py: Float) -> Float {
      if isLinear {
        let (alongX, alongY) = (endX - startX, endY - startY)
        let squared = alongX * alongX + alongY * alongY
        guard squared > 0.000_001 else { return 1 }
        return (px - startX) * (alongX / squared) + (py - startY) * (alongY / squared)
      }
      guard endX > 0.000_001 else { return 1 }
      let (dx, dy) = (px - startX, py - startY)
      return (dx * dx + dy * dy).squareRoot() * (1 / endX)
    }

    return { x, y in
      let (nextX, nextY) = (Float(x + 1), Float(y + 1))
      guard nextX > left, nextX <= right, nextY > top, nextY <= bottom else { return nil }
      let place = ReferenceShapes.unit(position(Float(x) + 0.5, Float(y) + 0.5))
      let step = (place * 4096).rounded(.toNearestOrEven) / 4096
      let fine = Self.color(of: stops, at: step)
      let threshold = ranks[y % 8][x % 8] * 4 + 2
      var color = Pixel()
      color.red = (fine.red + threshold) / 256
      color.green = (fine.green + threshold) / 256
      color.blue = (fine.blue + threshold) / 256
      color.alpha = (fine.alpha + threshold) / 256
      return color.scaled(by: Int(item.opacity))
    }
  }

  /// Between the last stop not after the position and the next one, in steps of 1/256.
  private static func color(of stops: [Drawing.Stop], at position: Float) -> Pixel {
    let lower = stops.lastIndex { $0.offset <= position } ?? 0
    let upper = min(lower + 1, stops.count - 1)
    var share: Float = 0
    if upper > lower && position > stops[lower].offset {
      share =
        (position - stops[lower].offset) / (stops[upper].offset - stops[lower].offset)
    }
    let from = Pixel(premultiplying: stops[lower].color)
    let to = Pixel(premultiplying: stops[upper].color)
    func mixed(_ one: Int, _ other: Int) -> Int {
      Int(Float(one * 256) + Float((other - one) * 256) * share + 0.5)
    }
    var result = Pixel()
    result.alpha = mixed(from.alpha, to.alpha)
    result.red = min(mixed(from.red, to.red), result.alpha)
    result.green = min(mixed(from.green, to.green), result.alpha)
    result.blue = min(mixed(from.blue, to.blue), result.alpha)
    return result
  }

  /// Bilinear between mask pixels, weights in steps of 1/256; no coverage outside the mask.
  func sprite(_ item: Item) -> ((Int, Int) -> Int)? {
    let scale = drawing.scale
    let (centerX, centerY) = (item.start.x * scale, item.start.y * scale)
    guard Self.areDrawable([centerX, centerY, item.radius]), item.radius > 0 else { return nil }
    let mask = drawing.masks[item.resource]
    let (width, height) = (mask.width, mask.height)

    func sample(_ x: Int, _ y: Int) -> Int {
      x < 0 || y < 0 || x >= width || y >= height ? 0 : Int(mask.coverage[y * width + x])
    }
    func place(_ center: Float, _ origin: Float, _ length: Int) -> Float? {
      let place = (center - origin) * (1 / item.radius) + Float(length) * 0.5 - 0.5
      return place > -1 && place < Float(length) ? place : nil
    }

    return { x, y in
      guard let u = place(Float(x) + 0.5, centerX, width),
        let v = place(Float(y) + 0.5, centerY, height)
      else { return 0 }
      // Never below -256, so that adding 1,024 makes cutting off the fraction round down.
      let (fineX, fineY) = (Int(u * 256 + 1024.5) - 1024, Int(v * 256 + 1024.5) - 1024)
      let (left, shareX) = (fineX >> 8, fineX & 255)
      let (top, shareY) = (fineY >> 8, fineY & 255)
      let upper = sample(left, top) * (256 - shareX) + sample(left + 1, top) * shareX
      let lower = sample(left, top + 1) * (256 - shareX) + sample(left + 1, top + 1) * shareX
      return (upper * (256 - shareY) + lower * shareY + 32_768) / 65_536
    }
  }

  /// Bilinear between picture pixels, edge pixels going on outwards, at the pixels whose centers
  /// are not before the left edge and before the right one.
  ///
  /// One to one, a pixel is the picture's. Else places are cut off to 65,536ths, a level c is
  /// counted as 256 c + 131, and every product loses what is beyond 256ths of a level: first along
  /// the upper and the lower row, then between them. At last the 256ths are cut off.
  func image(_ item: Item) -> ((Int, Int) -> Pixel?)? {
    let scale = drawing.scale
    let (originX, originY) = (item.area.x * scale, item.area.y * scale)
    let (targetWidth, targetHeight) = (item.area.width * scale, item.area.height * scale)
    guard Self.areDrawable([originX, originY, targetWidth, targetHeight]),
      targetWidth > 0, targetHeight > 0
    else { return nil }
    let picture = drawing.pictures[item.resource]
    let (width, height) = (picture.width, picture.height)

    func sample(_ x: Int, _ y: Int) -> Pixel {
      Pixel(picture.pixels[min(y, height - 1) * width + min(x, width - 1)])
    }
    func fine(_ center: Float, _ origin: Float, _ target: Float, _ length: Int) -> Int {
      let place = (center - origin) * (Float(length) / target) - 0.5
      return Int(min(max(place, 0), Float(length - 1)) * 65_536)
    }
    func mixed(_ one: Int, _ other: Int, _ share: Int) -> Int {
      one * (65_535 - share) / 65_536 + other * share / 65_536
    }

    return { x, y in
      let (px, py) = (Float(x) + 0.5, Float(y) + 0.5)
      guard px >= originX, px < originX + targetWidth, py >= originY,
        py < originY + targetHeight
      else { return nil }
      let fineX = fine(px, originX, targetWidth, width)
      let fineY = fine(py, originY, targetHeight, height)
      let (left, shareX) = (fineX / 65_536, fineX % 65_536)
      let (top, shareY) = (fineY / 65_536, fineY % 65_536)
      let (a, b) = (sample(left, top), sample(left + 1, top))
      let (c, d) = (sample(left, top + 1), sample(left + 1, top + 1))
      func level(_ channel: KeyPath<Pixel, Int>) -> Int {
        func counted(_ pixel: Pixel) -> Int { 256 * pixel[keyPath: channel] + 131 }
        let upper = mixed(counted(a), counted(b), shareX)
        let lower = mixed(counted(c), counted(d), shareX)
        return mixed(upper, lower, shareY) / 256
      }
      var color = Pixel()
      color.red = level(\.red)
      color.green = level(\.green)
      color.blue = level(\.blue)
      color.alpha = level(\.alpha)
      return color.scaled(by: Int(item.opacity))
    }
  }
}
