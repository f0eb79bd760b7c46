import SimMath
import SimRuntime

/// A key-value store that the system syncs between a user's devices, like
/// `NSUbiquitousKeyValueStore`.
///
/// Every device has a copy, which `set` changes at once. The system uploads it later; the cloud
/// keeps the value that arrives last, and each other device downloads it and is notified. All of
/// this continues while the app's process is suspended or dead. Device 0 is the app's; the others
/// are those of a model's other instances, or of its external events.
///
///     mutating func apply(_ event: WorldEvent, in world: inout World) {
///       store.advance(in: &world)  // Before all else.
///       // Handle the event: read with `words`, write with `set`.
///       while let notice = store.nextNotice(in: world) {
///         // Read what has changed on `notice.device`.
///       }
///     }
///
/// The store is a field of the model and survives `loseMemory`. Its draws are keyed by the identity
/// of the write that they concern.
public struct SyncedStore: Sendable, StateFields {
  /// Why values have changed from outside of the app.
  public enum ChangeReason: UInt8, CaseIterable, Sendable {
    /// Another device has changed them.
    case serverChange
    /// The first download has replaced values that were set before.
    case initialSyncChange
    /// The cloud has rejected values for lack of space; the local copy keeps them.
    case quotaViolationChange
    /// The user has changed the account; the values are those of the new one.
    case accountChange
  }

  /// The limits of an account.
  public struct Quota: Equatable, Sendable {
    /// The maximum size of all values in bytes, 4 per word; by default 1 MB.
    public var bytes: UInt32
    /// The maximum number of keys; by default 1,024.
    public var keys: UInt32

    /// Creates limits; the defaults are Apple's.
    public init(bytes: UInt32 = 1_048_576, keys: UInt32 = 1024) {
      self.bytes = bytes
      self.keys = keys
    }
  }

  /// A notification of a device.
  public struct Notice: Equatable, Sendable {
    /// What a device is notified of.
    public enum Kind: Equatable, Sendable {
      /// Values have changed from outside of the app, or were rejected.
      case changed(ChangeReason)
      /// Values have arrived in the cloud; Apple's store does not report this.
      case uploaded
      /// The exchange that `synchronize` began is complete; Apple's store does not report this.
      case synchronized
    }

    /// The device.
    public let device: UInt8
    /// What it is notified of.
    public let kind: Kind
    /// The keys concerned, one bit each.
    public let keys: UInt32
  }

  /// The number of accounts.
  public static var accountCount: UInt8 { 2 }

  var devices: [SyncedDevice]
  /// The values of every device: `device * keyCount + key`.
  var copies: [SyncedCopy]
  /// The values of every account: `account * keyCount + key`.
  var cloud: [SyncedValue]
  let keyCount: UInt32
  let wordLimit: UInt32
  let quota: Quota
  private let wakeCode: UInt16
  /// When the pending wake event is due; `.max` for none.
  private var wakeTime = UInt64.max
  /// Whether the app's device could reach the network when the store advanced last.
  var wasOnline = true
  private var wasQuiet = false
  private var wasAlive = false

  /// Creates empty copies and an empty cloud; all devices use account 0.
  ///
  /// - Parameters:
  ///   - deviceCount: the number of devices, 1 to 8.
  ///   - keyCount: the number of keys, 1 to 32.
  ///   - wordLimit: the maximum number of words of a value, 1 to 256.
  ///   - wake: an event described as `response`, which arrives when the store has to advance.
  public init(
    deviceCount: UInt8, keyCount: UInt32, wordLimit: UInt32, quota: Quota = Quota(),
    wake: some EventKey
  ) {
    precondition((1...8).contains(deviceCount), "a synced store needs 1 to 8 devices")
    precondition((1...32).contains(keyCount), "a synced store needs 1 to 32 keys")
    precondition((1...256).contains(wordLimit), "a synced value has 1 to 256 words")
    let value = SyncedValue(wordLimit: wordLimit)
    devices = Array(repeating: SyncedDevice(), count: Int(deviceCount))
    copies = Array(repeating: SyncedCopy(value), count: Int(deviceCount) * Int(keyCount))
    cloud = Array(repeating: value, count: Int(Self.accountCount) * Int(keyCount))
    self.keyCount = keyCount
    self.wordLimit = wordLimit
    self.quota = quota
    wakeCode = wake.code
  }

  // MARK: - Reading

  /// The words of a key on a device; nil if it has no value.
  public func words(forKey key: UInt32, on device: UInt8) -> [UInt32]? {
    copies[place(key, device)].local.content
  }

  /// Whether a device's value of a key has exactly these words.
  public func holds(_ words: [UInt32], forKey key: UInt32, on device: UInt8) -> Bool {
    copies[place(key, device)].local.holds(words)
  }

  /// The words of a key in the cloud, for an oracle; nil if it has no value.
  public func cloudWords(forKey key: UInt32, account: UInt8) -> [UInt32]? {
    precondition(key < keyCount && account < Self.accountCount, "no such key or account")
    return cloud[Int(account) * Int(keyCount) + Int(key)].content
  }

