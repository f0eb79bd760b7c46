import SimbenchKit
import TestTier
import Testing

/// A model of two devices with a note each: it writes what it is told, and notes what it hears.
private struct NoteModel: WorldModel {
  enum Event: UInt8, EventKey {
    case write, peerWrite, synchronize, account, reach, news

    var descriptor: EventDescriptor {
      let value = [ArgumentDescriptor("value")]
      return switch self {
      case .write: .user("write", "The user writes %1.", value)
      case .peerWrite: .decision("peer-write", "Another device writes %1.", value)
      case .synchronize: .user("synchronize", "The user syncs.")
      case .account:
        .decision(
          "account", "Device %1 changes to account %2.",
          [ArgumentDescriptor("device"), ArgumentDescriptor("account")])
      case .reach:
        .decision(
          "reach", "The other device can be reached: %1.", [ArgumentDescriptor("on", .truth)])
      case .news: .response("news", "The synced store has news.")
      }
    }
  }

  enum Effect: UInt8, EffectKey {
    case hears
    var descriptor: EffectDescriptor { EffectDescriptor("hears", "hears") }
  }

  enum Property: UInt8, PropertyKey {
    case heard
    var descriptor: PropertyDescriptor { .sometimes("heard", "A change is heard.") }
  }

  typealias Fault = NoFault

  /// A notification: when, what, and the value then read.
  struct Heard: Equatable {
    var time: UInt64
    var notice: SyncedStore.Notice
    var value: UInt32
  }

  static var descriptor: ModelDescriptor {
    ModelDescriptor(name: "note", summary: "Syncs a note.", services: [.syncedStore])
  }

  var store: SyncedStore
  var heard: [Heard] = []

  init(_ context: ModelContext) { self.init(quota: SyncedStore.Quota()) }

  init(quota: SyncedStore.Quota) {
    store = SyncedStore(deviceCount: 2, keyCount: 1, wordLimit: 4, quota: quota, wake: Event.news)
  }

  mutating func apply(_ event: WorldEvent, in world: inout World) {
    store.advance(in: &world)
    let value = UInt32(truncatingIfNeeded: event.first)
    switch event.own(Event.self) {
    case .write:
      store.set([value], forKey: 0, on: 0, identity: event.identity, in: &world)
    case .peerWrite:
      store.set([value], forKey: 0, on: 1, identity: event.identity, in: &world)
    case .synchronize: store.synchronize(on: 0, identity: event.identity, in: &world)
    case .account:
      store.changeAccount(to: UInt8(event.second), on: UInt8(event.first), in: &world)
    case .reach: store.setReachable(event.first == 1, on: 1, in: &world)
    case .news, nil: break
    }
    while let notice = store.nextNotice(in: world) {
      let value = store.words(forKey: 0, on: notice.device)?.first ?? 0
      heard.append(Heard(time: world.clock.now, notice: notice, value: value))
    }
  }

  mutating func loseMemory() {}

  mutating func judge(_ world: borrowing World, by judge: inout PropertyChecker) {
    judge.sometimes(Property.heard, !heard.isEmpty)
  }

  func isSettled(_ world: borrowing World) -> Bool { store.isIdle }

  static func act(_ history: inout WorkloadGenerator, _ context: ModelContext) {
    var value: UInt64 = 1
    while history.hasTime {
      history.wait(about: 3 * Nanoseconds.second)
      value += 1
      history.add(history.stream.chance(1, in: 2) ? Event.write : .peerWrite, value)
      if history.stream.chance(1, in: 8) { history.add(Event.synchronize) }
    }
  }

  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&store, "store")
    // What it heard only grows, and is looked at by tests alone.
    visitor.derived("heard")
  }
}

private typealias NoteRun = WorldSimulation<NoteModel>

/// Goal: the store delivers what Apple's does, in any order and however late, and in the end every
/// device of an account has the value that arrived last.
@Suite struct SyncedStoreTests {
  private static let second = Nanoseconds.second

  /// Runs a plan to its end.
  private static func run(
    quota: SyncedStore.Quota? = nil, seed: UInt64 = 1, isCalm: Bool = true,
    _ write: (inout WorldPlan) -> Void
  ) -> NoteRun {
    var plan = WorldPlan(seed: seed, parameters: NoteModel.descriptor.defaultParameters)
    plan.add(.launch, at: 0)
    write(&plan)
    if isCalm { plan.add(.quiet, at: 200 * second) }
    var run = NoteRun(plan)
    if let quota { run.model = NoteModel(quota: quota) }
    finish(&run)
    return run
  }

  private static func finish(_ run: inout NoteRun) {
    while let event = run.next { run.apply(event) }
  }

  private static func kinds(_ run: NoteRun, on device: UInt8) -> [SyncedStore.Notice.Kind] {
    run.model.heard.filter { $0.notice.device == device }.map { $0.notice.kind }
  }

