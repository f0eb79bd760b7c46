import SimbenchKit

/// A small image of the subject with which the camera meters light and finds the face.
///
/// Cameras provide such statistics with every frame. Here they are derived from the state alone, so
/// that runs with and without pixels behave the same.
package struct SubjectFinder: Sendable {
  /// Columns of the small image.
  private static var columns: Int { 26 }
  /// Rows of the small image.
  private static var rows: Int { 34 }
  /// Its extent in the upright frame: in heights to either side, and beyond top and bottom.
  private static var reachU: Float { 0.4 }
  private static var marginV: Float { 0.08 }

  /// A point that may be skin in some light, with its surface.
  private struct Candidate {
    var position: Vector2
    var sample: Subject.Sample
  }

  private let candidates: [Candidate]
  /// The aspect ratio of the supplied picture, width / height; 0 for a painted subject.
  private let aspect: Float
  /// The resting position of skin in a supplied picture, from its middle, in heights of the
  /// picture; zero for a painted subject, which serves as the reference.
  private let position: Vector2
  /// Mean albedo under the room's light, then under the ring's.
  private let roomMean: SIMD4<Float>
  private let ringMean: SIMD4<Float>
  /// The same for the brightest part of a supplied picture, which must not be clipped; black for a
  /// painted subject.
  private let roomPeak: SIMD4<Float>
  private let ringPeak: SIMD4<Float>

  /// Samples a painted subject.
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
        // The face has the largest weight, as in cameras with face detection.
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

  /// Samples a supplied picture, lit like a subject; skin has the largest weight.
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

  /// The range of columns or rows of one of `count` equal parts of a picture, in 1/256 pixel.
  private static func span(_ part: Int, of count: Int, _ length: Int32) -> Range<Int64> {
    let whole = Int64(length) * PictureSampler.unit
    return whole * Int64(part) / Int64(count)..<whole * Int64(part + 1) / Int64(count)
  }

  /// The height of the supplied picture, scaled to fill the camera's frame, relative to the frame's
  /// height.
  private func heights(_ halfWidth: Float) -> Float {
    aspect == 0 ? 1 : max(1, 2 * halfWidth / aspect)
  }

  /// The resting position of the subject, in frame heights from the middle.
  package func position(halfWidth: Float) -> Vector2 { position * heights(halfWidth) }

  private static func position(_ column: Float, _ row: Float) -> Vector2 {
    Vector2(
      (column / Float(columns) * 2 - 1) * reachU,
      row / Float(rows) * (1 + 2 * marginV) - marginV)
  }

  /// The mean brightness of the image in two lights, or the value that exposes its brightest part
  /// as white, whichever is larger.
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

  /// The position of skin in frame heights, from its resting position for a painted subject, or
  /// from the middle for a supplied picture; zero if no skin is found.
  ///
  /// The colors include light and exposure, like the camera's. The mask receives the color of the
  /// light, like a camera's white balance.
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

  /// 8-bit levels; a square root is close enough to sRGB for detecting skin.
  private static func levels(_ linear: SIMD4<Float>) -> SIMD4<Float> {
    func level(_ value: Float) -> Float { max(0, min(value, 1)).squareRoot() * 255 }
    return SIMD4(level(linear[0]), level(linear[1]), level(linear[2]), 0)
  }
}

/// The finders of both cameras: one per supplied picture.
package struct SubjectFinders: Sendable {
  private let painted: SubjectFinder
  private let front: [SubjectFinder]
  private let back: [SubjectFinder]

  /// Samples the painted subject and all supplied pictures.
  package init(_ subject: Subject, _ given: CameraPictures?) {
    painted = SubjectFinder(subject)
    let tables = LightTables()
    func finders(_ pictures: [CameraPicture]?) -> [SubjectFinder] {
      (pictures ?? []).map { SubjectFinder($0, litAs: subject, tables: tables) }
    }
    front = finders(given?.front)
    back = finders(given?.back)
  }

  /// The finder for a camera's picture; the painted subject's finder if there are no pictures.
  package func finder(_ picture: Int, of position: CameraPosition) -> SubjectFinder {
    let finders = position == .front ? front : back
    return finders.isEmpty ? painted : finders[picture]
  }
}
