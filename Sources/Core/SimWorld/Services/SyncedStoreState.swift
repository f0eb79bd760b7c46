import SimMath
import SimRuntime

/// A value of a synced store, which shares its words with its other copies.
struct SyncedValue: Sendable, StateFields {
  private(set) var isPresent = false
  private(set) var count: UInt32 = 0
  /// The words, filled up with zeros.
  private var words: [UInt32]
  /// The number of arrivals in the cloud.
  var version: UInt32 = 0

  /// An absent value.
  init(wordLimit: UInt32) { words = Array(repeating: 0, count: Int(wordLimit)) }

  init(_ content: [UInt32]?, wordLimit: UInt32, version: UInt32) {
    self.version = version
    guard let content else {
      words = Array(repeating: 0, count: Int(wordLimit))
      return
    }
    (isPresent, count) = (true, UInt32(content.count))
    words = content
    if words.count < Int(wordLimit) {
      words.append(contentsOf: repeatElement(0, count: Int(wordLimit) - words.count))
    }
  }

  var content: [UInt32]? { isPresent ? Array(words[..<Int(count)]) : nil }

  func holds(_ content: [UInt32]) -> Bool {
    isPresent && content.count == Int(count) && words[..<Int(count)].elementsEqual(content)
  }

  /// Whether both have the same words, whatever their versions.
  func equals(_ other: SyncedValue) -> Bool {
    guard isPresent == other.isPresent, count == other.count else { return false }
    // Arrays that share their storage compare in constant time; the rest of both is zero.
    return !isPresent || words == other.words
  }

  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.field(&version, "version")
    visitor.field(&isPresent, "isPresent")
    visitor.field(&count, in: 0...UInt32(words.count), "count")
    let isPresent = isPresent
    visitor.when(isPresent) { $0.field(&words, "words") }
  }
}

/// A value on its way to the cloud.
struct SyncedUpload: Sendable, StateFields {
  /// When it arrives; `.max` if nothing is on its way.
  var due = UInt64.max
  var value: SyncedValue
  var identity: UInt64 = 0
  /// Whether the cloud will reject it.
  var isRefused = false

  init(_ value: SyncedValue) { self.value = value }

  var isPending: Bool { due != .max }

  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.field(&due, "due")
    let isPending = isPending
    visitor.when(isPending) { visitor in
      visitor.field(&value, "value")
      visitor.field(&identity, "identity")
      visitor.field(&isRefused, "isRefused")
    }
  }
}

/// A device's copy of a value.
struct SyncedCopy: Sendable, StateFields {
  /// The value; its version is that of the cloud's value seen last.
  var local: SyncedValue
  /// The value on its way, and a newer one that overtakes it.
  var first: SyncedUpload
  var second: SyncedUpload
  /// When the cloud's value arrives; `.max` for none.
  var download = UInt64.max
  /// The write that the download follows.
  var cause: UInt64 = 0
  /// Whether the notification precedes the value, which then takes longer by `lag`.
  var lag: UInt64 = 0
  /// Whether the notification arrives twice.
  var isDoubled = false
  /// Whether the cloud has rejected the value.
  var isUnsent = false

  init(_ value: SyncedValue) {
    local = value
    first = SyncedUpload(value)
    second = first
  }

  var isUploading: Bool { first.isPending || second.isPending }
  var isIdle: Bool { !isUploading && download == .max && !isUnsent }

  /// Makes what is on its way arrive by `latest`, without faults.
  mutating func hasten(by latest: UInt64) {
    (lag, first.isRefused, second.isRefused) = (0, false, false)
    if first.isPending { first.due = min(first.due, latest) }
    if second.isPending { second.due = min(second.due, latest) }
    if download != .max { download = min(download, latest) }
  }

  /// Drops what is on its way.
  mutating func clear() {
    (first.due, second.due, download, isUnsent) = (.max, .max, .max, false)
    (lag, isDoubled) = (0, false)
  }

  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.field(&local, "local")
    visitor.field(&first, "first")
    visitor.field(&second, "second")
    visitor.field(&download, "download")
    visitor.field(&cause, "cause")
    visitor.field(&lag, "lag")
    visitor.field(&isDoubled, "isDoubled")
    visitor.field(&isUnsent, "isUnsent")
  }
}

