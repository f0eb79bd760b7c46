import SimFormats
import SimImageAnalysis

extension ImageReport {
  /// The difference of two images frame by frame, if at least one is animated.
  package struct Frames: Sendable {
    /// The length and number of plays of an animation.
    package struct Animation: Sendable {
      /// Number of frames.
      package var frames: UInt32
      /// Its length in nanoseconds.
      package var nanoseconds: UInt64
      /// Number of plays; 0 means forever.
      package var plays: UInt32

      /// Describes an animation.
      package init(frames: UInt32, seconds: Double, plays: UInt32) {
        (self.frames, self.plays) = (frames, plays)
        nanoseconds = UInt64((seconds * 1e9).rounded())
      }
    }

    /// Consecutive frames that differ, at the times of the reference.
    package struct Streak: Sendable {
      /// The first frame.
      package var firstFrame: UInt32
      /// Number of frames.
      package var frames: UInt32 = 1
      /// Start of the first frame, in seconds.
      package var start: Double
      /// Total duration, in seconds.
      package var seconds: Double
    }

    /// The reference animation; nil for a still image.
    package let reference: Animation?
    /// The test animation; nil for a still image.
    package let test: Animation?
    /// Number of compared frames, the smaller count of both.
    package private(set) var compared: UInt32 = 0
    /// The streaks of different frames.
    package private(set) var streaks: [Streak] = []
    /// The frame with the largest mean of FLIP, whose metrics are reported; nil for the images that
    /// replace animations.
    package private(set) var shown: UInt32? = 0
    /// Number of different pixels in the images shown without animation; nil if both are the first
    /// frames.
    package private(set) var standInPixels: UInt64?

    /// Every metric of every pair, in the order of `ImageFigure.allCases`.
    private var figures: [[Double?]] = []
    private var seconds = 0.0
    private var largest: (mean: Float, pixels: UInt64) = (-1, 0)

    /// Begins a comparison.
    package init(reference: Animation?, test: Animation?) {
      (self.reference, self.test) = (reference, test)
    }

    /// Number of different frames.
    package var differing: UInt32 { streaks.reduce(0) { $0 + $1.frames } }

    /// Adds the next frame with its duration in the reference, in seconds.
    ///
    /// - Returns: Whether its metrics are those to report so far.
    package mutating func append(_ difference: ImageDifference, seconds: Double) -> Bool {
      if difference.exact.pixels > 0 {
        if let last = streaks.last, last.firstFrame + last.frames == compared {
          streaks[streaks.count - 1].frames += 1
          streaks[streaks.count - 1].seconds += seconds
        } else {
          streaks.append(Streak(firstFrame: compared, start: self.seconds, seconds: seconds))
        }
      }
      self.seconds += seconds
      compared += 1
      return add(difference, frame: compared - 1)
    }

    /// Adds the images that are shown without animation.
    ///
    /// - Returns: Whether their metrics are those to report.
    package mutating func append(standIns difference: ImageDifference) -> Bool {
      standInPixels = difference.exact.pixels
      return add(difference, frame: nil)
    }

    private mutating func add(_ difference: ImageDifference, frame: UInt32?) -> Bool {
      figures.append(ImageFigure.allCases.map { $0.value(of: difference) })
      let size = (difference.flip.spread.mean, difference.exact.pixels)
      guard size > largest else { return false }
      (largest, shown) = (size, frame)
      return true
    }

    /// A metric of every pair.
    func values(of figure: ImageFigure) -> [Double?] {
      let place = ImageFigure.allCases.firstIndex(of: figure) ?? 0
      return figures.map { $0[place] }
    }

    /// The frame of a pair; nil for the images that replace animations.
    func frame(ofPair index: Int) -> UInt32? { index < Int(compared) ? UInt32(index) : nil }

    /// A frame in words.
    static func words(of frame: UInt32?) -> String {
      frame.map { "frame \($0)" } ?? "the images shown without animation"
    }
  }
}

extension ImageReport.Frames {
  /// The streaks that a text lists.
  private static var listedCount: Int { 8 }

  /// The differences, as text.
  var rows: [Facts.Row] {
    let all = FigureText.grouped(UInt64(compared))
    let few = FigureText.grouped(UInt64(differing))
    let text =
      differing == 0
      ? "\(all) compared, no difference"
      : "\(few) of \(all) \(differing == 1 ? "differs" : "differ")"
    var rows = [Facts.Row("frames", text)]
    for streak in streaks.prefix(Self.listedCount) {
      let last = streak.firstFrame + streak.frames - 1
      let frames =
        streak.frames == 1
        ? "frame \(streak.firstFrame)" : "frames \(streak.firstFrame) to \(last)"
      rows.append(
        Facts.Row(
          "", "\(frames), from \(Self.text(streak.start)) on for \(Self.text(streak.seconds))"))
    }
    if streaks.count > Self.listedCount {
      rows.append(Facts.Row("", "and \(streaks.count - Self.listedCount) more times"))
    }
    if let standInPixels {
      let words = Self.words(of: nil)
      rows.append(
        Facts.Row(
          "", standInPixels == 0 ? "\(words): the same" : "\(words): \(standInPixels) pixels differ"
        ))
    }
    if differing > 0 || standInPixels ?? 0 > 0 {
      rows.append(
        Facts.Row("figures", "of \(Self.words(of: shown)), with the largest mean of FLIP"))
    }
    return rows
  }

  private static func text(_ seconds: Double) -> String {
    Quantity.figure(seconds, decimals: 3) + " s"
  }

  /// The JSON output.
  static let shape = Shape<ImageReport.Frames>(
    written: "frames", "The difference of two images frame by frame, if at least one is animated.",
    [
      Member(
        derivedOrNull: "reference", \.reference, animation.codec,
        "The reference animation; null for a still image."),
      Member(
        derivedOrNull: "test", \.test, animation.codec,
        "The test animation; null for a still image."),
      Member(derived: "compared", \.compared, .whole(from: 1), "Frames compared."),
      Member(derived: "differing", \.differing, "Number of different frames."),
      Member(derived: "streaks", \.streaks, streak.codec.list(), "Consecutive frames that differ."),
      Member(
        derived: "shown", \.shown,
        "The frame with the largest mean of FLIP, whose metrics are reported; null for the "
          + "images shown without animation."),
      Member(
        derived: "standInPixels", \.standInPixels,
        "Different pixels in the images shown without animation; null if they are the first "
          + "frames."),
    ])

  private static let animation = Shape<Animation>(
    written: "animation", "An animation.",
    [
      Member(derived: "frames", \.frames, .whole(from: 1), "Number of frames."),
      Member(derived: "nanoseconds", \.nanoseconds, "Its length."),
      Member(derived: "plays", \.plays, "Number of plays; 0 means forever."),
    ])

  private static let streak = Shape<Streak>(
    written: nil, "Consecutive frames that differ.",
    [
      Member(derived: "firstFrame", \.firstFrame, "The first frame."),
      Member(derived: "frames", \.frames, .whole(from: 1), "Number of frames."),
      Member(derived: "startNanoseconds", Codec<UInt64>.whole(), "Start of the first frame.") {
        UInt64(($0.start * 1e9).rounded())
      },
      Member(
        derived: "nanoseconds", Codec<UInt64>.whole(), "Their duration in the reference."
      ) { UInt64(($0.seconds * 1e9).rounded()) },
    ])
}
