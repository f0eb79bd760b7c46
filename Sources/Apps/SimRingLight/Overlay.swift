import SimbenchKit

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
}

extension Overlay: StateFields {
  /// Shows every stored field.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&light, "light")
    visitor.field(&coverage, "coverage")
  }
}