/// A device of a synced store.
struct SyncedDevice: Sendable, StateFields {
  var account: UInt8 = 0
  /// When the first download arrives; `.max` before it was planned and after it.
  var initialDue = UInt64.max
  var hasSynced = false
  /// When a partition ends.
  var reachableAt: UInt64 = 0
  /// Whether an external event has disconnected it.
  var isCutOff = false
  /// When the account changes, to which one, and for how long: 0 permanently.
  private(set) var accountDue = UInt64.max
  private(set) var nextAccount: UInt8 = 0
  private(set) var accountSpan: UInt64 = 0
  /// When the exchange that the app asked for is complete.
  var syncDue = UInt64.max
  /// When keys are reported as changed for a second time.
  private(set) var repeatDue = UInt64.max
  private var repeatKeys: UInt32 = 0
  /// Pending notifications: the keys per reason, one bit each.
  private var changed: [UInt32] = Array(repeating: 0, count: 4)
  private var uploaded: UInt32 = 0
  private var isSynchronized = false

  var isIdle: Bool {
    hasSynced && accountDue == .max && syncDue == .max && repeatDue == .max && !hasNotice
  }

  /// Makes what is overdue happen from now on, not in the past.
  mutating func reconnect(at time: UInt64) { reachableAt = max(reachableAt, time) }

  // MARK: - The account

  mutating func plan(_ account: UInt8, at time: UInt64, for span: UInt64 = 0) {
    (accountDue, nextAccount, accountSpan) = (time, account, span)
  }

  /// Changes the account, and plans the way back if the change is for a while.
  mutating func takeAccount(at time: UInt64) {
    let old = account
    account = nextAccount
    if accountSpan > 0 { plan(old, at: time &+ accountSpan) } else { accountDue = .max }
    accountSpan = 0
  }

  /// Ends a change for a while: one not begun is dropped, one begun ends by `latest`.
  mutating func endDetour(by latest: UInt64) {
    if accountSpan > 0 { (accountDue, accountSpan) = (.max, 0) }
    if accountDue != .max { accountDue = min(accountDue, latest) }
  }

  // MARK: - Notifications

  var hasNotice: Bool {
    (changed[0] | changed[1] | changed[2] | changed[3] | uploaded) != 0 || isSynchronized
  }

  mutating func note(_ reason: SyncedStore.ChangeReason, _ keys: UInt32) {
    changed[Int(reason.rawValue)] |= keys
  }

  mutating func noteUpload(_ keys: UInt32) { uploaded |= keys }
  mutating func noteExchange() { isSynchronized = true }

  mutating func planRepeat(_ keys: UInt32, at time: UInt64) {
    repeatKeys |= keys
    repeatDue = min(repeatDue, time)
  }

  mutating func repeatNow() {
    note(.serverChange, repeatKeys)
    (repeatDue, repeatKeys) = (.max, 0)
  }

  mutating func dropNotices() {
    for index in changed.indices { changed[index] = 0 }
    (uploaded, isSynchronized) = (0, false)
  }

  mutating func takeNotice(_ device: UInt8) -> SyncedStore.Notice? {
    for reason in SyncedStore.ChangeReason.allCases.reversed() {
      let keys = changed[Int(reason.rawValue)]
      guard keys != 0 else { continue }
      changed[Int(reason.rawValue)] = 0
      return SyncedStore.Notice(device: device, kind: .changed(reason), keys: keys)
    }
    if uploaded != 0 {
      let keys = uploaded
      uploaded = 0
      return SyncedStore.Notice(device: device, kind: .uploaded, keys: keys)
    }
    guard isSynchronized else { return nil }
    isSynchronized = false
    return SyncedStore.Notice(device: device, kind: .synchronized, keys: 0)
  }

  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.field(&account, in: 0...SyncedStore.accountCount - 1, "account")
    visitor.field(&initialDue, "initialDue")
    visitor.field(&hasSynced, "hasSynced")
    visitor.field(&reachableAt, "reachableAt")
    visitor.field(&isCutOff, "isCutOff")
    visitor.field(&accountDue, "accountDue")
    visitor.field(&nextAccount, in: 0...SyncedStore.accountCount - 1, "nextAccount")
    visitor.field(&accountSpan, "accountSpan")
    visitor.field(&syncDue, "syncDue")
    visitor.field(&repeatDue, "repeatDue")
    visitor.field(&repeatKeys, "repeatKeys")
    visitor.field(&changed, "changed")
    visitor.field(&uploaded, "uploaded")
    visitor.field(&isSynchronized, "isSynchronized")
  }
}
