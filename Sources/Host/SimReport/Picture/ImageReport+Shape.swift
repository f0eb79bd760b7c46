import SimFormats
import SimImageAnalysis

extension ImageReport {
  /// A difference of two pictures with what it was held to.
  package struct Finding: Sendable {
    /// The difference.
    package var difference: ImageDifference
    /// What it was held to.
    package var limits: [Bounds]
    /// What was compared.
    package var files: Files

    /// Puts them together.
    package init(_ difference: ImageDifference, limits: [Bounds], files: Files) {
      self.difference = difference
      self.limits = limits
      self.files = files
    }

    /// Whether every limit holds.
    package var verdict: Verdict {
      limits.allSatisfy { $0.holds(for: difference) } ? .passed : .failed
    }
  }

  /// What `image diff` writes as JSON.
  package static let output = VerbOutput.shape(
    "How pictures differ.", "differences", row.codec, "A row for two pictures.")

  private static let row = Shape<Finding>(
    written: "difference", "How a picture differs from another.",
    [
      Member(derived: "reference", \.files.reference, "The picture compared with."),
      Member(derived: "test", \.files.test, "The picture compared."),
    ] + figures + [
      Member(
        derived: "ignored", \.files.ignored,
        "What the files say of color and orientation that is not applied, with their names."),
      Member(
        derived: "heatmap", \.files.heatMap,
        "The heat map's file; null when it was not asked for."),
      Member(
        derived: "verdict", \.verdict, Codec<Verdict>.cases, "Failed when a limit does not hold."),
    ])

  /// What is measured of two pictures, whatever they are called.
  static let figures: [Member<Finding>] = [
    Member(derived: "width", \.files.width, .whole(from: 1), "Columns of both."),
    Member(derived: "height", \.files.height, .whole(from: 1), "Rows of both."),
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
      finding.limits.map { ($0, finding.difference) }
    },
  ]

  private static func number(
    _ key: String, _ words: String, _ get: @escaping @Sendable (ImageDifference) -> Float
  ) -> Member<Finding> {
    Member(derived: key, Codec<Float>.number, words) { get($0.difference) }
  }

  private static let limit = Shape<(Bounds, ImageDifference)>(
    written: "limit", "A limit and what was measured.",
    [
      Member(derived: "limit", .text, "The limit as it was given.") { $0.0.text },
      Member(
        derivedOrNull: "measured", Codec<Double>.anyNumber,
        "What was measured; null when it could not be."
      ) { $0.0.figure.value(of: $0.1) },
      Member(derived: "passed", .bool, "Whether it holds.") { $0.0.holds(for: $0.1) },
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
