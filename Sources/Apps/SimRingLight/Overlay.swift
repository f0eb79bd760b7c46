import SimbenchKit

/// A layer over the preview: emitted light, and the coverage that hides the pixels below.
package struct Overlay: Equatable, Sendable {
  /// Linear light, premultiplied by the coverage.
  package var light: LinearColor
  /// The hidden fraction of the light below, 0 to 1.
  package var coverage: Float

  /// No overlay.
  package static var none: Overlay { Overlay(light: .black, coverage: 0) }

  /// Makes an overlay.
  package init(light: LinearColor, coverage: Float) {
    self.light = light
    self.coverage = coverage
  }

  /// Linear interpolation to another overlay.
  func mixed(with other: Overlay, _ share: Float) -> Overlay {
    func mix(_ a: Float, _ b: Float) -> Float { a + (b - a) * share }
    return Overlay(
      light: LinearColor(
        mix(light.red, other.light.red), mix(light.green, other.light.green),
        mix(light.blue, other.light.blue)),
      coverage: mix(coverage, other.coverage))
  }

  /// The visible red, green, blue and luminance over black, then over white.
  var seen: SIMD8<Float> {
    let rest = 1 - coverage
    let luminance = light.luminance
    return SIMD8(
      light.red, light.green, light.blue, luminance, light.red + rest, light.green + rest,
      light.blue + rest, luminance + rest)
  }

  /// The visible luminance over a gray of a luminance, 0 to 1.
  package func luminance(over below: Float) -> Float {
    light.luminance + (1 - coverage) * below
  }
}

extension Overlay: StateFields {
  /// Visits every stored field.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&light, "light")
    visitor.field(&coverage, "coverage")
  }
}
