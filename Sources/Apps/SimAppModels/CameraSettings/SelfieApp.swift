import SimbenchKit

/// The in-memory state of SelfieCam's settings and their event handling.
package struct SelfieApp: Equatable, Sendable, StateFields {
  /// A state of the shutter.
  package enum Shutter: UInt8, Sendable {
    /// Ready.
    case ready
    /// The self-timer counts down.
    case counting
    /// A photo is being taken.
    case capturing
  }

  /// The delay of a slider's write after its last change.
  package static var sliderDelay: UInt64 { 300 * Nanoseconds.millisecond }
  /// The time after which Sync Now gives up.
  package static var syncLimit: UInt64 { 10 * Nanoseconds.second }
  /// The delays of the self-timer in seconds.
  package static var countdowns: [UInt64] { [0, 3, 5, 10] }

  /// Whether the settings have been read.
  package private(set) var isOpen = false
  /// The settings and what syncs them.
  package private(set) var device: SelfieDevice
  /// The file with the settings.
  package private(set) var file: SelfieFile
  /// The positions of sliders whose changes are not written yet, and which ones these are.
  private var sliders: [UInt32] = [0, 0, 0]
  private var pending: UInt32 = 0
  private var slidAt: UInt64 = 0
  /// The settings that apply.
  package private(set) var shown = SelfieSettings()
  /// The state of the shutter.
  package private(set) var shutter = Shutter.ready
  /// The settings with which the countdown or capture began.
  private var begun = SelfieSettings()
  private var capture: UInt32 = 0
  /// Whether Sync Now is under way.
  package private(set) var isSyncing = false
  private var syncCount: UInt32 = 0
  /// The time of the last acknowledged write or merged read in seconds of UTC; 0 for none.
  package private(set) var lastSync: UInt32 = 0
  /// Whether a message says that the cloud has no space.
  package private(set) var isQuotaExceeded = false
  private let plantedBug: SelfieBug?

  init(plantedBug: SelfieBug?) {
    self.plantedBug = plantedBug
    device = SelfieDevice(0, plantedBug: plantedBug)
    file = SelfieFile(plantedBug: plantedBug)
  }

  /// Whether nothing is pending.
  var isIdle: Bool {
    isOpen && pending == 0 && shutter == .ready && !isSyncing && file.isIdle
  }

  /// Handles an event.
  mutating func apply(
    _ event: WorldEvent, hasPro: Bool, _ store: inout SyncedStore, in world: inout World
  ) {
    if let common = event.common { return applyCommon(common, event, &store, in: &world) }
    guard let own = event.own(SelfieEvent.self), isOpen else { return }
    switch own {
    case .set: set(event, hasPro: hasPro, &store, in: &world)
    case .shutter: press(in: &world)
    case .syncNow: syncNow(event.identity, &store, in: &world)
    case .sliders: flush(event.identity, &store, in: &world)
    case .countdown: if isCurrent(event, .counting) { expose(in: &world) }
    case .captured:
      guard isCurrent(event, .capturing) else { return }
      shutter = .ready
      if plantedBug == .fallbackWritten, !hasPro, begun.isLavish { device.writeFallback() }
    case .giveUp:
      guard isSyncing, event.first == UInt64(syncCount) else { return }
      isSyncing = false
      world.note(SelfieEffect.givesUp)
    case .retry: if file.isDue { save(event.first, in: &world) }
    case .pro, .peerSet, .account, .reach, .news: break
    }
  }

  private func isCurrent(_ event: WorldEvent, _ state: Shutter) -> Bool {
    shutter == state && event.first == UInt64(capture)
  }

  private mutating func applyCommon(
    _ common: WorldEvent.Code, _ event: WorldEvent, _ store: inout SyncedStore,
    in world: inout World
  ) {
    switch common {
    case .launch: open(event.identity, &store, in: &world)
    case .disk: finish(event, in: &world)
    case .inactive, .background, .suspend:
      guard isOpen else { return }
      if plantedBug != .flushForgotten || pending.nonzeroBitCount < 2 {
        flush(event.identity, &store, in: &world)
      }
      guard shutter == .counting else { return }
      shutter = .ready
      world.cancel(SelfieEvent.countdown)
      world.note(SelfieEffect.cancels)
    default: break
    }
  }

  /// Determines the settings that apply; a running countdown or capture keeps its own.
  mutating func refresh(hasPro: Bool) {
    for place in shown.values.indices {
      guard let field = SelfieField(rawValue: UInt8(place)) else { continue }
      let isLeaking = plantedBug == .hdrAutoLeaks && field == .hdr && hasManyPremium
      shown.values[place] = field.effective(current(field), hasPro: hasPro || isLeaking)
    }
  }

  /// Whether many premium values are stored; used by planted bugs.
  private var hasManyPremium: Bool {
    let settings = device.record.settings
    return settings.isLavish && settings[.color] == 6
  }

  // MARK: - Edits

  /// The value of a setting as its control shows it.
  private func current(_ field: SelfieField) -> UInt32 {
    pending & field.bit == 0
      ? device.record.settings[field] : sliders[Int(field.rawValue) - SelfieField.plainCount]
  }

  private mutating func set(
    _ event: WorldEvent, hasPro: Bool, _ store: inout SyncedStore, in world: inout World
  ) {
    let value = UInt32(truncatingIfNeeded: event.second)
    guard let field = SelfieField(rawValue: UInt8(truncatingIfNeeded: event.first)),
      field.accepts(value, hasPro: hasPro)
    else { return world.note(SelfieEffect.refuses, event.first) }
    if field.isSlider { return slide(field, value, event.identity, &store, in: &world) }
    var edited = commit(in: &world)
    if device.edit(field, value, wall: world.clock.wall) { edited |= field.bit }
    if edited != 0 { write(edited, isBack: false, event.identity, &store, in: &world) }
  }

  private mutating func slide(
    _ field: SelfieField, _ value: UInt32, _ identity: UInt64, _ store: inout SyncedStore,
    in world: inout World
  ) {
    guard current(field) != value else { return }
    sliders[Int(field.rawValue) - SelfieField.plainCount] = value
    pending |= field.bit
    let isFirst = world.clock.now &- slidAt > Self.sliderDelay
    slidAt = world.clock.now
    world.cancel(SelfieEvent.sliders)
    if plantedBug == .leadingEdge, isFirst, isSyncing, shutter == .counting, isQuotaExceeded {
      return flush(identity, &store, in: &world)
    }
    world.startTimer(after: Self.sliderDelay, SelfieEvent.sliders)
  }

  /// Takes pending sliders into the record.
  ///
  /// - Returns: those that have changed.
  private mutating func commit(in world: inout World) -> UInt32 {
    guard pending != 0 else { return 0 }
    var edited: UInt32 = 0
    for place in SelfieField.plainCount..<SelfieField.count {
      guard let field = SelfieField(rawValue: UInt8(place)), pending & field.bit != 0 else {
        continue
      }
      let value = sliders[place - SelfieField.plainCount]
      if device.edit(field, value, wall: world.clock.wall) { edited |= field.bit }
    }
    pending = 0
    world.cancel(SelfieEvent.sliders)
    return edited
  }

  private mutating func flush(
    _ identity: UInt64, _ store: inout SyncedStore, in world: inout World
  ) {
    let edited = commit(in: &world)
    if edited != 0 { write(edited, isBack: false, identity, &store, in: &world) }
  }

  private mutating func write(
    _ edited: UInt32, isBack: Bool, _ identity: UInt64, _ store: inout SyncedStore,
    in world: inout World
  ) {
    device.write(&store, identity, in: &world)
    world.note(SelfieEffect.writes, isBack ? 1 : 0, UInt64(edited))
    save(identity, in: &world)
  }

  // MARK: - The file

  private mutating func open(
    _ identity: UInt64, _ store: inout SyncedStore, in world: inout World
  ) {
    let account = store.account(on: 0)
    if let content = file.open(identity, in: &world) {
      device.load(content.record, account: content.account)
      lastSync = content.lastSync
    } else {
      device.load(SelfieRecord(), account: account)
    }
    isOpen = true
    world.note(SelfieEffect.opens)
    let words = store.words(forKey: SelfieDevice.key, on: 0)
    follow(
      device.account == account ? device.merge(words) : device.takeAccount(account, words),
      identity, &store, in: &world)
  }

  private mutating func save(_ identity: UInt64, in world: inout World) {
    var record = device.record
    if plantedBug == .fallbackSaved, shown != record.settings, hasManyPremium {
      record.gateStored()
    }
    let content = SelfieFile.Content(record, account: device.account, lastSync: lastSync)
    file.save(content, identity, in: &world)
  }

  private mutating func finish(_ event: WorldEvent, in world: inout World) {
    switch file.finish(event, in: &world) {
    case .unfinished: return
    case .settled: world.note(SelfieEffect.settles)
    case .replaced: world.note(SelfieEffect.saves)
    case .failed: return world.note(SelfieEffect.savesNot)
    }
    if file.isDue { save(event.identity, in: &world) }
  }

  // MARK: - The cloud

  private mutating func syncNow(
    _ identity: UInt64, _ store: inout SyncedStore, in world: inout World
  ) {
    let wasSliding = pending != 0
    flush(identity, &store, in: &world)
    guard !isSyncing else { return }
    isSyncing = true
    syncCount += 1
    store.synchronize(on: 0, identity: identity, in: &world)
    if plantedBug == .lastSyncAtStart, isQuotaExceeded, shutter == .counting { noteSync(world) }
    if plantedBug != .syncWaits || shutter != .counting || !wasSliding {
      world.startTimer(after: Self.syncLimit, SelfieEvent.giveUp, UInt64(syncCount))
    }
  }

  private mutating func noteSync(_ world: borrowing World) {
    lastSync = UInt32(truncatingIfNeeded: world.clock.wall / 1_000_000_000)
  }

  private mutating func follow(
    _ outcome: SelfieDevice.Outcome, _ identity: UInt64, _ store: inout SyncedStore,
    in world: inout World
  ) {
    if outcome.mustWrite {
      write(outcome.kept, isBack: true, identity, &store, in: &world)
    } else if outcome.taken != 0 {
      save(identity, in: &world)
    }
  }

  /// Handles a notification of the synced store.
  mutating func hear(
    _ notice: SyncedStore.Notice, _ identity: UInt64, _ store: inout SyncedStore,
    in world: inout World
  ) {
    guard isOpen else { return }
    if plantedBug == .initialSyncIgnored, notice.kind == .changed(.initialSyncChange) {
      return noteSync(world)
    }
    if let outcome = device.read(notice, store) {
      noteSync(world)
      return follow(outcome, identity, &store, in: &world)
    }
    switch notice.kind {
    case .uploaded:
      noteSync(world)
      isQuotaExceeded = false
    case .synchronized:
      guard isSyncing else { return }
      isSyncing = false
      world.cancel(SelfieEvent.giveUp)
      world.note(SelfieEffect.synced)
    case .changed:
      isQuotaExceeded = plantedBug != .quotaHidden || !isSyncing
      world.note(SelfieEffect.warns)
    }
  }

  // MARK: - The shutter

  private mutating func press(in world: inout World) {
    guard shutter == .ready else { return }
    begun = shown
    capture += 1
    let seconds = Self.countdowns[Int(begun[.timer] & 3)]
    world.note(SelfieEffect.begins, seconds)
    guard seconds > 0 else { return expose(in: &world) }
    shutter = .counting
    world.startTimer(
      after: seconds * Nanoseconds.second, SelfieEvent.countdown, UInt64(capture))
  }

  private mutating func expose(in world: inout World) {
    if plantedBug == .lossInCountdown, begun.isLavish { begun = shown }
    shutter = .capturing
    // Several exposures take longer.
    let time: UInt64 = begun[.hdr] == 0 ? 300 : 900
    world.startTimer(
      after: time * Nanoseconds.millisecond, SelfieEvent.captured, UInt64(capture))
    world.note(SelfieEffect.captures, begun.captured)
  }

  // MARK: - State

  /// Visits every field except the bug, which is part of the plan.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  package mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.field(&isOpen, "isOpen")
    visitor.field(&device, "device")
    visitor.field(&file, "file")
    visitor.field(&sliders, "sliders")
    visitor.field(&pending, "pending")
    visitor.field(&slidAt, "slidAt")
    visitor.field(&shown, "shown")
    visitor.field(&shutter, "shutter")
    visitor.field(&begun, "begun")
    visitor.field(&capture, "capture")
    visitor.field(&isSyncing, "isSyncing")
    visitor.field(&syncCount, "syncCount")
    visitor.field(&lastSync, "lastSync")
    visitor.field(&isQuotaExceeded, "isQuotaExceeded")
    visitor.derived("plantedBug")
  }
}
