import SimImageAnalysis

/// How much the difference of two pictures matters.
package enum GoldenDrift: String, CaseIterable, Sendable {
  /// The pixels are the same; only the file's bytes are other ones.
  case encoding = "encoding only"
  /// Other values, too close to be seen.
  case bits = "bits only"
  /// A difference that shows when one switches between them.
  case visible

  /// Judges a difference.
  package init(_ difference: ImageDifference) {
    // FLIP below this value is the effect of one gray step.
    let isUnseen = difference.flip.spread.maximum <= 0.05
    self = difference.exact.pixels == 0 ? .encoding : isUnseen ? .bits : .visible
  }
}
