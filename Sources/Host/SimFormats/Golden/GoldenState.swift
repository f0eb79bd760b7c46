/// What is the matter with a golden.
package enum GoldenState: String, CaseIterable, Sendable {
  /// Every frame is accepted, or differs within the tolerance.
  case same
  /// A frame differs, or was rejected.
  case differs
  /// Nothing was accepted yet, or a picture is missing.
  case missing
}

/// How much the difference of two pictures matters.
package enum GoldenDrift: String, Sendable {
  /// The pixels are the same; only the file's bytes are other ones.
  case encoding = "encoding only"
  /// Other values, which nobody sees.
  case bits = "bits only"
  /// Somebody who switches between them sees it.
  case visible
}
