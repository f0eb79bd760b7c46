import SimFormats
import SimImageAnalysis

extension ImageReport {
  /// How two pictures differ frame by frame, where at least one is animated.
  package struct Frames: Sendable {
    /// How long an animation is and how often it plays.
    package struct Animation: Sendable {
      /// Its frames.
      package var frames: UInt32
      /// Its length in nanoseconds.
      package var nanoseconds: UInt64
      /// How often it plays; 0 is without end.
      package var plays: UInt32

      /// Describes an animation.
      package init(frames: UInt32, seconds: Double, plays: UInt32) {
        (self.frames, self.plays) = (frames, plays)
        nanoseconds = UInt64((seconds * 1e9).rounded())
      }
    }

    /// Consecutive frames that differ, at the times of the reference.
    package struct Streak: Sendable {
      /// The first of them.
      package var firstFrame: UInt32
      /// How many they are.
      package var frames: UInt32 = 1
      /// When the first begins, in seconds.
      package var start: Double
      /// How long they are shown together, in seconds.
      package var seconds: Double
    }

    /// The animation compared with; nil for a still picture.
    package let reference: Animation?
    /// The animation compared; nil for a still picture.
    package let test: Animation?
    /// Frames compared: as many as both have.
    package private(set) var compared: UInt32 = 0
    /// What differs.
    package private(set) var streaks: [Streak] = []
    /// The frame with the largest mean of FLIP, whose figures are reported; nil for the pictures
    /// that stand for animations.
    package private(set) var shown: UInt32? = 0
    /// Pixels that differ in the pictures shown where animations are not; nil if both are the
    /// first frames.
    package private(set) var standInPixels: UInt64?

    /// Every figure of every pair, in the order of `Figure.allCases`.
    private var figures: [[Double?]] = []
    private var seconds = 0.0
    private var largest: (mean: Float, pixels: UInt64) = (-1, 0)

    /// Begins a comparison.
    package init(reference: Animation?, test: Animation?) {
      (self.reference, self.test) = (reference, test)
    }

    /// Frames that differ.
    package var differing: UInt32 { streaks.reduce(0) { $0 + $1.frames } }

    /// Adds the next frame, which the reference shows for so many seconds.
    ///
    /// - Returns: whether its figures are those to report, as far as is known.
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

    /// Adds the pictures that are shown where animations are not.
    ///
    /// - Returns: whether their figures are those to report.
    package mutating func append(standIns difference: ImageDifference) -> Bool {
      standInPixels = difference.exact.pixels
      return add(difference, frame: nil)
    }

    private mutating func add(_ difference: ImageDifference, frame: UInt32?) -> Bool {
      figures.append(Figure.allCases.map { $0.value(of: difference) })
      let size = (difference.flip.spread.mean, difference.exact.pixels)
      guard size > largest else { return false }
      (largest, shown) = (size, frame)
      return true
    }

    /// A figure of every pair.
    func values(of figure: Figure) -> [Double?] {
      let place = Figure.allCases.firstIndex(of: figure) ?? 0
      return figures.map { $0[place] }
    }

    /// The frame of a pair; nil for the pictures that stand for animations.
    func frame(ofPair index: Int) -> UInt32? { index < Int(compared) ? UInt32(index) : nil }

    /// A frame in words.
    static func words(of frame: UInt32?) -> String {
      frame.map { "frame \($0)" } ?? "the pictures shown without animation"
    }
  }
}

extension ImageReport.Frames {
  /// The streaks that a text lists.
  private static var listedCount: Int { 8 }

  /// What differs, for people.
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
      rows.append(Facts.Row("figures", "of \(Self.words(of: shown)), the largest mean of FLIP"))
    }
    return rows
  }

  private static func text(_ seconds: Double) -> String {
    Quantity.figure(seconds, decimals: 3) + " s"
  }

  /// What JSON says of them.
  static let shape = Shape<ImageReport.Frames>(
    written: "frames", "How two pictures differ frame by frame, where at least one is animated.",
    [
      Member(
        derivedOrNull: "reference", \.reference, animation.codec,
        "The animation compared with; null for a still picture."),
      Member(
        derivedOrNull: "test", \.test, animation.codec,
        "The animation compared; null for a still picture."),
      Member(derived: "compared", \.compared, .whole(from: 1), "Frames compared."),
      Member(derived: "differing", \.differing, "Frames that differ."),
      Member(derived: "streaks", \.streaks, streak.codec.list(), "Consecutive frames that differ."),
      Member(
        derived: "shown", \.shown,
        "The frame with the largest mean of FLIP, whose figures are reported; null for the "
          + "pictures shown without animation."),
      Member(
        derived: "standInPixels", \.standInPixels,
        "Pixels that differ in the pictures shown without animation; null if they are the first "
          + "frames."),
    ])

  private static let animation = Shape<Animation>(
    written: "animation", "An animation.",
    [
      Member(derived: "frames", \.frames, .whole(from: 1), "Its frames."),
      Member(derived: "nanoseconds", \.nanoseconds, "Its length."),
      Member(derived: "plays", \.plays, "How often it plays; 0 is without end."),
    ])

  private static let streak = Shape<Streak>(
    written: nil, "Consecutive frames that differ.",
    [
      Member(derived: "firstFrame", \.firstFrame, "The first of them."),
      Member(derived: "frames", \.frames, .whole(from: 1), "How many they are."),
      Member(derived: "startNanoseconds", Codec<UInt64>.whole(), "When the first begins.") {
        UInt64(($0.start * 1e9).rounded())
      },
      Member(
        derived: "nanoseconds", Codec<UInt64>.whole(), "How long they are shown in the reference."
      ) { UInt64(($0.seconds * 1e9).rounded()) },
    ])
}
