import SimFormats
import SimHarness
import SimRuntime
import Testing

/// Goal: a ramp without the GPU's times gives the cap itself, or says why it cannot.
///
/// Method: made-up devices of known caps, whose display shows frames late; ramps that end too
/// early, begin too late, move between canvases, get hot, or are late for other reasons.
struct LateKneeTests {
  private static let size = PlantedDevice.Size(
    count: 600, side: 30, groups: 1, groupPixels: 100_000, batches: 4, canvasPixels: 1_500_000,
    addedShare: 0.3)

  private static var options: RendererFit.Options {
    var options = RendererFit.Options()
    options.rounds = 40
    return options
  }

  /// Devices whose cap is such that a ramp can find it, with the cap.
  private static let devices: [(device: PlantedDevice, cap: Int)] = {
    (0..<60 as Range<UInt32>).compactMap { number in
      var device = PlantedDevice(number: number)
      device.noise *= 5
      // Held in 19 of 20 frames: at the cap of the mean time, half of them would be late.
      let longest = 1 + 1.645 * device.noise
      let cap = PlantedDevice.cap(size, quantum: 1) { device.slower($0) * longest }
      return (80...530).contains(cap) ? (device, cap) : nil
    }
  }()

  private static func ramp(
    _ device: inout PlantedDevice, _ counts: [UInt32]
  ) throws -> RendererCalibration.Ramp {
    let rows = try FrameRows.read(
      device.ramp(size, counts: counts, frames: 40), file: "frames.ndjson")
    let result = RendererFit.fit(rows, hasGraphics: true, options: options)
    #expect(result.graphics == nil && result.ramps.count == 1)
    return try #require(result.ramps.first)
  }

  /// Counts around a cap, ten apart.
  private static func counts(_ cap: Int, from low: Int = -5, to high: Int = 6) -> [UInt32] {
    (low...high).map { UInt32(cap + 10 * $0 + 3) }
  }

  @Test func kneesLieWithinAQuantumOfPlantedCaps() throws {
    #expect(Self.devices.count >= 12)
    for (planted, cap) in Self.devices.prefix(20) {
      var device = planted
      let ramp = try Self.ramp(&device, Self.counts(cap))
      let found = try #require(ramp.cap, "\(String(describing: ramp.refusal)) \(ramp.levels)")
      #expect(abs(found.nominal - Double(cap)) <= 10, "\(found), \(cap) planted")
      #expect(found.pessimistic <= found.nominal && found.nominal <= found.optimistic)
    }
  }

  @Test func aCapGoesIntoTheDeviceFile() throws {
    var (device, cap) = try #require(Self.devices.first)
    let rows = try FrameRows.read(
      device.ramp(Self.size, counts: Self.counts(cap), frames: 40), file: "f")
    let old = RendererCosts(name: "canvas", isMeasured: false, source: "guess")
    var result = RendererFit.fit(rows, hasGraphics: true, options: Self.options)
    let costs = try #require(result.costs(replacing: old))
    #expect(costs.measuredCaps.map { $0.scene } == ["snow"])
    #expect(costs.measuredCaps.map { $0.frameRate } == [120])
    #expect(!costs.isMeasured)
    let again = try #require(result.costs(replacing: costs))
    #expect(again.measuredCaps == costs.measuredCaps)
    // Nothing known of the GPU: a file would promise what nobody measured.
    result.keepsGraphics = false
    #expect(result.costs(replacing: nil) == nil)
    #expect(result.refusals.contains { $0.refusal == .graphicsUnknown })
  }

  @Test func rampsThatCannotShowAKneeAreRefused() throws {
    var (device, cap) = try #require(Self.devices.first)
    let early = try Self.ramp(&device, Self.counts(cap, from: -12, to: -6))
    #expect(early.refusal == .neverLate(largest: UInt32(cap - 57)) && early.cap == nil)
    let late = try Self.ramp(&device, Self.counts(cap, from: 8, to: 14))
    guard case .alwaysLate(UInt32(cap + 83), _) = late.refusal else {
      Issue.record("\(String(describing: late.refusal))")
      return
    }
    let few = try Self.ramp(&device, Self.counts(cap, from: -1, to: 8))
    guard case .tooFewCounts(let below, _) = few.refusal, below < 3 else {
      Issue.record("\(String(describing: few.refusal))")
      return
    }
  }

  // MARK: - Limits

