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
        "Failed on more than three flashes per second, by the extended rule, and by pattern."
      ) { $0.isSafe && $0.isPatternSafe },
      Member(derived: "level", \.level, FlashLevel.codec, FlashLevel.words),
      verdict(
        "wcag",
        "Whether success criterion 2.3.1 is met: by combined, or by general and red if that "
          + "is missing."
      ) { $0.isWithinWCAG },
      verdict(
        "strict",
        "The strict rules of budgets: patterns of any fineness, whole cells, both definitions "
          + "of red, the extended rule and the means of frames. Older results have it as verdict."
      ) { $0.isSafe },
      Member("frames", \.frames, .whole(from: 2), "Number of analyzed frames."),
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
        "The basis of wcag: fine, balanced patterns are exempt, red is by chromaticity, and "
          + "the combined area of concurrent flashes counts, to the point."),
      Member(
        orNull: "pattern", \.pattern, Pattern.shape.codec,
        "Regular patterns of stripes, by ITU-R BT.1702 and as EA IRIS measures them."),
      Member("frameMeans", \.means, Means.shape.codec, Means.shape.rule.words),
      Member(
        group: "contrastChange",
        "Changes from one frame to the next by a contrast of more than 4.5 : 1.",
        [
          Member(
            "worstAreaShare", \.worstContrastShare, .share, "The largest fraction of the image."
          ).limited(FigureTraits(.flash, label: "contrast jumps, fraction"))
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
      FlashSafety.Count(), name: "flashCount", "The result of one kind of flash.",
      [
        Member(derived: "level", \.level, FlashLevel.codec, FlashLevel.words),
        Member(
          "worstAreaShare", \.worstAreaShare, .share,
          "The largest fraction of a field of 10 degrees with at least seven transitions per "
            + "second; more than 0.25 fails."
        ).limited(label, "share of 10°"),
        Member(
          "maxTransitionsPerSecond", \.maximumTransitions,
          "The maximum number of transitions per second of any cell of 4 by 4 points."
        ).limited(label, "transitions", unit: .perSecond),
        Member(
          "maxFieldTransitionsPerSecond", \.maximumFieldTransitions,
          "The maximum number of transitions per second of more than a quarter of a field."
        ).limited(label, "transitions of a quarter of 10°", unit: .perSecond),
        Member(
          "firstFailFrame", \.firstFailFrame, "The first frame that fails; null if none does."),
        Member(
          "warningFrames", \.warningFrames,
          "Frames with four to six transitions of more than a quarter of a field."),
        Member(
          "extendedFrames", \.extendedFrames,
          "Frames after four of five seconds with four to six transitions."),
        Member(
          orNull: "worst", \.worst, FlashSafety.Place.shape.codec,
          "The worst field; null if no field flashes."),
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
        "The largest total fraction of a field of 10 degrees that flashes at the same time; "
          + "more than 0.25 fails."),
      Member(
        "firstFailFrame", \.firstFailFrame, "The first frame that fails; null if none does."),
      Member(
        orNull: "worst", \.worst, FlashSafety.Place.shape.codec,
        "The field with that area; null if nothing flashes."),
    ])
}

extension FlashSafety.Pattern {
  static let shape = Shape<FlashSafety.Pattern>(
    FlashSafety.Pattern(),
    "Stripes of more than five light and dark pairs that stay for half a second.",
    [
      Member(
        "worstAreaShare", \.worstAreaShare, .share,
        "The largest fraction of a field of 10 degrees that showed stripes for half a second; "
          + "more than 0.25 fails."
      ).limited(FigureTraits(.flash, label: "stripes, share of 10°")),
      Member(
        "maxPairs", \.maximumPairs, .whole(0...255),
        "The maximum number of adjacent pairs of stripes above five, of any size or duration."),
      Member(
        "firstFailFrame", \.firstFailFrame, "The first frame that fails; null if none does."),
      Member(
        orNull: "worst", \.worst, FlashSafety.Place.shape.codec,
        "The field with that area; null if there is none."),
    ])
}

extension FlashSafety.Place {
  static let shape = Shape<FlashSafety.Place>(
    FlashSafety.Place(x: 0, y: 0, width: 0, height: 0, frame: 0), name: "flashPlace",
    "A field of the image in points, and the frame that ends its second.",
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
    "The result of a model that uses only the means of whole frames.",
    [
      Member("level", \.level, FlashLevel.codec, FlashLevel.words),
      Member(derived: "maxTransitionsPerSecond", \.maximumTransitions, "The larger of both counts.")
        .limited(
          FigureTraits(.flash, unit: .perSecond, label: "flash of whole frames, transitions")),
      Member(
        "luminanceTransitionsPerSecond", \.luminanceTransitions,
        "The maximum number of transitions per second of the mean luminance."),
      Member(
        "redTransitionsPerSecond", \.redTransitions,
        "The maximum number of transitions per second of the mean saturated red."),
    ])
}

extension FlashLevel {
  /// What a level says, in a sentence.
  package static let words =
    "The severity of flashing: within all rules, four to six transitions per second, the same "
    + "for four of five seconds, more than three flashes per second."

  /// A level by its name.
  package static let codec = Codec<FlashLevel>(
    .names(all.map { $0.name }), write: { .string($0.name) },
    read: { (node) throws(FormatError) in
      let name = try node.string(oneOf: all.map { $0.name })
      return all.first { $0.name == name } ?? .fail
    })

  private static let all: [FlashLevel] = [.pass, .warning, .extended, .fail]
}
