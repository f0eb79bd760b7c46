import SimAppModels
import SimMath
import SimRuntime
import SimWorld
import TestTier
import Testing

/// Two devices and a cloud that keeps what arrives last, without time: whatever is on its way may
/// arrive next.
private struct TwoDevices: StateFields {
  var devices: [SelfieDevice]
  var cloud = SelfieRecord()
  var isEmpty = true
  /// What is on its way from each device.
  var sent: [[SelfieRecord]] = [[], []]
  var isUnread = [false, false]
  var editCount: UInt32 = 0

  init(_ bug: SelfieBug?) {
    devices = [SelfieDevice(0, plantedBug: bug), SelfieDevice(1, plantedBug: bug)]
  }

  mutating func edit(_ device: Int, _ field: SelfieField) {
    // Every edit has a value of its own, and all are made within a second.
    if devices[device].edit(field, 20 + editCount, wall: 1_000_000_000) {
      sent[device].append(devices[device].record)
    }
    editCount += 1
  }

  mutating func arrive(_ device: Int, _ place: Int) {
    cloud = sent[device].remove(at: place)
    isEmpty = false
    for other in 0..<2 where devices[other].record != cloud || other != device {
      isUnread[other] = true
    }
  }

  mutating func read(_ device: Int) {
    isUnread[device] = false
    let outcome = devices[device].merge(isEmpty ? nil : cloud.words)
    if outcome.mustWrite { sent[device].append(devices[device].record) }
  }

  /// Three rounds, in each of which every device writes, then reads.
  ///
  /// - Returns: whether both are identical then, and nothing is on its way.
  func convergesInThreeRounds() -> Bool {
    var copy = self
    for _ in 0..<3 {
      for device in 0..<2 {
        while !copy.sent[device].isEmpty { copy.arrive(device, 0) }
      }
      for device in 0..<2 where copy.isUnread[device] { copy.read(device) }
    }
    return copy.devices[0].record == copy.devices[1].record && copy.sent == [[], []]
      && (copy.isEmpty || copy.cloud == copy.devices[0].record)
  }

  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&devices, "devices")
    visitor.field(&cloud, "cloud")
    visitor.field(&isEmpty, "isEmpty")
    for device in 0..<2 {
      visitor.constant(UInt32(sent[device].count), "count")
      visitor.field(&sent[device], "sent")
      visitor.field(&isUnread[device], "isUnread")
    }
    visitor.field(&editCount, "editCount")
  }
}

/// Every order of edits, arrivals and reads, each state once.
private struct Orders {
  let limit: UInt32
  let fields: [SelfieField]
  private(set) var states = Set<UInt64>()
  private(set) var failure: TwoDevices?

  init(edits: UInt32, fields: [SelfieField], _ bug: SelfieBug? = nil) {
    limit = edits
    self.fields = fields
    var waiting = [TwoDevices(bug)]
    while failure == nil, let state = waiting.popLast() {
      guard states.insert(state.digested().finalize()).inserted else { continue }
      guard state.convergesInThreeRounds() else {
        failure = state
        return
      }
      follow(state, &waiting)
    }
  }

  private func follow(_ state: TwoDevices, _ waiting: inout [TwoDevices]) {
    for device in 0..<2 {
      if state.editCount < limit {
        for field in fields {
          var next = state
          next.edit(device, field)
          waiting.append(next)
        }
      }
      for place in state.sent[device].indices {
        var next = state
        next.arrive(device, place)
        waiting.append(next)
      }
      if state.isUnread[device] {
        var next = state
        next.read(device)
        waiting.append(next)
      }
    }
  }
}

/// Goal: whatever the order in which edits reach the cloud and the other device, three rounds later
/// both have the same settings and are silent.
@Suite struct SettingsSyncTests {
  @Test func everyOrderOfFewEdits() {
    let orders = Orders(edits: 2, fields: [.size, .opacity])
    #expect(orders.failure == nil && orders.states.count > 100)
  }

  @Test(
    .enabled(if: !Tier.isDebug),
    arguments: [(4, [SelfieField.size]), (3, [.size, .opacity])] as [(UInt32, [SelfieField])])
  func everyOrderOfMoreEdits(edits: UInt32, fields: [SelfieField]) {
    let orders = Orders(edits: edits, fields: fields)
    #expect(orders.failure == nil && orders.states.count > 10_000)
  }

  @Test(arguments: [SelfieBug.wallClockStamps, .alwaysWriteBack])
  func plantedBugsAreFound(bug: SelfieBug) {
    #expect(Orders(edits: 2, fields: [.size], bug).failure != nil)
  }

  /// Merging is a join: the order and the number of merges are irrelevant, for equal stamps too.
  @Test func mergesAreJoins() {
    var stream = RandomStream(seed: 1, name: "records")
    func record() -> SelfieRecord {
      var words = SelfieRecord().words
      for place in 1...3 { words[place] = stream.below(2) }
      for place in 18...20 { words[place] = stream.below(2) << 8 | stream.below(2) }
      return SelfieRecord(words) ?? SelfieRecord()
    }
    func merged(_ records: [SelfieRecord]) -> SelfieRecord {
      var result = records[0]
      for other in records.dropFirst() { result.merge(other) }
      return result
    }
    for _ in 0..<500 {
      let (a, b, c) = (record(), record(), record())
      #expect(merged([a, b, c]) == merged([c, a, b]) && merged([a, b]) == merged([b, a, b]))
    }
  }

  @Test func wordsThatAreNoRecordAreRefused() {
    let words = SelfieRecord().words
    #expect(SelfieRecord(words) == SelfieRecord())
    #expect(SelfieRecord([]) == nil && SelfieRecord(Array(words.dropLast())) == nil)
    for (place, value) in [(0, 7), (1, 7), (15, 9), (15, 121), (17, 0x100_0000)] {
      var other = words
      other[place] = UInt32(value)
      #expect(SelfieRecord(other) == nil)
    }
  }
}
