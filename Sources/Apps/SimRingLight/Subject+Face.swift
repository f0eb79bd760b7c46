import SimbenchKit

/// The head: hair, skin, eyes, nose and mouth.
extension Subject {
  func addHead(_ u: Float, _ v: Float, _ blur: Float, _ sample: inout Sample) {
    let (x, y) = ((u - Self.head.x) / Self.headRadius.x, (v - Self.head.y) / Self.headRadius.y)
    guard x * x + y * y < 2.4 else { return }
    let soft = max(blur, 0.002)
    addHairBehind(u, v, soft, &sample)
    let head = Self.ellipse(u, v, Self.head, Self.headRadius, soft)
    guard head > 0 else { return }
    var face = skinSample(u, v, x, y)
    addFeatures(u, v, soft, &face)
    addHairInFront(u, v, x, y, soft, &face)
    Self.mix(&sample, face, head)
  }

  private func strand(_ u: Float, _ v: Float) -> SIMD4<Float> {
    hair * (1 + 0.35 * pores.value(u * 300, v * 34, cell: 7, fraction: 0))
  }

  private func addHairBehind(_ u: Float, _ v: Float, _ soft: Float, _ sample: inout Sample) {
    let top = Vector2(0, Self.head.y - 0.035)
    let crown = Self.ellipse(u, v, top, Vector2(0.18, 0.225), soft * 2)
    guard crown > 0 else { return }
    let (x, y) = (u / 0.18, (v - top.y) / 0.225)
    let z = max(0.08, 1 - x * x - y * y).squareRoot()
    Self.mix(&sample, lit(strand(u, v), u, v, SIMD4(x, y, z, 0)), crown)
  }

  /// Hair down to the forehead, parted on one side.
  private func addHairInFront(
    _ u: Float, _ v: Float, _ x: Float, _ y: Float, _ soft: Float, _ face: inout Sample
  ) {
    let line = -0.6 - 0.16 * x + 0.42 * x * x
    let fringe = line + 0.05 * pores.value(u * 210, 4, cell: 9, fraction: 0)
    let cover = max(0, min((fringe - y) * Self.headRadius.y / (soft * 3) + 0.5, 1))
    guard cover > 0 else { return }
    let z = max(0.08, 1 - x * x - y * y).squareRoot()
    var front = lit(strand(u, v), u, v, SIMD4(x, y, z, 0))
    let sheen = max(0, 1 - abs(y + 0.78) * 7)
    front.gloss = 0.012 * sheen
    Self.mix(&face, front, cover)
  }

  /// Skin with pores, patches and slight redness on cheeks and nose.
  private func skinSample(_ u: Float, _ v: Float, _ x: Float, _ y: Float) -> Sample {
    let fine = pores.value(u * 420, v * 420, cell: 0, fraction: 0)
    let coarse = patches.value(u * 46, v * 46, cell: 0, fraction: 0)
    let spots = patches.value(u * 95, v * 95, cell: 5, fraction: 0)
    var albedo = skin * (1 + 0.045 * fine + 0.035 * coarse)
    // Blemishes are slightly darker and redder.
    let blemish = max(0, spots - 0.5) * 0.7
    albedo *= SIMD4(1 - blemish * 0.18, 1 - blemish * 0.55, 1 - blemish * 0.5, 1)
    let cheek = max(0, 1 - ((abs(u) - 0.075) * (abs(u) - 0.075) + (v - 0.525) * (v - 0.525)) * 900)
    albedo *= SIMD4(1, 1 - 0.1 * cheek, 1 - 0.07 * cheek, 1)
    // Shadows under the eyes.
    let tired = max(
      0, 1 - ((abs(u) - 0.06) * (abs(u) - 0.06) * 1_400 + (v - 0.463) * (v - 0.463) * 9_000))
    albedo *= 1 - 0.14 * tired
    let z = max(0.04, 1 - x * x - y * y).squareRoot()
    var normal = SIMD4<Float>(x * 0.9, y * 0.75, z, 0)
    addNose(u, v, &normal)
    let squares = normal * normal
    let length = (squares[0] + squares[1] + squares[2]).squareRoot()
    normal /= length
    var face = lit(albedo, u, v, normal)
    // The sheen of skin that faces the glass.
    let ahead = max(0, normal[2] - 0.93) / 0.07
    face.gloss = 0.035 * ahead * ahead
    return face
  }

  /// The nose turns the surface normal to both sides.
  private func addNose(_ u: Float, _ v: Float, _ normal: inout SIMD4<Float>) {
    guard v > 0.4, v < 0.53, abs(u) < 0.05 else { return }
    let along = (v - 0.4) / 0.13
    let half = 0.012 + 0.02 * along * along
    let side = u / half
    guard abs(side) < 1.6 else { return }
    let rise = along * max(0, 1 - abs(abs(side) - 0.8))
    normal[0] += (side > 0 ? 0.75 : -0.75) * rise
    if v > 0.505 { normal[1] += (v - 0.505) * 22 }
  }

