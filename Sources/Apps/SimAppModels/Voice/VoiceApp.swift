import SimbenchKit

/// The in-memory state of Scribbly's voice and its event handling.
package struct VoiceApp: Equatable, Sendable, StateFields {
  /// A state of the voice.
  package enum Voice: UInt8, Sendable {
    /// Idle.
    case silent
    /// The idea to say is being recorded as heard.
    case noting
    /// The audio is loading.
    case loading
    /// The audio is playing.
    case speaking
    /// The pause between the name and the sound of a letter.
    case pausing
  }

  /// The kind of audio: an index of `VoiceEffect.kinds`.
  package enum Kind: UInt8, Sendable {
    /// The name of a letter.
    case name
    /// The sound of a letter.
    case sound
    /// An idea of what to draw.
    case idea
  }

  /// The number of letters in the model.
  package static var letterCount: Int { 4 }
  /// The latest start of audio after its request.
  package static var latest: UInt64 { 500 * Nanoseconds.millisecond }
  /// The pause between the name and the sound of a letter.
  package static var pause: UInt64 { 300 * Nanoseconds.millisecond }
  /// The name of the file that records the ideas heard.
  package static var file: UInt32 { 1 }
  private static var temporary: UInt32 { 0x8000_0001 }

  /// The selected letter.
  package private(set) var letter: UInt32 = 0
  /// The state of the voice.
  package private(set) var voice = Voice.silent
  /// The kind of audio.
  package private(set) var kind = Kind.name
  /// The number of the current or last request.
  package private(set) var request: UInt32 = 0
  private var which: UInt32 = 0
  private var askedAt: UInt64 = 0
  private var identity: UInt64 = 0
  /// The child's interests, one bit each.
  package private(set) var interests: UInt32 = 0
  /// The ideas for every letter.
  package private(set) var bags: [PromptBag]
  /// The step of replacing the file: 0 for none, 5 for syncing what was read at launch.
  private var step: UInt32 = 0
  private var retryCount: UInt32 = 0
  private var stagedInterests: UInt32 = 0
  private var staged: [PromptBag]
  /// Whether the file is being written for an idea, not for new interests.
  private var isNotingIdea = false
  private var notedLetter: UInt32 = 0
  private var noted: UInt32 = 0
  private var isSettled = false
  private var plantedBug: VoiceBug?

  init(plantedBug: VoiceBug?) {
    self.plantedBug = plantedBug
    let world = World(
      seed: 0, clock: WorldClock(wallSeconds: 0, zone: WorldZone(offsetSeconds: 0)))
    bags = (0..<UInt32(Self.letterCount)).map { PromptBag($0, interests: 0, in: world) }
    staged = bags
  }

  /// Whether the voice is silent and no file is being written.
  var isIdle: Bool { voice == .silent && step == 0 }

  /// The letter and the idea that are being recorded as heard.
  var notedIdea: (letter: UInt32, idea: UInt32)? {
    step > 0 && step < 5 && isNotingIdea ? (notedLetter, noted) : nil
  }

  /// Whether a letter is being named or will be.
  var isNaming: Bool { voice != .silent && kind != .idea }

  /// Handles an event.
  mutating func apply(
    _ event: WorldEvent, _ switches: inout VoiceSwitches, in world: inout World
  ) {
    if let common = event.common { return applyCommon(common, event, switches, in: &world) }
    guard let own = event.own(VoiceEvent.self) else { return }
    switch own {
    case .gate: switches.isGateOpen = event.first == 1
    case .mute:
      switches.isMuted = event.first == 1
      if !switches.isAudible { stop(in: &world) }
    case .toggle:
      guard switches.isGateOpen else { return }
      switches.isOn = event.first == 1
      if !switches.isAudible { stop(in: &world) }
    case .choose: choose(event, switches, in: &world)
    case .select:
      guard event.first < UInt64(Self.letterCount), voice != .noting else { return }
      letter = UInt32(event.first)
      name(event, switches, in: &world)
    case .trace: if !isNaming, voice != .noting { name(event, switches, in: &world) }
    case .ask: ask(event, switches, in: &world)
    case .ready: if isCurrent(event, .loading) { ready(switches, in: &world) }
    case .over: if isCurrent(event, .speaking) { over(in: &world) }
    case .pause:
      guard isCurrent(event, .pausing) else { return }
      (kind, which, askedAt) = (.sound, letter, world.clock.now)
      say(in: &world)
    }
  }

  private func isCurrent(_ event: WorldEvent, _ state: Voice) -> Bool {
    voice == state && event.first == UInt64(request)
  }

  private mutating func applyCommon(
    _ common: WorldEvent.Code, _ event: WorldEvent, _ switches: VoiceSwitches, in world: inout World
  ) {
    switch common {
    case .launch: open(event.identity, in: &world)
    case .disk: finish(event.second == 1, switches, in: &world)
    case .inactive, .background, .suspend: stop(in: &world)
    default: break
    }
  }

  // MARK: - The voice

  private mutating func stop(in world: inout World) {
    if voice == .speaking { world.note(VoiceEffect.stops) }
    // An idea already being recorded stays recorded, but is not played.
    voice = .silent
  }

  private mutating func name(
    _ event: WorldEvent, _ switches: VoiceSwitches, in world: inout World
  ) {
    stop(in: &world)
    guard switches.isAudible else { return }
    (kind, which) = (.name, letter)
    begin(event, in: &world)
    load(in: &world)
  }

  private mutating func begin(_ event: WorldEvent, in world: inout World) {
    request += 1
    askedAt = world.clock.now
    identity = event.identity
  }

  private mutating func load(in world: inout World) {
    voice = .loading
    var stream = world.draw("voice", identity << 2 | UInt64(kind.rawValue))
    let factor = Math.exp(0.5 * stream.normal())
    var time = UInt64(60e6 * Double(factor))
    if stream.chance(1, in: 10), world.strikes(VoiceFault.slowAudio) {
      time = 2 * Nanoseconds.second
    }
    world.startTimer(after: time, VoiceEvent.ready, UInt64(request))
  }

  private mutating func ready(_ switches: VoiceSwitches, in world: inout World) {
    let isLate = world.clock.now &- askedAt > Self.latest
    guard !isLate || plantedBug == .lateStart else {
      voice = .silent
      return world.note(VoiceEffect.drops)
    }
    say(in: &world)
  }

  private mutating func say(in world: inout World) {
    voice = .speaking
    let spans: [UInt64] = [600, 400, 2500]
    world.startTimer(
      after: spans[Int(kind.rawValue)] * Nanoseconds.millisecond, VoiceEvent.over, UInt64(request))
    world.note(VoiceEffect.says, UInt64(kind.rawValue), UInt64(which))
  }

  private mutating func over(in world: inout World) {
    guard kind == .name else {
      voice = .silent
      return
    }
    voice = .pausing
    world.startTimer(after: Self.pause, VoiceEvent.pause, UInt64(request))
  }

  // MARK: - Ideas

  private mutating func ask(
    _ event: WorldEvent, _ switches: VoiceSwitches, in world: inout World
  ) {
    guard switches.isAudible, isSettled, step == 0 else { return }
    stop(in: &world)
    kind = .idea
    begin(event, in: &world)
    voice = .noting
    (staged, stagedInterests, isNotingIdea) = (bags, interests, true)
    which = staged[Int(letter)].next(letter, interests: interests, in: world)
    (notedLetter, noted) = (letter, which)
    write(in: &world)
  }

  private mutating func choose(
    _ event: WorldEvent, _ switches: VoiceSwitches, in world: inout World
  ) {
    guard switches.isGateOpen, isSettled, step == 0 else { return }
    (staged, stagedInterests, isNotingIdea) = (bags, UInt32(event.first & 63), false)
    identity = event.identity
    for index in staged.indices {
      if plantedBug == .reshuffleOnInterests, stagedInterests == 0 {
        staged[index].startAnew(UInt32(index), interests: stagedInterests, in: world)
      } else {
        staged[index].sort(stagedInterests)
      }
    }
    write(in: &world)
  }

  // MARK: - The file

  private mutating func open(_ identity: UInt64, in world: inout World) {
    bags = (0..<UInt32(Self.letterCount)).map { PromptBag($0, interests: 0, in: world) }
    read(world.disk.read(Self.file) ?? [])
    staged = bags
    self.identity = identity
    step = 5
    perform(in: &world)
    world.note(VoiceEffect.opens)
  }

  private mutating func read(_ words: [UInt32]) {
    let count = 3 + 4 * Self.letterCount
    guard words.count == count + 1, words[0] == 0x564F_4943, words[1] == 1,
      CRC32.of(words[..<count]) == words[count]
    else { return }
    for index in 0..<Self.letterCount {
      let start = 3 + 4 * index
      let bag = PromptBag(
        low: words[start], high: words[start + 1], heardCount: words[start + 2],
        turn: words[start + 3])
      if let bag { bags[index] = bag }
    }
    interests = words[2] & Interest.all
  }

  private var words: [UInt32] {
    var words: [UInt32] = [0x564F_4943, 1, stagedInterests]
    for bag in staged {
      words.append(UInt32(truncatingIfNeeded: bag.packed))
      words.append(UInt32(truncatingIfNeeded: bag.packed >> 32))
      words.append(bag.heardCount)
      words.append(bag.turn)
    }
    words.append(CRC32.of(words[...]))
    return words
  }

  private mutating func write(in world: inout World) {
    (step, retryCount) = (1, 0)
    perform(in: &world)
  }

  private mutating func perform(in world: inout World) {
    let key = identity << 8 | UInt64(step) << 4 &+ UInt64(retryCount)
    switch step {
    case 1: world.perform(.write, Self.temporary, content: words, identity: key)
    case 2: world.perform(.sync, Self.temporary, identity: key)
    case 3: world.perform(.rename, Self.temporary, to: Self.file, identity: key)
    default: world.perform(.syncDirectory, 0, identity: key)
    }
  }

  private mutating func finish(
    _ isDone: Bool, _ switches: VoiceSwitches, in world: inout World
  ) {
    guard step > 0 else { return }
    guard isDone else {
      if step >= 4 {
        // The file is in place, or was read at launch: sync the directory again.
        retryCount += 1
        return perform(in: &world)
      }
      step = 0
      if voice == .noting { voice = .silent }
      return
    }
    if step < 4 {
      step += 1
      return perform(in: &world)
    }
    let wasOpening = step == 5
    step = 0
    guard !wasOpening else {
      isSettled = true
      return world.note(VoiceEffect.settles)
    }
    (bags, interests) = (staged, stagedInterests)
    guard isNotingIdea else {
      return world.note(VoiceEffect.sorts, UInt64(interests))
    }
    world.note(VoiceEffect.hears, UInt64(notedLetter), UInt64(noted))
    guard voice == .noting else { return }
    if switches.isAudible { load(in: &world) } else { voice = .silent }
  }

  // MARK: - State

  /// Visits every field except the bug, which is part of the plan.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  package mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.field(&letter, in: 0...UInt32(Self.letterCount - 1), "letter")
    visitor.field(&voice, "voice")
    visitor.field(&kind, "kind")
    visitor.field(&request, "request")
    visitor.field(&which, "which")
    visitor.field(&askedAt, "askedAt")
    visitor.field(&identity, "identity")
    visitor.field(&interests, "interests")
    visitor.field(&bags, "bags")
    visitor.field(&step, in: 0...5, "step")
    visitor.field(&retryCount, "retryCount")
    visitor.field(&stagedInterests, "stagedInterests")
    visitor.field(&staged, "staged")
    visitor.field(&isNotingIdea, "isNotingIdea")
    visitor.field(&notedLetter, in: 0...UInt32(Self.letterCount - 1), "notedLetter")
    visitor.field(&noted, "noted")
    visitor.field(&isSettled, "isSettled")
    visitor.derived("plantedBug")
  }
}
