import SimbenchKit

/// The color and opacity of snow in front of each part of the backdrop, on a grid of nodes.
///
/// Every flake has one color, a blend of the snow's white and the backdrop behind it. Overlapping
/// flakes hide each other instead of adding up, so a heap is not brighter than one flake: the
/// result of a translucent group, without its compositing. Where the backdrop varies within a
/// flake's width, one color cannot fit both sides, and snow is more transparent.
///
/// Method: nodes are computed when the canvas changes and interpolated in every frame, with two
/// channels of a packed color per product. Rejected: all flakes in a translucent group; without it,
/// the raster phase takes 45 % fewer instructions.
package struct SnowTint: Sendable {
  /// The snow's color at every node, with its opacity as alpha; packed, since flakes access nodes
  /// at random.
  package private(set) var nodes: [UInt32] = []
  /// The backdrop's red, green and blue at every node, 0 to 255, and its luminance, 0 to 1.
  private var backdrop: [SIMD4<Float>] = []
  private var columns: Int32 = 0
  private var rows: Int32 = 0
  private var origin = Vector2(0, 0)
  private var spacing: Float = 1
  private var nodesPerPoint: Float = 1

  /// Computes the colors for a globe.
  ///
  /// - Complexity: About 30 shapes at each node that they touch; allocates only the first time.
  mutating func update(_ globe: Globe) {
    if nodes.isEmpty {
      nodes = [UInt32](repeating: 0, count: Int(SnowglobeTuning.maximumTintNodeCount))
      backdrop = [SIMD4<Float>](repeating: SIMD4(repeating: 0), count: nodes.count)
    }
    origin = Vector2(globe.minX, globe.minY)
    spacing = SnowglobeTuning.tintSpacingPoints
    let (width, height) = (globe.maxX - globe.minX, globe.maxY - globe.minY)
    while (width / spacing + 2) * (height / spacing + 2) > SnowglobeTuning.maximumTintNodeCount {
      spacing *= 1.1
    }
    nodesPerPoint = 1 / spacing
    columns = Int32(width / spacing) + 2
    rows = Int32(height / spacing) + 2
    SnowglobeBackdrop(globe).forEachShape { paint($0) }
    mixSnow()
  }

  /// The interpolated color of snow at a position, with its opacity as alpha.
  @inline(__always)
  package func color(x: Float, y: Float) -> StraightColor {
    let (column, right) = Self.node((x - origin.x) * nodesPerPoint, of: columns)
    let (row, down) = Self.node((y - origin.y) * nodesPerPoint, of: rows)
    let index = Int(row * columns + column)
    let (next, below) = (index + 1, index + Int(columns))
    let mixed = Self.mixed(
      Self.mixed(nodes[index], nodes[next], right),
      Self.mixed(nodes[below], nodes[below + 1], right), down)
    func channel(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: mixed >> shift) }
    return StraightColor(red: channel(0), green: channel(8), blue: channel(16), alpha: channel(24))
  }

  /// The node at or before a position that has a next node, and the fraction of the distance to
  /// that node, in units of 1/256.
  @inline(__always)
  private static func node(_ position: Float, of count: Int32) -> (Int32, UInt32) {
    // The drawing code accepts NaN; the check of the state reports it.
    guard position > 0 else { return (0, 0) }
    let steps = Int32(min(position, Float(count - 1)) * 256)
    let whole = min(steps >> 8, count - 2)
    return (whole, UInt32(bitPattern: steps - whole << 8))
  }

  /// Interpolates all channels of two packed colors, two at a time; the fraction is 0 to 256.
  @inline(__always)
  private static func mixed(_ first: UInt32, _ second: UInt32, _ share: UInt32) -> UInt32 {
    let (even, half) = (UInt32(0x00FF_00FF), UInt32(0x0080_0080))
    let low = (first & even) &* (256 &- share) &+ (second & even) &* share &+ half
    let high = (first >> 8 & even) &* (256 &- share) &+ (second >> 8 & even) &* share &+ half
    return (low >> 8 & even) | (high & ~even)
  }

  // MARK: - Backdrop at the nodes

  private mutating func paint(_ shape: BackdropShape) {
    let blur = spacing * 0.5
    switch shape {
    case .sky(let from, let to):
      recolor { position, _ in Self.sky(at: (position.y - from) / (to - from)) }
    case .vignette(let center, let radius):
      recolor { position, below in
        let coverage = Self.vignette(at: (position - center).length / radius)
        return Self.over(below, SnowglobeBackdrop.vignette(2).color, coverage)
      }
    case .glow(let center, let radius, let color):
      recolor(center, center, within: radius) { position, below in
        let height = max(0, 1 - (position - center).lengthSquared / (radius * radius))
        return Self.screen(below, color, height * height)
      }
    case .disc(let center, let radius, let softness, let color):
      recolor(center, center, within: radius + blur) { position, below in
        let coverage = Self.disc((position - center).length, radius, softness, blur)
        return Self.over(below, color, coverage)
      }
    case .capsule(let from, let to, let radius, let color):
      recolor(from, to, within: radius + blur) { position, below in
        let length = (to - from).lengthSquared
        let share = length > 0 ? (position - from).dot(to - from) / length : 0
        let distance = (position - from - (to - from) * share.clamped(0, 1)).length
        return Self.over(below, color, Self.edge(radius - distance, blur))
      }
    case .border(let border, let color, let blend):
      recolor { position, below in
        let coverage = Self.border(position, border, blur)
        return blend == .screen
          ? Self.screen(below, color, coverage) : Self.over(below, color, coverage)
      }
    }
  }

  @inline(__always)
  private mutating func recolor(_ color: (Vector2, SIMD4<Float>) -> SIMD4<Float>) {
    recolor(columns: 0..<columns, rows: 0..<rows, color)
  }

  /// Recolors the nodes in the bounding box of all points within `reach` of two positions.
  @inline(__always)
  private mutating func recolor(
    _ first: Vector2, _ second: Vector2, within reach: Float,
    _ color: (Vector2, SIMD4<Float>) -> SIMD4<Float>
  ) {
    func range(_ first: Float, _ second: Float, _ count: Int32) -> Range<Int32> {
      let limit = Float(count)
      let low = (min(first, second) - reach) * nodesPerPoint
      let high = (max(first, second) + reach) * nodesPerPoint + 1
      let from = Int32(low.clamped(0, limit))
      return from..<max(from, Int32(high.clamped(0, limit)))
    }
    recolor(
      columns: range(first.x - origin.x, second.x - origin.x, columns),
      rows: range(first.y - origin.y, second.y - origin.y, rows), color)
  }

  /// Recolors the nodes in a range by a function of the position and the previous color.
  @inline(__always)
  private mutating func recolor(
    columns range: Range<Int32>, rows: Range<Int32>,
    _ color: (Vector2, SIMD4<Float>) -> SIMD4<Float>
  ) {
    for row in rows {
      for column in range {
        let index = Int(row * columns + column)
        let position = Vector2(
          origin.x + Float(column) * spacing, origin.y + Float(row) * spacing)
        backdrop[index] = color(position, backdrop[index])
      }
    }
  }

  /// Coverage at a depth within an edge that is as wide as the grid's spacing.
  private static func edge(_ depth: Float, _ blur: Float) -> Float {
    (depth / (2 * blur) + 0.5).clamped(0, 1)
  }

  private static func disc(
    _ distance: Float, _ radius: Float, _ softness: Float, _ blur: Float
  ) -> Float {
    let inner = radius * (1 - softness)
    guard radius - inner > 2 * blur else {
      return edge((radius + inner) * 0.5 - distance, blur)
    }
    return ((radius * radius - distance * distance) / (radius * radius - inner * inner)).smoothStep
  }

  private static func border(_ position: Vector2, _ border: BackdropBorder, _ blur: Float) -> Float
  {
    let area = border.area
    let corner = min(border.cornerRadius, min(area.width, area.height) * 0.5)
    let sideX = (position.x - area.x - area.width * 0.5).magnitude - area.width * 0.5 + corner
    let sideY = (position.y - area.y - area.height * 0.5).magnitude - area.height * 0.5 + corner
    let outside = Vector2(max(sideX, 0), max(sideY, 0)).length
    let depth = corner - outside - min(max(sideX, sideY), 0)
    let reach = border.width + border.softness - depth + blur
    return max(0, edge(depth, blur) + (reach / (border.softness + 2 * blur)).smoothStep - 1)
  }

  private static func lanes(_ color: StraightColor) -> SIMD4<Float> {
    SIMD4(Float(color.red), Float(color.green), Float(color.blue), 0)
  }

  private static func over(
    _ below: SIMD4<Float>, _ color: StraightColor, _ coverage: Float
  ) -> SIMD4<Float> {
    below + (lanes(color) - below) * (Float(color.alpha) / 255 * coverage)
  }

  private static func screen(
    _ below: SIMD4<Float>, _ color: StraightColor, _ coverage: Float
  ) -> SIMD4<Float> {
    let light = lanes(color) * (Float(color.alpha) / 255 * coverage)
    return below + light - below * light / 255
  }

  private static func sky(at position: Float) -> SIMD4<Float> {
    var index = 0
    while index < 2 && SnowglobeBackdrop.sky(index + 1).offset <= position { index += 1 }
    let (from, to) = (SnowglobeBackdrop.sky(index), SnowglobeBackdrop.sky(index + 1))
    let share = ((position - from.offset) / (to.offset - from.offset)).clamped(0, 1)
    return lanes(from.color) + (lanes(to.color) - lanes(from.color)) * share
  }

  /// The coverage of the vignette's last stop at a position; the other stops are transparent.
  private static func vignette(at position: Float) -> Float {
    let (from, to) = (SnowglobeBackdrop.vignette(1), SnowglobeBackdrop.vignette(2))
    return ((position - from.offset) / (to.offset - from.offset)).clamped(0, 1)
  }

  // MARK: - Snow in front

  /// Blends snow into every node, and makes it more transparent where it would contrast with a
  /// neighbor.
  private mutating func mixSnow() {
    for index in 0..<Int(columns * rows) { backdrop[index].w = Self.luminance(backdrop[index]) }
    let snow = SIMD4(SnowglobeTuning.snow, 0)
    for row in 0..<rows {
      for column in 0..<columns {
        let index = Int(row * columns + column)
        let (darkest, brightest) = extremes(row, column)
        let color = Self.snowiest(backdrop[index], snow, over: darkest)
        // The ratio of the contrast with neighbors to its limit.
        let luminance = Self.luminance(color)
        let excess = max(
          (luminance - darkest) / SnowglobeTuning.maximumBrightening,
          (brightest - luminance) / SnowglobeTuning.maximumDarkening)
        let strength = 1 / max(excess, 1)
        nodes[index] =
          UInt32(color.x + 0.5) | UInt32(color.y + 0.5) << 8 | UInt32(color.z + 0.5) << 16
          | UInt32(strength * 255) << 24
      }
    }
  }

  /// The minimum and maximum luminance of a node and its neighbors.
  private func extremes(_ row: Int32, _ column: Int32) -> (darkest: Float, brightest: Float) {
    var (darkest, brightest): (Float, Float) = (1, 0)
    for near in max(row - 1, 0)...min(row + 1, rows - 1) {
      for beside in max(column - 1, 0)...min(column + 1, columns - 1) {
        let luminance = backdrop[Int(near * columns + beside)].w
        (darkest, brightest) = (min(darkest, luminance), max(brightest, luminance))
      }
    }
    return (darkest, brightest)
  }

  /// The blend with the most snow whose luminance stays within the limit, to 1/256 precision.
  private static func snowiest(
    _ color: SIMD4<Float>, _ snow: SIMD4<Float>, over darkest: Float
  ) -> SIMD4<Float> {
    let limit = darkest + SnowglobeTuning.maximumBrightening
    var (share, step) = (Float(0), SnowglobeTuning.maximumSnowShare * 0.5)
    for _ in 0..<8 {
      let mixed = color + (snow - color) * (share + step)
      if luminance(mixed) <= limit { share += step }
      step *= 0.5
    }
    return color + (snow - color) * share
  }

  /// The relative luminance, 0 to 1, of a color with channels up to 255.
  ///
  /// A cubic polynomial within 0.003 of sRGB's transfer function.
  private static func luminance(_ color: SIMD4<Float>) -> Float {
    let encoded = color / 255
    let linear = encoded * (encoded * (encoded * 0.305306 + 0.682171) + 0.012523)
    return 0.2126 * linear.x + 0.7152 * linear.y + 0.0722 * linear.z
  }
}
