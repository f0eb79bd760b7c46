import Foundation
import SimAppModels
import SimHarness
import SimJSON
import SimPlatform
import SimReport
import SimStatistics
import Testing

/// How often toddlers get past BabySafe's gate: a million simulated minutes per input model and
/// class of device, with exact intervals; `.ci/long toddlers` runs it and keeps the page.
struct ToddlerStudy {
  private static var minutes: UInt64? {
    Environment.value("SIMBENCH_TODDLER_MINUTES").flatMap { UInt64($0) }
  }
  /// Minutes of one simulation; each has a seed of its own.
  private static let chunk: UInt64 = 10_000

  /// An input model on a class of device.
  struct Row {
    var hands: ToddlerHands
    var isTablet: Bool
    var counts: ToddlerCounts

    var name: String { "T\(hands.rawValue + 1) \(isTablet ? "tablet" : "phone")" }
    var hours: Double { Double(counts.minutes) / 60 }

    func perHour(_ count: UInt64) -> String {
      Self.rate(Double(count) / hours)
    }

    func interval(_ count: UInt64) -> String {
      let bounds = PoissonInterval.bounds(count, in: hours)
      return "\(Self.rate(bounds.lowerBound)) to \(Self.rate(bounds.upperBound))"
    }

    private static func rate(_ rate: Double) -> String { String(format: "%.5f", rate) }
  }

  @Test(.enabled(if: minutes != nil)) func toddlersStayInside() throws {
    let minutes = try #require(Self.minutes)
    let chunks = Int((minutes + Self.chunk - 1) / Self.chunk)
    let kinds = ToddlerHands.allCases.flatMap { hands in [false, true].map { (hands, $0) } }
    let begun = MonotonicClock.nanoseconds()
    let found = try JobQueue.run(kinds.count * chunks, atOnce: 2) { (index) throws in
      let (hands, isTablet) = kinds[index / chunks]
      return ToddlerSimulation.run(
        hands, isTablet: isTablet, minutes: Self.chunk, seed: UInt64(index % chunks))
    }
    let rows = kinds.indices.map { kind in
      var counts = ToddlerCounts()
      for part in found[kind * chunks..<(kind + 1) * chunks] { counts.add(part) }
      return Row(hands: kinds[kind].0, isTablet: kinds[kind].1, counts: counts)
    }
    let seconds = Double(MonotonicClock.nanoseconds() - begun) / 1e9
    for row in rows {
      let prompts = row.counts.promptsOfSixSeconds
      switch row.hands {
      case .mashing:
        #expect(PoissonInterval.upperBound(prompts, in: row.hours) < 0.001)
      case .tapping:
        #expect(PoissonInterval.upperBound(prompts, in: row.hours) < 0.01)
        let openings = row.counts.faceOpenings
        #expect(PoissonInterval.upperBound(openings, in: row.hours) < 0.001)
      case .restingInCorner, .restingAtSpot: #expect(prompts > 0)
      }
    }
    let parents = [false, true].map {
      ToddlerSimulation.parents(10_000, isTablet: $0, seed: 1)
    }
    #expect(parents.allSatisfy { $0 >= 9917 })
    let document = Self.document(rows, parents, seconds)
    print(TerminalRenderer.text(document))
    try FileStore.write(
      HTMLRenderer.text { _ in document }, to: ".build/toddlers.html")
  }

  private static func document(
    _ rows: [Row], _ parents: [UInt64], _ seconds: Double
  ) -> Document {
    let holds = ToddlerCounts.holdSeconds
    let table = Table(
      "Prompts per hour", .overview,
      [Table.Column("input")] + holds.map { .number("\($0) s") }
        + [.number("95 % interval at 6 s"), .number("opened by a face"), .number("without rules")],
      rows.map { row in
        Table.Row(
          [Table.Cell(row.name)] + row.counts.prompts.map { Table.Cell(row.perHour($0)) }
            + [
              Table.Cell(row.interval(row.counts.promptsOfSixSeconds)),
              Table.Cell(row.perHour(row.counts.faceOpenings)),
              Table.Cell(row.perHour(row.counts.unruled[3])),
            ], tone: .passed)
      })
    let times = FigureText.text(seconds, decimals: 1)
    return Document(
      title: "Toddlers at the gate",
      lead: [
        .text(
          Words(
            "\(FigureText.grouped(rows[0].counts.minutes)) simulated minutes per row, "
              + "in \(times) s. Parents: \(parents[0]) of 10,000 first tries prompt on a phone, "
              + "\(parents[1]) on a tablet.")),
        .table(table), .only(.page, [.plots(rows.map(chart), width: 420)]),
      ])
  }

  /// Prompts per hour against the duration of a hold, on a logarithmic scale of 10^-5 to 10.
  private static func chart(_ row: Row) -> Chart {
    var chart = Chart(title: row.name, note: "prompts per hour", words: row.name)
    (chart.width, chart.height, chart.pixelHeight) = (1000, 1000, 150)
    func share(_ rate: Double) -> Double { (log10(max(rate, 1e-5)) + 5) / 6 }
    // A duration without a prompt has no place on the scale; the table has its interval.
    let prompted = zip(ToddlerCounts.holdSeconds, row.counts.prompts).filter { $0.1 > 0 }
    let places = prompted.map { seconds, count in
      (x: Double(seconds - 3) / 5, y: share(Double(count) / row.hours))
    }
    chart.y = (0...6).map { Axis.Tick(Double($0) / 6, "1e\($0 - 5)") }
    chart.x = ToddlerCounts.holdSeconds.map { Axis.Tick(Double($0 - 3) / 5, "\($0) s") }
    chart.drawLevels("grid", at: chart.y.dropFirst().map(\.share))
    chart.drawLine("line", through: places)
    chart.points = zip(places, prompted).map { place, one in
      Chart.Point(
        x: place.x, y: place.y, style: "dot", words: "\(row.perHour(one.1)) prompts per hour")
    }
    return chart
  }
}
