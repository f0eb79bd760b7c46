import SimImageAnalysis

extension FlashSafety {
  /// The finding in a result.
  package static let shape = Shape<FlashSafety>(
    FlashSafety(
      frames: 0, general: Count(), saturation: Count(), chromaticity: Count(),
      means: Means(level: .pass, luminanceTransitions: 0, redTransitions: 0),
      worstContrastShare: 0, combined: nil),
    "Flash safety by WCAG 2.2, success criterion 2.3.1, per cell of 4 by 4 points.",
    [
      verdict(
        "verdict",
        "Failed on more than three flashes in a second, by the extended rule, and by pattern."
      ) { $0.isSafe && $0.isPatternSafe },
      Member(derived: "level", \.level, FlashLevel.codec, FlashLevel.words),
      verdict(
        "wcag",
        "Whether success criterion 2.3.1 holds: by combined, or by general and red where that is "
          + "missing."
      ) { $0.isWithinWCAG },
      verdict(
        "strict",
        "The stricter rules that budgets hold: patterns however fine, whole cells, both "
          + "definitions of red, the extended rule and the means of frames. In results before it, "
          + "verdict says the same."
      ) { $0.isSafe },
      Member("frames", \.frames, .whole(from: 2), "Frames seen."),
      Member(
        "general", \.general, Count.shape(limited: "flash").codec, "Flashes of luminance."),
      Member(
        group: "red", "Red flashes, by the worse of both definitions.",
        Count.shape(limited: "red flash").members.map { member in member.derived { $0.red } } + [
          Member(
            "saturation", \.saturation, Count.shape.codec,
            "By the working definition: (R - G - B) x 320 changes by more than 20."),
          Member(
            "chromaticity", \.chromaticity, Count.shape.codec,
            "By WCAG 2.2: states more than 0.2 apart in CIE 1976 u'v'."),
        ]),
      Member(
        orNull: "combined", \.combined, Combined.shape.codec,
        "What wcag rests on: fine, balanced patterns are exempt, red is by chromaticity, and the "
          + "combined area of concurrent flashes counts, to the point."),
      Member(
        orNull: "pattern", \.pattern, Pattern.shape.codec,
        "Regular patterns of stripes, by ITU-R BT.1702 and as EA IRIS measures them."),
      Member("frameMeans", \.means, Means.shape.codec, Means.shape.rule.words),
      Member(
        group: "contrastChange",
        "Changes from one frame to the next by a contrast of more than 4.5 : 1.",
        [
          Member(
            "worstAreaShare", \.worstContrastShare, .share, "The largest share of the picture."
          ).limited(FigureTraits(.flash, label: "jumps of contrast, share"))
        ]),
    ])

  private static func verdict(
    _ key: String, _ words: String, _ isPassed: @escaping @Sendable (FlashSafety) -> Bool
  ) -> Member<FlashSafety> {
    Member(derived: key, .oneOf(["passed", "failed"]), words) {
      isPassed($0) ? "passed" : "failed"
    }
  }
}

extension FlashSafety.Count {
  /// A kind of flash that no budget limits.
  static let shape = shape(limited: nil)

  /// A kind of flash.
  ///
  /// - Parameter label: What tiles call it; nil when no budget limits it.
  static func shape(limited label: String?) -> Shape<FlashSafety.Count> {
    Shape(
      FlashSafety.Count(), name: "flashCount", "What one kind of flash came to.",
      [
        Member(derived: "level", \.level, FlashLevel.codec, FlashLevel.words),
        Member(
          "worstAreaShare", \.worstAreaShare, .share,
          "The largest share of a field of 10 degrees that made at least seven transitions in a "
            + "second; more than 0.25 fails."
        ).limited(label, "share of 10°"),
        Member(
          "maxTransitionsPerSecond", \.maximumTransitions,
          "The most transitions of any cell of 4 by 4 points in a second."
        ).limited(label, "transitions", unit: .perSecond),
        Member(
          "maxFieldTransitionsPerSecond", \.maximumFieldTransitions,
          "The most transitions that more than a quarter of a field made in a second."
        ).limited(label, "transitions of a quarter of 10°", unit: .perSecond),
        Member(
          "firstFailFrame", \.firstFailFrame, "The first frame that fails; null when none does."),
        Member(
          "warningFrames", \.warningFrames,
          "Frames with four to six transitions of more than a quarter of a field."),
        Member(
          "extendedFrames", \.extendedFrames,
          "Frames after four of five seconds with four to six transitions."),
        Member(
          orNull: "worst", \.worst, FlashSafety.Place.shape.codec,
          "The worst field; null when no field flashes."),
      ])
  }
}

