import SimbenchKit

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

  /// A point that may be skin in some light, and what is seen there.
  private struct Candidate {
    var position: Vector2
    var sample: Subject.Sample
  }

  private let candidates: [Candidate]
  /// Columns per row of the given picture; 0 for a subject that is painted.
  private let aspect: Float
  /// Where skin is when nothing has moved, from the middle in heights of what the camera sees,
  /// were the given picture as high; zero for a subject that is painted, which is what counts.
  private let position: Vector2
  /// Mean brightness, each with the light that belongs to it: the room's, then the ring's.
  private let roomMean: SIMD4<Float>
  private let ringMean: SIMD4<Float>
  /// The same of the brightest part of a given picture, which must not be lost in white; black for
  /// a subject that is painted.
  private let roomPeak: SIMD4<Float>
  private let ringPeak: SIMD4<Float>

  /// Looks at a subject.
  package init(_ subject: Subject) {
    let mask = SkinMask(light: .white)
    var candidates: [Candidate] = []
    var (room, ring, weights) = (SIMD4<Float>.zero, SIMD4<Float>.zero, Float(0))
    for row in 0..<Self.rows {
      for column in 0..<Self.columns {
        let position = Self.position(Float(column) + 0.5, Float(row) + 0.5)
        let sample = subject.sample(u: position.x, v: position.y, blur: 0.03)
        if mask.share(Self.levels(sample.albedo)) > 0.01 {
          candidates.append(Candidate(position: position, sample: sample))
        }
        // The face counts most, as in cameras that look for one.
        let (x, y) = (position.x / 0.14, (position.y - 0.47) / 0.19)
        let weight = max(0.02, 1 - x * x - y * y)
        room += sample.albedo * (sample.room * weight)
        ring += sample.albedo * (sample.ring * weight)
        weights += weight
      }
    }
    self.candidates = candidates
    roomMean = room / weights
    ringMean = ring / weights
    (roomPeak, ringPeak) = (.zero, .zero)
    aspect = 0
    position = .zero
  }

  /// Looks at a given picture that is lit as a subject is; its skin counts most.
  package init(_ picture: CameraPicture, litAs subject: Subject, tables: LightTables) {
    let mask = SkinMask(light: .white)
    let sampler = PictureSampler(picture, tables: tables)
    let aspect = Float(picture.width) / Float(picture.height)
    var candidates: [Candidate] = []
    var (room, ring, weights) = (SIMD4<Float>.zero, SIMD4<Float>.zero, Float(0))
    var (positions, skin) = (Vector2.zero, Float(0))
    var peak = subject.flat(.zero, u: 0, v: 0.5)
    for row in 0..<Self.rows {
      for column in 0..<Self.columns {
        let mean = sampler.mean(
          columns: Self.span(column, of: Self.columns, picture.width),
          rows: Self.span(row, of: Self.rows, picture.height))
        let albedo = SIMD4<Float>(mean) / 65_535
        let position = Vector2(
          ((Float(column) + 0.5) / Float(Self.columns) - 0.5) * aspect,
          (Float(row) + 0.5) / Float(Self.rows) - 0.5)
        let sample = subject.flat(albedo, u: position.x, v: position.y + 0.5)
        if Self.luminance(albedo) > Self.luminance(peak.albedo) { peak = sample }
        let share = mask.share(Self.levels(albedo))
        if share > 0.01 { candidates.append(Candidate(position: position, sample: sample)) }
        positions += position * share
        skin += share
        let weight = 0.05 + share
        room += albedo * (sample.room * weight)
        ring += albedo * (sample.ring * weight)
        weights += weight
      }
    }
    self.candidates = candidates
    (roomPeak, ringPeak) = (peak.albedo * peak.room, peak.albedo * peak.ring)
    self.aspect = aspect
    position = skin > 1 ? positions * (1 / skin) : .zero
    roomMean = room / weights
    ringMean = ring / weights
  }

  /// The columns or rows of a picture that one of so many parts has, in 256ths.
  private static func span(_ part: Int, of count: Int, _ length: Int32) -> Range<Int64> {
    let whole = Int64(length) * PictureSampler.unit
    return whole * Int64(part) / Int64(count)..<whole * Int64(part + 1) / Int64(count)
  }

  /// How many times as high as what the camera sees the picture is that fills it.
  private func heights(_ halfWidth: Float) -> Float {
    aspect == 0 ? 1 : max(1, 2 * halfWidth / aspect)
  }

  /// Where the subject is, in heights from the middle, when nothing has moved.
  package func position(halfWidth: Float) -> Vector2 { position * heights(halfWidth) }

  private static func position(_ column: Float, _ row: Float) -> Vector2 {
    Vector2(
      (column / Float(columns) * 2 - 1) * reachU,
      row / Float(rows) * (1 + 2 * marginV) - marginV)
  }

  /// The mean brightness of the picture in two lights, or what makes its brightest part white when
  /// that is more.
  package func metered(room: LinearColor, ring: LinearColor) -> Float {
    func light(_ color: LinearColor, _ share: SIMD4<Float>) -> SIMD4<Float> {
      SIMD4(color.red, color.green, color.blue, 0) * share
    }
    let mean = Self.luminance(light(room, roomMean) + light(ring, ringMean))
    let peak = Self.luminance(light(room, roomPeak) + light(ring, ringPeak))
    return max(mean, peak * AutoExposure.aim)
  }

  private static func luminance(_ light: SIMD4<Float>) -> Float {
    LinearColor(light[0], light[1], light[2]).luminance
  }

  /// Where skin is, in heights from where it is when nothing has moved, or in a given picture from
  /// its middle; zero when there is none.
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
    let heights = heights(halfWidth)
    let top: Float = aspect == 0 ? 0 : 0.5
    for index in candidates.indices {
      let position = candidates[index].position * heights + Vector2(0, top)
      let sample = candidates[index].sample
      let light = SIMD4(
        room.red * sample.room + ring.red * sample.ring,
        room.green * sample.room + ring.green * sample.ring,
        room.blue * sample.room + ring.blue * sample.ring, 0)
      let share = mask.share(Self.levels(sample.albedo * light))
      restSum += position * share
      restTotal += share
      let seen = position - shift
      guard abs(seen.x) < halfWidth, seen.y > 0, seen.y < 1 else { continue }
      sum += seen * share
      total += share
    }
    guard total > 1, restTotal > 1 else { return .zero }
    let seen = sum * (1 / total)
    return aspect == 0 ? seen - restSum * (1 / restTotal) : seen - Vector2(0, top)
  }

  /// Levels of 8 bits; a square root is near enough to sRGB for finding skin.
  private static func levels(_ linear: SIMD4<Float>) -> SIMD4<Float> {
    func level(_ value: Float) -> Float { max(0, min(value, 1)).squareRoot() * 255 }
    return SIMD4(level(linear[0]), level(linear[1]), level(linear[2]), 0)
  }
}

/// What finds the subject before either camera: one finder for each given picture.
package struct SubjectFinders: Sendable {
  private let painted: SubjectFinder
  private let front: [SubjectFinder]
  private let back: [SubjectFinder]

  /// Looks at everything a run shows its cameras.
  package init(_ subject: Subject, _ given: CameraPictures?) {
    painted = SubjectFinder(subject)
    let tables = LightTables()
    func finders(_ pictures: [CameraPicture]?) -> [SubjectFinder] {
      (pictures ?? []).map { SubjectFinder($0, litAs: subject, tables: tables) }
    }
    front = finders(given?.front)
    back = finders(given?.back)
  }

  /// The finder for a picture of a camera; that of the painted subject when there are none.
  package func finder(_ picture: Int, of position: CameraPosition) -> SubjectFinder {
    let finders = position == .front ? front : back
    return finders.isEmpty ? painted : finders[picture]
  }
}
