import SimbenchKit

/// Drawing of the color mixer.
extension ColorMixer {
  /// Registers the picture of background and paint.
  public mutating func prepare(_ list: inout DisplayList) {
    picture = small.register(StraightColor(hex: 0x9E_9DB5), in: &list)
  }

  /// The picture of background and paint for the current canvas.
  private var small: SmallPicture {
    SmallPicture(
      cellPoints: Tuning.cellPoints, maximumCellCount: Tuning.maximumCellCount, width: width,
      height: height)
  }

  /// Blends the paint over the background cell by cell.
  public func draw(into list: inout DisplayList) {
    let first = Paint(blobs[0], radius: radius(0))
    let second = blobs.count > 1 ? Paint(blobs[1], radius: radius(1)) : nil
    let mixture = Self.lanes(
      blobs.count > 1 ? OklabColor.mixture(blobs[0].color, blobs[1].color) : blobs[0].color)
    small.draw(picture, into: &list) { x, y in
      mixed(ground(atX: x, y: y), first, second, mixture, x, y)
    }
  }

  /// A blob, prepared for drawing.
  private struct Paint {
    let center: Vector2
    let radius: Float
    let color: SIMD4<Float>

    init(_ blob: Blob, radius: Float) {
      center = blob.center
      self.radius = radius
      color = ColorMixer.lanes(blob.color)
    }

    /// The coverage of the paint at a position: almost full inside, 0 far outside, with a long
    /// slope and a faint halo between, so that there is no visible edge.
    func cover(_ x: Float, _ y: Float) -> Float {
      let (dx, dy) = (x - center.x, y - center.y)
      let share = (dx * dx + dy * dy) / (radius * radius)
      guard share < Tuning.haloSquaredRadii else { return 0 }
      let far = 1 - share / Tuning.haloSquaredRadii
      let near = max(0, 1 - share / Tuning.bodySquaredRadii)
      let body = near * (2 - near)
      return Tuning.haloAlpha * far * far * far + Tuning.bodyAlpha * body * body * (3 - 2 * body)
    }

    /// A highlight at the upper left, 0 to 1.
    func gleam(_ x: Float, _ y: Float) -> Float {
      let (dx, dy) = (x - center.x + 0.3 * radius, y - center.y + 0.36 * radius)
      let left = max(0, 1 - (dx * dx + dy * dy) / (radius * radius))
      return left * left * left
    }
  }

  /// The color at a position: red, green and blue, 0 to 255.
  ///
  /// Where the blobs overlap, the mixture is blended in with the product of both coverages.
  private func mixed(
    _ ground: SIMD4<Float>, _ first: Paint, _ second: Paint?, _ mixture: SIMD4<Float>,
    _ x: Float, _ y: Float
  ) -> SIMD4<Float> {
    let one = first.cover(x, y)
    let two = second?.cover(x, y) ?? 0
    guard one + two > 0 else { return ground }
    var color = ground * ((1 - one) * (1 - two)) + first.color * (one * (1 - two))
    if let second {
      color += second.color * (two * (1 - one)) + mixture * (one * two)
    }
    let gleam = first.gleam(x, y) * one + (second?.gleam(x, y) ?? 0) * two
    return color + (255 - color) * (Tuning.gleamAlpha * min(gleam, 1))
  }

  /// The background: mist with slight light in the middle, as bright as the paint.
  private func ground(atX x: Float, y: Float) -> SIMD4<Float> {
    let (across, down) = (x / width, y / height)
    let top = SIMD4<Float>(146, 154, 182, 255)
    let bottom = SIMD4<Float>(170, 160, 180, 255)
    let color = top + (bottom - top) * (down * 0.9 + (across - 0.5) * 0.2).clamped(0, 1)
    let (dx, dy) = (across - 0.5, down - 0.45)
    let left = max(0, 1 - (dx * dx * 1.1 + dy * dy * 2.2))
    return color + (SIMD4<Float>(186, 180, 200, 255) - color) * (0.34 * left * left)
  }

  private static func lanes(_ color: OklabColor) -> SIMD4<Float> {
    let straight = color.straight()
    return SIMD4(Float(straight.red), Float(straight.green), Float(straight.blue), 255)
  }
}