  @Test func writesReachTheOtherDevice() {
    let run = Self.run { $0.add(NoteModel.Event.write, 7, at: 10 * Self.second) }
    #expect(Self.kinds(run, on: 0) == [.uploaded])
    #expect(Self.kinds(run, on: 1) == [.changed(.serverChange)])
    #expect(run.model.store.words(forKey: 0, on: 1) == [7])
    #expect(run.model.store.cloudWords(forKey: 0, account: 0) == [7])
    #expect(run.model.store.cloudWords(forKey: 0, account: 1) == nil)
    #expect(run.isSettled)
  }

  /// A write before the first download is discarded if the cloud has another value.
  @Test func firstDownloadDiscardsEarlyWrites() {
    var discarded = 0
    for seed in UInt64(0)..<40 {
      let run = Self.run(seed: seed) {
        $0.add(NoteModel.Event.peerWrite, 5, at: 1)
        $0.add(NoteModel.Event.write, 6, at: 400 * Nanoseconds.millisecond)
      }
      let store = run.model.store
      #expect(store.words(forKey: 0, on: 0) == store.words(forKey: 0, on: 1))
      discarded += Self.kinds(run, on: 0).contains(.changed(.initialSyncChange)) ? 1 : 0
    }
    #expect((1..<40).contains(discarded))
  }

  /// What arrives while the process is dead is there at the next launch, without a notification.
  @Test func deadProcessesHearNothing() {
    let run = Self.run(isCalm: false) {
      $0.add(NoteModel.Event.write, 1, at: 10 * Self.second)
      $0.add(.kill, at: 10 * Self.second + 1)
      $0.add(NoteModel.Event.peerWrite, 2, at: 40 * Self.second)
      $0.add(.launch, at: 80 * Self.second)
    }
    #expect(Self.kinds(run, on: 0).isEmpty)
    #expect(Self.kinds(run, on: 1) == [.changed(.serverChange), .uploaded])
    #expect(run.model.store.words(forKey: 0, on: 0) == [2])
  }

  @Test func suspendedProcessesHearLater() {
    let run = Self.run(isCalm: false) {
      $0.add(.background, at: 8 * Self.second)
      $0.add(.suspend, at: 9 * Self.second)
      $0.add(NoteModel.Event.peerWrite, 3, at: 10 * Self.second)
      $0.add(.active, at: 90 * Self.second)
    }
    let heard = run.model.heard.filter { $0.notice.device == 0 }
    #expect(heard.map { $0.time } == [90 * Self.second])
    #expect(heard.map { $0.value } == [3])
  }

