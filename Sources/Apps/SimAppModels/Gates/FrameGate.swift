import SimbenchKit

/// A parents' gate that the frames of a scene drive.
///
/// Everything in a frame happens at the frame's start time, in this order: changes of the app,
/// answers, locks, contacts, and the ends of holds and prompts. Contacts land before others move
/// or lift: the contacts of one frame count as being on the glass together.
package struct FrameGate: Equatable, Sendable, StateFields {
  /// What the scene receives of a contact in a frame.
  package enum Fate: UInt8, Sendable {
    /// The contact as it is.
    case shown
    /// Its cancellation, since the gate has opened.
    case cancelled
    /// Nothing, since it began while the gate was open.
    case hidden
  }

  /// BabySafe's gate.
  package private(set) var babySafe: BabySafeGate
  /// Scribbly's gate.
  package private(set) var scribbly: ScribblyGate
  /// Whether the app is active.
  package private(set) var isActive = true
  /// The start of the last frame in nanoseconds.
  package private(set) var now: UInt64 = 0
  /// The number of times that the gate has opened.
  package private(set) var openingCount: UInt32 = 0
  /// The canvas, as the device is held.
  package private(set) var canvas: GateCanvas
  private var promptTime: UInt64 = 0
  /// The contacts of the last frame; the first `contactCount` are valid, the rest is 0.
  private var ids: [UInt32]
  /// Flags of each contact.
  private var flags: [UInt32]
  private var contactCount: UInt32 = 0
  /// The kind of gate.
  package let kind: SceneGate

  /// The gate counts the contact as on the glass.
  private static var known: UInt32 { 1 }
  /// The scene has received the contact.
  private static var shown: UInt32 { 2 }
  /// The scene receives the contact's cancellation in this frame.
  private static var cancelled: UInt32 { 4 }
  /// The contact is new in this frame.
  private static var new: UInt32 { 8 }

  /// Creates a locked gate.
  package init(_ kind: SceneGate, on canvas: SceneCanvas, plantedBug: GateBug? = nil) {
    self.kind = kind
    babySafe = BabySafeGate(plantedBug: plantedBug)
    scribbly = ScribblyGate(plantedBug: plantedBug)
    self.canvas = GateCanvas(canvas.widthPoints, canvas.heightPoints)
    ids = Array(repeating: 0, count: FrameInput.maximumTouchCount)
    flags = ids
  }

  /// Whether what is behind the gate may be used.
  package var isOpen: Bool {
    switch kind {
    case .babySafe: babySafe.state == .open
    case .scribbly: scribbly.isOpen
    }
  }

  /// Whether a contact, or both, are being held.
  package var isHolding: Bool {
    switch kind {
    case .babySafe: babySafe.state == .holding
    case .scribbly: scribbly.state == .both
    }
  }

  /// The number of prompts so far.
  package var promptCount: UInt32 { babySafe.attempt }

  /// The arcs of 7.5 degrees that the ring shows, 0 to 48; nil while it is hidden.
  package var ringArcs: UInt32? { kind == .babySafe ? babySafe.ring(at: now) : nil }

  // MARK: - Frames

  /// Changes the canvas.
  package mutating func resize(to canvas: SceneCanvas) {
    self.canvas = GateCanvas(canvas.widthPoints, canvas.heightPoints)
    babySafe.canvasChanges()
    scribbly.cancel()
  }

  /// Applies the input of a frame.
  package mutating func step(_ input: borrowing FrameInput) {
    now = input.timeNanoseconds
    let wasOpen = isOpen
    if input.absentNanoseconds > 0 { passBackground(input.absentNanoseconds) }
    for action in input.gateActions { change(action.kind) }
    let gap = UInt64(input.storedFrameNanoseconds)
    babySafe.frameGap(gap)
    scribbly.frameGap(gap)
    for action in input.gateActions where action.kind.isAnswer { answer(action) }
    for action in input.gateActions where action.kind == .lock {
      babySafe.lock()
      scribbly.lock()
    }
    forgetContacts(input)
    for touch in input.touches { land(touch, input) }
    for touch in input.touches { move(touch, input) }
    for touch in input.touches { lift(touch) }
    endHold()
    if isOpen, !wasOpen { openingCount &+= 1 }
    decideFates()
  }

  private mutating func passBackground(_ nanoseconds: UInt64) {
    loseContacts()
    babySafe.enterBackground(at: now)
    scribbly.enterBackground(at: now)
    // The clock of a scene stands still in the background.
    babySafe.becomeActive(at: now &+ nanoseconds)
    scribbly.becomeActive(at: now &+ nanoseconds)
    isActive = true
  }

  private mutating func change(_ kind: GateAction.Kind) {
    if kind == .active { isActive = true }
    guard kind == .inactive, isActive else { return }
    isActive = false
    loseContacts()
    babySafe.resignActive()
    scribbly.cancel()
  }

  private mutating func answer(_ action: GateAction) {
    guard kind == .babySafe else { return }
    _ = babySafe.answer(
      AuthenticationError(rawValue: action.kind.rawValue),
      attempt: action.attempt == 0 ? babySafe.attempt : action.attempt,
      isPasscodeStep: babySafe.isPasscodeStep)
  }

  private mutating func endHold() {
    switch kind {
    case .babySafe:
      if babySafe.state == .holding, now &- babySafe.held.time >= BabySafeGate.hold,
        babySafe.holdEnds(babySafe.holdNumber)
      {
        promptTime = now
      }
      if babySafe.state == .asking, now &- promptTime >= BabySafeGate.patience {
        _ = babySafe.expires(babySafe.attempt)
      }
    case .scribbly:
      if scribbly.state == .both, now >= scribbly.holdEnd {
        _ = scribbly.holdEnds(scribbly.holdNumber)
      }
    }
  }

  // MARK: - Contacts

  private func slot(of id: UInt32) -> Int? {
    for slot in 0..<Int(contactCount) where ids[slot] == id { return slot }
    return nil
  }

  private mutating func tell(_ contact: GateContact) {
    switch kind {
    case .babySafe: babySafe.touch(contact, at: now, on: canvas, isActive: isActive)
    case .scribbly: scribbly.touch(contact, at: now, on: canvas, isActive: isActive)
    }
  }

  /// The app has lost all contacts; those still on the glass are not reported again.
  private mutating func loseContacts() {
    for slot in 0..<Int(contactCount) where flags[slot] & Self.known != 0 {
      flags[slot] &= ~Self.known
      tell(GateContact(.cancelled, id: ids[slot], at: .zero))
    }
  }

  /// Forgets contacts that the frame no longer has, and what held for the previous frame only.
  private mutating func forgetContacts(_ input: borrowing FrameInput) {
    var kept = 0
    for slot in 0..<Int(contactCount) {
      let id = ids[slot]
      guard input.touch(withID: id) != nil else {
        if flags[slot] & Self.known != 0 { tell(GateContact(.cancelled, id: id, at: .zero)) }
        continue
      }
      ids[kept] = id
      flags[kept] = flags[slot] & (Self.known | Self.shown)
      kept += 1
    }
    for slot in kept..<Int(contactCount) { (ids[slot], flags[slot]) = (0, 0) }
    contactCount = UInt32(kept)
  }

  private mutating func land(_ touch: Touch, _ input: borrowing FrameInput) {
    guard slot(of: touch.id) == nil else { return }
    ids[Int(contactCount)] = touch.id
    flags[Int(contactCount)] = touch.phase == .began ? Self.new | Self.known : Self.new
    contactCount += 1
    guard touch.phase == .began else { return }
    // The first sample of a contact is its landing; its position is already the newest one.
    let place = input.samples(of: touch).first?.position ?? touch.position
    tell(
      GateContact(.began, id: touch.id, at: place, kind: touch.kind, radius: touch.radius))
  }

  private mutating func move(_ touch: Touch, _ input: borrowing FrameInput) {
    guard touch.phase.isDown, let slot = slot(of: touch.id), flags[slot] & Self.known != 0
    else { return }
    // A contact that leaves and returns between two frames has left.
    for sample in input.samples(of: touch) {
      tell(GateContact(.moved, id: touch.id, at: sample.position))
    }
    tell(GateContact(.moved, id: touch.id, at: touch.position))
  }

  private mutating func lift(_ touch: Touch) {
    guard !touch.phase.isDown, let slot = slot(of: touch.id), flags[slot] & Self.known != 0
    else { return }
    flags[slot] &= ~Self.known
    tell(GateContact(touch.phase, id: touch.id, at: touch.position))
  }

  private mutating func decideFates() {
    for slot in 0..<Int(contactCount) {
      if flags[slot] & Self.new != 0, !isOpen { flags[slot] |= Self.shown }
      guard isOpen, flags[slot] & Self.shown != 0 else { continue }
      flags[slot] = flags[slot] & ~Self.shown | Self.cancelled
    }
  }

  /// What the scene receives of a contact in the last frame.
  package func fate(of id: UInt32) -> Fate {
    guard let slot = slot(of: id) else { return .hidden }
    if flags[slot] & Self.shown != 0 { return .shown }
    return flags[slot] & Self.cancelled != 0 ? .cancelled : .hidden
  }

  /// Whether the scene receives every contact of the last frame as it is.
  package var showsAll: Bool {
    for slot in 0..<Int(contactCount) where flags[slot] & Self.shown == 0 { return false }
    return true
  }

  // MARK: - State

  /// Visits every field except the kind, which is part of the plan.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  package mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.field(&babySafe, "babySafe")
    visitor.field(&scribbly, "scribbly")
    visitor.field(&isActive, "isActive")
    visitor.field(&now, "now")
    visitor.field(&openingCount, "openingCount")
    visitor.field(&canvas, "canvas")
    visitor.field(&promptTime, "promptTime")
    visitor.field(&ids, "ids")
    visitor.field(&flags, "flags")
    visitor.field(&contactCount, in: 0...UInt32(ids.count), "contactCount")
    visitor.derived("kind")
  }
}
