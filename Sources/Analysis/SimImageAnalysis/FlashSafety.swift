/// The severity of flashing, from none to forbidden.
package enum FlashLevel: UInt8, Sendable, Comparable {
  /// Fewer than four transitions within any second.
  case pass
  /// Four to six transitions within some second: allowed.
  case warning
  /// Four to six transitions per second during four of five seconds: allowed by WCAG.
  case extended
  /// More than three flashes within a second.
  case fail

  /// The word used in reports.
  package var name: String {
    switch self {
    case .pass: "pass"
    case .warning: "warning"
    case .extended: "extended"
    case .fail: "fail"
    }
  }

  /// Whether one level is less severe than another.
  package static func < (a: FlashLevel, b: FlashLevel) -> Bool { a.rawValue < b.rawValue }
}

/// The flash results of a sequence of images, by cells and by means of whole frames, and its stripe
/// patterns.
package struct FlashSafety: Equatable, Sendable {
  /// A position in the image, in points.
  package struct Place: Equatable, Sendable {
    /// The left edge.
    package var x: UInt32
    /// The top edge.
    package var y: UInt32
    /// The width.
    package var width: UInt32
    /// The height.
    package var height: UInt32
    /// The frame at which the second ends.
    package var frame: UInt32

    /// Makes a place.
    package init(x: UInt32, y: UInt32, width: UInt32, height: UInt32, frame: UInt32) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
      self.frame = frame
    }
  }

  /// The result for one kind of flash.
  package struct Count: Equatable, Sendable {
    /// The largest fraction of a field of 10 degrees with at least seven transitions within a
    /// second; more than 1/4 fails.
    package var worstAreaShare: Float = 0
    /// The maximum number of transitions within a second of any cell of 4 points.
    package var maximumTransitions: UInt32 = 0
    /// The maximum number of transitions within a second by more than 1/4 of a field.
    package var maximumFieldTransitions: UInt32 = 0
    /// The first frame that fails.
    package var firstFailFrame: UInt32?
    /// Frames with four to six transitions in more than 1/4 of a field.
    package var warningFrames: UInt32 = 0
    /// Frames that violate the extended rule.
    package var extendedFrames: UInt32 = 0
    /// The worst field; nil if at most 1/4 of each field made a transition.
    package var worst: Place?

    /// Makes the result of a still image.
    package init() {}

    /// The severity.
    package var level: FlashLevel {
      if firstFailFrame != nil { return .fail }
      if extendedFrames > 0 { return .extended }
      return warningFrames > 0 ? .warning : .pass
    }

    mutating func place(_ box: FlashField.Box, _ frame: UInt32) {
      worst = Place(x: box.x, y: box.y, width: box.width, height: box.height, frame: frame)
    }
  }

  /// The result of a model that uses only the means of whole frames.
  package struct Means: Equatable, Sendable {
    /// The severity.
    package var level: FlashLevel
    /// The maximum number of luminance transitions within a second.
    package var luminanceTransitions: UInt32
    /// The maximum number of transitions of saturated red within a second.
    package var redTransitions: UInt32

    /// The maximum number of transitions of either kind within a second.
    package var maximumTransitions: UInt32 { max(luminanceTransitions, redTransitions) }

    /// Makes a result.
    package init(level: FlashLevel, luminanceTransitions: UInt32, redTransitions: UInt32) {
      self.level = level
      self.luminanceTransitions = luminanceTransitions
      self.redTransitions = redTransitions
    }
  }

  /// One kind of flash as defined by WCAG 2.2.
  package struct Threshold: Equatable, Sendable {
    /// The largest fraction of a field of 10 degrees that flashes at the same time, with all areas
    /// combined; more than 1/4 fails.
    package var worstAreaShare: Float = 0
    /// The first frame that fails.
    package var firstFailFrame: UInt32?
    /// The field with that area; nil if nothing flashes.
    package var worst: Place?

    /// Makes the result without flashes.
    package init() {}
  }

  /// Flashes as defined by WCAG 2.2: fine, balanced patterns are exempt, red is defined by its
  /// chromaticity, and the combined area of concurrent flashes counts.
  package struct Combined: Equatable, Sendable {
    /// Flashes of luminance.
    package var general: Threshold
    /// Red flashes.
    package var red: Threshold

    /// Makes a result.
    package init(general: Threshold, red: Threshold) {
      self.general = general
      self.red = red
    }

    /// Whether neither kind fails.
    package var isPassed: Bool { general.firstFailFrame == nil && red.firstFailFrame == nil }
  }

  /// The result for regular stripe patterns, flashing or not.
  package struct Pattern: Equatable, Sendable {
    /// The largest fraction of a field of 10 degrees that showed stripes for half a second; more
    /// than 1/4 fails.
    package var worstAreaShare: Float = 0
    /// The maximum number of adjacent pairs of a light and a dark stripe, up to 255, regardless of
    /// area and duration; 0 if there are at most five.
    package var maximumPairs: UInt32 = 0
    /// The first frame that fails.
    package var firstFailFrame: UInt32?
    /// The field with that area; nil if there is none.
    package var worst: Place?

    /// Makes the result without stripes.
    package init() {}

    /// Whether the pattern is allowed.
    package var isPassed: Bool { firstFailFrame == nil }
  }

  /// The number of frames.
  package var frames: UInt32
  /// Flashes of luminance.
  package var general: Count
  /// Red flashes by the working definition: (R − G − B) × 320 changes by more than 20.
  package var saturation: Count
  /// Red flashes as defined by WCAG 2.2: more than 0.2 apart in CIE 1976 u′v′.
  package var chromaticity: Count
  /// The means of whole frames.
  package var means: Means
  /// The largest fraction of the image whose contrast changed by more than 4.5 : 1 between two
  /// frames.
  package var worstContrastShare: Float
  /// The result as defined by WCAG 2.2; nil in older results.
  package var combined: Combined?
  /// Stripe patterns; nil in older results.
  package var pattern: Pattern?

  /// Makes a result.
  package init(
    frames: UInt32, general: Count, saturation: Count, chromaticity: Count, means: Means,
    worstContrastShare: Float, combined: Combined?, pattern: Pattern? = nil
  ) {
    self.frames = frames
    self.general = general
    self.saturation = saturation
    self.chromaticity = chromaticity
    self.means = means
    self.worstContrastShare = worstContrastShare
    self.combined = combined
    self.pattern = pattern
  }

  /// The worse result of the two definitions of red flash.
  package var red: Count {
    var red = saturation.worstAreaShare > chromaticity.worstAreaShare ? saturation : chromaticity
    if red.worst == nil { red.worst = saturation.worst }
    red.maximumTransitions = max(saturation.maximumTransitions, chromaticity.maximumTransitions)
    red.maximumFieldTransitions = max(
      saturation.maximumFieldTransitions, chromaticity.maximumFieldTransitions)
    red.firstFailFrame =
      switch (saturation.firstFailFrame, chromaticity.firstFailFrame) {
      case (let a?, let b?): min(a, b)
      case (let a, let b): a ?? b
      }
    red.warningFrames = max(saturation.warningFrames, chromaticity.warningFrames)
    red.extendedFrames = max(saturation.extendedFrames, chromaticity.extendedFrames)
    return red
  }

  /// The worst field of flashes, or of stripes if only they are harmful; nil if there is none.
  package var worstPlace: Place? {
    let red = red
    let isRed = red.level > general.level || red.worstAreaShare > general.worstAreaShare
    let flashing = isRed ? red.worst ?? general.worst : general.worst ?? red.worst
    return isSafe && !isPatternSafe ? pattern?.worst : flashing
  }

  /// Whether WCAG 2.2, success criterion 2.3.1, is met; without the combined area, whether no field
  /// has failing flashes by the other definitions.
  package var isWithinWCAG: Bool {
    combined?.isPassed ?? (general.level != .fail && red.level != .fail)
  }
  /// The severity by cells and by means; if WCAG is not met, it fails.
  package var level: FlashLevel {
    isWithinWCAG ? max(max(general.level, red.level), means.level) : .fail
  }
  /// Whether it is safe by rules stricter than WCAG: fine patterns and both definitions of red
  /// flash count, partly flashing cells count completely, and neither the extended rule nor the
  /// means of frames may fail.
  package var isSafe: Bool { level < .extended }

  /// Whether no stripe pattern is harmful; true in results without patterns.
  package var isPatternSafe: Bool { pattern?.isPassed ?? true }
  /// Whether WCAG is met and no pattern is harmful.
  package var isHarmless: Bool { isWithinWCAG && isPatternSafe }
}
