import SimbenchKit

/// The oracle of SketchMagic: it follows user actions and observable effects, and keeps an
/// independent record of pictures and charges.
package struct SketchOracle: Equatable, Sendable, StateFields {
  /// A stored picture.
  struct Kept: Equatable, Sendable, StateFields {
    var record = GalleryRecord()
    var isDeleted = false

    @specialized(where Visitor == StateDigest)
    @specialized(where Visitor == SnapshotWriter)
    @specialized(where Visitor == SnapshotReader)
    mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
      visitor.field(&record, "record")
      visitor.field(&isDeleted, "isDeleted")
    }
  }

  /// The maximum number of tracked pictures; the oldest deleted ones are dropped first.
  static var capacity: Int { 64 }
  /// The maximum number of tasks, interrupted by the end of the process, whose outcome is unknown.
  private static var lostLimit: Int { 2 * Gallery.taskLimit }

  // User actions.
  private var sketch: UInt32 = 0
  private var style: UInt32 = 0
  // The current Go.
  var isAwaiting = false
  var goTime: UInt64 = 0
  var sentAt: UInt64 = 0
  var requestCount: UInt32 = 0
  var resultCount: UInt32 = 0
  var noticeCount: UInt32 = 0
  private var expectedBody: UInt64 = 0
  private var resumedAt: UInt64 = 0
  private var goTimes: [UInt64] = Array(repeating: 0, count: 5)
  private var goCount: UInt32 = 0
  // Stored pictures.
  private var kept = Array(repeating: Kept(), count: capacity)
  private var keptCount: UInt32 = 0
  private var lastDate = Int32.min
  private var lastDateCount: UInt32 = 0
  private var chargeTimes: [UInt64] = Array(repeating: 0, count: 11)
  private var chargeCount: UInt32 = 0
  private var chargeBoot: UInt32 = 0
  // Tasks in progress when the process ended; each may or may not have been completed.
  private var lostAdds = Array(repeating: GalleryRecord(), count: lostLimit)
  private var lostAddCount: UInt32 = 0
  private var lostDeletes: [UInt32] = Array(repeating: 0, count: lostLimit)
  private var lostDeleteCount: UInt32 = 0
  /// Whether the content that the app read at launch is durable on disk.
  private var isSettled = false
  /// Violations and reached goals since the last check: one bit per property.
  private var broken: UInt64 = 0
  private var reached: UInt64 = 0
  /// Outcomes of all Go.
  package private(set) var tally = SketchTally()
  /// The oracle of Pro.
  private var pro = ProOracle()

  init() {}

  private mutating func expect(_ holds: Bool, _ property: SketchProperty) {
    if !holds { broken |= 1 &<< UInt64(property.rawValue) }
  }

  private mutating func reach(_ property: SketchProperty, _ isReached: Bool = true) {
    if isReached { reached |= 1 &<< UInt64(property.rawValue) }
  }

  // MARK: - Before a step

  /// Observes an event before the app handles it.
  mutating func begin(_ event: WorldEvent, _ app: SketchApp, _ world: borrowing World) {
    pro.begin(event, world)
    guard let own = event.own(SketchEvent.self) else {
      if event.common == .active || event.common == .quiet || event.common == .launch {
        resumedAt = world.clock.now
      }
      return
    }
    switch own {
    case .draw: if app.screen == .drawing { sketch = UInt32(truncatingIfNeeded: event.first) }
    case .newSketch:
      if app.screen == .result || app.screen == .failed || app.screen == .picking { sketch = 0 }
    case .pick:
      if app.screen == .picking, event.first >= 1, event.first <= 10 {
        style = UInt32(truncatingIfNeeded: event.first)
      }
    case .go: reach(.setBack, app.screen == .picking && isSetBack(app, world))
    case .response: beginAnswer(event, app)
    case .unreachable: reach(.unreachable)
    default: break
    }
  }

  private func isSetBack(_ app: SketchApp, _ world: borrowing World) -> Bool {
    world.clock.date < app.gallery.manifest.quota.date
  }

  private mutating func beginAnswer(_ event: WorldEvent, _ app: SketchApp) {
    guard event.first == UInt64(app.go) else { return }
    reach(.lateAnswer, app.screen == .picking)
    reach(.doubleAnswer, app.screen == .result && event.second == UInt64(app.attempt))
  }

  /// Records the tasks in progress when the process ends, whose outcome is unknown.
  mutating func processEnds(_ app: SketchApp) {
    pro.processEnds(app.pro)
    app.gallery.visitTasks { task, record in
      if task == .add, lostAddCount < UInt32(Self.lostLimit) {
        lostAdds[Int(lostAddCount)] = record
        lostAddCount += 1
      } else if task == .delete, lostDeleteCount < UInt32(Self.lostLimit) {
        lostDeletes[Int(lostDeleteCount)] = record.sequence
        lostDeleteCount += 1
      }
    }
    reach(.relaunched, isAwaiting)
    if isAwaiting { tally.ended += 1 }
    (isAwaiting, goCount) = (false, 0)
  }

  // MARK: - After a step

  /// Observes the app after an event.
  mutating func note(
    _ event: WorldEvent, _ app: SketchApp, _ store: borrowing StoreService,
    _ world: borrowing World
  ) {
    for effect in world.effects {
      guard let own = effect.own(SketchEffect.self) else { continue }
      switch own {
      case .sends: noteRequest(effect, app, world)
      case .notices: noteNotice(world)
      case .oops, .filtered:
        reach(own == .oops ? .oopsShown : .filteredShown)
        tally.failed += 1
        isAwaiting = false
      case .cancels:
        tally.canceled += 1
        isAwaiting = false
      case .shows: noteResult(app, world)
      case .refuses: noteRefusal(effect, app, world)
      case .keeps: noteKept(UInt32(effect.first), app, world)
      case .keepsNot:
        reach(.keptNot)
        reach(.diskFull, world.disk.isFull)
      case .deletes:
        reach(.deleted)
        if let place = place(of: UInt32(effect.first)) { kept[place].isDeleted = true }
      case .opens: noteOpening(app, world)
      case .settles: noteSettled(app, world)
      case .cleaned: noteCleaned(app, world)
      case .shares: expect((effect.first == 1) == !pro.isUnlocked, .shareMark)
      default: pro.note(own, effect, event, isAwaiting: isAwaiting, store, world)
      }
    }
    pro.note(event, app.pro, store, world)
  }

  private mutating func noteRequest(
    _ effect: World.Effect, _ app: SketchApp, _ world: borrowing World
  ) {
    if effect.second == 1 {
      (isAwaiting, goTime) = (true, world.clock.now)
      (requestCount, resultCount, noticeCount) = (0, 0, 0)
      pro.noteGo(style)
      expectedBody = SketchApp.bodyHash(sketch: sketch, style: style)
      let place = Int(goCount % 5)
      expect(goCount < 5 || world.clock.now &- goTimes[place] >= GenerationRate.span, .rate)
      goTimes[place] = world.clock.now
      goCount += 1
      tally.goes += 1
    }
    sentAt = world.clock.now
    requestCount += 1
    expect(requestCount <= 2, .twoRequests)
    expect(app.bodyHash == expectedBody, .requestBody)
  }

  private mutating func noteNotice(_ world: borrowing World) {
    noticeCount += 1
    let now = world.clock.now
    let isDue = now == goTime &+ SketchApp.noticeAfter
    let isHeld = now == resumedAt && now > goTime &+ SketchApp.noticeAfter
    expect(noticeCount == 1 && isAwaiting && (isDue || isHeld), .noticeOnce)
  }

  private mutating func noteResult(_ app: SketchApp, _ world: borrowing World) {
    resultCount += 1
    expect(isAwaiting && resultCount == 1, .oneResult)
    reach(.retryGood, app.attempt == 2)
    reach(.longAnswer, world.clock.now &- goTime > SketchApp.noticeAfter)
    if isAwaiting { tally.shown += 1 }
    isAwaiting = false
  }

  private mutating func noteRefusal(
    _ effect: World.Effect, _ app: SketchApp, _ world: borrowing World
  ) {
    let quota = app.gallery.manifest.quota
    tally.refused += 1
    reach(.rateReached, effect.first == 2)
    reach(.quotaReached, effect.first == 1 && quota.used >= GenerationQuota.perDate)
    let isCeiling =
      quota.used < GenerationQuota.perDate
      && quota.recent(world.clock) >= GenerationQuota.perDayOfBoot
    reach(.ceilingReached, effect.first == 1 && isCeiling)
  }

  // MARK: - The gallery

  private func place(of sequence: UInt32) -> Int? {
    for index in 0..<Int(keptCount)
    where kept[index].record.sequence == sequence && !kept[index].isDeleted {
      return index
    }
    return nil
  }

  private mutating func noteKept(
    _ sequence: UInt32, _ app: SketchApp, _ world: borrowing World
  ) {
    let manifest = app.gallery.manifest
    guard let place = manifest.place(of: sequence) else { return expect(false, .galleryKept) }
    let record = manifest.records[place]
    adopt(record, world)
    expect(isWhole(record, world), .galleryKept)
    checkOrder(app)
  }

  /// Records a stored picture.
  private mutating func adopt(_ record: GalleryRecord, _ world: borrowing World) {
    for index in 0..<Int(keptCount) where kept[index].record.picture == record.picture {
      expect(false, .oneRecord)
    }
    if Int(keptCount) == Self.capacity { forget() }
    if Int(keptCount) < Self.capacity {
      kept[Int(keptCount)] = Kept(record: record)
      keptCount += 1
    }
    if record.isFree { charge(record.date, world) }
  }

  /// Makes space for one more picture by dropping the first deleted one.
  private mutating func forget() {
    guard let first = kept.firstIndex(where: { $0.isDeleted }) else { return }
    for index in first..<Self.capacity - 1 { kept[index] = kept[index + 1] }
    keptCount -= 1
  }

  private mutating func charge(_ date: Int32, _ world: borrowing World) {
    expect(date >= lastDate, .datesAscend)
    if date != lastDate { (lastDate, lastDateCount) = (date, 0) }
    lastDateCount += 1
    expect(lastDateCount <= GenerationQuota.perDate, .fiveADate)
    if chargeBoot != world.clock.boot { (chargeBoot, chargeCount) = (world.clock.boot, 0) }
    let place = Int(chargeCount % 11)
    // The next place in the ring holds the time of the tenth charge before this one.
    let oldest = chargeTimes[Int((chargeCount + 1) % 11)]
    chargeTimes[place] = world.clock.monotonic
    chargeCount += 1
    expect(
      chargeCount <= 10 || world.clock.monotonic &- oldest >= Nanoseconds.day, .ceiling)
  }

  private mutating func noteOpening(_ app: SketchApp, _ world: borrowing World) {
    let manifest = app.gallery.manifest
    reach(.orphan, GalleryFiles.orphan(manifest, on: world.disk) != 0)
    isSettled = false
    checkGallery(manifest, world)
    checkOrder(app)
  }

  /// Resolves the tasks that were in progress when the process ended, whose outcome is now known.
  private mutating func noteSettled(_ app: SketchApp, _ world: borrowing World) {
    let manifest = app.gallery.manifest
    isSettled = true
    for index in 0..<Int(lostAddCount) {
      guard let place = placeOfPicture(lostAdds[index].picture, in: manifest) else { continue }
      if self.place(of: manifest.records[place].sequence) == nil {
        adopt(manifest.records[place], world)
        reach(.recovered)
      }
    }
    for index in 0..<Int(lostDeleteCount) where manifest.place(of: lostDeletes[index]) == nil {
      if let place = place(of: lostDeletes[index]) { kept[place].isDeleted = true }
    }
    (lostAddCount, lostDeleteCount) = (0, 0)
    checkGallery(manifest, world)
  }

  /// Whether an interrupted task makes it unknown if a picture is stored.
  private func isLost(_ record: GalleryRecord) -> Bool {
    for index in 0..<Int(lostAddCount) where lostAdds[index].picture == record.picture {
      return true
    }
    for index in 0..<Int(lostDeleteCount) where lostDeletes[index] == record.sequence {
      return true
    }
    return false
  }

  private func placeOfPicture(_ picture: UInt64, in manifest: Manifest) -> Int? {
    for index in 0..<Int(manifest.count) where manifest.records[index].picture == picture {
      return index
    }
    return nil
  }

  /// Checks that exactly the stored pictures are in the gallery, with intact files.
  private mutating func checkGallery(_ manifest: Manifest, _ world: borrowing World) {
    for index in 0..<Int(keptCount) where !kept[index].isDeleted {
      let record = kept[index].record
      guard let place = manifest.place(of: record.sequence) else {
        expect(isLost(record), .galleryKept)
        continue
      }
      var found = manifest.records[place]
      found.isFavorite = record.isFavorite
      expect(found == record && isWhole(record, world), .galleryKept)
    }
    for index in 0..<Int(manifest.count) {
      let record = manifest.records[index]
      expect(place(of: record.sequence) != nil || isLost(record), .galleryKept)
    }
  }

  private func isWhole(_ record: GalleryRecord, _ world: borrowing World) -> Bool {
    let (sketch, picture) = (
      GalleryFiles.sketchWords(record.sketch), GalleryFiles.pictureWords(record.picture)
    )
    return world.disk.holds(sketch, in: GalleryFiles.sketch(record.sequence))
      && world.disk.holds(picture, in: GalleryFiles.picture(record.sequence))
  }

  private mutating func noteCleaned(_ app: SketchApp, _ world: borrowing World) {
    // Otherwise the next task may have started to write.
    guard app.gallery.isIdle else { return }
    var count: UInt32 = 0
    world.disk.forEachName { name in
      if GalleryFiles.holds(name), name != GalleryFiles.manifest { count += 1 }
    }
    expect(count == 2 * app.gallery.manifest.count, .galleryClean)
    checkGallery(app.gallery.manifest, world)
  }

  private mutating func checkOrder(_ app: SketchApp) {
    let order = app.gallery.shownOrder()
    for (newer, older) in zip(order, order.dropFirst()) {
      let records = app.gallery.manifest.records
      expect(records[newer].sequence > records[older].sequence, .galleryOrder)
    }
  }

  // MARK: - Properties

  /// Reports to the checker which properties hold after an event.
  mutating func judge(
    _ app: SketchApp, _ journal: SketchJournal, _ world: borrowing World,
    by judge: inout PropertyChecker
  ) {
    expect(journal.sketch == sketch, .sketchKept)
    let now = world.clock.now
    // Timers that came due while the process was suspended fire when it resumes.
    if isAwaiting, world.process != .suspended, world.process != .dead, now > resumedAt {
      expect(now <= sentAt &+ SketchApp.deadlineAfter, .deadline)
      expect(now <= goTime &+ SketchApp.noticeAfter || noticeCount == 1, .noticeOnce)
    }
    if world.process != .dead, isSettled {
      let quota = app.gallery.manifest.quota
      expect(quota.used == (quota.date == lastDate ? lastDateCount : 0), .charges)
    }
    let (proBroken, proReached) = pro.take()
    judge.tell(broken: broken | proBroken, reached: reached | proReached)
    (broken, reached) = (0, 0)
  }

  /// Visits every field except violations and reached goals, which the checker receives.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  package mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.field(&sketch, "sketch")
    visitor.field(&style, "style")
    visitor.field(&isAwaiting, "isAwaiting")
    visitor.field(&goTime, "goTime")
    visitor.field(&sentAt, "sentAt")
    visitor.field(&requestCount, "requestCount")
    visitor.field(&resultCount, "resultCount")
    visitor.field(&noticeCount, "noticeCount")
    visitor.field(&expectedBody, "expectedBody")
    visitor.field(&resumedAt, "resumedAt")
    visitor.elements(&goTimes, "goTimes")
    visitor.field(&goCount, "goCount")
    visitor.field(&keptCount, in: 0...UInt32(Self.capacity), "keptCount")
    let used = Int(keptCount)
    visitor.each(&kept, "kept") { visitor, kept, index in
      visitor.when(index < used) { kept.visitState(&$0) }
    }
    visitor.field(&lastDate, "lastDate")
    visitor.field(&lastDateCount, "lastDateCount")
    visitor.elements(&chargeTimes, "chargeTimes")
    visitor.field(&chargeCount, "chargeCount")
    visitor.field(&chargeBoot, "chargeBoot")
    visitor.field(&lostAddCount, in: 0...UInt32(Self.lostLimit), "lostAddCount")
    let lost = Int(lostAddCount)
    visitor.each(&lostAdds, "lostAdds") { visitor, record, index in
      visitor.when(index < lost) { record.visitState(&$0) }
    }
    visitor.field(&lostDeleteCount, in: 0...UInt32(Self.lostLimit), "lostDeleteCount")
    visitor.field(&lostDeletes, "lostDeletes")
    visitor.field(&isSettled, "isSettled")
    visitor.field(&tally, "tally")
    visitor.field(&pro, "pro")
    if visitor.derived("broken") { broken = 0 }
    if visitor.derived("reached") { reached = 0 }
  }
}
