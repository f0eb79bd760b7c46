import SimAppModels
import SimMath
import SimRuntime
import SimWorld
import Testing

/// Goal: in the flow a purchase goes from the problem to the store, from there to the entitlement
/// and to all ten styles, and what the store does wrong reaches the flow.
struct SketchProTests {
  /// The problem is shown at 2 s, answered at 3 s, and the sheet confirmed at 5 s.
  private static let purchase = [
    SketchRun.act(2, .buy, identity: 11), SketchRun.act(3, .answer, identity: 12),
    SketchRun.act(5, .sheet, 1, identity: 13),
  ]

  private static func run(
    _ actions: [WorldAction], isPro: Bool = false,
    _ change: (inout StoreScript) -> Void = { _ in }
  ) -> SketchRun {
    var script = StoreScript()
    change(&script)
    return SketchRun(
      SketchRun.plan(SketchRun.ready + actions, isPro: isPro), script: [.plain, .plain],
      store: script)
  }

  private static func go(_ seconds: Double, style: UInt64) -> [WorldAction] {
    [
      SketchRun.act(seconds, .anotherStyle), SketchRun.act(seconds, .pick, style),
      SketchRun.act(seconds, .go, identity: UInt64(100 * seconds) + style),
    ]
  }

  @Test(arguments: ImageStyle.allCases) func aPurchaseUnlocksAllStyles(style: ImageStyle) {
    let number = UInt64(style.rawValue)
    let run = Self.run(
      Self.go(1, style: number) + Self.purchase + [SketchRun.act(60, .anotherStyle)]
        + Self.go(61, style: number))
    #expect(run.broken == nil)
    #expect(run.times(.refuses) == (style.isFree ? [] : [1]))
    #expect(run.times(.poses) == [2] && run.times(.passes) == [3] && run.times(.buys) == [3])
    #expect(run.times(.unlocks).count == 1 && run.times(.finishes) == run.times(.unlocks))
    #expect(run.times(.sends).last == 61)
    // Only the picture before the purchase was charged.
    #expect(run.simulation.model.app.gallery.manifest.quota.used == (style.isFree ? 1 : 0))
  }

  @Test func withoutARightAnswerNothingIsBought() {
    let wrong = (0..<3).map { SketchRun.act(3 + Double($0), .answer, 5, identity: 20 + UInt64($0)) }
    let run = Self.run(
      [SketchRun.act(2, .buy)] + wrong + [
        SketchRun.act(10, .buy, identity: 30), SketchRun.act(11, .answer, identity: 31),
      ])
    #expect(run.broken == nil && run.times(.buys) == [] && run.times(.unlocks) == [])
    #expect(run.times(.wrong).count == 3 && run.times(.bars).count == 1)
    #expect(run.times(.barred) == [10])
  }

  @Test func faultsOfTheStoreReachTheFlow() {
    let changes: [((inout StoreScript) -> Void, PurchasesText)] = [
      ({ $0.isFailing = true }, .failed), ({ $0.isUnverified = true }, .failed),
      ({ $0.isAsked = true }, .waiting),
    ]
    for (change, text) in changes {
      let run = Self.run(Self.purchase + Self.go(20, style: 1), change)
      #expect(run.broken == nil && run.times(.unlocks) == [] && run.times(.sends) == [])
      #expect(run.seen.filter { $0.what == .says }.map { $0.first } == [UInt64(text.rawValue)])
      #expect(run.times(.refuses) == [20])
    }
    let approved = Self.run(
      Self.purchase + [SketchRun.act(15, .family, 1)] + Self.go(30, style: 1)
    ) { $0.isAsked = true }
    #expect(approved.broken == nil && approved.times(.sends) == [30])
  }

  /// A Go that began with Pro shows its picture without a charge; the share and the next Go do not
  /// have Pro any more.
  @Test func proIsLostDuringAGo() {
    let run = Self.run(
      [
        SketchRun.act(5, .pick, 1), SketchRun.act(6, .go, identity: 1),
        SketchRun.act(6.5, .refund), SketchRun.act(60, .share),
      ] + Self.go(61, style: 5), isPro: true)
    #expect(run.broken == nil && run.times(.locks).count == 1)
    #expect(run.times(.shows).count == 1 && run.times(.refuses) == [61])
    #expect(run.seen.first { $0.what == .shares }?.first == 1)
    #expect(run.simulation.model.app.gallery.manifest.quota.used == 0)
  }

  /// Pro outlives the process, also without network.
  @Test func proIsKept() {
    let run = Self.run(
      Self.purchase + [
        SketchRun.act(20, .offline), SketchRun.act(21, .kill), SketchRun.act(22, .launch),
        SketchRun.act(23, .draw, 2), SketchRun.act(23.5, .done), SketchRun.act(24, .pick, 1),
        SketchRun.act(25, .go, identity: 5), SketchRun.act(30, .quiet),
      ])
    #expect(run.broken == nil && run.times(.sends) == [25] && run.times(.locks) == [])
  }

  /// Pro that is read while it is being saved may be lost with the power; the store gives it back.
  @Test func savedProMayBeLostUntilItIsDurable() throws {
    var found = Set<[Bool]>()
    for seed in 0..<64 as Range<UInt64> {
      func run(_ more: [WorldAction]) -> SketchRun {
        let plan = SketchRun.plan(SketchRun.ready + Self.purchase + more, seed: seed)
        return SketchRun(plan, store: StoreScript())
      }
      // The file has its new name, which would be durable four nanoseconds later.
      let end = try #require(run([]).times(.unlocks).first)
      let lost = run([
        SketchRun.act(end - 4e-9, .kill), SketchRun.act(end - 3e-9, .launch),
        SketchRun.act(end - 2e-9, .powerLoss), SketchRun.act(end - 1e-9, .launch),
      ])
      #expect(lost.broken == nil && lost.simulation.model.app.pro.isUnlocked)
      found.insert(lost.launchedPro)
    }
    #expect(found == [[false, true, false], [false, true, true]])
  }

  /// The bugs of the flow with Pro, the first seed that shows each, and the property it breaks.
  @Test(
    arguments: [
      (.styleUnchecked, 956, "premium-owned"), (.finishFirst, 67, "bought-kept"),
      (.updateDropped, 158, "pro-agrees"), (.lockBypassed, 30, "behind-gate"),
    ] as [(SketchBug, UInt64, String)])
  func plantedBugsAreFound(bug: SketchBug, seed: UInt64, property: String) {
    var plan = WorldPlan.drawn(
      SketchModel.self, seed: seed, parameters: ParameterValues([3, 0, 0]),
      activeNanoseconds: 600 * Nanoseconds.second)
    #expect(SketchRun(plan).broken == nil)
    plan.plantedBug = bug.rawValue
    #expect(SketchRun(plan).broken == property)
  }
}
