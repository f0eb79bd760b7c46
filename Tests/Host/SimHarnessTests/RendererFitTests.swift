import SimFormats
import SimHarness
import SimRaster
import SimRuntime
import TestTier
import Testing

/// Goal: costs of a device come out of its recorded frames as they went in, or are refused with the
/// reason that is due.
///
/// Method: made-up devices whose costs are known, through the probe, its lines, their reader and
/// the fit. A cost is held to its value when it makes a fifth of a frame at any size: an error of
/// 5 % in a smaller one moves no prediction by more than one percent.
struct RendererFitTests {
  private static var options: RendererFit.Options {
    var options = RendererFit.Options()
    options.rounds = 40
    options.stretchFrames = 5
    return options
  }

  private static func fit(
    _ device: inout PlantedDevice, _ sizes: [PlantedDevice.Size], frames: UInt32 = 10
  ) throws -> RendererCalibration {
    let rows = try FrameRows.read(device.record(sizes, frames: frames), file: "frames.ndjson")
    return RendererFit.fit(rows, hasGraphics: false, options: options)
  }

  /// The largest error of the costs that matter, and how many those are.
  private static func worst(
    _ fit: RendererCalibration.PartFit, _ part: PlantedDevice.Part, _ sizes: [PlantedDevice.Size]
  ) -> (error: Double, count: Int) {
    let found = fit.part(replacing: RendererCosts.Part())
    let works = sizes.map { $0.work(visible: Double($0.count) * 0.95) }
    func share(_ cost: Double, _ count: (DisplayWork) -> Double) -> Double {
      works.map { cost * count($0) / part.nanoseconds($0) }.max() ?? 0
    }
    var errors: [Double] = []
    if share(part.frame, { _ in 1 }) >= FitRefusal.mattersShare {
      errors.append(abs(found.frame.nominal / part.frame - 1))
    }
    for unit in DisplayWork.Unit.allCases {
      let cost = part.units[Int(unit.rawValue)]
      guard share(cost, { Double($0[unit]) }) >= FitRefusal.mattersShare else { continue }
      errors.append(abs(found[unit].nominal / cost - 1))
    }
    return (errors.max() ?? 0, errors.count)
  }

  @Test(arguments: stride(from: 0, to: 50, by: Tier.isDebug ? 7 : 1).map { UInt32($0) })
  func plantedCostsComeBack(number: UInt32) throws {
    var device = PlantedDevice(number: number)
    let sizes = device.sizes(24)
    let result = try Self.fit(&device, sizes)
    let graphics = try #require(result.graphics)
    #expect(result.refusals.isEmpty, "\(device.noise): \(result.refusals)")
    for (fit, part) in [(result.processor, device.processor), (graphics, device.graphics)] {
      let worst = Self.worst(fit, part, sizes)
      #expect(worst.count > 0 && worst.error <= 0.05, "\(device.noise): \(worst)")
      #expect(fit.holdingCanvas == ["pixelsFilled"] && fit.absent.isEmpty)
      // Every third size from the second on; two of the 24 may be the same.
      #expect(fit.heldOut.count == (fit.sizeCount + fit.heldOut.count + 1) / 3)
    }
    guard let costs = result.costs(replacing: nil) else { return }
    #expect(costs.isMeasured)
    for side in [12.0, 30] {
      let size = PlantedDevice.Size(
        count: 600, side: side, groups: 1, groupPixels: 100_000, batches: 4,
        canvasPixels: 1_500_000, addedShare: 0.3)
      let wanted = PlantedDevice.cap(size, device.slower)
      let found = PlantedDevice.cap(size) { work in
        let pixels = Double(size.canvasPixels)
        return max(
          costs.processor.nanoseconds(work, canvasPixels: pixels).nominal,
          costs.graphics.nanoseconds(work, canvasPixels: pixels).nominal)
      }
      #expect(abs(found - wanted) <= 10, "side \(side): \(found), \(wanted) planted")
    }
  }

  @Test func moreFramesMakeUpForNoise() throws {
    for number in 0..<1 as Range<UInt32> {
      var device = PlantedDevice(number: number)
      device.noise = 0.04
      let sizes = device.sizes(24)
      let result = try Self.fit(&device, sizes, frames: 80)
      for fit in [result.processor, try #require(result.graphics)] {
        #expect(fit.costs.count { $0.largestShare >= FitRefusal.mattersShare } > 0)
        #expect(fit.determination > 0.999 && fit.drift.magnitude < 0.01)
      }
    }
  }