  @Test func accountsHaveValuesOfTheirOwn() {
    let run = Self.run {
      $0.add(NoteModel.Event.write, 4, at: 10 * Self.second)
      $0.add(NoteModel.Event.account, 0, 1, at: 30 * Self.second)
      $0.add(NoteModel.Event.write, 9, at: 40 * Self.second)
      $0.add(NoteModel.Event.account, 0, 0, at: 60 * Self.second)
    }
    #expect(
      Self.kinds(run, on: 0) == [
        .uploaded, .changed(.accountChange), .uploaded, .changed(.accountChange),
      ])
    #expect(run.model.heard.filter { $0.notice.device == 0 }.map { $0.value } == [4, 0, 9, 4])
    #expect(run.model.store.cloudWords(forKey: 0, account: 1) == [9])
    #expect(run.model.store.words(forKey: 0, on: 1) == [4])
  }

  @Test(arguments: [SyncedStore.Quota(bytes: 3), SyncedStore.Quota(keys: 0)])
  func quotaIsExceeded(quota: SyncedStore.Quota) {
    let run = Self.run(quota: quota) { $0.add(NoteModel.Event.write, 7, at: 10 * Self.second) }
    #expect(Self.kinds(run, on: 0).contains(.changed(.quotaViolationChange)))
    #expect(run.model.store.words(forKey: 0, on: 0) == [7])
    #expect(run.model.store.cloudWords(forKey: 0, account: 0) == nil)
  }

  /// An exchange ends within 2.5 s, but not before the cloud can be reached.
  @Test func synchronizeNeedsTheNetwork() throws {
    for isOnline in [true, false] {
      let run = Self.run {
        if !isOnline { $0.add(.offline, at: 9 * Self.second) }
        $0.add(NoteModel.Event.write, 7, at: 10 * Self.second)
        $0.add(NoteModel.Event.synchronize, at: 10 * Self.second)
        $0.add(.online, at: 60 * Self.second)
      }
      let time = try #require(run.model.heard.first { $0.notice.kind == .synchronized }?.time)
      #expect(isOnline ? time < 13 * Self.second : time == 60 * Self.second)
      #expect(run.model.store.cloudWords(forKey: 0, account: 0) == [7])
    }
  }

  @Test func unreachableDevicesCatchUp() throws {
    let run = Self.run {
      $0.add(NoteModel.Event.reach, 0, at: 8 * Self.second)
      $0.add(NoteModel.Event.write, 7, at: 10 * Self.second)
      $0.add(NoteModel.Event.reach, 1, at: 50 * Self.second)
    }
    let heard = try #require(run.model.heard.first { $0.notice.device == 1 })
    #expect(heard.time >= 50 * Self.second && heard.value == 7)
  }

  private static func drawn(_ seed: UInt64, _ faults: [WorldFault]) -> WorldPlan {
    var choice = FaultChoice()
    choice.isCertain = true
    choice.allowed = faults.reduce(0) { $0 | 1 << UInt64($1.rawValue) }
    return WorldPlan.drawn(
      NoteModel.self, seed: seed, parameters: NoteModel.descriptor.defaultParameters,
      activeNanoseconds: 300 * second, faults: choice)
  }

  private static let ownFaults = WorldFault.allCases.filter { $0.service == .syncedStore }

  /// Each kind is injected, and after faults have ended all devices have what the cloud has.
  @Test(arguments: WorldFault.allCases.filter { $0.service == .syncedStore })
  func faultsAreInjectedAndEnd(fault: WorldFault) {
    var strikes: UInt32 = 0
    for seed in UInt64(0)..<(Tier.isDebug ? 10 : 200) {
      var run = NoteRun(Self.drawn(seed, [fault]))
      Self.finish(&run)
      strikes += run.world.strikes[Int(fault.rawValue)]
      for other in Self.ownFaults where other != fault {
        #expect(run.world.strikes[Int(other.rawValue)] == 0)
      }
      let store = run.model.store
      #expect(run.isSettled)
      #expect(store.words(forKey: 0, on: 0) == store.cloudWords(forKey: 0, account: 0))
      #expect(store.words(forKey: 0, on: 1) == store.cloudWords(forKey: 0, account: 0))
    }
    #expect(strikes > 5)
  }

  /// Without faults a device never hears of the same value twice, nor before it can read it; each
  /// of these kinds makes that happen.
  @Test func duplicatesAndStaleReadsAreSeen() {
    for (fault, isSeen) in [
      (WorldFault.duplicateChange, true), (.staleRead, true), (.offline, false),
    ] {
      var again = 0
      for seed in UInt64(0)..<5 {
        var run = NoteRun(Self.drawn(seed, [fault]))
        Self.finish(&run)
        let heard = run.model.heard.filter {
          $0.notice.device == 1 && $0.notice.kind == .changed(.serverChange)
        }
        again += zip(heard, heard.dropFirst()).filter { $0.value == $1.value }.count
      }
      #expect((again > 0) == isSeen)
    }
  }

  /// An older write of a device arrives after a newer one only if writes may be reordered.
  @Test func reorderedWritesArriveLast() {
    var turns = [0, 0]
    for (index, faults) in [[], [WorldFault.reorderedSync]].enumerated() {
      for seed in UInt64(0)..<5 {
        var run = NoteRun(Self.drawn(seed, faults))
        var last: UInt32 = 0
        while let event = run.next {
          run.apply(event)
          // Values ascend in order of writing.
          let value = run.model.store.cloudWords(forKey: 0, account: 0)?.first ?? 0
          if value < last { turns[index] += 1 }
          last = value
        }
      }
    }
    #expect(turns[1] > turns[0])
  }

  /// Leaving out a write leaves the draws for all others as they were.
  @Test func leavingOutOneWriteShiftsNoDraw() {
    let plan = Self.drawn(3, [.partition, .syncQuota])
    func refused(_ plan: WorldPlan) -> Set<UInt32> {
      var run = NoteRun(plan)
      Self.finish(&run)
      return Set(
        run.model.heard.filter { $0.notice.kind == .changed(.quotaViolationChange) }
          .map { $0.value })
    }
    let all = refused(plan)
    #expect(!all.isEmpty)
    let writes = plan.actions.indices.filter { (64...65).contains(plan.actions[$0].code) }
    for index in writes.prefix(10) where !all.contains(UInt32(plan.actions[index].first)) {
      var smaller = plan
      let left = UInt32(smaller.actions.remove(at: index).first)
      // A write that the removed one would have replaced may be uploaded itself.
      let others = refused(smaller).symmetricDifference(all)
      #expect(others.allSatisfy { abs(Int32($0) - Int32(left)) < 4 })
    }
  }

  /// A state that is put into another run goes on as the first would have.
  @Test func restoredStoresGoOnAlike() throws {
    for seed in UInt64(0)..<(Tier.isDebug ? 2 : 20) {
      let plan = WorldPlan.drawn(
        NoteModel.self, seed: seed, parameters: NoteModel.descriptor.defaultParameters,
        activeNanoseconds: 60 * Self.second)
      var run = NoteRun(plan)
      var step = 0
      while let event = run.next {
        run.apply(event)
        step += 1
        if Tier.isDebug, step % 5 != 0 { continue }
        var (snapshot, backup) = (Snapshot(), Snapshot())
        snapshot.save(&run)
        var other = NoteRun(plan)
        try snapshot.restore(&other, savedTo: &backup)
        #expect(other.next == run.next)
        #expect(StateDifference.between(&other, &run, limit: 3).isEmpty)
      }
      #expect(run.isSettled)
    }
  }
}
