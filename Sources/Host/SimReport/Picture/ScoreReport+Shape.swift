import SimFormats
import SimMath
import SimTracing

extension ScoreReport {
  /// What `score` writes as JSON.
  package static let output = VerbOutput.shape(
    "Scores of recorded handwriting.", "recordings", row.codec, "One row per recording.")

  private static let row = Shape<Row>(
    written: nil, "A recording with its scores.",
    [
      Member(derived: "file", \.file, "The recording's file."),
      Member(
        derivedOrNull: "best", \.best, letterName,
        "The letter with the highest score; null if no score is above 0, or if there was one "
          + "letter."),
      Member(
        derived: "scores", \.scores,
        Codec<Float>.share.writtenByName(keys: "^[A-Za-z]$") { (score: TraceScore) in
          (name(of: score.letter), score.score)
        },
        "The score of each letter, by its name."),
      Member(derived: "letters", score.codec.list(), "The full scores, one per letter.") { row in
        row.scores.map { ($0, row.picture) }
      },
      Member(
        derived: "notes", \.notes,
        "Ignored or assumed parts of the file: columns, and pauses before strokes with their "
          + "own clock."),
    ])

  /// A letter by its name.
  private static let letterName = Codec<Letter>(
    .names(Letter.allCases.map { name(of: $0) }), write: { .string(name(of: $0)) },
    read: { (node) throws(FormatError) in
      let found = try node.string(oneOf: Letter.allCases.map { name(of: $0) })
      return Letter.allCases.first { name(of: $0) == found } ?? .smallA
    })

  private typealias Scored = (score: TraceScore, picture: String?)

  private static let score = Shape<Scored>(
    written: nil, "A recording compared with one letter.",
    likeness + distances + tracing + conditions)

  private static let likeness: [Member<Scored>] = [
    Member(derived: "letter", \.score.letter, letterName, "The letter."),
    Member(derived: "score", \.score.score, .share, "The similarity; 1 is the letter itself."),
    Member(
      derived: "coverage", \.score.meter.coverage, .share, "The covered fraction of the letter."),
    Member(
      derived: "strokeCoverage", Codec<Float>.share.list(), "How much of each of its strokes is."
    ) { scored in
      (0..<scored.score.path.strokeCount).map { scored.score.meter.strokeCoverage($0) }
    },
    Member(
      derived: "mirrorScore", \.score.mirrorScore, .share,
      "The similarity to the letter's mirror image."),
    Member(
      derived: "mirrored", \.score.isMirrored,
      "Whether the ink is more similar to the mirror image."),
    Member(
      derived: "onPath", \.score.onPath, .share,
      "The fraction of the ink on the letter, each spot once."),
    Member(
      derived: "ordered", \.score.meter.ordered, .share,
      "The fraction of the letter that is covered in writing order."),
  ]

  private static let distances: [Member<Scored>] = [
    millimeters("rmsMillimeters", "The root mean square of the ink's distances; null without ink.")
    { $0.rms },
    millimeters("p95Millimeters", "Their 95th percentile; null without ink.") {
      $0.deviation(at: 0.95)
    },
    millimeters("largestMillimeters", "The largest of them; null without ink.") {
      $0.largestDeviation
    },
    millimeters("frechetMillimeters", "The Fréchet distance; null without ink.") { $0.frechet },
    millimeters("hausdorffMillimeters", "The Hausdorff distance; null without ink.") {
      $0.hausdorff
    },
    millimeters("warpedMillimeters", "The distance after warping time; null without ink.") {
      $0.warped
    },
  ]

  private static let tracing: [Member<Scored>] = [
    Member(
      derived: "complete", \.score.isComplete,
      "Whether the letter is complete when the finger lifts."),
    Member(derived: "pulses", .whole(), "Number of vibrations that a tracing finger would feel.") {
      UInt64($0.score.pulses.count)
    },
    Member(derived: "pulseLog", pulse.codec.list(), "The vibrations.") { scored in
      scored.score.pulses.map { ($0, scored.score.pointsPerMillimeter) }
    },
    Member(
      derived: "seconds", \.score.writing.seconds, Codec<Float>.number,
      "The duration of the writing."),
    millimeters("inkMillimeters", "The length of the ink.") { $0.writing.length },
    Member(derived: "lifts", .whole(), "Number of pen lifts.") {
      UInt64($0.score.writing.liftCount)
    },
    millimeters("millimetersPerSecond", "The speed; null if no time passed.") {
      $0.writing.speed
    },
    Member(
      derivedOrNull: "smoothness", \.score.writing.smoothness, Codec<Float>.anyNumber,
      "The smoothness; null if undefined."),
  ]

  private static let conditions: [Member<Scored>] = [
    Member(
      derived: "heightMillimeters", \.score.heightMillimeters, Codec<Float>.number,
      "The height of the letter."),
    Member(
      derived: "toleranceMillimeters", \.score.tolerance.millimeters, Codec<Float>.number,
      "The maximum deviation that still counts."),
    Member(
      derivedOrNull: "alignment", alignment.codec,
      "The alignment of the ink with the letter; null if the ink does not resemble a letter."
    ) { scored in scored.score.placement.map { ($0, scored.score.heightMillimeters) } },
    Member(
      derived: "letterMillimeters", Codec<Float>.anyNumber.list(2...2).list().list(),
      "The strokes of the letter as points, so that measurements can be repeated."
    ) { scored in
      LetterTemplate(scored.score.letter).strokes.map { stroke in
        stroke.map { point in
          [point.x * scored.score.heightMillimeters, point.y * scored.score.heightMillimeters]
        }
      }
    },
    Member(
      derived: "picture", \.picture,
      "The image of letter and ink; null for several letters or recordings."),
  ]

  /// A length in points as millimeters; null where there is none.
  private static func millimeters(
    _ key: String, _ words: String, _ get: @escaping @Sendable (TraceScore) -> Float?
  ) -> Member<Scored> {
    Member(derivedOrNull: key, Codec<Float>.number, words) { scored in
      get(scored.score).flatMap { finite($0) }.map { $0 / scored.score.pointsPerMillimeter }
    }
  }

  private static let pulse = Shape<(pulse: HapticPulse, scale: Float)>(
    written: nil, "A vibration.",
    [
      Member(
        derived: "role", .oneOf(["completion", "deviation"]),
        "Whether the ink left the letter, or the letter was completed."
      ) { $0.pulse.role == .completion ? "completion" : "deviation" },
      Member(derived: "milliseconds", Codec<Double>.number, "When.") {
        Double($0.pulse.time) / 1e6
      },
      Member(derived: "x", Codec<Float>.anyNumber, "Millimeters to the right.") {
        $0.pulse.position.x / $0.scale
      },
      Member(derived: "y", Codec<Float>.anyNumber, "Millimeters down.") {
        $0.pulse.position.y / $0.scale
      },
    ])

  private static let alignment = Shape<(placement: Placement, height: Float)>(
    written: nil, "The alignment of the ink with the letter.",
    [
      Member(derived: "scale", Codec<Float>.anyNumber, "What the ink was scaled by.") {
        $0.placement.scale.x * $0.height
      },
      Member(derived: "offsetXMillimeters", Codec<Float>.anyNumber, "Moved to the right.") {
        $0.placement.offset.x * $0.height
      },
      Member(derived: "offsetYMillimeters", Codec<Float>.anyNumber, "Moved down.") {
        $0.placement.offset.y * $0.height
      },
    ])
}
