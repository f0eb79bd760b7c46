import DeterministicMath

/// What lies over the preview: light of its own and how much of what is below it hides.
package struct Overlay: Equatable, Sendable {
  /// Linear light, already multiplied by the coverage.
  package var light: LinearColor
  /// How much of what is below is hidden, 0 to 1.
  package var coverage: Float

  /// Nothing.
  package static var none: Overlay { Overlay(light: .black, coverage: 0) }

  /// Makes an overlay.
  package init(light: LinearColor, coverage: Float) {
    self.light = light
    self.coverage = coverage
  }

  /// A part of the way to another overlay.
  func mixed(with other: Overlay, _ share: Float) -> Overlay {
    func mix(_ a: Float, _ b: Float) -> Float { a + (b - a) * share }
    return Overlay(
      light: LinearColor(
        mix(light.red, other.light.red), mix(light.green, other.light.green),
        mix(light.blue, other.light.blue)),
      coverage: mix(coverage, other.coverage))
  }

  /// What is seen over black and over white: red, green, blue and luminance of each.
  var seen: SIMD8<Float> {
    let rest = 1 - coverage
    let luminance = light.luminance
    return SIMD8(
      light.red, light.green, light.blue, luminance, light.red + rest, light.green + rest,
      light.blue + rest, luminance + rest)
  }

  /// The luminance seen over something gray of a luminance, 0 to 1.
  package func luminance(over below: Float) -> Float {
    light.luminance + (1 - coverage) * below
  }

  /// Feeds every field to the digest.
  package func digest(into digest: inout StateDigest, field: StaticString) {
    digest.combine(light.red, field: field)
    digest.combine(light.green, field: field)
    digest.combine(light.blue, field: field)
    digest.combine(coverage, field: field)
  }
}

/// Moves an overlay towards what is asked for, never fast and never to and fro.
///
/// It moves along a straight line, so that over any background each channel and the luminance only
/// rise or only fall. Whatever has risen must not fall, nor what has fallen rise, for half a second
/// after its last movement, whoever asks: until then the overlay waits. Two turns are therefore at
/// least half a second of rest and a frame apart, and three in any second are impossible, which a
/// limit of speed alone does not achieve.
package struct OverlayDriver: Equatable, Sendable {
  /// Seconds for the whole way from nothing to white.
  package static var fullSwingSeconds: Float { 0.4 }
  /// Seconds of rest before a turn.
  package static var restSeconds: Float { 0.5 }
  /// Changes up to this are rounding and no movement: a second of them is not a hundredth of a
  /// transition.
  private static var stillness: Float { 1e-5 }

  /// What is seen.
  package private(set) var overlay: Overlay
  /// Frames since each of what is seen last rose, counted up to the rest.
  private(set) var framesSinceRise: SIMD8<UInt32>
  /// Frames since each last fell.
  private(set) var framesSinceFall: SIMD8<UInt32>
  private let restFrames: UInt32
  private let largestStep: Float

  /// Begins at rest.
  package init(_ overlay: Overlay = .none, framesPerSecond: UInt32) {
    self.overlay = overlay
    let rate = Float(framesPerSecond)
    restFrames = UInt32(Self.restSeconds * rate) + 1
    largestStep = 1 / (Self.fullSwingSeconds * rate)
    framesSinceRise = SIMD8(repeating: restFrames)
    framesSinceFall = framesSinceRise
  }

  /// Whether nothing has moved for as long as a turn takes.
  package var isRested: Bool {
    for place in 0..<8 where min(framesSinceRise[place], framesSinceFall[place]) < restFrames {
      return false
    }
    return true
  }

  /// Advances by a frame and returns whether the overlay has moved.
  @discardableResult
  package mutating func advance(to target: Overlay) -> Bool {
    for place in 0..<8 {
      framesSinceRise[place] = min(framesSinceRise[place] + 1, restFrames)
      framesSinceFall[place] = min(framesSinceFall[place] + 1, restFrames)
    }
    let before = overlay.seen
    let way = target.seen - before
    var longest = abs(target.coverage - overlay.coverage)
    for place in 0..<8 { longest = max(longest, abs(way[place])) }
    guard longest > 0 else { return false }
    let next = longest <= largestStep ? target : overlay.mixed(with: target, largestStep / longest)
    let after = next.seen
    for place in 0..<8 {
      let change = after[place] - before[place]
      if change > Self.stillness, framesSinceFall[place] < restFrames { return false }
      if change < 0 - Self.stillness, framesSinceRise[place] < restFrames { return false }
    }
    for place in 0..<8 {
      let change = after[place] - before[place]
      if change > Self.stillness { framesSinceRise[place] = 0 }
      if change < 0 - Self.stillness { framesSinceFall[place] = 0 }
    }
    overlay = next
    return true
  }

  /// Feeds every field to the digest.
  package func digest(into digest: inout StateDigest, field: StaticString) {
    overlay.digest(into: &digest, field: field)
    for place in 0..<8 {
      digest.combine(framesSinceRise[place])
      digest.combine(framesSinceFall[place])
    }
  }
}
