import SimFormats
import SimMath

/// The divergence of two runs, as text and JSON.
package struct DivergenceReport: Sendable {
  /// A field that differs.
  package struct Field: Sendable {
    /// The field with its element.
    package var name: String
    /// The bits of the first run.
    package var first: String
    /// The bits of the second run.
    package var second: String
    /// The distance of both values; nil if undefined.
    package var distance: UInt64?
    /// The difference as text.
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

  /// A different field, with all its elements.
  package struct Extent: Sendable {
    /// Its name.
    package var name: String
    /// Number of different elements.
    package var count: UInt32

    /// Describes a field.
    package init(name: String, count: UInt32) {
      self.name = name
      self.count = count
    }
  }

  /// The drift of both runs after a frame.
  package struct Drift: Sendable {
    /// The frame.
    package var frame: UInt32
    /// Number of different fields and elements.
    package var count: UInt32
    /// The largest difference of two numbers; nil if none differ.
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
  /// The part of the frame that differs.
  package var phase: String
  /// The class of the difference; nil if unknown.
  package var kind: String?
  /// The first fields that differ.
  package var fields: [Field] = []
  /// All different fields with the number of different elements, fewest first.
  package var extents: [Extent] = []
  /// Why there are no fields.
  package var reason: String?
  /// The drift of both runs there and later.
  package var drift: [Drift] = []
  /// Frames from there on that differ.
  package var differingFrames: UInt32 = 0
  /// Frames from there on.
  package var followingFrames: UInt32 = 0
  /// Rasterized frames whose pixels differ.
  package var differingPictures: UInt32 = 0
  /// The files in which both states are kept.
  package var states: [String] = []

  /// Describes a divergence without fields.
  package init(frame: UInt32, phase: String) {
    self.frame = frame
    self.phase = phase
  }

  /// How much a terminal shows.
  enum Detail {
    /// Nothing.
    case none
    /// The first few fields, and no drift frame by frame.
    case few
    /// Everything.
    case all
  }

  /// The rows of the report.
  ///
  /// - Parameters:
  ///   - thing: The unit of a run: frame or step.
  ///   - detail: How much a terminal shows; other formats show everything.
  func rows(of thing: String, onTerminal detail: Detail = .all) -> [Facts.Row] {
    var rows: [Facts.Row] = []
    func add(_ name: String, _ text: String, isDetail: Bool = false) {
      let isShown = detail == .all || detail == .few && !isDetail
      rows.append(
        Facts.Row(
          name, text, isFailed: name == "first", in: isShown ? .all : [.page, .markdown]))
    }
    add("first", "\(thing) \(frame), phase \(phase)")
    if let reason { add("", reason) }
    for (index, field) in fields.enumerated() {
      add("", "\(field.name)  \(field.words)", isDetail: index >= 3)
    }
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
        point.largest.map { ", by at most \(FigureText.text($0)) in \(point.field ?? "-")" } ?? ""
      add(
        "", "\(thing) \(point.frame): \(CountWords.counted(Int(point.count), "value"))\(largest)",
        isDetail: true)
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
    case "encoding": "all fields are equal; only their encoding differs"
    case "bits": "small numeric differences only; all counts are equal"
    default: "the behavior differs"
    }
  }

  // MARK: - Programs

  static let shape = Shape<DivergenceReport>(
    written: "divergence", "The divergence of two runs.",
    [
      Member(derived: "frame", \.frame, "The first frame that differs; of a model, the step."),
      Member(derived: "phase", \.phase, "The part of the frame that differs first."),
      Member(
        derived: "class", \.kind, Codec<String>.text.orNull,
        "The class of the difference: encoding, bits or behavior; null if unknown."),
      Member(
        derived: "fields", \.fields, field.codec.list(), "The first fields that differ after it."),
      Member(
        derived: "extents", \.extents, extent.codec.list(),
        "All different fields after it, those with the fewest elements first."),
      Member(derived: "reason", \.reason, Codec<String>.text.orNull, "Why there are no fields."),
      Member(derived: "differingFrames", \.differingFrames, "Frames from there on that differ."),
      Member(derived: "followingFrames", \.followingFrames, "Frames from there on."),
      Member(
        derived: "differingPictures", \.differingPictures,
        "Rasterized frames whose pixels differ."),
      Member(
        derived: "drift", \.drift, point.codec.list(), "The drift of both runs there and later."),
      Member(derived: "states", \.states, "Files of both states."),
    ])

  private static let extent = Shape<Extent>(
    written: nil, "A different field, with all its elements.",
    [
      Member(derived: "name", \.name, "Its name."),
      Member(derived: "count", \.count, "Number of different elements."),
    ])

  static let field = Shape<Field>(
    written: "differingField", "A field that differs.",
    [
      Member(derived: "name", \.name, "The field with its element."),
      Member(derived: "first", \.first, "The bits of the first run."),
      Member(derived: "second", \.second, "The bits of the second run."),
      Member(
        derived: "distance", \.distance, Codec<UInt64>.whole().orNull,
        "Number of representable numbers from one to the other."),
    ])

  private static let point = Shape<Drift>(
    written: "drift", "The drift of two runs after a frame.",
    [
      Member(derived: "frame", \.frame, "The frame."),
      Member(derived: "count", \.count, "Number of different fields and elements."),
      Member(
        derived: "largest", \.largest, Codec<Double>.number.orNull,
        "The largest difference of two numbers."),
      Member(derived: "field", \.field, Codec<String>.text.orNull, "The field it is in."),
    ])
}
