import DeterministicMath
import Raster

/// A small picture of the subject, by which the camera meters and finds the face.
///
/// Cameras deliver such statistics with every frame. Here they follow from the state alone, so that
/// a run without pixels does the same as one with them.
package struct SubjectFinder: Sendable {
  /// Columns of the small picture.
  private static var columns: Int { 26 }
  /// Rows.
  private static var rows: Int { 34 }
  /// What of the upright picture it shows: heights to either side, and beyond top and bottom.
  private static var reachU: Float { 0.4 }
  private static var marginV: Float { 0.08 }

  /// A place that may be skin in some light, and what is seen there.
  private struct Candidate {
    var place: Vector2
    var sample: Subject.Sample
  }

  private let candidates: [Candidate]
  /// Mean brightness, each with the light that belongs to it: the room's, then the ring's.
  private let roomMean: SIMD4<Float>
  private let ringMean: SIMD4<Float>

  /// Looks at a subject.
  package init(_ subject: Subject) {
    let mask = SkinMask(light: .white)
    var candidates: [Candidate] = []
    var (room, ring, weights) = (SIMD4<Float>.zero, SIMD4<Float>.zero, Float(0))
    for row in 0..<Self.rows {
      for column in 0..<Self.columns {
        let place = Self.place(Float(column) + 0.5, Float(row) + 0.5)
        let sample = subject.sample(u: place.x, v: place.y, blur: 0.03)
        if mask.share(Self.levels(sample.albedo)) > 0.01 {
          candidates.append(Candidate(place: place, sample: sample))
        }
        // The face counts most, as in cameras that look for one.
        let (x, y) = (place.x / 0.14, (place.y - 0.47) / 0.19)
        let weight = max(0.02, 1 - x * x - y * y)
        room += sample.albedo * (sample.room * weight)
        ring += sample.albedo * (sample.ring * weight)
        weights += weight
      }
    }
    self.candidates = candidates
    roomMean = room / weights
    ringMean = ring / weights
  }

  private static func place(_ column: Float, _ row: Float) -> Vector2 {
    Vector2(
      (column / Float(columns) * 2 - 1) * reachU,
      row / Float(rows) * (1 + 2 * marginV) - marginV)
  }

  /// The mean brightness of the picture in two lights.
  package func metered(room: LinearColor, ring: LinearColor) -> Float {
    LinearColor(
      roomMean[0] * room.red + ringMean[0] * ring.red,
      roomMean[1] * room.green + ringMean[1] * ring.green,
      roomMean[2] * room.blue + ringMean[2] * ring.blue
    ).luminance
  }

  /// Where skin is, in heights from where it is when nothing has moved; zero when there is none.
  ///
  /// The colors are those the camera delivers, light and exposure included; the mask is told the
  /// light's color, as a camera's white balance would.
  package func offset(
    room: LinearColor, ring: LinearColor, shift: Vector2, halfWidth: Float
  ) -> Vector2 {
    let mask = SkinMask(light: room.adding(ring))
    var sum = Vector2.zero
    var total: Float = 0
    var restSum = Vector2.zero
    var restTotal: Float = 0
    for index in candidates.indices {
      let place = candidates[index].place
      let sample = candidates[index].sample
      let light = SIMD4(
        room.red * sample.room + ring.red * sample.ring,
        room.green * sample.room + ring.green * sample.ring,
        room.blue * sample.room + ring.blue * sample.ring, 0)
      let share = mask.share(Self.levels(sample.albedo * light))
      restSum += place * share
      restTotal += share
      let seen = place - shift
      guard abs(seen.x) < halfWidth, seen.y > 0, seen.y < 1 else { continue }
      sum += seen * share
      total += share
    }
    guard total > 1, restTotal > 1 else { return .zero }
    return sum * (1 / total) - restSum * (1 / restTotal)
  }

  /// Levels of 8 bits; a square root is near enough to sRGB for finding skin.
  private static func levels(_ linear: SIMD4<Float>) -> SIMD4<Float> {
    func level(_ value: Float) -> Float { max(0, min(value, 1)).squareRoot() * 255 }
    return SIMD4(level(linear[0]), level(linear[1]), level(linear[2]), 0)
  }
}
