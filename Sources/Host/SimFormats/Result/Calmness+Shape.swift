import SimImageAnalysis

extension Calmness {
  /// The measurement in a result.
  package static let shape = Shape<Calmness>(
    Calmness(comparedFrames: 0),
    "Motion in the rendered frames.",
    [
      Member(
        "comparedFrames", \.comparedFrames, .whole(from: 1),
        "Frames compared with the previous one."),
      Member(
        group: "luminanceChange",
        "Change of relative luminance from frame to frame: the mean magnitude over all cells "
          + "of 4 by 4 points.",
        [
          Member("mean", \.meanLuminanceChange, .share, "Over the frames.")
            .limited(FigureTraits(.calmness, label: "change of light, mean")),
          Member("worst", \.worstLuminanceChange, .share, "Of any frame.")
            .limited(FigureTraits(.calmness, label: "change of light, worst")),
          Member(
            "worstFrame", \.worstLuminanceFrame,
            "The first frame with that value; null if there is none."),
        ]),
      Member(
        group: "localChange", "The same in any field of 10 degrees, 341 by 256 points.",
        [
          Member("worst", \.worstLocalChange, .share, "Of any frame.")
            .limited(FigureTraits(.calmness, label: "change of light in 10°, worst")),
          Member(
            "worstFrame", \.worstLocalFrame,
            "The first frame with that value; null if there is none."),
        ]),
      Member(
        group: "movingArea",
        "Fraction of the cells that change by more than 0.001 from frame to frame.",
        [
          Member("mean", \.meanMovingArea, .share, "Over the frames.")
            .limited(FigureTraits(.calmness, label: "moving area, mean")),
          Member("worst", \.worstMovingArea, .share, "Of any frame.")
            .limited(FigureTraits(.calmness, label: "moving area, worst")),
          Member(
            "worstFrame", \.worstMovingFrame,
            "The first frame with that value; null if there is none."),
        ]),
      Member(
        group: "patches", "Patches of the image from which speed and jerk are measured.",
        [
          Member("followed", \.followedPatches, "Tracked for 0.3 seconds."),
          Member("lost", \.lostPatches, "Lost, since they changed or were too fast."),
          Member(
            "moving", \.movingPatches,
            "Tracked patches whose motion explains the change of their position."),
        ]),
      Member(
        "speed", \.speed,
        QuantileSpread.shape(.calmness, "speed", unit: .pointsPerSecond).codec.orNull,
        "Speed of the tracked patches in points per second, 0 for those that did not move; "
          + "null if none could be tracked."
      ).missing { $0.speed == nil ? notFollowed : nil },
      Member(
        "jerk", \.jerk,
        QuantileSpread.shape(.calmness, "jerk", unit: .pointsPerSecondCubed).codec.orNull,
        "Jerk of the tracked patches in points per second cubed, 0 for those that did not "
          + "move; null if none could be tracked."
      ).missing { $0.speed == nil ? notFollowed : nil },
    ])

  private static let notFollowed = "no moving patch could be tracked"
}

extension QuantileSpread {
  /// A spread that no budget limits.
  static let shape = Shape<QuantileSpread>(blank, name: "spread", words, members(nil))

  /// A spread that budgets may limit.
  static func shape(_ group: FigureGroup, _ label: String, unit: FigureUnit) -> Shape<
    QuantileSpread
  > {
    Shape(
      blank, name: "spread", words,
      members { FigureTraits(group, unit: unit, label: "\(label), \($0)") })
  }

  private static let blank = QuantileSpread(p50: 0, p95: 0, maximum: 0)
  private static let words = "The distribution of values."

  private static func members(
    _ traits: ((String) -> FigureTraits)?
  ) -> [Member<QuantileSpread>] {
    let members: [Member<QuantileSpread>] = [
      Member("p50", \.p50, "The median."),
      Member("p95", \.p95, "The 95th percentile."),
      Member("max", \.maximum, "The maximum."),
    ]
    guard let traits else { return members }
    return members.map { $0.limited(traits($0.rule.key)) }
  }
}
