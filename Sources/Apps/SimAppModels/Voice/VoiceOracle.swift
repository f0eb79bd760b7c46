import SimbenchKit

/// The oracle of Scribbly's voice: it keeps an independent record of ideas heard and of request
/// times.
package struct VoiceOracle: Equatable, Sendable, StateFields {
  /// The ideas heard in each letter's current order: one bit each, their number, and the last one.
  private var heard: [UInt32] = Array(repeating: 0, count: VoiceApp.letterCount)
  private var heardCounts: [UInt32] = Array(repeating: 0, count: VoiceApp.letterCount)
  private var last: [UInt32] = Array(repeating: 99, count: VoiceApp.letterCount)
  /// The idea that was recorded but not yet played; 99 for none.
  private var notedIdea: UInt32 = 99
  /// The idea that was being recorded when the process ended; 99 for none.
  private var lostLetter: UInt32 = 99
  private var lostIdea: UInt32 = 99
  private var isSettled = false
  private var askedAt: UInt64 = 0
  private var nameCount: UInt32 = 0
  private var isSpeaking = false
  /// Violations and reached goals since the last check: one bit per property.
  private var broken: UInt64 = 0
  private var reached: UInt64 = 0

  init() {}

  private mutating func expect(_ holds: Bool, _ property: VoiceProperty) {
    if !holds { broken |= 1 &<< UInt64(property.rawValue) }
  }

  private mutating func reach(_ property: VoiceProperty, _ isReached: Bool = true) {
    if isReached { reached |= 1 &<< UInt64(property.rawValue) }
  }

  /// Notes the idea being recorded when the process ends, whose outcome is unknown.
  mutating func processEnds(_ app: VoiceApp) {
    if let noted = app.notedIdea { (lostLetter, lostIdea) = (noted.letter, noted.idea) }
    (notedIdea, isSpeaking, isSettled) = (99, false, false)
  }

  /// Observes an event before the app handles it.
  mutating func begin(_ event: WorldEvent, _ app: VoiceApp, _ world: borrowing World) {
    if event.common == .inactive || event.common == .background {
      reach(.interrupted, isSpeaking)
    }
    guard let own = event.own(VoiceEvent.self) else { return }
    switch own {
    case .select:
      guard app.voice != .noting else { return }
      (askedAt, nameCount) = (world.clock.now, 0)
      reach(.replaced, isSpeaking)
    case .trace:
      reach(.traceQuiet, app.isNaming)
      if !app.isNaming, app.voice != .noting { (askedAt, nameCount) = (world.clock.now, 0) }
    case .ask: askedAt = world.clock.now
    case .pause:
      if app.voice == .pausing, event.first == UInt64(app.request) { askedAt = world.clock.now }
    case .over: if app.voice == .speaking, event.first == UInt64(app.request) { isSpeaking = false }
    case .mute: reach(.silenced, isSpeaking && event.first == 1)
    case .choose, .toggle, .gate, .ready: break
    }
  }

  /// Observes the app after an event.
  mutating func note(
    _ event: WorldEvent, _ app: VoiceApp, _ switches: VoiceSwitches, _ world: borrowing World
  ) {
    for effect in world.effects {
      guard let own = effect.own(VoiceEffect.self) else { continue }
      switch own {
      case .hears: hear(UInt32(effect.first), UInt32(effect.second))
      case .says: noteVoice(effect, switches, world)
      case .stops: isSpeaking = false
      case .drops: reach(.audioDropped)
      case .sorts: reach(.sorted)
      case .settles: settle(app)
      case .opens: break
      }
    }
  }

  private mutating func hear(_ letter: UInt32, _ idea: UInt32) {
    let place = Int(letter)
    if heardCounts[place] == 10 {
      (heard[place], heardCounts[place]) = (0, 0)
      expect(idea != last[place], .acrossOrders)
    }
    expect(heard[place] & 1 << idea == 0, .noRepeat)
    heard[place] |= 1 << idea
    heardCounts[place] += 1
    last[place] = idea
    notedIdea = idea
    reach(.bagTurn, heardCounts[place] == 10)
  }

  private mutating func noteVoice(
    _ effect: World.Effect, _ switches: VoiceSwitches, _ world: borrowing World
  ) {
    expect(!isSpeaking, .oneVoice)
    expect(switches.isAudible && world.process == .active, .silentWhenOff)
    expect(world.clock.now &- askedAt <= VoiceApp.latest, .inTime)
    isSpeaking = true
    if effect.first == 0 {
      nameCount += 1
      expect(nameCount == 1, .nothingTwice)
    } else if effect.first == 2 {
      expect(UInt64(notedIdea) == effect.second, .heardFirst)
      notedIdea = 99
    }
  }

  /// Resolves the idea that was being recorded when the process ended, whose outcome is now known.
  private mutating func settle(_ app: VoiceApp) {
    isSettled = true
    guard lostLetter < UInt32(VoiceApp.letterCount) else { return }
    let bag = app.bags[Int(lostLetter)]
    let known = heardCounts[Int(lostLetter)]
    if bag.heardCount == (known == 10 ? 1 : known + 1) {
      hear(lostLetter, lostIdea)
      notedIdea = 99
      reach(.recovered)
    }
    (lostLetter, lostIdea) = (99, 99)
  }

  /// Reports to the checker which properties hold after an event.
  mutating func judge(
    _ app: VoiceApp, _ switches: VoiceSwitches, _ world: borrowing World,
    by judge: inout PropertyChecker
  ) {
    if isSpeaking { expect(switches.isAudible && world.process == .active, .silentWhenOff) }
    for bag in app.bags where bag.heardCount > 0 && isSettled {
      var hasOther = false
      for prompt in bag.order[Int(bag.heardCount)...] {
        let isLiked = prompt < 6 && app.interests & 1 << prompt != 0
        expect(!(isLiked && hasOther), .interestsFirst)
        if !isLiked { hasOther = true }
      }
    }
    judge.tell(broken: broken, reached: reached)
    (broken, reached) = (0, 0)
  }

  /// Visits every field except violations and reached goals, which the checker receives.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  package mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.field(&heard, "heard")
    visitor.field(&heardCounts, "heardCounts")
    visitor.field(&last, "last")
    visitor.field(&notedIdea, "notedIdea")
    visitor.field(&lostLetter, "lostLetter")
    visitor.field(&lostIdea, "lostIdea")
    visitor.field(&isSettled, "isSettled")
    visitor.field(&askedAt, "askedAt")
    visitor.field(&nameCount, "nameCount")
    visitor.field(&isSpeaking, "isSpeaking")
    if visitor.derived("broken") { broken = 0 }
    if visitor.derived("reached") { reached = 0 }
  }
}
