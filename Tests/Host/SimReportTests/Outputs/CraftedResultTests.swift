import SimFormats
import SimReport
import Testing

/// Goal: figures that no run could have written are refused with their place.
///
/// Method: single values of a result's text are replaced by ones that sums of them overflow with.
@Suite struct CraftedResultTests {
  private static func result() -> SceneResult {
    var result = SeriesFixture.result()
    result.timing.lateness = LatenessSummary(
      due: result.timing.due, lateRefreshes: 4, lateFrames: 2, overrunNanoseconds: 11,
      worstSecondRefreshes: 3, worstSecondFrame: 3, longestRun: 1, longestRunFrame: 3,
      jankFrames: 0,
      timeWeighted: Percentiles(p50: 1, p90: 2, p95: 3, p99: 4, maximum: 5),
      sampleCount: UInt64(result.timing.measuredFrames))
    return result
  }

  private static let text = JSONWriter.text(of: SceneResult.shape.object(result()))

  private func read(replacing old: String, with new: String) throws -> [SceneResult] {
    let crafted = Self.text.replacing(old, with: new, maxReplacements: 1)
    #expect(crafted != Self.text, "\(old)")
    return [
      try SceneResult.shape.read(JSONDocument.read(Array(crafted.utf8), file: "result.json").root)
    ]
  }

  @Test func soundResultIsRead() throws {
    let read = try SceneResult.shape.read(
      JSONDocument.read(Array(Self.text.utf8), file: "result.json").root)
    #expect(JSONWriter.text(of: SceneResult.shape.object(read)) == Self.text)
  }

  @Test(arguments: [
    ("\"animation\": 58000000000", "\"animation\": 18446744073709551615", "lateness.animation"),
    ("\"animation\": 58000000000", "\"animation\": 58000000001", "lateness.animation"),
    ("\"late\": 66666666", "\"late\": 18446744073709551615", "lateness.late"),
    // No whole number of refreshes.
    ("\"late\": 66666666", "\"late\": 66666667", "lateness.late"),
    ("\"worstSecond\": 50000000", "\"worstSecond\": 50000001", "lateness.worstSecond"),
    ("\"overrun\": 11", "\"overrun\": 18446744073709551615", "lateness.overrun"),
    ("\"worstSecond\": 50000000", "\"worstSecond\": 18446744073709551615", "lateness.worstSecond"),
    // Columns: frame, frames, background, shaken.
    ("20, 10, 10, 0,", "20, 10, 11, 0,", "series.rows[2][2]"),
    ("20, 10, 10, 0,", "20, 10, 4294967295, 0,", "series.rows[2][2]"),
    ("50, 10, 0, 4,", "50, 10, 0, 4294967295,", "series.rows[5][3]"),
  ])
  func overflowIsRefused(old: String, new: String, place: String) {
    let error = #expect(throws: FormatError.self) { try read(replacing: old, with: new) }
    #expect(error?.message.contains(place) ?? false, "\(error?.message ?? "")")
  }

  @Test func greatestTimesHaveABand() throws {
    let most: UInt64 = 1_000_000_000_000_000_000
    let read = try read(replacing: "\"late\": 66666666", with: "\"late\": \(most)")
    #expect(read.first?.timing.lateness?.band == .critical)
    #expect(read.first?.timing.lateness?.lateNanoseconds == most)
  }
}
