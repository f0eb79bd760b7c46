import SimMath
import SimRuntime

/// What happens between the devices and the cloud.
///
/// It is state of the store with due times, and not pending events: it goes on while the app's
/// process is dead, which drops all its events.
extension SyncedStore {
  /// What is due on a device.
  enum Step: Sendable {
    case initialSync, account, exchange, repeated
    case firstUpload(UInt32)
    case secondUpload(UInt32)
    case download(UInt32)
  }

  /// The latest arrival of what is under way once faults have ended.
  private static var calmSpan: UInt64 { 3 * Nanoseconds.second }

  private static func span(_ stream: inout RandomStream, _ low: UInt32, _ high: UInt32) -> UInt64 {
    UInt64(low &+ stream.below(high &- low)) &* Nanoseconds.millisecond
  }

  /// An exponentially distributed duration, two minutes at most.
  private static func exponential(_ stream: inout RandomStream, mean seconds: Float) -> UInt64 {
    UInt64(min(120, seconds * stream.exponential()) * 1000) &* Nanoseconds.millisecond
  }

  // MARK: - The devices' requests

  /// Plans the upload of a copy, and draws what goes wrong with it.
  mutating func upload(
    _ key: UInt32, _ device: UInt8, _ identity: UInt64, in world: inout World
  ) {
    let (index, now) = (place(key, device), world.clock.now)
    var stream = world.draw("synced-store.upload", identity)
    var due = now &+ Self.span(&stream, 300, 3000)
    let isDelayed = stream.chance(200, in: 1000)
    let delay = 5 * Nanoseconds.second &+ Self.exponential(&stream, mean: 15)
    let isReordered = stream.chance(300, in: 1000)
    let gap = Self.span(&stream, 1, 4000)
    let isRefused = stream.chance(40, in: 1000)
    drawTroubles(device, &stream, in: &world)
    if isDelayed, world.strikes(.delayedSync) { due &+= delay }

    var upload = SyncedUpload(copies[index].local)
    (upload.due, upload.identity) = (due, identity)
    upload.isRefused = isRefused && world.strikes(.syncQuota)
    copies[index].isUnsent = false
    if copies[index].second.isPending {
      upload.due = copies[index].second.due
      copies[index].second = upload
    } else if copies[index].first.isPending {
      if isReordered, world.strikes(.reorderedSync) {
        copies[index].second = upload
        copies[index].first.due = max(copies[index].first.due, due &+ gap)
      } else {
        // The system has not sent the previous value yet: it sends the new one instead.
        upload.due = copies[index].first.due
        copies[index].first = upload
      }
    } else {
      copies[index].first = upload
    }
  }

  private mutating func drawTroubles(
    _ device: UInt8, _ stream: inout RandomStream, in world: inout World
  ) {
    let (place, now) = (Int(device), world.clock.now)
    let isCutOff = stream.chance(40, in: 1000)
    let cut = Self.exponential(&stream, mean: 20)
    let isSwitched = stream.chance(15, in: 1000)
    let wait = Self.exponential(&stream, mean: 8)
    let stay = Nanoseconds.second &+ Self.exponential(&stream, mean: 30)
    if isCutOff, world.strikes(.partition) {
      devices[place].reachableAt = max(devices[place].reachableAt, now &+ cut)
    }
    if isSwitched, devices[place].accountDue == .max, world.strikes(.accountChange) {
      devices[place].plan(
        (devices[place].account &+ 1) % Self.accountCount, at: now &+ wait, for: stay)
    }
  }

  /// Plans a complete exchange.
  mutating func exchange(on device: UInt8, _ identity: UInt64, in world: inout World) {
    precondition(device < devices.count, "no such device")
    var stream = world.draw(
      "synced-store.exchange", NameHash.mix(identity) ^ UInt64(device))
    var due = world.clock.now &+ Self.span(&stream, 200, 2500)
    let isDelayed = stream.chance(250, in: 1000)
    let delay = 5 * Nanoseconds.second &+ Self.exponential(&stream, mean: 10)
    if isDelayed, world.strikes(.delayedSync) { due &+= delay }
    devices[Int(device)].syncDue = min(devices[Int(device)].syncDue, due)
    resend(device, identity, in: &world)
  }

