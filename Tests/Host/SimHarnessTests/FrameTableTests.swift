import SimFormats
import SimHarness
import SimReport
import SimInput
import SimRuntime
import Testing

/// Goal: tables of frames have a row for every frame and a value in every column.
///
/// Method: planted runs, whose tables are read back column by column.
struct FrameTableTests {
  @Test func everyRowHasEveryColumn() throws {
    var table = FrameTable()
    var scenario = Scenario.planted(frames: 12)
    scenario.plan.backgroundSpans = [FrameSpan(start: 4, end: 6)]
    let outcome = try scenario.run()
    table.append(outcome)
    table.append(outcome)
    #expect(table.text.hasSuffix("\n"))
    let lines = table.text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    #expect(lines.count == 25)
    let header = lines[0]
    #expect(Set(header).count == header.count && header.count == 20)
    #expect(header.suffix(2) == ["dots", "steps"])
    func value(_ row: Int, _ name: String) throws -> String {
      lines[row + 1][try #require(header.firstIndex(of: name))]
    }
    for row in 0..<24 {
      #expect(lines[row + 1].count == header.count)
      let frame = row % 12
      #expect(try value(row, "scenario") == "planted")
      #expect(try value(row, "frame") == "\(frame)")
      #expect(try value(row, "timeNanoseconds") == "\(frame * 1_000_000_000 / 60)")
      #expect(try value(row, "background") == (4..<6 ~= frame ? "1" : "0"))
      #expect(try value(row, "dots") == "8")
      #expect(try UInt64(value(row, "stateDigest"), radix: 16) == outcome.recorder.digests[frame])
      let slack = try #require(Int64(try value(row, "slackNanoseconds")))
      #expect(slack == 16_666_666 - Int64(outcome.recorder.frameNanoseconds(frame)))
      let isCounted = outcome.result.allocations.warmupTotal != nil
      #expect(try value(row, "allocations").isEmpty != isCounted)
    }
  }

  @Test func populationsOfAllRunsAreColumns() throws {
    var table = FrameTable()
    var outcome = try Scenario.planted(frames: 1).run()
    table.append(outcome)
    outcome.populationNames = ["steps", "unheard-of"]
    table.append(outcome)
    let lines = table.text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    #expect(lines.count == 3 && lines.allSatisfy { $0.count == lines[0].count })
    let names = lines[0].suffix(3).map { String($0) }
    #expect(names.last == "unheard-of" && names.contains("steps"))
    #expect(lines[1].last == "", "the first run has no such population")
    #expect(lines[2].suffix(3).contains("") && lines[2].last?.isEmpty == false)
    var written = FrameTable()
    var alone = FrameTable()
    alone.append(outcome)
    let isTaken = written.append(tableOfOneRun: alone.text)
    #expect(isTaken && written.text == alone.text)
    let isOther = written.append(tableOfOneRun: "scenario,frame\n")
    #expect(!isOther)
  }

  @Test func runsWithDifferentPopulationsAreReadBack() throws {
    var first = try Scenario.planted(frames: 2).run()
    first.result.scenario = "trace[a,finger]"
    var second = try Scenario.planted(frames: 3).run()
    second.populationNames = ["flakes", "steps"]
    var table = FrameTable()
    table.append(first)
    table.append(second)
    let header = try #require(table.text.split(separator: "\n").first)
    #expect(header.hasSuffix(",dots,steps,flakes"))
    let runs = try #require(FrameColumns.runs(inCSV: table.text))
    #expect(runs.map(\.count) == [2, 3])
    let recorders = [first, second].map(\.recorder)
    #expect(runs.map(\.digests) == recorders.map { Array($0.digests.prefix($0.count)) })
    #expect(table.text.contains("\"trace[a,finger]\",1,"))

    var joined = FrameTable()
    for outcome in [first, second] {
      var alone = FrameTable()
      alone.append(outcome)
      let isTaken = joined.append(tableOfOneRun: alone.text)
      #expect(isTaken)
    }
    #expect(joined.text == table.text)
    let unquoted = table.text.replacing("\"", with: "")
    #expect(FrameColumns.runs(inCSV: unquoted) == nil, "a comma of a name parts no cells")
  }
}
