/// How long a frame of an animation stays, as an exact fraction of a second.
package struct APNGDelay: Equatable, Sendable {
  /// The upper part of the fraction.
  package let numerator: UInt16
  /// The lower part of the fraction, at least 1.
  package let denominator: UInt16

  /// Makes a delay; a denominator of 0 means hundredths, as the format says.
  package init(numerator: UInt16, denominator: UInt16) {
    self.numerator = numerator
    self.denominator = denominator == 0 ? 100 : denominator
  }

  /// The delay of a number of frames a second.
  ///
  /// - Precondition: the number is at least 1.
  package static func frames(perSecond rate: UInt16) -> APNGDelay {
    precondition(rate > 0, "an animation needs at least one frame a second")
    return APNGDelay(numerator: 1, denominator: rate)
  }

  /// The delay in seconds.
  package var seconds: Double { Double(numerator) / Double(denominator) }
}

/// One frame of an animation as it is to be seen: the whole canvas.
package struct APNGFrame: Equatable, Sendable {
  /// The canvas with this frame on it.
  package let image: PNGImage
  /// How long it stays.
  package let delay: APNGDelay
}