  @Test func somePlantedDevicesAreBoundByTheirGPU() {
    let size = PlantedDevice.Size(
      count: 600, side: 30, groups: 1, groupPixels: 100_000, batches: 4, canvasPixels: 1_500_000,
      addedShare: 0.3)
    let devices = (0..<50 as Range<UInt32>).map { PlantedDevice(number: $0) }
    let caps = devices.map { PlantedDevice.cap(size, $0.slower) }
    let work = size.work(visible: 300)
    let bound = devices.count { $0.graphics.nanoseconds(work) > $0.processor.nanoseconds(work) }
    #expect(caps.count { (10..<600).contains($0) } >= 15, "\(caps)")
    #expect(bound >= 10, "\(bound)")
  }

  @Test(arguments: (0..<6).map { UInt32($0) })
  func throttlingIsRefused(number: UInt32) throws {
    var device = PlantedDevice(number: 100 + number)
    device.throttling = 0.06 + 0.06 * Double(number)
    let sizes = device.sizes(24)
    let result = try Self.fit(&device, sizes)
    for fit in [result.processor, try #require(result.graphics)] {
      let drift = fit.refusals.compactMap { refusal -> Double? in
        if case .drift(let share) = refusal { share } else { nil }
      }
      let found = try #require(drift.first, "\(device.throttling): \(fit.refusals)")
      #expect(abs(found - device.throttling) < 0.02 + 0.3 * device.throttling)
    }
    #expect(result.costs(replacing: nil) == nil)
  }

  @Test func aDriftThatSizesWouldHideIsRefused() throws {
    var device = PlantedDevice(number: 2)
    device.throttling = 0.2
    var sizes = device.sizes(6)
    for place in sizes.indices {
      let share = Double(place + 1)
      (sizes[place].count, sizes[place].side) = (UInt32(80 * share), 20)
      (sizes[place].groups, sizes[place].batches) = (1, 3)
      (sizes[place].canvasPixels, sizes[place].addedShare) = (800_000, 0)
    }
    var rows = try FrameRows.read(device.record(sizes, frames: 48), file: "f")
    // Only forth, never back, and nothing varies within a size.
    rows.rows.removeLast(rows.rows.count / 2)
    for place in rows.rows.indices { rows.rows[place].work[0] = UInt64(rows.rows[place].count) }
    let result = RendererFit.fit(rows, hasGraphics: true, options: Self.options)
    #expect(!result.processor.isTrusted, "\(result.processor.drift)")
  }

  @Test func tooFewSizesAreRefused() throws {
    var device = PlantedDevice(number: 1)
    let sizes = device.sizes(4)
    let result = try Self.fit(&device, sizes)
    #expect(result.processor.refusals == [.tooFewSizes(fitted: 4, heldOut: 0)])
    #expect(result.graphics?.isTrusted == false && result.costs(replacing: nil) == nil)
  }

  @Test func countsThatRiseTogetherAreRefusedByName() throws {
    var device = PlantedDevice(number: 3)
    var sizes = device.sizes(24)
    for place in sizes.indices { (sizes[place].side, sizes[place].addedShare) = (20, 0) }
    for place in sizes.indices { sizes[place].groups = 0 }
    let result = try Self.fit(&device, sizes)
    #expect(result.processor.refusals.contains(.collinear(["primitives", "pixelsBlended"])))
    #expect(result.processor.absent == ["passes", "pixelsAdded", "pixelsMoved"])
    #expect(result.costs(replacing: nil) == nil)
  }

  @Test func timesThatVaryTooMuchAreRefused() throws {
    for number in 0..<4 as Range<UInt32> {
      var device = PlantedDevice(number: number)
      device.noise = 0.25
      let sizes = device.sizes(24)
      let result = try Self.fit(&device, sizes)
      #expect(!result.processor.isTrusted && result.graphics?.isTrusted == false)
      #expect(result.costs(replacing: nil) == nil)
    }
  }

