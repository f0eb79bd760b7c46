import SimFormats
import SimImageAnalysis

/// Different goldens as one self-contained HTML page.
///
/// Images are shown side by side, under a slider, as an onion skin, with highlighted changes and as
/// a heat map; a chart shows the flashes of the run. Nothing moves or blinks by itself, since
/// switching between two images is a flash too.
package struct GoldenPage {
  /// One golden.
  package struct Section {
    /// Its state.
    package var entry: GoldenReport.Entry
    /// The flashes of every frame.
    package var flashes: [FlashFrame]
    /// The saved images that differ.
    package var pictures: [PictureComparison]
    /// The first different frame if no image of it was saved; nil otherwise.
    package var firstFrame: FirstFrame?

    /// Creates a section.
    package init(entry: GoldenReport.Entry, flashes: [FlashFrame], pictures: [PictureComparison]) {
      self.entry = entry
      self.flashes = flashes
      self.pictures = pictures
    }

    /// The blocks with images.
    package var pictureBlocks: [Block] {
      (firstFrame?.blocks ?? []) + pictures.map { .comparison($0) }
    }
  }

  /// The first different frame of a golden, of which no image was accepted.
  package struct FirstFrame {
    fileprivate let blocks: [Block]

    /// Compares the frame with the previous one, which is accepted.
    package init(_ pair: GoldenExplanation, of golden: String) {
      let (before, frame) = (pair.reference.frame, pair.frame)
      var comparison = PictureComparison(pair, name: "\(golden), first different frame \(frame)")
      comparison.sides = ("frame \(before), accepted", "frame \(frame), now")
      blocks = [
        .text("No image of frame \(frame) was saved, so it is shown next to the previous one."),
        .comparison(comparison),
      ]
    }

    /// Shows the first frame of a run.
    package init(_ picture: FramePicture, of golden: String) {
      blocks = [
        .text("No image of frame \(picture.frame) was saved; this is the current one."),
        .picture(
          Picture(
            png: picture.png, words: "\(golden), first different frame \(picture.frame)",
            isSmall: true)),
      ]
    }
  }

  private var sections: [Section] = []

  /// Creates an empty page.
  package init() {}

  /// Adds a golden.
  package mutating func add(_ section: Section) { sections.append(section) }

  /// The page.
  package var html: String { HTMLRenderer.text { _ in document } }

  private var document: Document {
    // The largest differences come first.
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
  /// Transitions per second of the worst cell, and of more than a quarter of a field, by frame.
  fileprivate var flashChart: ChartGroup {
    // Adjacent frames with equal counts are one reading.
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
      title: "Flashes", note: "transitions per second",
      words:
        "Transitions per second: worst cell up to \(runs.map(\.cell).max() ?? 0), a quarter of "
        + "a field up to \(runs.map(\.field).max() ?? 0)")
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
