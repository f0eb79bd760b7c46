import SimRuntime

/// Frames that a `FrameProbe` kept: what each did, and what it took.
package struct FrameRows: Equatable, Sendable {
  /// One frame.
  package struct Row: Equatable, Sendable {
    /// The scene.
    package var scene = ""
    /// Members of its population.
    package var count: UInt32 = 0
    /// Pixels of the canvas.
    package var canvasPixels: UInt64 = 0
    /// The frame's number since the probe was made.
    package var frame: UInt32 = 0
    /// Its start, relative to the first frame.
    package var nanoseconds: UInt64 = 0
    /// Counts in the order of the counters.
    package var work: [UInt64] = []
    /// CPU time in nanoseconds.
    package var processor: UInt64 = 0
    /// Nanoseconds of the GPU; nil when they could not be had.
    package var graphics: UInt64?
    /// Whether it was displayed late.
    package var isLate = false
    /// Whether it is held out, only to check fits.
    package var isHeldOut = false

    /// Makes an empty row.
    package init() {}
  }

  /// The device.
  package var device = ""
  /// What drew.
  package var renderer = ""
  /// The app's frame rate, in frames per second.
  package var frameRate: UInt32 = 60
  /// Refreshes per second of the display.
  package var refreshRate: UInt32 = 60
  /// What is counted.
  package var counters: [String] = []
  /// Frames that were recorded after the storage was full.
  package var droppedFrames: UInt32 = 0
  /// The frames in their order.
  package var rows: [Row] = []
  /// How many the first line announces.
  private var announcedFrames: UInt32 = 0

  /// Makes a recording without frames.
  package init() {}

  private static let counterNames: Codec<[String]> = {
    let name = Codec<String>.text(1...64, "a count's name")
    return name.list(1...256).described(by: .set(name.rule, 1...256))
  }()

  /// The line that all frames share.
  package static let headShape = Shape<FrameRows>(
    FrameRows(), "The common values of all frames: the first line.", isClosed: true,
    [
      Member(
        "format", .always(FrameProbe.formatName.description), "The format of the lines.",
        get: { _ in FrameProbe.formatName.description }, set: { _, _ in }),
      Member(
        "version", .whole(FrameProbe.formatVersion...FrameProbe.formatVersion),
        "The version of the lines.", get: { _ in FrameProbe.formatVersion }, set: { _, _ in }),
      Member("device", \.device, .line, "The device."),
      Member("renderer", \.renderer, .name, "The renderer of the frames."),
      Member(
        "frameRate", \.frameRate, .whole(1...240), "The app's frame rate, in frames per second."),
      Member("refreshRate", \.refreshRate, .whole(1...240), "Refreshes per second of the display."),
      Member(
        "counters", \.counters, counterNames,
        "The counted units, in the order of the rows' counts."),
      Member("frames", \.announcedFrames, "The number of lines that follow."),
      Member("dropped", \.droppedFrames, "Frames that were dropped since the storage was full."),
    ]
  ) { (rows, node) throws(FormatError) in
    for (index, name) in rows.counters.enumerated() where rows.counters[..<index].contains(name) {
      throw node.failure(.other("the counter \(MessageText.quoted(name)) appears twice"))
    }
  }
}

extension FrameRows.Row {
  /// The largest count and time: whole numbers that every reader of JSON keeps.
  private static let largest: UInt64 = 1 << 53

  /// One frame's line.
  package static let shape = Shape<FrameRows.Row>(
    FrameRows.Row(), "A frame: its work and times.", isClosed: true,
    [
      Member("scene", \.scene, .name, "The scene."),
      Member("count", \.count, .whole(0...1_000_000), "Members of its population."),
      Member("canvasPixels", \.canvasPixels, .whole(0...largest), "Pixels of the canvas."),
      Member("frame", \.frame, "The frame's number since recording began."),
      Member(
        "nanoseconds", \.nanoseconds, .whole(0...largest), "Its start, relative to the first frame."
      ),
      Member(
        "work", \.work, Codec<UInt64>.whole(0...largest).list(1...256),
        "Counts in the order of the first line's counters."),
      Member("cpu", \.processor, .whole(0...largest), "CPU time in nanoseconds."),
      Member(
        optional: "gpu", \.graphics, .whole(0...largest),
        "GPU time in nanoseconds; omitted if not available."),
      Member(
        "late", \.isLate, .bool, "Whether it was displayed late.",
        default: false),
      Member(
        "heldOut", \.isHeldOut, .bool, "Whether it is held out, only to check fits.",
        default: false),
    ])
}

extension FrameRows {
  /// Reads a recording: its first line, and one line per frame.
  ///
  /// - Throws: `FormatError` with the line and what is wrong with it.
  package static func read(_ bytes: [UInt8], file: String) throws(FormatError) -> FrameRows {
    try FormatError.check(bytes, file: file, expected: "recorded frames")
    var recording: FrameRows?
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.isEmpty {
      let name = "\(file), line \(index + 1)"
      let root = try JSONDocument.read(Array(line), file: name).root
      guard recording != nil else {
        recording = try headShape.read(root)
        continue
      }
      try recording?.append(try Row.shape.read(root), root)
    }
    guard let recording else {
      throw FormatError(file: file, problem: .other("no line: expected a recording of frames"))
    }
    // A file cut off at a line's end would pass as a shorter recording.
    guard recording.rows.count == Int(recording.announcedFrames) else {
      throw FormatError(
        file: file,
        problem: .notAllowed(
          found: "\(recording.rows.count) frames",
          allowed: "\(recording.announcedFrames), as the first line says"))
    }
    return recording
  }

  private mutating func append(_ row: Row, _ node: JSONNode) throws(FormatError) {
    guard row.work.count == counters.count else {
      throw node.failure(
        .notAllowed(
          found: "\(row.work.count) counts", allowed: "\(counters.count), one for each counter"))
    }
    if let last = rows.last, last.nanoseconds > row.nanoseconds {
      throw node.failure(
        .notAllowed(
          found: "nanoseconds \(row.nanoseconds)",
          allowed: "\(last.nanoseconds) or more, after the line before"))
    }
    guard rows.count < Limits.recordedFrames.count else {
      throw node.failure(
        .notAllowed(found: "more frames", allowed: "\(Limits.recordedFrames.maximum)"))
    }
    rows.append(row)
  }
}