  /// Uploads again what the cloud has rejected.
  private mutating func resend(_ device: UInt8, _ identity: UInt64, in world: inout World) {
    for key in 0..<keyCount where copies[place(key, device)].isUnsent {
      upload(key, device, NameHash.mix(identity &+ 1) ^ UInt64(place(key, device)), in: &world)
    }
  }

  // MARK: - Order

  /// Whether a device can reach the cloud, apart from partitions.
  private func isConnected(_ device: Int, _ isOnline: Bool) -> Bool {
    !devices[device].isCutOff && (device > 0 || isOnline)
  }

  /// What is due next, and when.
  func next(isOnline: Bool) -> (time: UInt64, device: UInt8, step: Step)? {
    var found: (time: UInt64, device: UInt8, step: Step)?
    func offer(_ due: UInt64, _ device: Int, _ step: Step) {
      guard due != .max else { return }
      let time = max(due, devices[device].reachableAt)
      if time < found?.time ?? .max { found = (time, UInt8(device), step) }
    }
    for device in devices.indices {
      if devices[device].repeatDue < found?.time ?? .max {
        found = (devices[device].repeatDue, UInt8(device), .repeated)
      }
      guard isConnected(device, isOnline) else { continue }
      offer(devices[device].initialDue, device, .initialSync)
      guard devices[device].hasSynced else { continue }
      offer(devices[device].accountDue, device, .account)
      offer(devices[device].syncDue, device, .exchange)
      for key in 0..<keyCount {
        let index = device * Int(keyCount) + Int(key)
        offer(copies[index].first.due, device, .firstUpload(key))
        offer(copies[index].second.due, device, .secondUpload(key))
        // A value of the device's own that is on its way goes first.
        if !copies[index].isUploading { offer(copies[index].download, device, .download(key)) }
      }
    }
    return found
  }

  /// Does what is due until now.
  mutating func run(in world: inout World) {
    for device in devices.indices
    where !devices[device].hasSynced && devices[device].initialDue == .max {
      var stream = world.draw("synced-store.initial", UInt64(device))
      devices[device].initialDue = world.clock.now &+ Self.span(&stream, 500, 5000)
    }
    while let (due, device, step) = next(isOnline: wasOnline), due <= world.clock.now {
      perform(step, Int(device), due, in: &world)
    }
  }

  private mutating func perform(
    _ step: Step, _ device: Int, _ time: UInt64, in world: inout World
  ) {
    switch step {
    case .initialSync: beginSync(device, time)
    case .account:
      devices[device].takeAccount(at: time)
      takeCloud(device)
      devices[device].note(.accountChange, allKeys)
    case .exchange: complete(device, time, in: &world)
    case .repeated: devices[device].repeatNow()
    case .firstUpload(let key):
      let index = place(key, UInt8(device))
      let upload = copies[index].first
      copies[index].first.due = .max
      arrive(upload, key, device, time, in: &world)
    case .secondUpload(let key):
      let index = place(key, UInt8(device))
      let upload = copies[index].second
      copies[index].second.due = .max
      arrive(upload, key, device, time, in: &world)
    case .download(let key): deliver(key, device, time, in: &world)
    }
  }

  private var allKeys: UInt32 { keyCount == 32 ? .max : 1 &<< keyCount &- 1 }

  // MARK: - Arrivals

  /// The first download: values set before are discarded where the cloud has others.
  private mutating func beginSync(_ device: Int, _ time: UInt64) {
    devices[device].hasSynced = true
    devices[device].initialDue = .max
    devices[device].reachableAt = max(devices[device].reachableAt, time)
    var keys: UInt32 = 0
    for key in 0..<keyCount {
      let index = place(key, UInt8(device))
      let value = cloud[Int(devices[device].account) * Int(keyCount) + Int(key)]
      guard value.isPresent else { continue }
      copies[index].clear()
      if !copies[index].local.equals(value) { keys |= 1 &<< key }
      copies[index].local = value
    }
    devices[device].note(.initialSyncChange, keys)
  }

  private mutating func takeCloud(_ device: Int) {
    for key in 0..<keyCount {
      let index = place(key, UInt8(device))
      copies[index].clear()
      copies[index].local = cloud[Int(devices[device].account) * Int(keyCount) + Int(key)]
    }
  }