  @Test(arguments: [(0.0495, false), (0.0505, true)])
  func unseenSizesMayBeOffByFivePercent(error: Double, isRefused: Bool) throws {
    var probe = FrameProbe(
      device: "planted".utf8, renderer: "canvas", frameRate: 60, refreshRate: 60,
      counters: ["primitives"], capacity: 600)
    for size in 1...6 as ClosedRange<UInt64> {
      probe.begin(scene: "snow", count: UInt32(size), canvasPixels: 9, isHeldOut: size == 3)
      let time = Double(400_000 + size * 100_000) / (size == 3 ? 1 + error : 1)
      for _ in 0..<100 {
        probe.record(
          [size], atNanoseconds: UInt64(probe.frameCount) * 16_666_667,
          processorNanoseconds: UInt64(time))
      }
    }
    let rows = try FrameRows.read(probe.text, file: "frames.ndjson")
    let fit = RendererFit.fit(rows, hasGraphics: true, options: Self.options).processor
    let isFound = fit.refusals.contains { if case .heldOutError = $0 { true } else { false } }
    #expect(isFound == isRefused, "\(fit.refusals) \(fit.heldOut)")
  }

  // MARK: - Limits

  /// A fit that is believed, as near to each limit as 1 % of it.
  private static var believed: RendererCalibration.PartFit {
    var fit = RendererCalibration.PartFit()
    fit.drift = 0.0297
    fit.determination = 0.9901
    fit.heldOut = [.init(scene: "snow", size: "one", measured: 1, predicted: 1.0495)]
    fit.costs = [
      .init(name: "frame", nanoseconds: CostInterval(95.05, 100, 104.95), largestShare: 0.202),
      .init(name: "batches", nanoseconds: CostInterval(1, 100, 500), largestShare: 0.198),
    ]
    return fit
  }

  @Test func costsNearALimitAreBelieved() {
    for sign in [1.0, -1] {
      var fit = Self.believed
      fit.drift *= sign
      #expect(RendererFit.refusals(fit, driftError: 0.01485, collinear: []) == [])
    }
  }

  @Test func costsBeyondALimitAreRefusedByIt() {
    func refusals(
      driftError: Double = 0, _ change: (inout RendererCalibration.PartFit) -> Void
    ) -> [FitRefusal] {
      var fit = Self.believed
      change(&fit)
      return RendererFit.refusals(fit, driftError: driftError, collinear: [])
    }
    for drift in [0.0303, -0.0303] {
      #expect(refusals { $0.drift = drift } == [.drift(drift)])
      // As much may be chance.
      #expect(refusals(driftError: 0.01525) { $0.drift = drift } == [.hiddenDrift(0.0305)])
    }
    #expect(refusals(driftError: 0.0152) { $0.drift = 0 } == [.hiddenDrift(0.0304)])
    #expect(refusals { $0.determination = 0.9899 } == [.unexplained(0.9899)])
    #expect(refusals { $0.heldOut = [] } == [.heldOutError(.infinity)])
    for (ends, name) in [
      (CostInterval(94.9, 100, 101), "frame"), (CostInterval(99, 100, 105.1), "frame"),
      (CostInterval(94.9, 100, 105.1), "batches"),
    ] {
      let found = refusals { fit in
        fit.costs[0].nanoseconds = CostInterval(100, 100, 100)
        fit.costs[1].nanoseconds = CostInterval(100, 100, 100)
        let place = fit.costs.firstIndex { $0.name == name } ?? 0
        (fit.costs[place].nanoseconds, fit.costs[place].largestShare) = (ends, 0.202)
      }
      guard case .vague(name, let share) = found.first, found.count == 1 else {
        Issue.record("\(found)")
        continue
      }
      #expect(abs(share - 0.051) < 1e-9)
    }
  }

  /// Rows of one size each, in their order, of as many frames.
  private static func rows(
    _ counters: [String], _ work: [[UInt64]], frames: Int,
    _ time: (_ size: Int, _ frame: Int) -> Double
  ) -> FrameRows {
    var rows = FrameRows()
    rows.counters = counters
    for (size, work) in work.enumerated() {
      for frame in 0..<frames {
        var row = FrameRows.Row()
        (row.scene, row.count, row.work) = ("snow", UInt32(work[0]), work)
        row.canvasPixels = 9
        row.isHeldOut = size == 1
        row.nanoseconds = UInt64(rows.rows.count) * 16_666_667
        row.processor = UInt64(time(size, frame).rounded())
        rows.rows.append(row)
      }
    }
    return rows
  }

