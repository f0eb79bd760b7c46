import SimFormats
import SimMath

/// Where two runs part, for people and for programs.
package struct DivergenceReport: Sendable {
  /// A field that differs.
  package struct Field: Sendable {
    /// The field with its element.
    package var name: String
    /// The bits of the first run.
    package var first: String
    /// The bits of the second run.
    package var second: String
    /// How far they lie apart; nil where that has no meaning.
    package var distance: UInt64?
    /// All of that in words.
    package var words: String

    /// Describes a difference.
    package init(_ difference: StateDifference) {
      name = difference.field
      first = StateDifference.bits(difference.first, difference.kind)
      second = StateDifference.bits(difference.second, difference.kind)
      distance = difference.distance
      words = difference.words
    }
  }

  /// A field that differs, with all its elements.
  package struct Extent: Sendable {
    /// Its name.
    package var name: String
    /// How many of its elements differ.
    package var count: UInt32

    /// Describes a field.
    package init(name: String, count: UInt32) {
      self.name = name
      self.count = count
    }
  }

  /// How far apart both are after a frame.
  package struct Drift: Sendable {
    /// The frame.
    package var frame: UInt32
    /// Fields and elements that differ.
    package var count: UInt32
    /// The largest difference of two numbers; nil when none differ.
    package var largest: Double?
    /// The field it is in.
    package var field: String?

    /// Describes a drift.
    package init(frame: UInt32, count: UInt32, largest: Double?, field: String?) {
      self.frame = frame
      self.count = count
      self.largest = largest
      self.field = field
    }
  }

  /// The first frame that differs.
  package var frame: UInt32
  /// The part of it that does.
  package var phase: String
  /// How much it matters; nil where that is unknown.
  package var kind: String?
  /// The first fields that differ.
  package var fields: [Field] = []
  /// All fields that differ with how many of their elements, the fewest first.
  package var extents: [Extent] = []
  /// Why there are none.
  package var reason: String?
  /// How far apart both are there and later.
  package var drift: [Drift] = []
  /// Frames from there on that differ.
  package var differingFrames: UInt32 = 0
  /// Frames from there on.
  package var followingFrames: UInt32 = 0
  /// Painted frames whose pixels differ.
  package var differingPictures: UInt32 = 0
  /// The files in which both states are kept.
  package var states: [String] = []

  /// Describes a divergence without fields.
  package init(frame: UInt32, phase: String) {
    self.frame = frame
    self.phase = phase
  }

  /// The rows that tell of it.
  ///
  /// - Parameter thing: what a run consists of: frames or steps.
  func rows(of thing: String) -> [Facts.Row] {
    var rows = [
      Facts.Row("first", "\(thing) \(frame), phase \(phase)", isFailed: true)
    ]
    func add(_ name: String, _ text: String) { rows.append(Facts.Row(name, text)) }
    if let reason { add("", reason) }
    for field in fields { add("", "\(field.name)  \(field.words)") }
    if !extents.isEmpty { add("fields", extentWords) }
    if let kind { add("class", "\(kind): \(Self.words(of: kind))") }
    if followingFrames > 0 {
      add(
        "drift",
        "\(FigureText.grouped(UInt64(differingFrames))) of the "
          + "\(FigureText.grouped(UInt64(followingFrames))) \(thing)s from there on differ"
          + (differingPictures > 0
            ? ", and \(CountWords.counted(Int(differingPictures), "picture"))" : ""))
    }
    for point in drift where drift.contains(where: { $0.count > 0 }) {
      let largest =
        point.largest.map { ", at most by \(FigureText.text($0)) in \(point.field ?? "-")" } ?? ""
      add("", "\(thing) \(point.frame): \(CountWords.counted(Int(point.count), "value"))\(largest)")
    }
    if !states.isEmpty { add("states", states.joined(separator: " and ")) }
    return rows
  }

  private var extentWords: String {
    let shown = extents.prefix(Self.extentLimit).map { extent in
      extent.count == 1
        ? extent.name : "\(extent.name) (\(FigureText.grouped(UInt64(extent.count))))"
    }
    let more = extents.count - shown.count
    return shown.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }

  private static var extentLimit: Int { 12 }

  private static func words(of kind: String) -> String {
    switch kind {
    case "encoding": "every field is the same, only what they are saved as is not"
    case "bits": "numbers differ by little, and nothing that is counted does"
    default: "something else happens"
    }
  }

  // MARK: - Programs

  static let shape = Shape<DivergenceReport>(
    written: "divergence", "Where two runs part.",
    [
      Member(derived: "frame", \.frame, "The first frame that differs; of a model, the step."),
      Member(derived: "phase", \.phase, "The part of the frame that differs first."),
      Member(
        derived: "class", \.kind, Codec<String>.text.orNull,
        "How much it matters: encoding, bits or behavior; null where that is unknown."),
      Member(
        derived: "fields", \.fields, field.codec.list(), "The first fields that differ after it."),
      Member(
        derived: "extents", \.extents, extent.codec.list(),
        "All fields that differ after it, those with the fewest elements first."),
      Member(derived: "reason", \.reason, Codec<String>.text.orNull, "Why there are no fields."),
      Member(derived: "differingFrames", \.differingFrames, "Frames from there on that differ."),
      Member(derived: "followingFrames", \.followingFrames, "Frames from there on."),
      Member(
        derived: "differingPictures", \.differingPictures, "Painted frames whose pixels differ."),
      Member(
        derived: "drift", \.drift, point.codec.list(), "How far apart both are there and later."),
      Member(derived: "states", \.states, "Files in which both states are kept."),
    ])

  private static let extent = Shape<Extent>(
    written: nil, "A field that differs, with all its elements.",
    [
      Member(derived: "name", \.name, "Its name."),
      Member(derived: "count", \.count, "How many of its elements differ."),
    ])

  static let field = Shape<Field>(
    written: "differingField", "A field that differs.",
    [
      Member(derived: "name", \.name, "The field with its element."),
      Member(derived: "first", \.first, "The bits of the first run."),
      Member(derived: "second", \.second, "The bits of the second run."),
      Member(
        derived: "distance", \.distance, Codec<UInt64>.whole().orNull,
        "Representable numbers from one to the other."),
    ])

  private static let point = Shape<Drift>(
    written: "drift", "How far apart two runs are after a frame.",
    [
      Member(derived: "frame", \.frame, "The frame."),
      Member(derived: "count", \.count, "Fields and elements that differ."),
      Member(
        derived: "largest", \.largest, Codec<Double>.number.orNull,
        "The largest difference of two numbers."),
      Member(derived: "field", \.field, Codec<String>.text.orNull, "The field it is in."),
    ])
}
