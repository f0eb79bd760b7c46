import SimRuntime

/// A series in a result: two tables, one of what is the same in every run and one of times.
extension FrameSeries {
  /// The exact columns of a series before those of its populations.
  package static let columns = [
    "frame", "frames", "background", "shaken", "touches", "allocations", "digest",
  ]
  /// The columns of a series that depend on wall time.
  package static let timedColumns =
    ["frame", "slowest"] + FramePhase.allCases.map { $0.name.description } + ["median"]

  /// What is the same in every run.
  static let codec = Codec<FrameSeries>(
    tableRule, write: { $0.exactTable },
    read: { (node) throws(FormatError) in try read(node, timed: nil) ?? none })

  /// What depends on wall time; stretches spent in the background have no row.
  static let timedCodec = Codec<FrameSeries>(
    tableRule, write: { $0.timedTable }, read: { (_) throws(FormatError) in none })

  private static let none = FrameSeries(populations: [], stretches: [])

  private static let tableRule = SchemaRule.object(
    ObjectRule(
      name: "table", words: "Columns by name, and their rows.",
      members: [
        ObjectRule.Member(
          key: "columns", words: "The meaning of each value of a row.",
          rule: .list(Codec<String>.text.rule, 1...1000), isRequired: true),
        ObjectRule.Member(
          key: "rows", words: "One row per stretch of frames.",
          rule: .list(
            .list(
              .plain([
                ("type", .array([.string("number"), .string("string"), .string("null")]))
              ]), 0...Int.max), 0...maximumCount), isRequired: true),
      ]))

  private var exactTable: JSONOutput {
    let names = populations.flatMap { ["\($0).min", "\($0).max"] }
    return Self.table(
      Self.columns + names,
      stretches.map { stretch in
        let counts: [JSONOutput] = (populations.indices).flatMap { index in
          stretch.populations.map { counts in
            [
              JSONOutput.unsigned(UInt64(counts[index].lowerBound)),
              .unsigned(UInt64(counts[index].upperBound)),
            ]
          } ?? [.null, .null]
        }
        return [
          .unsigned(UInt64(stretch.frame)), .unsigned(UInt64(stretch.count)),
          .unsigned(UInt64(stretch.framesInBackground)), .unsigned(UInt64(stretch.framesShaken)),
          .unsigned(UInt64(stretch.touches)),
          stretch.allocations.map { .unsigned($0) } ?? .null,
          .string(HexadecimalText.digest(stretch.digest)),
        ] + counts
      })
  }

  private var timedTable: JSONOutput {
    Self.table(
      Self.timedColumns,
      stretches.compactMap { stretch in
        stretch.time.map { time in
          [.unsigned(UInt64(stretch.frame)), .unsigned(UInt64(time.slowestFrame))]
            + FramePhase.allCases.map { .unsigned(time.phases[$0]) } + [.unsigned(time.median)]
        }
      })
  }

  private static func table(_ columns: [String], _ rows: [[JSONOutput]]) -> JSONOutput {
    .object([
      ("columns", .array(columns.map { .string($0) })),
      ("rows", .array(rows.map { .array($0) })),
    ])
  }

  /// Both tables of a series; nil when the result was written without.
  static func read(
    _ node: JSONNode?, timed: JSONNode?
  ) throws(FormatError) -> FrameSeries? {
    guard let node, !node.isNull else { return nil }
    let table = try SeriesTable(node)
    let names = table.columns.filter { $0.hasSuffix(".min") }.map { String($0.dropLast(4)) }
    var times: [(frame: UInt32, time: FrameSeries.Time)] = []
    if let timed, !timed.isNull { times = try Self.times(SeriesTable(timed)) }
    var next = times[...]
    var stretches: [FrameSeries.Stretch] = []
    for row in table.rows {
      var stretch = try stretch(row, table, names)
      if let time = next.first, time.frame == stretch.frame {
        stretch.time = time.time
        next.removeFirst()
      }
      stretches.append(stretch)
    }
    return FrameSeries(populations: names, stretches: stretches)
  }

  private static func stretch(
    _ row: JSONNode, _ table: SeriesTable, _ names: [String]
  ) throws(FormatError) -> FrameSeries.Stretch {
    let values = row.elements
    func value(_ column: String) throws(FormatError) -> JSONNode {
      values[try table.index(of: column)]
    }
    var stretch = FrameSeries.Stretch(
      frame: try value("frame").uint32(in: 0...ScenarioFile.frameRange.upperBound),
      count: try value("frames").uint32(in: ScenarioFile.frameRange),
      digest: try Codec.digest.read(value("digest")))
    stretch.framesInBackground = try value("background").uint32(in: 0...stretch.count)
    stretch.framesShaken = try value("shaken").uint32(in: 0...stretch.count)
    stretch.touches = try value("touches").uint32()
    stretch.allocations = try Codec<UInt64>.whole().orNull.read(value("allocations"))
    var counts: [ClosedRange<UInt32>] = []
    for name in names {
      let (minimum, maximum) = (try value("\(name).min"), try value("\(name).max"))
      guard !minimum.isNull else { return stretch }
      let lowest = try minimum.uint32()
      counts.append(lowest...(try maximum.uint32(in: lowest...UInt32.max)))
    }
    if stretch.framesInBackground < stretch.count { stretch.populations = counts }
    return stretch
  }

  private static func times(
    _ table: SeriesTable
  ) throws(FormatError) -> [(frame: UInt32, time: FrameSeries.Time)] {
    let phases = try PerPhase<Int> { (phase) throws(FormatError) in
      try table.index(of: phase.name.description)
    }
    let frame = try table.index(of: "frame")
    let (slowest, median) = (try table.index(of: "slowest"), try table.index(of: "median"))
    var times: [(frame: UInt32, time: FrameSeries.Time)] = []
    for row in table.rows {
      let values = row.elements
      let parts = try phases.map { (index) throws(FormatError) in
        try values[index].uint64(in: 0...UInt64(UInt32.max))
      }
      times.append(
        (
          try values[frame].uint32(),
          FrameSeries.Time(
            slowestFrame: try values[slowest].uint32(), phases: parts,
            median: try values[median].uint64(in: 0...1 << 40))
        ))
    }
    return times
  }
}

/// Columns by name and rows as long as they are many.
private struct SeriesTable {
  let node: JSONNode
  let columns: [String]
  let rows: [JSONNode]

  init(_ node: JSONNode) throws(FormatError) {
    self.node = node
    var reader = try node.object()
    var columns: [String] = []
    for column in try reader.required("columns").array(count: 1...1000) {
      columns.append(try column.string())
    }
    self.columns = columns
    rows = try reader.required("rows").array(count: 0...FrameSeries.maximumCount)
    for row in rows { _ = try row.array(count: columns.count...columns.count) }
  }

  func index(of column: String) throws(FormatError) -> Int {
    guard let index = columns.firstIndex(of: column) else {
      throw node.failure(.missing(.column, name: column, misspelling: nil))
    }
    return index
  }
}
