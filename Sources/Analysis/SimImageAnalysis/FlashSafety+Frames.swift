extension FlashSafety {
  /// The result with other frame numbers, for example if a run did not draw all of its frames.
  ///
  /// - Parameter frame: Maps the index of an observed image, from 0, to its frame number.
  package func countingFrames(_ frame: (UInt32) -> UInt32) -> FlashSafety {
    var found = self
    Self.count(&found.general.firstFailFrame, &found.general.worst, frame)
    Self.count(&found.saturation.firstFailFrame, &found.saturation.worst, frame)
    Self.count(&found.chromaticity.firstFailFrame, &found.chromaticity.worst, frame)
    if var combined {
      Self.count(&combined.general.firstFailFrame, &combined.general.worst, frame)
      Self.count(&combined.red.firstFailFrame, &combined.red.worst, frame)
      found.combined = combined
    }
    if var pattern {
      Self.count(&pattern.firstFailFrame, &pattern.worst, frame)
      found.pattern = pattern
    }
    return found
  }

  private static func count(
    _ first: inout UInt32?, _ worst: inout Place?, _ frame: (UInt32) -> UInt32
  ) {
    if let old = first { first = frame(old) }
    if let old = worst { worst?.frame = frame(old.frame) }
  }
}