  /// Both counts rise alike; of one, a second pattern that is at right angles to that adds a share.
  @Test(arguments: [(7004 as Int64, true), (7146, false)])
  func countNeedsAThousandthOfItsVariationForItself(own: Int64, isRefused: Bool) {
    let pattern: [(Int64, Int64)] = [(-3, 1), (0, 0), (-1, -1), (1, -1), (3, 1)]
    let work = pattern.map { both, second in
      let shared = 400_000 + 100_000 * both
      return [UInt64(shared), UInt64(shared + own * second)]
    }
    let rows = Self.rows(["primitives", "batches"], work, frames: 5) { _, _ in 1e6 }
    let fit = RendererFit.fit(rows, hasGraphics: true, options: Self.options).processor
    let isFound = fit.refusals.contains { if case .collinear = $0 { true } else { false } }
    #expect(isFound == isRefused, "\(fit.refusals)")
  }

  @Test(arguments: [(1.049, 0), (1.051, 1), (0.951, 0), (0.949, 1)])
  func frameATwentiethFromAllOthersIsLeftOut(factor: Double, outliers: Int) {
    let rows = Self.rows(["primitives"], (1...6).map { [$0] }, frames: 100) { size, frame in
      Double(4_000_000 + size * 1_000_000) * (size == 3 && frame == 50 ? factor : 1)
    }
    let fit = RendererFit.fit(rows, hasGraphics: true, options: Self.options).processor
    #expect(fit.outlierCount == outliers)
  }

  @Test(arguments: [0.002, -0.002])
  func driftHasItsSizeAndSign(planted: Double) {
    let sizes = Array(1...6) + (1...6).reversed()
    let rows = Self.rows(["primitives"], sizes.map { [UInt64($0)] }, frames: 50) { size, frame in
      let moment = Double(size * 50 + frame) / 599
      return Double(4_000_000 + sizes[size] * 1_000_000) * (1 + planted * (moment - 0.5))
    }
    let fit = RendererFit.fit(rows, hasGraphics: true, options: Self.options).processor
    #expect(abs(fit.drift / planted - 1) < 0.02, "\(fit.drift)")
  }

  @Test func workThatNoCountShowsIsRefused() throws {
    var device = PlantedDevice(number: 5)
    let sizes = device.sizes(24)
    var rows = try FrameRows.read(device.record(sizes, frames: 10), file: "f")
    for place in rows.rows.indices where rows.rows[place].count % 3 == 0 {
      rows.rows[place].processor *= 2
    }
    let result = RendererFit.fit(rows, hasGraphics: false, options: Self.options)
    #expect(!result.processor.isTrusted && result.graphics?.isTrusted == true)
    // The GPU's costs are believed, but a file without the processor's would promise too much.
    #expect(result.costs(replacing: nil) == nil)
    let old = RendererCosts(name: "canvas", isMeasured: false, source: "guess")
    let costs = try #require(result.costs(replacing: old))
    #expect(!costs.isMeasured && costs.processor == old.processor && costs.graphics != old.graphics)
    #expect(costs.source.contains("GPU measured on planted") && costs.source.contains("guess"))
  }

  @Test func whatNoFrameDidAndCurvesStayAsTheyWere() throws {
    var device = PlantedDevice(number: 4)
    var sizes = device.sizes(24)
    for place in sizes.indices { sizes[place].addedShare = 0 }
    let result = try Self.fit(&device, sizes)
    var old = RendererCosts(name: "canvas", isMeasured: false, source: "guess")
    old.graphics[.pixelsAdded] = CostInterval(1, 2, 3)
    old.graphics[.batches] = CostInterval(4, 5, 6)
    old.graphics.canvasPixel = CostInterval(7, 8, 9)
    old.graphics.sustained = [
      RendererCosts.Heat(afterSeconds: 60, speed: CostInterval(1, 0.9, 0.8))
    ]
    old.sustainedSource = "guess"
    let costs = try #require(result.costs(replacing: old))
    #expect(costs.graphics[.pixelsAdded] == CostInterval(1, 2, 3))
    #expect(costs.graphics[.batches].nominal < 5 || costs.graphics[.batches].optimistic != 4)
    #expect(costs.graphics.canvasPixel == .none && costs.graphics.sustained.count == 1)
    let device2 = try #require(BuiltInDevices.device(named: "iphone-12"))
    var changed = device2
    changed.renderers = [costs]
    let text = JSONWriter.text(of: Device.shape.object(changed))
    #expect(try DeviceFile.read(Array(text.utf8), file: "d") == changed)
  }
}