  private mutating func complete(_ device: Int, _ time: UInt64, in world: inout World) {
    devices[device].syncDue = .max
    for key in 0..<keyCount {
      let index = place(key, UInt8(device))
      if copies[index].first.isPending { perform(.firstUpload(key), device, time, in: &world) }
      if copies[index].second.isPending { perform(.secondUpload(key), device, time, in: &world) }
      if copies[index].download != .max {
        copies[index].lag = 0
        deliver(key, device, time, in: &world)
      }
    }
    devices[device].noteExchange()
  }

  /// A value arrives in the cloud, which keeps it whether or not it differs from the last one.
  private mutating func arrive(
    _ upload: SyncedUpload, _ key: UInt32, _ device: Int, _ time: UInt64, in world: inout World
  ) {
    let account = devices[device].account
    let target = Int(account) * Int(keyCount) + Int(key)
    guard !upload.isRefused, fits(upload.value, target) else {
      copies[place(key, UInt8(device))].isUnsent = true
      return devices[device].note(.quotaViolationChange, 1 &<< key)
    }
    let version = cloud[target].version &+ 1
    cloud[target] = upload.value
    cloud[target].version = version
    devices[device].noteUpload(1 &<< key)
    for other in devices.indices where devices[other].account == account {
      let index = place(key, UInt8(other))
      if other == device, copies[index].local.equals(cloud[target]) {
        copies[index].local.version = version
      } else {
        plan(index, other, upload.identity, time, in: &world)
      }
    }
  }

  /// Whether an account has space for a value.
  private func fits(_ value: SyncedValue, _ target: Int) -> Bool {
    guard value.isPresent else { return true }
    let start = target - target % Int(keyCount)
    var (keys, words) = (UInt32(1), value.count)
    for index in start..<start + Int(keyCount) where index != target && cloud[index].isPresent {
      keys &+= 1
      words &+= cloud[index].count
    }
    return keys <= quota.keys && words &* 4 <= quota.bytes
  }

  /// Plans a download, and draws what goes wrong with it.
  private mutating func plan(
    _ index: Int, _ device: Int, _ cause: UInt64, _ time: UInt64, in world: inout World
  ) {
    guard copies[index].download == .max else { return }
    var stream = world.draw("synced-store.download", NameHash.mix(cause) ^ UInt64(index))
    var due = time &+ Self.span(&stream, 300, 3000)
    let isDelayed = stream.chance(200, in: 1000)
    let delay = 5 * Nanoseconds.second &+ Self.exponential(&stream, mean: 15)
    let isDoubled = stream.chance(150, in: 1000)
    let isStale = stream.chance(100, in: 1000)
    let lag = Nanoseconds.second &+ Self.exponential(&stream, mean: 5)
    if isDelayed, world.strikes(.delayedSync) { due &+= delay }
    (copies[index].download, copies[index].cause) = (due, cause)
    copies[index].isDoubled = isDoubled && world.strikes(.duplicateChange)
    copies[index].lag = isStale && world.strikes(.staleRead) ? lag : 0
  }

  /// The cloud's value arrives on a device, or at first only its notification.
  private mutating func deliver(
    _ key: UInt32, _ device: Int, _ time: UInt64, in world: inout World
  ) {
    let index = place(key, UInt8(device))
    devices[device].note(.serverChange, 1 &<< key)
    if copies[index].lag > 0 {
      copies[index].download = time &+ copies[index].lag
      copies[index].lag = 0
      return
    }
    copies[index].download = .max
    copies[index].local = cloud[Int(devices[device].account) * Int(keyCount) + Int(key)]
    copies[index].isUnsent = false
    if copies[index].isDoubled {
      var stream = world.draw(
        "synced-store.repeat", NameHash.mix(copies[index].cause) ^ UInt64(index))
      devices[device].planRepeat(1 &<< key, at: time &+ Self.span(&stream, 100, 3000))
      copies[index].isDoubled = false
    }
  }

  /// Ends what faults have begun: partitions, long delays, and another account.
  mutating func calm(in world: inout World) {
    let latest = world.clock.now &+ Self.calmSpan
    for device in devices.indices {
      devices[device].reachableAt = min(devices[device].reachableAt, world.clock.now)
      devices[device].isCutOff = false
      devices[device].endDetour(by: latest)
      if devices[device].syncDue != .max {
        devices[device].syncDue = min(devices[device].syncDue, latest)
      }
      resend(UInt8(device), UInt64.max, in: &world)
    }
    for index in copies.indices { copies[index].hasten(by: latest) }
  }
}
