import SimbenchKit

/// Fuses several exposures into one image, after Mertens, Kautz and Van Reeth, "Exposure Fusion",
/// 2007.
///
/// The weight of each pixel of each exposure is contrast times saturation times closeness to the
/// middle of the range. The exposures are blended by these weights in each band of Laplacian
/// pyramids, so that no seams are visible. Colors are encoded, 0 to 1, in the first three elements.
///
/// Method: the pyramids of Burt and Adelson, 1983, with five-by-five kernels applied in two passes
/// of five. Photos are rare, so the code is simple rather than fast. Rejected: weights of unrounded
/// colors, since rounding errors then decide whether areas are flat or gray and have no weight.
package enum ExposureFusion {
  /// The standard deviation of the weight around the middle of the range.
  private static var deviation: Float { 0.2 }
  /// Added to every weight, so that pixels without weight are defined; the value of the authors'
  /// program, negligible against real weights.
  package static var minimumWeight: Float { 1e-12 }

  /// An image of colors.
  package struct Picture: Equatable, Sendable {
    /// Columns.
    package var width: Int
    /// Rows.
    package var height: Int
    /// Colors, row by row.
    package var colors: [SIMD4<Float>]

    /// Makes an image.
    package init(width: Int, height: Int, colors: [SIMD4<Float>]) {
      precondition(width > 0 && height > 0 && colors.count == width * height, "picture size")
      self.width = width
      self.height = height
      self.colors = colors
    }

    @inline(__always)
    func clamped(_ x: Int, _ y: Int) -> SIMD4<Float> {
      colors[max(0, min(y, height - 1)) * width + max(0, min(x, width - 1))]
    }
  }

  /// Fuses exposures of equal size.
  ///
  /// - Complexity: O(pixels); allocates, which is allowed for photos.
  package static func fuse(_ exposures: [Picture]) -> Picture {
    precondition(!exposures.isEmpty, "nothing to fuse")
    let (width, height) = (exposures[0].width, exposures[0].height)
    var weights = exposures.map { weigh($0) }
    for index in 0..<width * height {
      var sum = SIMD4<Float>(repeating: minimumWeight * Float(exposures.count))
      for exposure in weights.indices { sum += weights[exposure].colors[index] }
      for exposure in weights.indices {
        weights[exposure].colors[index] =
          (weights[exposure].colors[index] + minimumWeight) / sum
      }
    }
    var levels = 1
    while min(width, height) >> levels >= 4, levels < 9 { levels += 1 }
    var fused: [Picture] = []
    for exposure in exposures.indices {
      let bands = laplacian(exposures[exposure], levels)
      let shares = gaussian(weights[exposure], levels)
      for level in 0..<levels {
        if exposure == 0 {
          let empty = [SIMD4<Float>](repeating: .zero, count: bands[level].colors.count)
          fused.append(
            Picture(width: bands[level].width, height: bands[level].height, colors: empty))
        }
        for index in bands[level].colors.indices {
          fused[level].colors[index] += bands[level].colors[index] * shares[level].colors[index]
        }
      }
    }
    return collapsed(fused)
  }

  /// The product of contrast, saturation and exposure for each pixel, the same in all elements.
  ///
  /// Contrast and saturation are computed from whole 8-bit levels, which add exactly: otherwise
  /// rounding errors would give weight to flat or gray areas, which should have none.
  private static func weigh(_ picture: Picture) -> Picture {
    var weights = picture
    let (width, height) = (picture.width, picture.height)
    func level(_ value: Float) -> Float { Float(Int32(max(0, min(value, 1)) * 255 + 0.5)) }
    let levels = picture.colors.map { SIMD4(level($0[0]), level($0[1]), level($0[2]), 0) }
    // The brightness in units of 1/1,000.
    let grays = levels.map { color in
      let parts = color * SIMD4(299, 587, 114, 0)
      return parts[0] + parts[1] + parts[2]
    }
    for y in 0..<height {
      let (above, below) = (max(0, y - 1) * width, min(height - 1, y + 1) * width)
      for x in 0..<width {
        let index = y * width + x
        let beside = grays[y * width + max(0, x - 1)] + grays[y * width + min(width - 1, x + 1)]
        let around = beside + grays[above + x] + grays[below + x]
        let contrast = abs(around - 4 * grays[index]) / 255_000
        let level = levels[index]
        let away = level * 3 - (level[0] + level[1] + level[2])
        let squares = away[0] * away[0] + away[1] * away[1] + away[2] * away[2]
        let saturation = (squares / 27).squareRoot() / 255
        let off = (picture.colors[index] - 0.5) * (picture.colors[index] - 0.5)
        let exposure = Math.exp(0 - (off[0] + off[1] + off[2]) / (2 * deviation * deviation))
        weights.colors[index] = SIMD4(repeating: contrast * saturation * exposure)
      }
    }
    return weights
  }

  // MARK: - Pyramids

  private static var kernel: [Float] { [0.0625, 0.25, 0.375, 0.25, 0.0625] }

  /// Half the size: a five-by-five average around every other pixel.
  private static func reduced(_ picture: Picture) -> Picture {
    let (width, height) = ((picture.width + 1) / 2, (picture.height + 1) / 2)
    let kernel = kernel
    var rows = [SIMD4<Float>](repeating: .zero, count: width * picture.height)
    for y in 0..<picture.height {
      for x in 0..<width {
        var sum = SIMD4<Float>.zero
        for tap in 0..<5 { sum += picture.clamped(2 * x + tap - 2, y) * kernel[tap] }
        rows[y * width + x] = sum
      }
    }
    let wide = Picture(width: width, height: picture.height, colors: rows)
    var colors = [SIMD4<Float>](repeating: .zero, count: width * height)
    for y in 0..<height {
      for x in 0..<width {
        var sum = SIMD4<Float>.zero
        for tap in 0..<5 { sum += wide.clamped(x, 2 * y + tap - 2) * kernel[tap] }
        colors[y * width + x] = sum
      }
    }
    return Picture(width: width, height: height, colors: colors)
  }

  /// Twice the size, `width` by `height`, by linear interpolation.
  private static func expanded(_ picture: Picture, _ width: Int, _ height: Int) -> Picture {
    var colors = [SIMD4<Float>](repeating: .zero, count: width * height)
    for y in 0..<height {
      for x in 0..<width {
        let (left, top) = (x / 2, y / 2)
        let (right, bottom) = (left + x % 2, top + y % 2)
        let above = picture.clamped(left, top) + picture.clamped(right, top)
        let below = picture.clamped(left, bottom) + picture.clamped(right, bottom)
        colors[y * width + x] = (above + below) * 0.25
      }
    }
    return Picture(width: width, height: height, colors: colors)
  }

  private static func gaussian(_ picture: Picture, _ levels: Int) -> [Picture] {
    var pyramid = [picture]
    for level in 1..<max(1, levels) { pyramid.append(reduced(pyramid[level - 1])) }
    return pyramid
  }

  private static func laplacian(_ picture: Picture, _ levels: Int) -> [Picture] {
    var pyramid = gaussian(picture, levels)
    for level in 0..<levels - 1 {
      let coarse = expanded(pyramid[level + 1], pyramid[level].width, pyramid[level].height)
      for index in coarse.colors.indices {
        pyramid[level].colors[index] -= coarse.colors[index]
      }
    }
    return pyramid
  }

  private static func collapsed(_ pyramid: [Picture]) -> Picture {
    var picture = pyramid[pyramid.count - 1]
    for level in (0..<pyramid.count - 1).reversed() {
      var finer = expanded(picture, pyramid[level].width, pyramid[level].height)
      for index in finer.colors.indices {
        finer.colors[index] += pyramid[level].colors[index]
      }
      picture = finer
    }
    return picture
  }
}
