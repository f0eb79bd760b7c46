import SimFormats
import SimImageAnalysis

/// Goldens that differ as one page for a browser: no network, no file beside it.
///
/// Pictures stand two up, under a slider, as an onion skin, with their changes marked and as a heat
/// map; a chart shows the flashes of the run. Nothing moves or blinks by itself, because switching
/// between two pictures is a flash too.
package struct GoldenPage {
  /// One golden.
  package struct Section {
    /// Its state.
    package var entry: GoldenReport.Entry
    /// The flashes of every frame.
    package var flashes: [FlashFrame]
    /// The kept pictures that differ.
    package var pictures: [PictureComparison]
    /// The first frame that differs, where no picture of it was kept; nil where one was.
    package var firstFrame: FirstFrame?

    /// Puts a section together.
    package init(entry: GoldenReport.Entry, flashes: [FlashFrame], pictures: [PictureComparison]) {
      self.entry = entry
      self.flashes = flashes
      self.pictures = pictures
    }

    /// What is shown of the pictures.
    package var pictureBlocks: [Block] {
      (firstFrame?.blocks ?? []) + pictures.map { .comparison($0) }
    }
  }

  /// The first differing frame of a golden, of which no image was accepted.
  package struct FirstFrame {
    fileprivate let blocks: [Block]

    /// Compares the frame with the one before, which is as accepted.
    package init(_ pair: GoldenExplanation, of golden: String) {
      let (before, frame) = (pair.reference.frame, pair.frame)
      var comparison = PictureComparison(pair, name: "\(golden), first differing frame \(frame)")
      comparison.sides = ("frame \(before), as accepted", "frame \(frame), now")
      blocks = [
        .text("No picture of frame \(frame) was kept, so it stands beside the one before."),
        .comparison(comparison),
      ]
    }

    /// Shows the first frame of a run.
    package init(_ picture: FramePicture, of golden: String) {
      blocks = [
        .text("No picture of frame \(picture.frame) was kept; this is how it is now."),
        .picture(
          Picture(
            png: picture.png, words: "\(golden), first differing frame \(picture.frame)",
            isSmall: true)),
      ]
    }
  }

  private var sections: [Section] = []

  /// Makes an empty page.
  package init() {}

  /// Adds a golden.
  package mutating func add(_ section: Section) { sections.append(section) }

  /// The page.
  package var html: String { HTMLRenderer.text { _ in document } }

  private var document: Document {
    // What differs most comes first.
    let sorted = sections.enumerated().sorted { a, b in
      let (i, j) = (a.element.entry.state.tone, b.element.entry.state.tone)
      if i != j { return i < j }
      let (x, y) = (Self.worst(a.element), Self.worst(b.element))
      return x != y ? x > y : a.offset < b.offset
    }.map(\.element)
    let counts = GoldenState.counts(
      sections.map { $0.entry.state }, in: [.differs, .missing, .same, .notJudged])
    return Document(
      title: "Goldens: \(counts.joined(separator: ", "))",
      lead: sections.count > 1 ? [.table(Self.overview(sorted))] : [],
      articles: sorted.enumerated().map { index, section in
        let id = "golden-\(index + 1)"
        return section.entry.article(id) {
          section.pictureBlocks
            + (section.flashes.count > 1 ? [.charts(section.flashChart)] : [])
        }
      }, unfitWords: "goldens")
  }

  private static func worst(_ section: Section) -> Float {
    section.entry.pictures.compactMap { $0.difference?.flip.spread.maximum }.max() ?? 0
  }

  private static func overview(_ sections: [Section]) -> Table {
    Table(
      "Goldens", .overview,
      [.mark, Table.Column("golden"), Table.Column("state"), Table.Column("frames")],
      sections.enumerated().map { index, section in
        let entry = section.entry
        return Table.Row(
          [
            .mark(entry.state.tone), Table.Cell(entry.name, .link("golden-\(index + 1)")),
            Table.Cell(entry.state.rawValue),
            Table.Cell(
              entry.frameWords ?? CountWords.counted(entry.frameCount, "frame")),
          ], tone: entry.state.tone)
      })
  }
}

extension GoldenPage.Section {
  /// Transitions a second of the worst cell, and of more than a quarter of a field, by frame.
  fileprivate var flashChart: ChartGroup {
    // Neighbors of the same counts are one reading.
    var runs: [(count: UInt32, cell: UInt32, field: UInt32)] = []
    for flash in flashes {
      let cell = max(flash.general.cellTransitions, flash.red.cellTransitions)
      let field = max(flash.general.fieldTransitions, flash.red.fieldTransitions)
      if let last = runs.last, last.cell == cell, last.field == field {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((1, cell, field))
      }
    }
    let highest = runs.reduce(8) { max($0, $1.cell, $1.field) }
    let axis = Axis(0...Double(highest), count: 4) { Quantity.plain($0) }
    var chart = Chart(
      title: "Flashes", note: "transitions in a second",
      words: "Transitions in a second: worst cell up to \(runs.map(\.cell).max() ?? 0), a quarter "
        + "of a field up to \(runs.map(\.field).max() ?? 0)")
    (chart.width, chart.height) = (10_000, 1000)
    chart.y = axis.ticks
    chart.x = FrameChart.timeTicks(flashes.count, framesPerSecond: entry.framesPerSecond)
    chart.drawLevels("grid", at: axis.ticks.dropFirst().map(\.share))
    chart.drawLevels("level", at: [axis.share(2)])
    chart.drawLevels("limit", at: [axis.share(6)])
    for (style, value) in [("fields", \.field), ("cells", \.cell)]
      as [(String, KeyPath<(count: UInt32, cell: UInt32, field: UInt32), UInt32>)]
    {
      var pen = StepPen()
      var frame = 0.0
      for run in runs {
        let y = (1 - axis.share(Double(run[keyPath: value]))) * chart.height
        if frame == 0 { pen.start(0, y) } else { pen.rise(to: y) }
        frame += Double(run.count)
        pen.go(to: frame / Double(flashes.count) * chart.width)
      }
      chart.draw(style, pen.finished)
    }
    chart.keys = [
      Chart.Key("cells", "worst cell"), Chart.Key("fields", "a quarter of a field"),
      Chart.Key("level", "calm: 2 of any cell"),
      Chart.Key("limit", "law: 6 of a quarter of 10 degrees"),
    ]
    return ChartGroup(
      [chart],
      ChartGroup.Readings(
        framesPerSecond: max(entry.framesPerSecond, 1),
        rows: runs.map { run in
          .words(run.count, "worst cell \(run.cell), a quarter of a field \(run.field)")
        }))
  }
}
