import SimFormats
import SimHarness
import SimPlatform
import SimReport
import SimRuntime
import Testing

/// Goal: the three forms of a run's frames say the same, and the rows read back.
///
/// Method: a planted scene in all forms, the binary one read here by its description.
struct FrameRowTests {
  private func outcome(frames: UInt32 = 130) throws -> RunOutcome {
    try Scenario.planted(.allocationInStep, atFrame: 125, frames: frames).run()
  }

  @Test func linesAreObjects() throws {
    let outcome = try outcome(frames: 12)
    var lines = FrameLines()
    lines.append(outcome)
    lines.append(outcome)
    let rows = lines.bytes.split(separator: UInt8(ascii: "\n"))
    #expect(rows.count == 24 && lines.bytes.last == UInt8(ascii: "\n"))
    for (index, row) in rows.enumerated() {
      let value = JSONOutput(try JSONDocument(parsing: Array(row)).root)
      let frame = index % 12
      #expect(value["frame"] == .unsigned(UInt64(frame)))
      #expect(value["timeNanoseconds"] == .unsigned(UInt64(frame) * 1_000_000_000 / 60))
      #expect(value["population"]?["steps"] == .unsigned(UInt64(frame + 1)))
      let wall = outcome.recorder.frameNanoseconds(frame)
      #expect(value["wallNanoseconds"] == .unsigned(wall))
      #expect(value["slackNanoseconds"] == .integer(16_666_666 - Int64(wall)))
      let late = outcome.result.timing.due.refreshesLate(taking: wall)
      #expect(value["lateRefreshes"] == .unsigned(late))
      let isCounted = AllocationProbe.source.isMeasured
      #expect((value["allocations"] == .null) == !isCounted)
      let recorder = outcome.recorder
      let isKnown = recorder.evidence != nil
      for (key, found) in [
        ("cpuNanoseconds", recorder.processorNanoseconds[frame]),
        ("nanosecondsExcludingCPUWait", recorder.unhinderedNanoseconds[frame]),
        ("involuntarySwitches", UInt32(recorder.involuntarySwitches[frame])),
      ] { #expect(value[key] == (isKnown ? .unsigned(UInt64(found)) : .null), "\(key)") }
    }
  }

  @Test func rowsReadBack() throws {
    let outcome = try outcome()
    var table = FrameTable()
    table.append(outcome)
    table.append(outcome)
    let runs = try #require(FrameColumns.runs(inCSV: table.text))
    #expect(runs.count == 2 && runs[0] == runs[1] && runs[0].count == 130)
    for frame in 0..<130 {
      #expect(runs[0].phases[frame] == outcome.recorder.phaseNanoseconds[frame])
      #expect(runs[0].digests[frame] == outcome.recorder.digests[frame])
    }
    guard AllocationProbe.source.isMeasured else { return }
    #expect(runs[0].allocations.indices.filter { runs[0].allocations[$0] > 0 }.contains(125))
  }

  @Test func rowsHoldProcessorTimes() throws {
    let outcome = try outcome()
    var table = FrameTable()
    table.append(outcome)
    let lines = table.text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let recorder = outcome.recorder
    for (name, column) in [
      ("cpuNanoseconds", recorder.processorNanoseconds),
      ("nanosecondsExcludingCPUWait", recorder.unhinderedNanoseconds),
      ("involuntarySwitches", recorder.involuntarySwitches.map { UInt32($0) }),
    ] {
      let place = try #require(lines[0].firstIndex(of: name))
      for frame in 0..<130 {
        #expect(lines[frame + 1][place] == (recorder.evidence == nil ? "" : "\(column[frame])"))
      }
    }
  }

  @Test func digestsHaveSixteenDigits() throws {
    // Of so many digests some begin with a zero.
    var table = FrameTable()
    table.append(try outcome())
    let header = try #require(table.text.split(separator: "\n").first?.split(separator: ","))
    let place = try #require(header.firstIndex(of: "stateDigest"))
    for line in table.text.split(separator: "\n").dropFirst() {
      let digest = line.split(separator: ",", omittingEmptySubsequences: false)[place]
      #expect(digest.utf8.count == 16)
    }
    // Rows of earlier versions lack the zeros.
    let short = table.text.replacing(/,0+(?=[1-9a-f][0-9a-f]{6,15},)/, with: ",")
    #expect(short != table.text)
    #expect(FrameColumns.runs(inCSV: short) == FrameColumns.runs(inCSV: table.text))
  }

  @Test func brokenRowsAreRefused() throws {
    var table = FrameTable()
    table.append(try outcome(frames: 4))
    for (old, new) in [
      ("stateDigest", "stateDigits"), ("planted,1,", "planted,3,"), ("planted,2,", "planted,x,"),
      ("planted,2,", "planted,2,0,"),
    ] {
      #expect(FrameColumns.runs(inCSV: table.text.replacing(old, with: new)) == nil)
    }
    #expect(FrameColumns.runs(inCSV: "") == nil)
  }

  @Test func recorderCostsLittle() {
    let overhead = RecorderOverhead()
    let setup = RecorderOverhead.Setup(populationCount: 4, stageCount: 0, threadCount: 1)
    let cost = overhead.nanoseconds(setup)
    #expect(cost > 0)
    #if !DEBUG
      // Most of it asks the system for processor time, twice a frame.
      #expect(cost < 20_000, "\(cost) ns")
    #endif
    // To the nanosecond: it is not measured again.
    #expect(overhead.nanoseconds(setup) == cost)
    // A run with pixel stages reads the clock twice more for each. The least of several, in turn:
    // for a while a busy machine is slower for all batches of one measurement.
    var (staged, leasts) = (setup, (plain: cost, staged: UInt64.max))
    staged.stageCount = 16
    for _ in 0..<5 {
      let again = RecorderOverhead()
      leasts.staged = min(leasts.staged, again.nanoseconds(staged))
      leasts.plain = min(leasts.plain, again.nanoseconds(setup))
    }
    #expect(leasts.staged > leasts.plain)
  }
}