extension Member where Root == FlashSafety.Count {
  fileprivate func limited(_ label: String?, _ words: String, unit: FigureUnit = .none) -> Self {
    label.map { limited(FigureTraits(.flash, unit: unit, label: "\($0), \(words)")) } ?? self
  }
}

extension FlashSafety.Combined {
  static let shape = Shape<FlashSafety.Combined>(
    FlashSafety.Combined(general: FlashSafety.Threshold(), red: FlashSafety.Threshold()),
    "Flashes by the definition of WCAG 2.2.",
    [
      Member("general", \.general, FlashSafety.Threshold.shape.codec, "Flashes of luminance."),
      Member("red", \.red, FlashSafety.Threshold.shape.codec, "Red flashes."),
    ])
}

extension FlashSafety.Threshold {
  static let shape = Shape<FlashSafety.Threshold>(
    FlashSafety.Threshold(), name: "flashThreshold",
    "One kind of flash by the definition of WCAG 2.2.",
    [
      Member(
        "worstAreaShare", \.worstAreaShare, .share,
        "The largest share of a field of 10 degrees that flashes at the same time, all areas added "
          + "up; more than 0.25 fails."),
      Member(
        "firstFailFrame", \.firstFailFrame, "The first frame that fails; null when none does."),
      Member(
        orNull: "worst", \.worst, FlashSafety.Place.shape.codec,
        "The field with that area; null when nothing flashes."),
    ])
}

extension FlashSafety.Pattern {
  static let shape = Shape<FlashSafety.Pattern>(
    FlashSafety.Pattern(),
    "Stripes of more than five light and dark pairs that stay for half a second.",
    [
      Member(
        "worstAreaShare", \.worstAreaShare, .share,
        "The largest share of a field of 10 degrees that showed stripes for half a second; more "
          + "than 0.25 fails."
      ).limited(FigureTraits(.flash, label: "stripes, share of 10°")),
      Member(
        "maxPairs", \.maximumPairs, .whole(0...255),
        "The most pairs of stripes side by side, of more than five, however small or short."),
      Member(
        "firstFailFrame", \.firstFailFrame, "The first frame that fails; null when none does."),
      Member(
        orNull: "worst", \.worst, FlashSafety.Place.shape.codec,
        "The field with that area; null without one."),
    ])
}

extension FlashSafety.Place {
  static let shape = Shape<FlashSafety.Place>(
    FlashSafety.Place(x: 0, y: 0, width: 0, height: 0, frame: 0), name: "flashPlace",
    "A field of the picture in points, and the frame that ends its second.",
    [
      Member("x", \.x, "Its left side."), Member("y", \.y, "Its upper side."),
      Member("width", \.width, "Its width."),
      Member("height", \.height, "Its height."),
      Member("frame", \.frame, "The frame."),
    ])
}

extension FlashSafety.Means {
  static let shape = Shape<FlashSafety.Means>(
    FlashSafety.Means(level: .pass, luminanceTransitions: 0, redTransitions: 0),
    "What a model that sees only the means of whole frames says.",
    [
      Member("level", \.level, FlashLevel.codec, FlashLevel.words),
      Member(derived: "maxTransitionsPerSecond", \.maximumTransitions, "The larger of both counts.")
        .limited(
          FigureTraits(.flash, unit: .perSecond, label: "flash of whole frames, transitions")),
      Member(
        "luminanceTransitionsPerSecond", \.luminanceTransitions,
        "The most transitions of the mean luminance in a second."),
      Member(
        "redTransitionsPerSecond", \.redTransitions,
        "The most transitions of the mean saturated red in a second."),
    ])
}

extension FlashLevel {
  /// What a level says, in a sentence.
  package static let words =
    "How bad flashing is: within all rules, four to six transitions in a second, the same for four "
    + "of five seconds, more than three flashes in a second."

  /// A level by its name.
  package static let codec = Codec<FlashLevel>(
    .names(all.map { $0.name }), write: { .string($0.name) },
    read: { (node) throws(FormatError) in
      let name = try node.string(oneOf: all.map { $0.name })
      return all.first { $0.name == name } ?? .fail
    })

  private static let all: [FlashLevel] = [.pass, .warning, .extended, .fail]
}
