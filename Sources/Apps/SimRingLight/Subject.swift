import SimbenchKit

/// The camera's subject: a person in front of a wall, composed of ellipses.
///
/// Positions are in heights of the upright frame: u from its middle to the right, v from its top
/// down. At each position the subject has an albedo for red, green and blue, the fractions of the
/// room's and the ring's light that arrive, and a strength of the ring's reflection.
package struct Subject: Sendable {
  /// The surface at a point; all values are from 0 to 1.
  package struct Sample: Sendable {
    /// The reflected fraction of light per channel; the fourth element is unused.
    package var albedo: SIMD4<Float>
    /// The fraction of the room's light that arrives.
    package var room: Float
    /// The fraction of the ring's light that arrives.
    package var ring: Float
    /// The strength of the ring's reflection.
    package var gloss: Float
  }

  /// Skin tones; the first one is the default, the others go from light to dark.
  package enum SkinTone: UInt8, CaseIterable, Sendable {
    case medium
    case porcelain
    case light
    case olive
    case brown
    case deep

    /// The skin color in even white light.
    package var color: StraightColor {
      switch self {
      case .porcelain: StraightColor(hex: 0xF2D9C8)
      case .light: StraightColor(hex: 0xE8C3A7)
      case .medium: StraightColor(hex: 0xD6A583)
      case .olive: StraightColor(hex: 0xB98560)
      case .brown: StraightColor(hex: 0x8D5B3D)
      case .deep: StraightColor(hex: 0x5F3B2A)
      }
    }
  }

  /// Centimeters per frame height.
  private static var centimetersPerHeight: Float { 50 }
  /// The factor by which the person is scaled down.
  private static var distance: Float { 1.2 }
  /// The center of the head.
  package static var head: Vector2 { Vector2(0, 0.45) }
  /// Half the width and height of the head.
  package static var headRadius: Vector2 { Vector2(0.148, 0.205) }

  let skin: SIMD4<Float>
  let hair: SIMD4<Float>
  let iris: SIMD4<Float>
  private let shirt: SIMD4<Float>
  private let wall: SIMD4<Float>
  let pores: CoherentNoise
  let patches: CoherentNoise
  private let light: [SIMD4<Float>]

  private static var gridColumns: Int { 9 }
  private static var gridRows: Int { 13 }

  /// Makes the person for a seed.
  ///
  /// - Parameters:
  ///   - seed: The seed of the run.
  ///   - tone: The skin tone.
  ///   - thicknessShare: The ring's thickness as a fraction of half the display's width.
  package init(seed: UInt64, tone: SkinTone, thicknessShare: Float) {
    var stream = RandomStream(seed: seed, name: "subject")
    func lanes(_ hex: UInt32) -> SIMD4<Float> {
      let color = LinearColor(StraightColor(hex: hex))
      return SIMD4(color.red, color.green, color.blue, 0)
    }
    let color = LinearColor(tone.color)
    skin = SIMD4(color.red, color.green, color.blue, 0)
    let hairs: [UInt32] = [0x2A1E18, 0x4A3222, 0x151213, 0x6B4A2E]
    let irises: [UInt32] = [0x5A3A22, 0x3F5A6B, 0x4E5E3A, 0x2E2018]
    let shirts: [UInt32] = [0x3B5C6E, 0x7A4B52, 0x4E5E4A, 0x5B5770]
    let walls: [UInt32] = [0x9AA0A6, 0xA79B8C, 0x8E9A94, 0x9C93A0]
    hair = lanes(hairs[Int(stream.below(4))])
    iris = lanes(irises[Int(stream.below(4))])
    shirt = lanes(shirts[Int(stream.below(4))])
    wall = lanes(walls[Int(stream.below(4))])
    pores = CoherentNoise(key: stream.nextUInt32())
    patches = CoherentNoise(key: stream.nextUInt32())
    let falloff = LightFalloff(widthShare: thicknessShare)
    var light: [SIMD4<Float>] = []
    light.reserveCapacity(Self.gridRows * Self.gridColumns)
    for row in 0..<Self.gridRows {
      for column in 0..<Self.gridColumns {
        let u = Float(column) / Float(Self.gridColumns - 1) - 0.5
        let v = Float(row) / Float(Self.gridRows - 1) * 1.5 - 0.25
        light.append(
          falloff.arriving(
            x: u * Self.centimetersPerHeight,
            y: (v - Self.head.y) * Self.centimetersPerHeight, z: LightFalloff.faceDistance))
      }
    }
    self.light = light
  }

  /// The ring's light at a point in the plane of the face.
  private func ringLight(_ u: Float, _ v: Float) -> SIMD4<Float> {
    let (lastColumn, lastRow) = (Float(Self.gridColumns - 1), Float(Self.gridRows - 1))
    let x = max(0, min((u + 0.5) * lastColumn, lastColumn - 0.001))
    let y = max(0, min((v + 0.25) / 1.5 * lastRow, lastRow - 0.001))
    let (column, row) = (Int(x), Int(y))
    let (p, q) = (x - Float(column), y - Float(row))
    let at = row * Self.gridColumns + column
    let above = light[at] + (light[at + 1] - light[at]) * p
    let next = at + Self.gridColumns
    let below = light[next] + (light[next + 1] - light[next]) * p
    return above + (below - above) * q
  }

  // MARK: - Painting

  /// The surface at a point; `blur` is the width of a pixel, over which edges are softened.
  package func sample(u: Float, v: Float, blur: Float) -> Sample {
    // The person is farther away than the coordinates above assume.
    let (u, v) = (u * Self.distance, (v - 0.47) * Self.distance + Self.head.y + 0.02)
    let blur = blur * Self.distance
    var sample = background(u, v)
    addBody(u, v, blur, &sample)
    addHead(u, v, blur, &sample)
    return sample
  }

  /// The surface of a flat picture of the given color in the plane of the face.
  func flat(_ albedo: SIMD4<Float>, u: Float, v: Float) -> Sample {
    lit(albedo, u, v, SIMD4(0, 0, 1, 0))
  }

  /// A distant wall with soft spots of light, which the ring hardly reaches.
  private func background(_ u: Float, _ v: Float) -> Sample {
    var albedo = wall * (0.95 - 0.35 * v + 0.18 * u)
    let spots: [SIMD4<Float>] = [
      SIMD4(-0.24, 0.16, 0.07, 0.35), SIMD4(0.25, 0.25, 0.05, 0.28), SIMD4(0.2, 0.05, 0.08, 0.3),
      SIMD4(-0.3, 0.48, 0.05, 0.2), SIMD4(0.3, 0.55, 0.06, 0.22),
    ]
    for spot in spots {
      let (x, y) = (u - spot[0], v - spot[1])
      let squared: Float = (x * x + y * y) / (spot[2] * spot[2])
      if squared < 1 {
        let glow = (1 - squared) * (1 - squared) * spot[3]
        albedo += SIMD4(glow, glow * 0.82, glow * 0.55, 0)
      }
    }
    return Sample(albedo: albedo, room: 0.62, ring: 0.07, gloss: 0)
  }

  /// The coverage of an ellipse at a point: 1 well inside, 0 outside.
  static func ellipse(
    _ u: Float, _ v: Float, _ center: Vector2, _ radius: Vector2, _ soft: Float
  ) -> Float {
    let (x, y) = ((u - center.x) / radius.x, (v - center.y) / radius.y)
    let squared: Float = x * x + y * y
    guard squared < 4 else { return 0 }
    let distance = (1 - squared.squareRoot()) * min(radius.x, radius.y)
    return max(0, min(distance / soft + 0.5, 1))
  }

  static func mix(_ sample: inout Sample, _ other: Sample, _ share: Float) {
    guard share > 0 else { return }
    sample.albedo += (other.albedo - sample.albedo) * share
    sample.room += (other.room - sample.room) * share
    sample.ring += (other.ring - sample.ring) * share
    sample.gloss += (other.gloss - sample.gloss) * share
  }

  /// The room's light from the upper left, and scattered light from the walls.
  private static func roomLight(_ x: Float, _ y: Float, _ z: Float) -> Float {
    let cosine = -0.62 * x - 0.45 * y + 0.64 * z
    return 0.26 + 0.74 * max(0, cosine)
  }

  func lit(_ albedo: SIMD4<Float>, _ u: Float, _ v: Float, _ normal: SIMD4<Float>) -> Sample {
    let arriving = ringLight(u, v)
    let products = arriving * normal
    // The glass is at z = 0 with the face beyond it, so the light comes against z.
    let front: Float = products[0] + products[1] - products[2]
    return Sample(
      albedo: albedo, room: Self.roomLight(normal[0], normal[1], normal[2]),
      ring: max(0, min(front * 1.05 + 0.06, 1)), gloss: 0)
  }

  private func addBody(_ u: Float, _ v: Float, _ blur: Float, _ sample: inout Sample) {
    guard v > 0.5 else { return }
    let soft = max(blur, 0.002)
    let body = Self.ellipse(u, v, Vector2(0, 1.12), Vector2(0.36, 0.37), soft)
    if body > 0 {
      let (x, y) = (u / 0.36, (v - 1.12) / 0.37)
      let z = max(0.15, 1 - x * x - y * y).squareRoot()
      let weave = 1 + 0.05 * pores.value(u * 260, v * 260, cell: 3, fraction: 0)
      var cloth = lit(shirt * weave, u, v, SIMD4(x, y, z, 0))
      cloth.ring *= 0.8
      Self.mix(&sample, cloth, body)
    }
    let neck = Self.ellipse(u, v, Vector2(0, 0.69), Vector2(0.073, 0.13), soft)
    if neck > 0 {
      let x = u / 0.073
      let z = max(0.05, 1 - x * x).squareRoot()
      var throat = lit(skin, u, v, SIMD4(x, 0.35, z, 0))
      // The shadow of the chin.
      let shadow = 0.45 + 0.55 * max(0, min((v - 0.64) * 9, 1))
      throat.room *= shadow
      throat.ring *= 0.5 + 0.5 * shadow
      Self.mix(&sample, throat, neck)
    }
  }
}
