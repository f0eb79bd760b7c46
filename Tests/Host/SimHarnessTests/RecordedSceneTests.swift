import SimFormats
import SimHarness
import SimPlatform
import SimRaster
import SimReport
import SimRuntime
import Testing

/// Goal: this machine's scenes are recorded as an app records its own, and costs come out of such
/// rows as they went in; recording itself takes no memory.
struct RecordedSceneTests {
  /// Rows of a scene whose units cost what is planted.
  private static func rows(
    _ scene: StaticString, costs: [(String, Double)], sizes: UInt32 = 11, drift: Double = 0
  ) throws -> [UInt8] {
    var probe = FrameProbe(
      device: "machine".utf8, renderer: "software", frameRate: 60, refreshRate: 60,
      names: costs.map { Array($0.0.utf8) }, capacity: sizes * 60)
    for frame in 0..<sizes * 60 {
      let size = frame / 60
      let order = size * 4 % sizes
      probe.begin(
        scene: scene, count: order * 10, canvasPixels: 1000, isHeldOut: order % 4 == 1)
      let counts: [UInt64] = costs.indices.map { place in
        place == 0
          ? 1
          : UInt64((order * UInt32(place * 3 - 2) % 11 + 1) * 40 + (frame * UInt32(place)) % 31)
      }
      let cost = zip(counts, costs).reduce(0) { $0 + Double($1.0) * $1.1.1 }
      let hot = 1 + drift * Double(frame) / Double(sizes * 60)
      probe.record(
        counts, atNanoseconds: UInt64(frame) * 1000, processorNanoseconds: UInt64(cost * hot))
    }
    return probe.text
  }

  @Test func plantedUnitsPredictUnseenSizes() throws {
    let costs = [("step.frame", 9000.0), ("step.particle", 70), ("raster.blended.soft-disc", 31)]
    let rows = try FrameRows.read(try Self.rows("snow", costs: costs), file: "f")
    #expect(Calibration.unknownCounters(rows).isEmpty)
    let result = Calibration.fit(rows)
    let fit = try #require(result.fits.first)
    #expect(fit.isTrusted && fit.sizeCount == 8 && result.heldOutSizes.count == 3)
    #expect(result.heldOutSizes.allSatisfy { ($0.error ?? 1) < 0.01 })
    for (name, cost) in costs {
      let unit = try #require(WorkUnit(named: name))
      let found = try #require(fit.costs[unit])
      #expect(abs(found / cost - 1) < 0.02, "\(name): \(found)")
    }
    #expect(result.table.scenes.map(\.name) == ["snow"] && fit.together.isEmpty)
  }

  @Test func heatAndTooFewSizesAreRefusedAndPartnersNamed() throws {
    let costs = [("step.frame", 9000.0), ("step.particle", 70), ("raster.blended.soft-disc", 31)]
    let hot = Calibration.fit(
      try FrameRows.read(try Self.rows("snow", costs: costs, drift: 0.2), file: "f"))
    guard case .drift = hot.fits.first?.refusals.first else {
      Issue.record("\(hot.fits)")
      return
    }
    #expect(CalibrationReport.refusal(hot)?.contains("the same work took +") == true)
    let few = Calibration.fit(
      try FrameRows.read(try Self.rows("snow", costs: costs, sizes: 3), file: "f"))
    #expect(few.fits.first?.isTrusted == false && few.table.isEmpty)
    var twins = try FrameRows.read(try Self.rows("snow", costs: costs), file: "f")
    for place in twins.rows.indices { twins.rows[place].work[2] = 3 * twins.rows[place].work[1] }
    let together = Calibration.fit(twins).fits.first?.together
    #expect(together == [["step.particle", "raster.blended.soft-disc"]])
  }

  @Test func thisMachineRecordsWhatAnAppWould() throws {
    var scenes = SceneRegistry()
    scenes.register(PlantScene.self)
    var options = Calibration.Options()
    (options.frameCount, options.repetitions) = (4, 1)
    let (result, lines) = try Calibration.runRecording(scenes, options: options)
    let rows = try FrameRows.read(lines, file: "f")
    #expect(rows.renderer == "software" && rows.device == result.machine)
    #expect(rows.rows.count == 11 * 2 && Set(rows.rows.map(\.scene)) == ["plant"])
    #expect(rows.rows.count { $0.isHeldOut } == 3 * 2)
    #expect(Calibration.unknownCounters(rows).isEmpty && rows.counters.contains("step.frame"))
    #expect(Calibration.fit(rows).heldOutSizes.count == 3)
  }

  @Test func recordingTakesNoMemory() throws {
    var probe = FrameProbe(
      device: "d".utf8, renderer: "canvas", frameRate: 60, refreshRate: 60, capacity: 100)
    probe.begin(scene: "snow", count: 1, canvasPixels: 1)
    let work = DisplayWork()
    let before = AllocationProbe.thread()
    for frame in 0..<200 as Range<UInt64> {
      let row = probe.record(work, atNanoseconds: frame, processorNanoseconds: 1)
      if let row { probe.setGraphics(nanoseconds: 2, ofRow: row) }
    }
    let after = AllocationProbe.thread()
    #expect(probe.frameCount == 100 && probe.droppedFrames == 100)
    guard AllocationProbe.source.isMeasured, let before, let after else { return }
    #expect(after.allocations == before.allocations)
  }
}
