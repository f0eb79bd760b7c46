import SimFormats
import SimImageAnalysis

extension ImageReport {
  /// A difference of two pictures with what it was held to.
  package struct Finding: Sendable {
    /// The difference; of animations that of one frame.
    package var difference: ImageDifference
    /// What it was held to.
    package var limits: [Bounds]
    /// What was compared.
    package var files: Files
    /// All frames; nil for two still pictures.
    package var frames: Frames?

    /// Puts them together.
    package init(
      _ difference: ImageDifference, limits: [Bounds], files: Files, frames: Frames? = nil
    ) {
      self.difference = difference
      self.limits = limits
      self.files = files
      self.frames = frames
    }

    /// Every limit with the value that decides, and its frame.
    var judged: [Judged] {
      limits.map { limit in
        let values = frames?.values(of: limit.figure) ?? [limit.figure.value(of: difference)]
        let worst = limit.worst(of: values)
        return Judged(
          limit: limit, value: worst.value, frame: frames?.frame(ofPair: worst.index) ?? nil)
      }
    }

    /// Failed if a limit does not hold, or if limits were given and not only pixels differ.
    package var verdict: Verdict {
      let isSame = limits.isEmpty || files.mismatches.isEmpty
      return isSame && judged.allSatisfy(\.holds) ? .passed : .failed
    }
  }

  /// A limit with the value that decides it.
  struct Judged {
    var limit: Bounds
    var value: Double?
    var frame: UInt32?

    var holds: Bool { value.map { limit.range.contains($0) } ?? false }
  }

  /// What `image diff` writes as JSON.
  package static let output = VerbOutput.shape(
    "How pictures differ.", "differences", row.codec, "A row for two pictures.")

  private static let row = Shape<Finding>(
    written: "difference", "How a picture differs from another.",
    [
      Member(derived: "reference", \.files.reference, "The picture compared with."),
      Member(derived: "test", \.files.test, "The picture compared."),
      Member(
        derived: "referenceSize", \.files.referenceSize, size.codec,
        "The size of the picture compared with."),
      Member(
        derived: "testSize", \.files.testSize, size.codec, "The size of the picture compared."),
      Member(
        derived: "mismatches", \.files.mismatches,
        "What else differs than pixels, a sentence each: sizes, a still picture and an animation, "
          + "counts of frames, delays, how often it plays."),
      Member(
        derivedOrNull: "frames", \.frames, Frames.shape.codec,
        Frames.shape.rule.words + " Null for two still pictures."),
    ] + figures + [
      Member(
        derived: "ignored", \.files.ignored,
        "What the files say of color and orientation that is not applied, with their names."),
      Member(
        derived: "heatmap", \.files.heatMap,
        "The heat map's file; null when it was not asked for."),
      Member(
        derived: "verdict", \.verdict, Codec<Verdict>.cases,
        "Failed when a limit does not hold, or when a limit is given and there are mismatches."),
    ])

  private static let size = Shape<Size>(
    written: "size", "A size in pixels.",
    [
      Member(derived: "width", \.width, .whole(from: 1), "Columns."),
      Member(derived: "height", \.height, .whole(from: 1), "Rows."),
    ])

  /// What is measured of two pictures, whatever they are called.
  static let figures: [Member<Finding>] = [
    Member(derived: "width", \.files.width, .whole(from: 1), "Columns compared."),
    Member(derived: "height", \.files.height, .whole(from: 1), "Rows compared."),
    Member(derived: "exact", \.difference.exact, exact.codec, exact.rule.words),
    Member(
      group: "flip", "LDR-FLIP: what somebody sees who switches between the two.",
      [
        number("mean", "Over all pixels.") { $0.flip.spread.mean },
        number("p95", "The 95th percentile.") { $0.flip.spread.p95 },
        number("p99", "The 99th percentile.") { $0.flip.spread.p99 },
        number("max", "The largest.") { $0.flip.spread.maximum },
        number("pixelsPerDegree", "Pixels in a degree of the visual field.") {
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
          "The mean over pixels whose color changed, above 0 when they became lighter."),
      ]),
    Member(
      derivedOrNull: "ssim", \.difference.structuralSimilarity, Codec<Float>.anyNumber,
      "Structural similarity, 1 for the same; null for pictures smaller than 11 by 11 pixels."),
    Member(derived: "limits", limit.codec.list(), "What the difference was held to.") { finding in
      finding.judged
    },
  ]

  private static func number(
    _ key: String, _ words: String, _ get: @escaping @Sendable (ImageDifference) -> Float
  ) -> Member<Finding> {
    Member(derived: key, Codec<Float>.number, words) { get($0.difference) }
  }

  private static let limit = Shape<Judged>(
    written: "limit", "A limit and what was measured.",
    [
      Member(derived: "limit", \.limit.text, "The limit as it was given."),
      Member(
        derivedOrNull: "measured", \.value, Codec<Double>.anyNumber,
        "What was measured; null when it could not be."),
      Member(
        derived: "frame", \.frame,
        "The frame that is worst for the limit; null for still pictures, also those that stand for "
          + "animations."),
      Member(derived: "passed", \.holds, "Whether it holds."),
    ])

  private static let exact = Shape<ExactDifference>(
    written: nil, "The decoded values compared, alpha too.",
    [
      Member(derived: "bits", \.bits, .whole(8...16), "Bits of a channel."),
      Member(derived: "pixels", \.pixels, "Pixels that differ."),
      Member(
        derived: "maxDelta", \.maximumDelta, .whole(0...65_535),
        "The largest difference of a channel."),
      Member(
        derived: "window8", \.windowPixels, "The most pixels that differ in any eight by eight."),
      Member(
        derivedOrNull: "bounds", \.bounds, bounds.codec,
        bounds.rule.words + " Null when none differs."),
      Member(
        group: "histogram", "How many pixels differ by how much, of each channel.",
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
    written: nil, "The smallest rectangle that holds all pixels that differ.",
    [
      Member(derived: "x", \.x, "Its first column."),
      Member(derived: "y", \.y, "Its first row."),
      Member(derived: "width", \.width, .whole(from: 1), "Its columns."),
      Member(derived: "height", \.height, .whole(from: 1), "Its rows."),
    ])
}