  /// The account of a device, by which an app finds at launch that it has changed.
  public func account(on device: UInt8) -> UInt8 { devices[Int(device)].account }

  /// Whether nothing is under way and no notification waits.
  public var isIdle: Bool {
    devices.allSatisfy { $0.isIdle } && copies.allSatisfy { $0.isIdle }
  }

  func place(_ key: UInt32, _ device: UInt8) -> Int {
    precondition(key < keyCount && device < devices.count, "no such key or device")
    return Int(device) * Int(keyCount) + Int(key)
  }

  // MARK: - Changes

  /// Sets a value on a device; nil removes it.
  ///
  /// - Parameters:
  ///   - identity: distinguishes the write from all others of the device and key.
  public mutating func set(
    _ words: [UInt32]?, forKey key: UInt32, on device: UInt8, identity: UInt64,
    in world: inout World
  ) {
    precondition(words?.count ?? 0 <= Int(wordLimit), "a value longer than the limit")
    let index = place(key, device)
    let version = copies[index].local.version
    copies[index].local = SyncedValue(words, wordLimit: wordLimit, version: version)
    upload(key, device, NameHash.mix(identity) ^ UInt64(index), in: &world)
    arm(in: &world)
  }

  /// Uploads and downloads what is pending as soon as the cloud can be reached.
  ///
  /// A notice of kind `synchronized` follows when that is done; a time limit is up to the app.
  ///
  /// - Parameter identity: distinguishes the request from all others of the device.
  public mutating func synchronize(
    on device: UInt8, identity: UInt64, in world: inout World
  ) {
    exchange(on: device, identity, in: &world)
    arm(in: &world)
  }

  /// Signs a device in to another account, as soon as the cloud can be reached; writes that were
  /// not uploaded are lost.
  public mutating func changeAccount(
    to account: UInt8, on device: UInt8, in world: inout World
  ) {
    precondition(account < Self.accountCount && device < devices.count, "no such account or device")
    devices[Int(device)].plan(account, at: world.clock.now)
    arm(in: &world)
  }

  /// Connects a device other than the app's to the cloud, or disconnects it; the app's follows
  /// the network of the world.
  public mutating func setReachable(
    _ isReachable: Bool, on device: UInt8, in world: inout World
  ) {
    precondition(device > 0 && device < devices.count, "no such other device")
    devices[Int(device)].isCutOff = !isReachable
    if isReachable { devices[Int(device)].reconnect(at: world.clock.now) }
    arm(in: &world)
  }

  // MARK: - Time

  /// Does what was due until now, in order of time; to be called before an event is handled.
  public mutating func advance(in world: inout World) {
    let isAlive = world.process != .dead
    if wakeTime <= world.clock.now || !isAlive { wakeTime = .max }
    run(in: &world)
    // What arrived while the process was dead is news to nobody.
    if isAlive, !wasAlive { devices[0].dropNotices() }
    wasAlive = isAlive
    if wasOnline != world.isOnline {
      wasOnline = world.isOnline
      if wasOnline { devices[0].reconnect(at: world.clock.now) }
      run(in: &world)
    }
    if world.isQuiet, !wasQuiet {
      wasQuiet = true
      calm(in: &world)
    }
    arm(in: &world)
  }

  /// The next notification; nil if there is none.
  ///
  /// Notifications of the app's device wait while its process is suspended, and are lost while it
  /// is dead: at launch an app reads the values, and compares the account with that it used.
  public mutating func nextNotice(in world: borrowing World) -> Notice? {
    for index in devices.indices where devices[index].hasNotice {
      if index == 0, world.process == .suspended { continue }
      if index == 0, world.process == .dead {
        devices[0].dropNotices()
        continue
      }
      if let notice = devices[index].takeNotice(UInt8(index)) { return notice }
    }
    return nil
  }

  /// Schedules the wake event for what is due next.
  ///
  /// While anything is pending it looks every 10 s: no event says that faults have ended.
  private mutating func arm(in world: inout World) {
    var time = next(isOnline: wasOnline)?.time ?? .max
    let latest = world.clock.now &+ 10 * Nanoseconds.second
    if time > latest, !isIdle { time = min(wakeTime, latest) }
    guard time != wakeTime, world.process != .dead else { return }
    let code = wakeCode
    if wakeTime != .max {
      world.queue.removeAll { $0.code == code && $0.channel == .service }
    }
    wakeTime = time
    guard time != .max else { return }
    world.queue.insert(
      WorldEvent(
        time: max(time, world.clock.now), order: .response, channel: .service, code: code))
  }

  // MARK: - State

  /// Visits every field; limits are those of `init`.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  public mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.field(&devices, "devices")
    visitor.field(&copies, "copies")
    visitor.field(&cloud, "cloud")
    visitor.field(&wakeTime, "wakeTime")
    visitor.field(&wasOnline, "wasOnline")
    visitor.field(&wasQuiet, "wasQuiet")
    visitor.field(&wasAlive, "wasAlive")
    visitor.derived("keyCount")
    visitor.derived("wordLimit")
    visitor.derived("quota")
    visitor.derived("wakeCode")
  }
}
