import SimbenchKit

/// The oracle of SelfieCam's settings: it keeps its own table of premium values, its own sliders
/// and its own times, and compares records as words.
package struct SelfieOracle: Equatable, Sendable, StateFields {
  /// The record before the app handled the event or notification.
  private var before = SelfieRecord()
  /// The settings that this event may change, one bit each.
  private var allowed: UInt32 = 0
  /// Whether the event writes pending sliders.
  private var isFlush = false
  /// The event's setting if it is to be written at once; 99 for none.
  private var edited: UInt32 = 99
  private var editedValue: UInt32 = 0
  private var isSliderTimer = false
  /// The words that the synced store has when a notification comes.
  private var read: SelfieRecord?

  /// The positions of sliders not written yet, which ones, and the time of the last change.
  private var sliders: [UInt32] = [0, 0, 0]
  private var pending: UInt32 = 0
  private var slidAt: UInt64 = 0
  /// The settings with which the capture began.
  private var begun: UInt64 = 0
  private var isCounting = false
  /// When Sync Now was pressed; `.max` if it is not under way.
  private var syncAt = UInt64.max
  private var hasGivenUp = false
  private var activeAt: UInt64 = 0
  private var lastSync: UInt32 = 0
  private var isQuotaExceeded = false
  /// The checksums of the file that is durable, and of the last one that was being saved.
  private var durable: UInt32 = 0
  private var staged: UInt32 = 0
  private var hasDurable = false
  /// When quiet was first seen; `.max` before.
  private var quietAt = UInt64.max
  /// Violations and reached goals since the last check: one bit per property.
  private var broken: UInt64 = 0
  private var reached: UInt64 = 0

  /// The time after which three rounds are over once faults have ended: a round takes 6 s at most,
  /// and what was under way arrives within 3 s.
  private static var roundsSpan: UInt64 { 30 * Nanoseconds.second }

  init() {}

  private mutating func expect(_ holds: Bool, _ property: SelfieProperty) {
    if !holds { broken |= 1 &<< UInt64(property.rawValue) }
  }

  private mutating func reach(_ property: SelfieProperty, _ isReached: Bool = true) {
    if isReached { reached |= 1 &<< UInt64(property.rawValue) }
  }

  /// What applies in place of a stored value without Pro, from the product's table.
  private static func free(_ place: Int, _ value: UInt32) -> UInt32 {
    switch place {
    case 0: value < 2 ? value : 0
    case 1: value < 2 ? value : 0
    case 2...7: 0
    case 16: 0xFF_FFFF
    default: value
    }
  }

  /// Whether a user may set a value without Pro, from the product's table.
  private static func isFree(_ place: UInt64, _ value: UInt64) -> Bool {
    switch place {
    case 0, 1: value < 2
    case 2: value == 0
    case 3...7, 16: false
    default: true
    }
  }

  // MARK: - Events

  /// Observes that the process ends.
  mutating func processEnds() {
    (pending, syncAt, isCounting) = (0, .max, false)
    (lastSync, isQuotaExceeded, hasGivenUp) = (0, false, false)
  }

  /// Observes an event before the app handles it.
  mutating func begin(
    _ event: WorldEvent, _ app: SelfieApp, hasPro: Bool, _ world: borrowing World
  ) {
    before = app.device.record
    (allowed, isFlush, edited, isSliderTimer) = (0, false, 99, false)
    if world.isQuiet, quietAt == .max { quietAt = world.clock.now }
    switch event.common {
    case .launch:
      activeAt = world.clock.now
      allowed = .max
    case .active, .quiet: activeAt = world.clock.now
    case .inactive, .background, .suspend:
      isFlush = true
      reach(.sliderFlushed, pending != 0)
    default: break
    }
    guard app.isOpen, let own = event.own(SelfieEvent.self) else { return finishBegin() }
    switch own {
    case .set: beginSet(event, hasPro: hasPro, world)
    case .sliders: (isSliderTimer, isFlush) = (true, true)
    case .syncNow:
      isFlush = true
      if syncAt == .max { (syncAt, hasGivenUp) = (world.clock.now, false) }
    case .pro: reach(.lossInCountdown, isCounting && hasPro && event.first == 0)
    default: break
    }
    finishBegin()
  }

  private mutating func finishBegin() {
    if isFlush { allowed |= pending }
  }

  private mutating func beginSet(
    _ event: WorldEvent, hasPro: Bool, _ world: borrowing World
  ) {
    let (place, value) = (event.first, UInt32(truncatingIfNeeded: event.second))
    guard hasPro || Self.isFree(place, event.second) else { return reach(.locked) }
    let bit: UInt32 = 1 &<< UInt32(place)
    allowed |= bit
    guard place >= 14 else {
      (edited, editedValue, isFlush) = (UInt32(place), value, true)
      return reach(.takenAlong, pending != 0)
    }
    let slider = Int(place) - 14
    let current = pending & bit == 0 ? before.settings.values[Int(place)] : sliders[slider]
    guard current != value else { return }
    (sliders[slider], slidAt) = (value, world.clock.now)
    pending |= bit
  }

  /// Observes the app after an event.
  mutating func note(
    _ event: WorldEvent, _ app: SelfieApp, _ store: borrowing SyncedStore, hasPro: Bool,
    _ world: borrowing World
  ) {
    for effect in world.effects {
      guard let own = effect.own(SelfieEffect.self) else { continue }
      note(own, effect, event, app, store, hasPro: hasPro, world)
    }
    if event.common != .launch { compare(app, allowed) }
    guard app.isOpen else { return }
    if isFlush {
      for slider in 0..<3 where pending & 1 &<< UInt32(14 + slider) != 0 {
        let value = app.device.record.settings.values[14 + slider]
        expect(value == sliders[slider], isSliderTimer ? .sliderWrite : .writtenAtOnce)
        if value == sliders[slider] { pending &= ~(1 &<< UInt32(14 + slider)) }
      }
    }
    if edited < 14 {
      expect(app.device.record.settings.values[Int(edited)] == editedValue, .writtenAtOnce)
      if app.device.record != before {
        expect(
          store.holds(app.device.record.words, forKey: SelfieDevice.key, on: 0), .writtenAtOnce)
      }
    }
    if pending != 0 { expect(world.clock.now <= slidAt &+ 300_000_000, .sliderWrite) }
  }

  /// Compares the record with that before.
  private mutating func compare(_ app: SelfieApp, _ allowed: UInt32) {
    let record = app.device.record
    guard app.isOpen, record != before else { return }
    for place in 0..<17 where allowed & 1 &<< UInt32(place) == 0 {
      expect(
        record.settings.values[place] == before.settings.values[place]
          && record.stamps[place] == before.stamps[place], .storedKept)
    }
  }

  private mutating func note(
    _ own: SelfieEffect, _ effect: World.Effect, _ event: WorldEvent, _ app: SelfieApp,
    _ store: borrowing SyncedStore, hasPro: Bool, _ world: borrowing World
  ) {
    switch own {
    case .opens: open(app, store, world)
    case .settles: if staged != 0 { (durable, hasDurable) = (staged, true) }
    case .saves:
      if staged != 0 { (durable, hasDurable) = (staged, true) }
      guard app.file.isIdle, let words = world.disk.read(SelfieFile.name) else { break }
      // Nothing has changed since the save began: the file has what is stored.
      expect(words.dropFirst(3).dropLast().elementsEqual(app.device.record.words), .storedKept)
    case .savesNot: reach(.savedNot)
    case .writes: noteWrite(effect, world)
    case .begins:
      // What applies after this event applied before it too: pressing changes no setting.
      begun = table(app, hasPro: hasPro).captured
      isCounting = effect.first > 0
    case .captures:
      isCounting = false
      expect(effect.first == begun, .begunKept)
    case .cancels: isCounting = false
    case .synced: syncAt = .max
    case .givesUp:
      expect(world.clock.now &- syncAt >= 10 * Nanoseconds.second, .syncLimit)
      (syncAt, hasGivenUp) = (.max, true)
      reach(.syncGivesUp)
    case .refuses, .warns, .peerWrites: break
    }
  }

  private mutating func noteWrite(_ effect: World.Effect, _ world: borrowing World) {
    let written = UInt32(truncatingIfNeeded: effect.second) &>> 14
    guard effect.first == 0, written != 0 else { return }
    let isOnTime = !isSliderTimer || world.clock.now == slidAt &+ 300_000_000
    expect(isFlush && isOnTime && written & ~(pending &>> 14) == 0, .sliderWrite)
  }

  // MARK: - Launches

  /// Checks what a launch has read and merged.
  private mutating func open(
    _ app: SelfieApp, _ store: borrowing SyncedStore, _ world: borrowing World
  ) {
    let words = world.disk.read(SelfieFile.name)
    let cloud = store.words(forKey: SelfieDevice.key, on: 0)
    guard let words else {
      staged = 0
      return expect(!hasDurable, .fileWhole)
    }
    let count = 3 + 1 + 2 * 17
    guard words.count == count + 1, CRC32.of(words[..<count]) == words[count] else {
      return expect(false, .fileWhole)
    }
    expect(words[count] == staged || hasDurable && words[count] == durable, .fileWhole)
    staged = words[count]
    lastSync = words[2]
    let filed = Array(words[3..<count])
    if words[1] != UInt32(store.account(on: 0)) {
      reach(.accountAtLaunch)
      if let cloud { expect(app.device.record.words == cloud, .accountTaken) }
    } else {
      reach(.relaunchMerge, app.device.record.words != filed)
    }
  }

  // MARK: - Notifications

  /// Observes a notification before the app handles it.
  mutating func begin(
    _ notice: SyncedStore.Notice, _ app: SelfieApp, _ store: borrowing SyncedStore
  ) {
    before = app.device.record
    read = store.words(forKey: SelfieDevice.key, on: 0).flatMap { SelfieRecord($0) }
  }

  /// Observes the app after a notification.
  mutating func note(
    _ notice: SyncedStore.Notice, _ app: SelfieApp, _ store: borrowing SyncedStore,
    _ world: borrowing World
  ) {
    guard app.isOpen else { return }
    let second = UInt32(truncatingIfNeeded: world.clock.wall / 1_000_000_000)
    switch notice.kind {
    case .uploaded: (lastSync, isQuotaExceeded) = (second, false)
    case .synchronized: reach(hasGivenUp && syncAt == .max ? .lateSync : .synced)
    case .changed(.quotaViolationChange):
      isQuotaExceeded = true
      reach(.quota)
      compare(app, 0)
    case .changed(.accountChange):
      lastSync = second
      reach(.accountChange)
      if let read { expect(app.device.record == read, .accountTaken) }
      reach(.newAccount, read == nil && before.isEdited)
    case .changed(.serverChange), .changed(.initialSyncChange):
      reach(.discarded, notice.kind == .changed(.initialSyncChange))
      lastSync = second
      compareRead(app)
    }
    if case .synchronized = notice.kind { syncAt = .max }
  }

  /// Every setting is that from before or the one read.
  private mutating func compareRead(_ app: SelfieApp) {
    guard let read else { return compare(app, 0) }
    let record = app.device.record
    var (isTaken, isKept) = (false, false)
    for place in 0..<17 {
      let value = (record.settings.values[place], record.stamps[place])
      let own = (before.settings.values[place], before.stamps[place])
      let other = (read.settings.values[place], read.stamps[place])
      expect(value == own || value == other, .storedKept)
      if own != other { if value == own { isKept = true } else { isTaken = true } }
    }
    reach(.mergeConflict, isTaken && isKept)
    reach(.readTwice, !isTaken && !isKept)
  }

  // MARK: - After the step

  private func table(_ app: SelfieApp, hasPro: Bool) -> SelfieSettings {
    var settings = app.device.record.settings
    for slider in 0..<3 where pending & 1 &<< UInt32(14 + slider) != 0 {
      settings.values[14 + slider] = sliders[slider]
    }
    guard !hasPro else { return settings }
    for place in 0..<17 { settings.values[place] = Self.free(place, settings.values[place]) }
    return settings
  }

  /// Observes the app and the other device after a step.
  mutating func end(
    _ app: SelfieApp, _ peer: SelfieDevice, _ store: borrowing SyncedStore, hasPro: Bool,
    _ world: borrowing World
  ) {
    if let checksum = app.file.stagedChecksum { staged = checksum }
    if quietAt != .max, world.clock.now > quietAt &+ Self.roundsSpan {
      for effect in world.effects {
        let own = effect.own(SelfieEffect.self)
        expect(own != .writes && own != .peerWrites, .silent)
      }
    }
    guard app.isOpen else { return }
    let settings = table(app, hasPro: hasPro)
    expect(app.shown == settings, .effective)
    reach(.premiumKept, !hasPro && app.device.record.settings != settings && pending == 0)
    expect(app.lastSync == lastSync, .lastSync)
    expect(app.isQuotaExceeded == isQuotaExceeded, .quotaShown)
    guard world.process == .active else { return }
    if syncAt != .max {
      // A timer due while the app was suspended comes with its activation.
      let limit = max(syncAt &+ 10 * Nanoseconds.second, activeAt)
      expect(world.clock.now <= limit, .syncLimit)
    }
    if store.isIdle, store.account(on: 0) == store.account(on: 1) {
      expect(app.device.record == peer.record, .identical)
    }
  }

  /// Reports to the checker which properties hold after an event.
  mutating func judge(by judge: inout PropertyChecker) {
    judge.tell(broken: broken, reached: reached)
    (broken, reached) = (0, 0)
  }

  /// Visits every field except those of one step, and violations and reached goals, which the
  /// checker receives.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  package mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.field(&sliders, "sliders")
    visitor.field(&pending, "pending")
    visitor.field(&slidAt, "slidAt")
    visitor.field(&begun, "begun")
    visitor.field(&isCounting, "isCounting")
    visitor.field(&syncAt, "syncAt")
    visitor.field(&hasGivenUp, "hasGivenUp")
    visitor.field(&activeAt, "activeAt")
    visitor.field(&lastSync, "lastSync")
    visitor.field(&isQuotaExceeded, "isQuotaExceeded")
    visitor.field(&durable, "durable")
    visitor.field(&staged, "staged")
    visitor.field(&hasDurable, "hasDurable")
    visitor.field(&quietAt, "quietAt")
    visitor.derived("before")
    visitor.derived("allowed")
    visitor.derived("isFlush")
    visitor.derived("edited")
    visitor.derived("editedValue")
    visitor.derived("isSliderTimer")
    visitor.derived("read")
    if visitor.derived("broken") { broken = 0 }
    if visitor.derived("reached") { reached = 0 }
  }
}
