import SimFormats
import SimImageAnalysis

extension FlashReport {
  /// Flashes of a sequence of pictures.
  package struct Finding: Sendable {
    /// The flashes.
    package var flash: FlashSafety
    /// The sequence.
    package var sequence: Sequence
    /// The picture of the worst field.
    package var picture: String?

    /// Puts them together.
    package init(flash: FlashSafety, sequence: Sequence, picture: String?) {
      self.flash = flash
      self.sequence = sequence
      self.picture = picture
    }
  }

  /// What `flash` writes of pictures as JSON.
  package static let output = VerbOutput.shape(
    "Flash safety of sequences of pictures.", "sequences", row.codec, "A row a sequence.")

  // A run's verdict is that of the stricter rules; here the caller says which decide.
  private static let row = Shape<Finding>(
    written: nil, FlashSafety.shape.rule.words,
    [
      Member(
        derived: "verdict", Codec<Verdict>.cases, "By wcag, or by strict where that was asked for."
      ) { $0.sequence.passes($0.flash) ? .passed : .failed }
    ]
      + FlashSafety.shape.members.filter { $0.rule.key != "verdict" }
      .map { member in member.derived { $0.flash } } + [
        Member(derived: "source", .text, "What the pictures were read from.") {
          $0.sequence.source
        },
        Member(derived: "pictures", .whole(), "Different pictures.") { $0.sequence.pictures },
        Member(derived: "framesPerSecond", .whole(from: 1), "Pictures shown in a second.") {
          $0.sequence.framesPerSecond
        },
        Member(derived: "pixelsPerPoint", Codec<Float>.number, "Pixels of a point.") {
          $0.sequence.scale
        },
        Member(derived: "width", .whole(1...Int32.max), "Columns of pixels.") {
          $0.sequence.width
        },
        Member(derived: "height", .whole(1...Int32.max), "Rows of pixels.") {
          $0.sequence.height
        },
        Member(derived: "loop", .bool, "Whether it was looked at twice round.") {
          $0.sequence.isLoop
        },
        Member(
          derived: "ignored", Codec<String>.text.list(),
          "What files say of color and orientation that is not applied, with their names."
        ) { $0.sequence.ignored },
        Member(
          derivedOrNull: "picture", .text, "The picture of the worst field; null without one."
        ) { $0.picture },
      ])

  // MARK: - Replay

  /// A replayed table.
  package struct Replayed: Sendable {
    /// What became of it.
    package var replay: FlashReplay
    /// Its file.
    package var file: String

    /// Puts them together.
    package init(replay: FlashReplay, file: String) {
      self.replay = replay
      self.file = file
    }
  }

  /// What `flash` writes of a table as JSON.
  package static let replayOutput = VerbOutput.shape(
    "Tables of frame means computed again.", "replays", replayed.codec, "A row a table.")

  private static let replayed = Shape<Replayed>(
    written: nil, "A table of frame means computed again.",
    [
      Member(derived: "source", .text, "The table's file.") { $0.file },
      Member(
        derived: "verdict", Codec<Verdict>.cases, "Failed when a value of the table differs."
      ) { $0.replay.mismatches.isEmpty ? .passed : .failed },
      Member(derived: "framesPerSecond", .whole(from: 1), "The frame rate.") {
        $0.replay.framesPerSecond
      },
      Member(
        derived: "frameRateSource", Codec<FlashReplay.RateSource>.cases, "Where it comes from."
      ) { $0.replay.rateSource },
      Member(
        derivedOrNull: "timeStampRate", Codec<Double>.number,
        "The rate that time stamps say; null without any."
      ) { $0.replay.stampedRate?.measured },
      Member(derived: "rows", .whole(), "Rows of the table.") { UInt64($0.replay.rows) },
      Member(derived: "mismatches", .whole(), "Values that differ.") {
        UInt64($0.replay.mismatches.count)
      },
      Member(derived: "level", FlashLevel.codec, FlashLevel.words) { $0.replay.level },
      Member(derived: "mostTransitions", .whole(), "The most transitions in a second.") {
        $0.replay.maximumTransitions
      },
      Member(
        derived: "largestLuminanceDeviation", Codec<Float>.number,
        "By how much a sum of luminance differs at most."
      ) { $0.replay.luminanceDeviation },
      Member(
        derived: "largestRedDeviation", Codec<Float>.number,
        "By how much a sum of red differs at most."
      ) { $0.replay.redDeviation },
    ])
}
