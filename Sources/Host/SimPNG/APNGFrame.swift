/// The display time of a frame, as an exact fraction of a second.
package struct APNGDelay: Equatable, Sendable {
  /// The numerator of the fraction.
  package let numerator: UInt16
  /// The denominator of the fraction, at least 1.
  package let denominator: UInt16

  /// Makes a delay; a denominator of 0 means 100, as the format specifies.
  package init(numerator: UInt16, denominator: UInt16) {
    self.numerator = numerator
    self.denominator = denominator == 0 ? 100 : denominator
  }

  /// The delay for a frame rate.
  ///
  /// - Precondition: The rate is at least 1.
  package static func frames(perSecond rate: UInt16) -> APNGDelay {
    precondition(rate > 0, "an animation needs at least one frame a second")
    return APNGDelay(numerator: 1, denominator: rate)
  }

  /// The delay in seconds.
  package var seconds: Double { Double(numerator) / Double(denominator) }
}

/// A composed frame of an animation: the whole canvas.
package struct APNGFrame: Equatable, Sendable {
  /// The canvas with this frame.
  package let image: PNGImage
  /// The display time.
  package let delay: APNGDelay
}
