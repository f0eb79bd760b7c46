import SimbenchKit

/// The in-memory state of SketchMagic and its event handling.
package struct SketchApp: Equatable, Sendable, StateFields {
  /// A screen of the app.
  package enum Screen: UInt8, Sendable {
    /// The drawing page.
    case drawing
    /// The list of styles.
    case picking
    /// Waiting for a picture.
    case generating
    /// The generated picture.
    case result
    /// An error message.
    case failed
  }

  /// The delay after Go until a notice says that it takes longer.
  package static var noticeAfter: UInt64 { 20 * Nanoseconds.second }
  /// The timeout of a request.
  package static var deadlineAfter: UInt64 { 30 * Nanoseconds.second }

  /// The current screen.
  package private(set) var screen = Screen.drawing
  /// The number of the current or last Go; 0 for none.
  package private(set) var go: UInt32 = 0
  /// The number of the request within this Go: 1 or 2.
  package private(set) var attempt: UInt32 = 0
  /// The identity from which those of its requests derive.
  private var goIdentity: UInt64 = 0
  private var goTime: UInt64 = 0
  private var goDate: Int32 = 0
  private var isFree = false
  /// When the request was sent, by both clocks.
  private var sentAt: UInt64 = 0
  private var sentWall: Int64 = 0
  /// The earliest time for Try Again.
  private var busyUntil: UInt64 = 0
  private var rate = GenerationRate()
  /// The shown picture, and whether the gallery has it.
  private var picture: UInt64 = 0
  private var isKept = false
  /// A hash of the body of the last request.
  package private(set) var bodyHash: UInt64 = 0
  /// The styles of this Go and of the previous one.
  private var goStyle: UInt32 = 0
  private var lastStyle: UInt32 = 0
  /// The service's responses to the first and second request, set by tests; nil for no response.
  package var script: [AnswerBody?] = []
  /// The gallery.
  package private(set) var gallery: Gallery
  /// Pro.
  package private(set) var pro: SketchPro
  private var plantedBug: SketchBug?
  private var faultScale: UInt32

  init(plantedBug: SketchBug?, faultScale: UInt32) {
    self.plantedBug = plantedBug
    self.faultScale = faultScale
    gallery = Gallery(plantedBug: plantedBug)
    pro = SketchPro(plantedBug: plantedBug)
  }

  /// Handles an event.
  mutating func apply(
    _ event: WorldEvent, _ journal: inout SketchJournal, _ store: inout StoreService,
    in world: inout World
  ) {
    if let common = event.common {
      applyCommon(common, event, journal, in: &world)
      return pro.applyCommon(common, event, &store, in: &world)
    }
    guard let own = event.own(SketchEvent.self) else { return }
    switch own {
    case .response: response(event, journal, in: &world)
    case .unreachable: if isAwaited(event) { fail(.oops, in: &world) }
    case .notice: notice(event, in: &world)
    case .deadline: deadline(event, journal, in: &world)
    case .draw, .done, .pick, .newSketch: edit(own, event, &journal)
    case .go: if screen == .picking { begin(event, journal, in: &world) }
    case .tryAgain:
      guard screen == .failed else { return }
      screen = .picking
      begin(event, journal, isAgain: true, in: &world)
    case .cancel:
      guard screen == .generating else { return }
      leave(to: .picking, in: &world)
      world.note(SketchEffect.cancels, UInt64(go))
    case .anotherStyle: if screen == .result || screen == .failed { screen = .picking }
    case .save, .share, .savePhoto, .delete, .favorite: use(own, event, journal, in: &world)
    default:
      pro.apply(
        own, event, isGenerating: screen == .generating, &store, in: &world)
    }
  }

  private mutating func applyCommon(
    _ common: WorldEvent.Code, _ event: WorldEvent, _ journal: SketchJournal, in world: inout World
  ) {
    switch common {
    case .launch:
      screen = journal.isPicking ? .picking : .drawing
      gallery.open(event.identity, in: &world)
      world.note(SketchEffect.opens, UInt64(gallery.manifest.count))
    case .disk:
      guard gallery.awaits(event) else { return }
      finish(gallery.finish(event.second == 1, in: &world), in: &world)
    default: break
    }
  }

  private mutating func edit(
    _ own: SketchEvent, _ event: WorldEvent, _ journal: inout SketchJournal
  ) {
    switch (own, screen) {
    case (.draw, .drawing): journal.sketch = UInt32(truncatingIfNeeded: event.first)
    case (.done, .drawing):
      guard journal.sketch != 0 else { return }
      journal.isPicking = true
      screen = .picking
    case (.pick, .picking):
      if let style = ImageStyle(rawValue: UInt8(truncatingIfNeeded: event.first)) {
        journal.style = UInt32(style.rawValue)
      }
    case (.newSketch, .result), (.newSketch, .failed), (.newSketch, .picking):
      (journal.sketch, journal.isPicking) = (0, false)
      screen = .drawing
    default: break
    }
  }

  // MARK: - Go

  private mutating func begin(
    _ event: WorldEvent, _ journal: SketchJournal, isAgain: Bool = false, in world: inout World
  ) {
    guard let style = ImageStyle(rawValue: UInt8(truncatingIfNeeded: journal.style)) else { return }
    let isUnchecked = plantedBug == .styleUnchecked && isAgain
    guard style.isFree || pro.isUnlocked || isUnchecked else { return refuse(0, in: &world) }
    let now = world.clock.monotonic
    guard rate.allows(at: now), now >= busyUntil else { return refuse(2, in: &world) }
    if !pro.isUnlocked {
      gallery.reach(world.clock.date)
      guard gallery.manifest.quota.allows(world.clock, pending: gallery.pendingCharges) else {
        return refuse(1, in: &world)
      }
      if plantedBug == .chargedAtGo { gallery.chargeNow(world.clock) }
    }
    rate.note(at: now)
    go += 1
    (goIdentity, goTime, attempt) = (NameHash.mix(event.identity &+ 1), world.clock.now, 1)
    (lastStyle, goStyle) = (goStyle, journal.style)
    (isFree, goDate) = (!pro.isUnlocked, gallery.manifest.quota.date)
    screen = .generating
    send(journal, in: &world)
    world.startTimer(after: Self.noticeAfter, SketchEvent.notice, UInt64(go))
  }

  private func refuse(_ reason: UInt64, in world: inout World) {
    world.note(SketchEffect.refuses, reason)
  }

  private var requestIdentity: UInt64 { goIdentity &+ UInt64(attempt) }

  private mutating func send(_ journal: SketchJournal, in world: inout World) {
    (sentAt, sentWall) = (world.clock.now, world.clock.wall)
    let isLong = world.clock.now &- goTime > Self.noticeAfter
    let isWrong = plantedBug == .lastStyle && attempt == 2 && lastStyle != 0 && isLong
    bodyHash = Self.bodyHash(
      sketch: journal.sketch, style: isWrong ? lastStyle : journal.style)
    let isAnswered = script.isEmpty || script[Int(attempt) - 1] != nil
    if isAnswered { request(in: &world) }
    world.startTimer(
      after: Self.deadlineAfter, SketchEvent.deadline, UInt64(go), UInt64(attempt))
    if plantedBug == .retryRestartsNotice, attempt == 2 {
      world.startTimer(after: Self.noticeAfter, SketchEvent.notice, UInt64(go))
    }
    world.note(SketchEffect.sends, UInt64(go), UInt64(attempt))
  }

  private func request(in world: inout World) {
    world.send(
      UInt64(go), UInt64(attempt), identity: requestIdentity, response: SketchEvent.response,
      failure: SketchEvent.unreachable, by: ImageService.rates(scale: faultScale))
  }

  /// A hash of the request body for a sketch, here an image of 8 × 8 pixels.
  package static func bodyHash(sketch: UInt32, style: UInt32) -> UInt64 {
    guard let style = ImageStyle(rawValue: UInt8(truncatingIfNeeded: style)) else { return 0 }
    var pixels: [UInt8] = []
    for index in 0..<UInt64(8) {
      let word = NameHash.mix(UInt64(sketch) << 8 | index)
      for byte in 0..<UInt64(8) { pixels.append(UInt8(truncatingIfNeeded: word >> (8 * byte))) }
    }
    return NameHash.fnv1a(
      GenerationRequest.body(
        picture: StoredPNG.bytes(gray: pixels, width: 8),
        prompt: GenerationRequest.prompt(style)))
  }

  /// Whether a response belongs to the current request.
  private func isAwaited(_ event: WorldEvent) -> Bool {
    screen == .generating && event.first == UInt64(go) && event.second == UInt64(attempt)
  }

  private mutating func response(
    _ event: WorldEvent, _ journal: SketchJournal, in world: inout World
  ) {
    if !isAwaited(event) {
      let isOfThisGo = event.first == UInt64(go)
      if plantedBug == .lateAnswer, screen == .picking, isOfThisGo, event.second == 2 {
      } else if plantedBug == .duplicateStored, screen == .result, isOfThisGo, isKept {
        return keep(journal, event.identity ^ 1, in: &world)
      } else {
        return
      }
    }
    // A response that arrived while the process was suspended counts from its arrival.
    guard event.arrival &- sentAt <= Self.deadlineAfter || plantedBug == .wallDeadline else {
      return
    }
    let body =
      script.isEmpty
      ? ImageService.body(event.identity, in: &world, scale: faultScale)
      : script[Int(attempt) - 1] ?? .empty
    let response = GenerationAnswer(status: body.status, body: body.bytes(event.identity))
    switch response.outcome {
    case .image:
      picture = event.identity
      isKept = false
      leave(to: .result, in: &world)
      world.note(SketchEffect.shows, UInt64(go))
      keep(journal, event.identity, in: &world)
    case .noImage:
      guard attempt == 1, plantedBug != .noRetry else { return fail(.oops, in: &world) }
      attempt = 2
      world.cancel(SketchEvent.deadline)
      send(journal, in: &world)
    case .filtered: fail(.filtered, in: &world)
    case .oops:
      if body.status == 429 || body.status >= 500 {
        busyUntil =
          world.clock.monotonic &+ ImageService.retryAfter(event.identity, in: world)
      }
      fail(.oops, in: &world)
    }
  }

  private mutating func fail(_ message: SketchEffect, in world: inout World) {
    leave(to: .failed, in: &world)
    world.note(message, UInt64(go))
  }

  private mutating func leave(to screen: Screen, in world: inout World) {
    self.screen = screen
    world.cancel(SketchEvent.deadline)
    world.cancel(SketchEvent.notice)
  }

  private func notice(_ event: WorldEvent, in world: inout World) {
    guard screen == .generating, event.first == UInt64(go) else { return }
    world.note(SketchEffect.notices, UInt64(go))
  }

  private mutating func deadline(
    _ event: WorldEvent, _ journal: SketchJournal, in world: inout World
  ) {
    guard isAwaited(event) else { return }
    let passed = world.clock.wall - sentWall
    if plantedBug == .wallDeadline, passed < Int64(Self.deadlineAfter) {
      let rest = min(Nanoseconds.hour, UInt64(Int64(Self.deadlineAfter) - passed))
      return world.startTimer(after: rest, SketchEvent.deadline, event.first, event.second)
    }
    fail(.oops, in: &world)
  }

  // MARK: - The picture

  private mutating func keep(
    _ journal: SketchJournal, _ identity: UInt64, in world: inout World
  ) {
    var record = GalleryRecord()
    (record.sketch, record.style, record.picture) = (journal.sketch, journal.style, picture)
    (record.isFree, record.date) = (isFree, goDate)
    record.wallSeconds = world.clock.wall / 1_000_000_000
    if !gallery.request(.add, record, identity, in: &world) {
      world.note(SketchEffect.keepsNot)
    }
  }

  private mutating func finish(_ outcome: GalleryOutcome, in world: inout World) {
    switch outcome {
    case .added(let record):
      if record.picture == picture { isKept = true }
      world.note(SketchEffect.keeps, UInt64(record.sequence))
    case .notAdded: world.note(SketchEffect.keepsNot)
    case .deleted(let sequence): world.note(SketchEffect.deletes, UInt64(sequence))
    case .settled: world.note(SketchEffect.settles)
    case .clean: world.note(SketchEffect.cleaned)
    case .failed, .none: break
    }
  }

  private mutating func use(
    _ own: SketchEvent, _ event: WorldEvent, _ journal: SketchJournal, in world: inout World
  ) {
    switch own {
    case .save:
      // Only if the gallery is idle and does not have the picture.
      guard screen == .result, !isKept, gallery.isIdle else { return }
      keep(journal, event.identity, in: &world)
    case .share:
      if screen == .result { world.note(SketchEffect.shares, pro.isUnlocked ? 0 : 1) }
    case .savePhoto:
      if screen == .result, event.first == 0 { world.note(SketchEffect.photo) }
    default:
      let order = gallery.shownOrder()
      guard screen != .generating, event.first < UInt64(order.count) else { return }
      let record = gallery.manifest.records[order[Int(event.first)]]
      gallery.request(own == .delete ? .delete : .favorite, record, event.identity, in: &world)
    }
  }

  // MARK: - State

  /// Visits every field except the bug and the scale, which are part of the plan.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  package mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.field(&screen, "screen")
    visitor.field(&go, "go")
    visitor.field(&attempt, in: 0...2, "attempt")
    visitor.field(&goIdentity, "goIdentity")
    visitor.field(&goTime, "goTime")
    visitor.field(&goDate, "goDate")
    visitor.field(&isFree, "isFree")
    visitor.field(&sentAt, "sentAt")
    visitor.field(&sentWall, "sentWall")
    visitor.field(&busyUntil, "busyUntil")
    visitor.field(&rate, "rate")
    visitor.field(&picture, "picture")
    visitor.field(&isKept, "isKept")
    visitor.field(&bodyHash, "bodyHash")
    visitor.field(&goStyle, "goStyle")
    visitor.field(&lastStyle, "lastStyle")
    visitor.field(&gallery, "gallery")
    visitor.field(&pro, "pro")
    visitor.derived("script")
    visitor.derived("plantedBug")
    visitor.derived("faultScale")
  }
}
