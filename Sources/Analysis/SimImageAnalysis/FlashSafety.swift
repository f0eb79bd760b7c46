/// How bad flashing is, from none to forbidden.
package enum FlashLevel: UInt8, Sendable, Comparable {
  /// Fewer than four transitions in any second.
  case pass
  /// Four to six transitions in some second: within the rules.
  case warning
  /// Four to six transitions in a second for four of five seconds: within WCAG's rules.
  case extended
  /// More than three flashes in a second.
  case fail

  /// The word that reports use.
  package var name: String {
    switch self {
    case .pass: "pass"
    case .warning: "warning"
    case .extended: "extended"
    case .fail: "fail"
    }
  }

  /// Whether one level is less bad than another.
  package static func < (a: FlashLevel, b: FlashLevel) -> Bool { a.rawValue < b.rawValue }
}

/// How much a sequence of pictures flashes, by cells and by the means of whole frames, and which
/// patterns it shows.
package struct FlashSafety: Equatable, Sendable {
  /// A position in the picture, in points.
  package struct Place: Equatable, Sendable {
    /// The left side.
    package var x: UInt32
    /// The upper side.
    package var y: UInt32
    /// The width.
    package var width: UInt32
    /// The height.
    package var height: UInt32
    /// The frame that ends the second.
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

  /// What one kind of flash came to.
  package struct Count: Equatable, Sendable {
    /// The largest share of a field of 10 degrees that made at least seven transitions in a
    /// second; more than a quarter fails.
    package var worstAreaShare: Float = 0
    /// The maximum count of transitions that any cell of 4 points made in a second.
    package var maximumTransitions: UInt32 = 0
    /// The maximum count of transitions that more than a quarter of a field made in a second.
    package var maximumFieldTransitions: UInt32 = 0
    /// The first frame that fails.
    package var firstFailFrame: UInt32?
    /// Frames with four to six transitions of more than a quarter of a field.
    package var warningFrames: UInt32 = 0
    /// Frames that break the extended rule.
    package var extendedFrames: UInt32 = 0
    /// The worst field; nil when no more than a quarter of any field made a transition.
    package var worst: Place?

    /// Makes the count of a picture that stands still.
    package init() {}

    /// How bad it is.
    package var level: FlashLevel {
      if firstFailFrame != nil { return .fail }
      if extendedFrames > 0 { return .extended }
      return warningFrames > 0 ? .warning : .pass
    }

    mutating func place(_ box: FlashField.Box, _ frame: UInt32) {
      worst = Place(x: box.x, y: box.y, width: box.width, height: box.height, frame: frame)
    }
  }

  /// What a model that sees only the means of whole frames says.
  package struct Means: Equatable, Sendable {
    /// How bad it is.
    package var level: FlashLevel
    /// The maximum count of transitions of luminance in a second.
    package var luminanceTransitions: UInt32
    /// The maximum count of transitions of saturated red in a second.
    package var redTransitions: UInt32

    /// The maximum count of transitions of either in a second.
    package var maximumTransitions: UInt32 { max(luminanceTransitions, redTransitions) }

    /// Makes a finding.
    package init(level: FlashLevel, luminanceTransitions: UInt32, redTransitions: UInt32) {
      self.level = level
      self.luminanceTransitions = luminanceTransitions
      self.redTransitions = redTransitions
    }
  }

  /// One kind of flash by the definition of WCAG 2.2.
  package struct Threshold: Equatable, Sendable {
    /// The largest share of a field of 10 degrees that flashes at the same time, all areas added
    /// up; more than a quarter fails.
    package var worstAreaShare: Float = 0
    /// The first frame that fails.
    package var firstFailFrame: UInt32?
    /// The field with that area; nil when nothing flashes.
    package var worst: Place?

    /// Makes the finding of a picture in which nothing flashes.
    package init() {}
  }

  /// Flashes by the definition of WCAG 2.2: fine, balanced patterns are exempt, red is judged by
  /// its chromaticity, and the combined area of concurrent flashes counts.
  package struct Combined: Equatable, Sendable {
    /// Flashes of luminance.
    package var general: Threshold
    /// Red flashes.
    package var red: Threshold

    /// Makes a finding.
    package init(general: Threshold, red: Threshold) {
      self.general = general
      self.red = red
    }

    /// Whether neither fails.
    package var isPassed: Bool { general.firstFailFrame == nil && red.firstFailFrame == nil }
  }

  /// What regular patterns of stripes came to, flashing or not.
  package struct Pattern: Equatable, Sendable {
    /// The largest share of a field of 10 degrees that showed stripes for half a second; more than
    /// a quarter fails.
    package var worstAreaShare: Float = 0
    /// The maximum count of pairs of a light and a dark stripe side by side, of those with more
    /// than five, however small their area or short their stay, up to 255; else 0.
    package var maximumPairs: UInt32 = 0
    /// The first frame that fails.
    package var firstFailFrame: UInt32?
    /// The field with that area; nil without one.
    package var worst: Place?

    /// Makes the finding of pictures without stripes.
    package init() {}

    /// Whether it may be shown.
    package var isPassed: Bool { firstFailFrame == nil }
  }

  /// Frames seen.
  package var frames: UInt32
  /// Flashes of luminance.
  package var general: Count
  /// Red flashes by the working definition: (R − G − B) × 320 changes by more than 20.
  package var saturation: Count
  /// Red flashes by the definition of WCAG 2.2: more than 0.2 apart in CIE 1976 u′v′.
  package var chromaticity: Count
  /// The means of whole frames.
  package var means: Means
  /// The largest share of the picture that changed from one frame to the next by a contrast of
  /// more than 4.5 : 1.
  package var worstContrastShare: Float
  /// By the definition of WCAG 2.2; nil in results that are older than it.
  package var combined: Combined?
  /// Patterns of stripes; nil in results that are older than it.
  package var pattern: Pattern?

  /// Makes a finding.
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

  /// The worse of both definitions of a red flash.
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

  /// The worst field: of flashes, or of stripes where only they do harm; nil without any.
  package var worstPlace: Place? {
    let red = red
    let isRed = red.level > general.level || red.worstAreaShare > general.worstAreaShare
    let flashing = isRed ? red.worst ?? general.worst : general.worst ?? red.worst
    return isSafe && !isPatternSafe ? pattern?.worst : flashing
  }

  /// Whether WCAG 2.2, success criterion 2.3.1 holds; without the combined area, whether no field
  /// flashes in whatever way.
  package var isWithinWCAG: Bool {
    combined?.isPassed ?? (general.level != .fail && red.level != .fail)
  }
  /// How bad it is by the cells and by the means; what fails by WCAG fails.
  package var level: FlashLevel {
    isWithinWCAG ? max(max(general.level, red.level), means.level) : .fail
  }
  /// Whether it is safe by rules that are stricter than WCAG: patterns however fine and both
  /// definitions of a red flash count, cells of which a part flashes count whole, and neither the
  /// extended rule nor the means of frames may fail.
  package var isSafe: Bool { level < .extended }

  /// Whether no pattern of stripes can do harm; so in results that do not know.
  package var isPatternSafe: Bool { pattern?.isPassed ?? true }
  /// Whether neither WCAG nor patterns forbid it.
  package var isHarmless: Bool { isWithinWCAG && isPatternSafe }
}
