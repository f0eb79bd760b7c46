import SimFormats
import SimHarness
import SimPlatform
import SimInput
import SimRuntime
import Testing

/// Goal: an allocation in a frame is found with its frame and phase, or said not to be measured.
///
/// Method: allocations and a leak planted in a scene that otherwise takes no memory.
struct AllocationTests {
  private static var isMeasured: Bool { AllocationProbe.source.isMeasured }

  @Test func sceneWithoutAllocationsHasNone() throws {
    for rendersPixels in [false, true] {
      let outcome = try Scenario.planted(frames: 300).run(rendersPixels: rendersPixels)
      let summary = outcome.result.allocations
      #expect(summary.warmupFrames == 120)
      guard Self.isMeasured else { continue }
      #expect(summary.source == "interposed-malloc")
      #expect(summary.steadyTotal == 0 && summary.steadyMaximumPerFrame == 0)
      #expect(summary.steadyBytes == 0 && summary.liveBytesGrowth == 0)
      #expect(summary.firstFrame == nil && summary.firstPhase == nil)
    }
  }

  @Test func plantedAllocationInStepIsFound() throws {
    guard Self.isMeasured else { return }
    for frame: UInt32 in [120, 151, 299] {
      let outcome = try Scenario.planted(.allocationInStep, atFrame: frame, frames: 300).run()
      let summary = outcome.result.allocations
      #expect(summary.steadyTotal == 1 && summary.steadyMaximumPerFrame == 1)
      #expect(summary.firstFrame == frame && summary.firstPhase == "step")
      #expect((1000...1100).contains(summary.steadyBytes ?? 0))
      let recorder = outcome.recorder
      #expect(recorder.frameAllocations(Int(frame)) == 1)
      #expect(recorder.phaseAllocations[Int(frame)].step == 1)
    }
  }

  @Test func plantedAllocationsInDrawAreCounted() throws {
    guard Self.isMeasured else { return }
    let summary = try Scenario.planted(.allocationsInDraw, atFrame: 200, frames: 300)
      .run(rendersPixels: true).result.allocations
    #expect(summary.steadyTotal == 3 && summary.steadyMaximumPerFrame == 3)
    #expect(summary.firstFrame == 200 && summary.firstPhase == "draw")
    #expect(summary.liveBytesGrowth == 0)
  }

  /// Counts reach budgets as numbers: three allocations are over a limit of two, not of three.
  @Test func plantedAllocationsAreJudgedByTheirCount() throws {
    guard Self.isMeasured else { return }
    var scenario = Scenario.planted(.allocationsInDraw, atFrame: 200, frames: 300)
    scenario.budgets = [0, 2, 3].map {
      Budget(id: "A", measure: .at("allocations.steadyMaxPerFrame"), bound: .atMost, limit: $0)
    }
    let budgets = try scenario.run(rendersPixels: true).result.budgets
    #expect(budgets.map(\.measured) == [3, 3, 3])
    #expect(budgets.map(\.status) == [.failed, .failed, .passed])
  }

  @Test func allocationDuringWarmUpIsNoSteadyOne() throws {
    guard Self.isMeasured else { return }
    let summary = try Scenario.planted(.allocationInStep, atFrame: 119, frames: 300).run()
      .result.allocations
    #expect(summary.warmupTotal == 1 && summary.steadyTotal == 0 && summary.firstFrame == nil)
  }

  @Test func plantedLeakGrowsTheHeap() throws {
    guard Self.isMeasured else { return }
    let summary = try Scenario.planted(.leak, frames: 320).run().result.allocations
    let growth = try #require(summary.liveBytesGrowth)
    // 200 frames past warm-up keep a thousand bytes each.
    #expect((200_000...250_000).contains(growth))
    #expect(summary.steadyTotal == 200)
  }

  @Test func picturesAndProgressAreNoLeak() throws {
    guard Self.isMeasured else { return }
    var options = RunOptions()
    options.pictures = .frames(Array(130..<290))
    var words: [String] = []
    options.onProgress = { words.append(String(repeating: "frame", count: Int($0))) }
    let outcome = try Runner<PlantScene>.run(.planted(frames: 300), options: options)
    #expect(outcome.pictures.count == 160 && words.count == 9)
    #expect(outcome.result.allocations.liveBytesGrowth == 0)
    #expect(outcome.result.allocations.steadyTotal == 0)
  }

  @Test func runWithoutFramesPastWarmUpSaysSo() throws {
    let scenarios = [Scenario.planted(frames: 120), Self.awayAfterWarmUp]
    for var scenario in scenarios {
      scenario.budgets = [
        Budget(id: "A", measure: .at("allocations.steadyMaxPerFrame"), bound: .atMost, limit: 0),
        Budget(id: "B", measure: .at("allocations.liveBytesGrowth"), bound: .atMost, limit: 0),
      ]
      let result = try scenario.run().result
      #expect(result.allocations.steadyTotal == nil)
      #expect(result.allocations.liveBytesGrowth == nil)
      #expect(result.budgets.allSatisfy { $0.status == .notMeasured && $0.measured == nil })
      #expect(result.budgets.allSatisfy { $0.note?.isEmpty == false })
    }
  }

  private static var awayAfterWarmUp: Scenario {
    var scenario = Scenario.planted(frames: 200)
    scenario.plan.backgroundSpans = [FrameSpan(start: 120, end: 200)]
    return scenario
  }

  #if DEBUG
    @Test func debugBuildSaysThatItDidNotMeasure() throws {
      var scenario = Scenario.planted(.leak, frames: 300)
      scenario.budgets = [
        Budget(id: "A", measure: .at("allocations.steadyMaxPerFrame"), bound: .atMost, limit: 0)
      ]
      let result = try scenario.run().result
      #expect(result.allocations.source == "not-measured: debug build")
      #expect(result.allocations.warmupTotal == nil && result.allocations.steadyTotal == nil)
      #expect(result.allocations.liveBytesGrowth == nil)
      #expect(result.budgets[0].status == .notMeasured)
      #expect(result.budgets[0].note == "debug build")
      #expect(result.verdict != .failed)
    }
  #else
    @Test func linuxReleaseBuildMeasures() {
      #if os(Linux)
        #expect(Self.isMeasured || AllocationProbe.source.name == "not-measured: sanitizer")
      #endif
    }
  #endif
}