  /// The ramp of counts of which so many of 1,000 frames are late, spread evenly over each half.
  private static func ramp(
    _ late: [(count: UInt32, first: Int, last: Int)]
  ) throws -> RendererCalibration.Ramp {
    var rows = FrameRows()
    for (count, first, last) in late {
      for frame in 0..<1000 {
        var row = FrameRows.Row()
        (row.scene, row.count, row.canvasPixels, row.processor) = ("snow", count, 9, 1_000_000)
        let half = frame < 500 ? first : last
        row.isLate = frame % 500 * half % 500 < half
        rows.rows.append(row)
      }
    }
    let ramps = RendererFit.fit(rows, hasGraphics: true, options: options).ramps
    return try #require(ramps.first)
  }

  private static func ramp(_ late: [Int]) throws -> RendererCalibration.Ramp {
    try ramp(
      late.enumerated().map { place, late in (100 + 10 * UInt32(place), late / 2, late / 2) })
  }

  @Test func countIsLateFromAFifthOfItsFramesOn() throws {
    #expect(try Self.ramp([0, 0, 0, 100, 198]).refusal == .neverLate(largest: 140))
    #expect(try Self.ramp([0, 0, 0, 100, 202]).refusal != .neverLate(largest: 140))
    #expect(
      try Self.ramp([202, 300, 400]).refusal == .alwaysLate(smallest: 100, share: 0.202))
    guard case .alwaysLate = try Self.ramp([198, 300, 400]).refusal else { return }
    Issue.record("198 of 1,000 frames are called late")
  }

  @Test(arguments: [(2, 4), (3, 3), (4, 2), (3, 4)])
  func kneeNeedsThreeCountsOnEachSide(below: Int, above: Int) throws {
    let ramp = try Self.ramp(
      [Int](repeating: 0, count: below) + [Int](repeating: 1000, count: above))
    if min(below, above) < 3 {
      #expect(ramp.refusal == .tooFewCounts(below: below, above: above))
    } else {
      #expect(ramp.refusal == nil && ramp.cap?.nominal == Double(90 + 10 * below))
    }
  }

  /// Lateness rises from four tenths of the way to the next count.
  @Test func kneeIsFoundBetweenCounts() throws {
    let late = [0, 0, 0, 0, 6, 16, 26, 26, 26].map { $0 * 38 }
    let ramp = try Self.ramp(late)
    #expect(ramp.determination > 0.999_999 && ramp.cap?.nominal == 134, "\(ramp)")
  }

  @Test(arguments: [(147, false), (153, true)])
  func lastFramesMayBeLateMoreOften(thousandths: Int, isRefused: Bool) throws {
    // The change of a count is that of half its frames.
    let ramp = try Self.ramp(
      (0..<8).map { place in
        let late = place < 4 ? 0 : 400
        return (100 + 10 * UInt32(place), late, late + (place < 4 ? 0 : thousandths / 2))
      })
    let isFound = if case .lateDrift = ramp.refusal { true } else { false }
    #expect(isFound == isRefused, "\(ramp)")
  }

  @Test func kneeExplainsNineTenths() throws {
    var nearest = (below: 0.0, above: 1.0)
    for odd in stride(from: 0, through: 600, by: 4) {
      let ramp = try Self.ramp([0, odd, 0, 0, 1000, 1000, 1000, 1000])
      let isRefused = ramp.refusal == .unlikeKnee(ramp.determination)
      #expect(isRefused == (ramp.determination < 0.9), "\(ramp)")
      if isRefused {
        nearest.below = max(nearest.below, ramp.determination)
      } else {
        nearest.above = min(nearest.above, ramp.determination)
      }
    }
    // Some lie near enough to the limit to tell it.
    #expect(nearest.below > 0.88 && nearest.above < 0.92, "\(nearest)")
  }

  @Test func otherReasonsForLatenessAreRefused() throws {
    var (device, cap) = try #require(Self.devices.first)
    let counts = Self.counts(cap)
    var rows = try FrameRows.read(
      device.ramp(Self.size, counts: counts, frames: 40), file: "f")
    var moved = rows
    for place in moved.rows.indices.suffix(100) { moved.rows[place].canvasPixels += 1 }
    let canvases = RendererFit.fit(moved, hasGraphics: true, options: Self.options)
    #expect(canvases.ramps.first?.refusal == .severalCanvases(2))
    for place in rows.rows.indices {
      rows.rows[place].isLate = rows.rows[place].count % 20 < 10
    }
    let least = counts[0]
    rows.rows.removeAll { $0.count < least + 10 && $0.isLate }
    let odd = RendererFit.fit(rows, hasGraphics: true, options: Self.options)
    guard case .unlikeKnee = odd.ramps.first?.refusal else {
      Issue.record("\(String(describing: odd.ramps.first?.refusal))")
      return
    }
    device.throttling = 0.25
    let hot = try Self.ramp(&device, Self.counts(cap, from: -14))
    guard case .lateDrift = hot.refusal else {
      Issue.record("\(String(describing: hot.refusal)) \(hot.levels)")
      return
    }
  }
}