  private func addFeatures(_ u: Float, _ v: Float, _ soft: Float, _ face: inout Sample) {
    for side: Float in [-1, 1] {
      let eye = Vector2(side * 0.06, 0.432)
      addBrow(u, v, side, soft, &face)
      addEye(u, v, eye, soft, &face)
      let nostril = Self.ellipse(
        u, v, Vector2(side * 0.016, 0.524), Vector2(0.008, 0.004), soft * 2)
      face.albedo *= 1 - 0.6 * nostril
    }
    addMouth(u, v, soft, &face)
  }

  private func addBrow(
    _ u: Float, _ v: Float, _ side: Float, _ soft: Float, _ face: inout Sample
  ) {
    let along = (u * side - 0.062) / 0.036
    guard abs(along) < 1.2 else { return }
    let middle = 0.398 - 0.006 * (1 - along * along) + 0.003 * along
    let half = 0.0055 * (1 - 0.4 * along)
    let cover = max(0, min((half - abs(v - middle)) / soft + 0.5, 1)) * (abs(along) < 1 ? 1 : 0)
    face.albedo += (hair - face.albedo) * (cover * 0.82)
  }

  private func addEye(
    _ u: Float, _ v: Float, _ eye: Vector2, _ soft: Float, _ face: inout Sample
  ) {
    guard abs(u - eye.x) < 0.045, abs(v - eye.y) < 0.03 else { return }
    // First a lid crease, then lashes, then the eye in the opening.
    let crease = Self.ellipse(u, v, eye - Vector2(0, 0.004), Vector2(0.034, 0.019), soft * 4)
    face.albedo *= 1 - 0.12 * crease
    let lashes = Self.ellipse(u, v, eye - Vector2(0, 0.0015), Vector2(0.03, 0.0135), soft)
    face.albedo += (hair * 0.6 - face.albedo) * (lashes * 0.85)
    let opening = Self.ellipse(u, v, eye, Vector2(0.027, 0.0105), soft)
    guard opening > 0 else { return }
    var ball = face
    ball.albedo = SIMD4(0.72, 0.69, 0.66, 0)
    ball.gloss = 0.02
    let disc = Self.ellipse(u, v, eye, Vector2(0.0122, 0.0122), soft)
    ball.albedo += (iris - ball.albedo) * disc
    let pupil = Self.ellipse(u, v, eye, Vector2(0.0056, 0.0056), soft)
    ball.albedo += (SIMD4(0.006, 0.006, 0.006, 0) - ball.albedo) * pupil
    // The reflection of the ring in the eye, the catchlight for which ring lights are used.
    let glint = eye - Vector2(0, 0.0032)
    let outer = Self.ellipse(u, v, glint, Vector2(0.0032, 0.0048), soft)
    let inner = Self.ellipse(u, v, glint, Vector2(0.0019, 0.0034), soft)
    ball.gloss = max(ball.gloss, (outer - inner) * 0.55)
    // The upper lid's shadow.
    let shadow = 1 - 0.45 * max(0, min((eye.y - 0.002 - v) / 0.008, 1))
    ball.room *= shadow
    ball.ring *= 0.3 + 0.7 * shadow
    Self.mix(&face, ball, opening)
  }

  private func addMouth(_ u: Float, _ v: Float, _ soft: Float, _ face: inout Sample) {
    let along = u / 0.05
    guard abs(along) < 1.1, v > 0.54, v < 0.61 else { return }
    let bow = 0.004 * (1 - along * along) * (abs(along) < 0.25 ? 0.75 : 1)
    let upper = Self.ellipse(u, v, Vector2(0, 0.5725), Vector2(0.048, 0.0115 + bow), soft * 2)
    let lower = Self.ellipse(u, v, Vector2(0, 0.5765), Vector2(0.043, 0.0165), soft * 2)
    let lips = max(upper, lower)
    let rose = skin * SIMD4(0.92, 0.5, 0.52, 0)
    face.albedo += (rose - face.albedo) * (lips * 0.8)
    let line = 0.5735 + 0.003 * along * along
    let gap = max(0, min((0.0014 - abs(v - line)) / soft + 0.5, 1)) * (abs(along) < 0.93 ? 1 : 0)
    face.albedo *= 1 - 0.62 * gap
    face.gloss += 0.03 * max(0, 1 - ((v - 0.584) * (v - 0.584) * 40_000 + along * along * 3))
  }
}
