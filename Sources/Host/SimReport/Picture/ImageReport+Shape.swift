import SimFormats
import SimImageAnalysis

extension ImageReport {
  /// A difference of two images with its limits.
  package struct Finding: Sendable {
    /// The difference; for animations, that of one frame.
    package var difference: ImageDifference
    /// The limits.
    package var limits: [ImageLimit]
    /// The compared files.
    package var files: Files
    /// All frames; nil for two still images.
    package var frames: Frames?

    /// Creates a finding.
    package init(
      _ difference: ImageDifference, limits: [ImageLimit], files: Files, frames: Frames? = nil
    ) {
      self.difference = difference
      self.limits = limits
      self.files = files
      self.frames = frames
    }

    /// Every limit with the deciding value and its frame.
    var judged: [Judged] {
      limits.map { limit in
        let values = frames?.values(of: limit.figure) ?? [limit.figure.value(of: difference)]
        let worst = limit.worst(of: values)
        return Judged(
          limit: limit, value: worst.value, frame: frames?.frame(ofPair: worst.index) ?? nil)
      }
    }

    /// Failed if a limit is exceeded, or if limits were given and not only pixels differ.
    package var verdict: Verdict {
      let isSame = limits.isEmpty || files.mismatches.isEmpty
      return isSame && judged.allSatisfy(\.holds) ? .passed : .failed
    }
  }

  /// A limit with the deciding value.
  struct Judged {
    var limit: ImageLimit
    var value: Double?
    var frame: UInt32?

    var holds: Bool { value.map { limit.range.contains($0) } ?? false }
  }

  /// The JSON output of `image diff`.
  package static let output = VerbOutput.shape(
    "Differences of images.", "differences", row.codec, "One row per pair of images.")

  private static let row = Shape<Finding>(
    written: "difference", "The difference of two images.",
    [
      Member(derived: "reference", \.files.reference, "The reference image."),
      Member(derived: "test", \.files.test, "The test image."),
      Member(
        derived: "referenceSize", \.files.referenceSize, size.codec,
        "The size of the reference image."),
      Member(
        derived: "testSize", \.files.testSize, size.codec, "The size of the picture compared."),
      Member(
        derived: "mismatches", \.files.mismatches,
        "Differences other than pixels, one sentence each: sizes, a still image and an "
          + "animation, frame counts, delays, number of plays."),
      Member(
        derivedOrNull: "frames", \.frames, Frames.shape.codec,
        Frames.shape.rule.words + " Null for two still images."),
    ] + figures + [
      Member(
        derived: "ignored", \.files.ignored,
        "Color and orientation chunks that are not applied, with their files."),
      Member(
        derived: "heatmap", \.files.heatMap,
        "The heat map's file; null if not requested."),
      Member(
        derived: "verdict", \.verdict, Codec<Verdict>.cases,
        "Failed if a limit is exceeded, or if a limit is given and there are mismatches."),
    ])

  private static let size = Shape<Size>(
    written: "size", "A size in pixels.",
    [
      Member(derived: "width", \.width, .whole(from: 1), "Columns."),
      Member(derived: "height", \.height, .whole(from: 1), "Rows."),
    ])

  /// The metrics of two images, independent of their names.
  static let figures: [Member<Finding>] = [
    Member(derived: "width", \.files.width, .whole(from: 1), "Columns compared."),
    Member(derived: "height", \.files.height, .whole(from: 1), "Rows compared."),
    Member(derived: "exact", \.difference.exact, exact.codec, exact.rule.words),
    Member(
      group: "flip",
      "LDR-FLIP: the difference that a viewer perceives when switching between both.",
      [
        number("mean", "Over all pixels.") { $0.flip.spread.mean },
        number("p95", "The 95th percentile.") { $0.flip.spread.p95 },
        number("p99", "The 99th percentile.") { $0.flip.spread.p99 },
        number("max", "The largest.") { $0.flip.spread.maximum },
        number("pixelsPerDegree", "Pixels per degree of the visual field.") {
          $0.pixelsPerDegree
        },
      ]),
    Member(
      group: "oklab", "The distance of colors in Oklab; black and white are 1 apart.",
      [
        number("mean", "Over all pixels.") { $0.oklab.mean },
        number("p95", "The 95th percentile.") { $0.oklab.p95 },
        number("p99", "The 99th percentile.") { $0.oklab.p99 },
        number("max", "The largest.") { $0.oklab.maximum },
        Member(
          derived: "lightnessChange", \.difference.lightnessChange, Codec<Float>.anyNumber,
          "The mean change of lightness over changed pixels; positive if they became lighter."),
      ]),
    Member(
      derivedOrNull: "ssim", \.difference.structuralSimilarity, Codec<Float>.anyNumber,
      "Structural similarity, 1 for equal images; null for images smaller than 11 by 11 pixels."),
    Member(derived: "limits", limit.codec.list(), "The limits of the difference.") { finding in
      finding.judged
    },
  ]

  private static func number(
    _ key: String, _ words: String, _ get: @escaping @Sendable (ImageDifference) -> Float
  ) -> Member<Finding> {
    Member(derived: key, Codec<Float>.number, words) { get($0.difference) }
  }

  private static let limit = Shape<Judged>(
    written: "limit", "A limit and its measured value.",
    [
      Member(derived: "limit", \.limit.text, "The limit as it was given."),
      Member(
        derivedOrNull: "measured", \.value, Codec<Double>.anyNumber,
        "The measured value; null if it could not be measured."),
      Member(
        derived: "frame", \.frame,
        "The worst frame for the limit; null for still images, also those that replace "
          + "animations."),
      Member(derived: "passed", \.holds, "Whether the value is within the limit."),
    ])

  private static let exact = Shape<ExactDifference>(
    written: nil, "The comparison of decoded values, including alpha.",
    [
      Member(derived: "bits", \.bits, .whole(8...16), "Bits per channel."),
      Member(derived: "pixels", \.pixels, "Pixels that differ."),
      Member(
        derived: "maxDelta", \.maximumDelta, .whole(0...65_535),
        "The largest difference of a channel."),
      Member(
        derived: "window8", \.windowPixels,
        "The maximum number of different pixels in any 8 by 8."),
      Member(
        derivedOrNull: "bounds", \.bounds, bounds.codec,
        bounds.rule.words + " Null if none differs."),
      Member(
        group: "histogram", "Histogram of differences per channel.",
        [channel(0, "red"), channel(1, "green"), channel(2, "blue"), channel(3, "alpha")]),
    ])

  private static func channel(_ index: UInt32, _ name: String) -> Member<ExactDifference> {
    Member(
      derived: name, Codec<UInt64>.whole().list(2...2).list(), "Pairs of difference and count."
    ) { exact in
      (0...exact.fullDelta).compactMap { delta in
        let count = exact.count(channel: index, delta: delta)
        return count == 0 ? nil : [UInt64(delta), count]
      }
    }
  }

  private static let bounds = Shape<ExactDifference.Bounds>(
    written: nil, "The bounding rectangle of all different pixels.",
    [
      Member(derived: "x", \.x, "Its first column."),
      Member(derived: "y", \.y, "Its first row."),
      Member(derived: "width", \.width, .whole(from: 1), "Its columns."),
      Member(derived: "height", \.height, .whole(from: 1), "Its rows."),
    ])
}
