import SimbenchKit

extension GateModel {
  /// Generates the actions of a child, a parent and the system.
  package static func act(_ history: inout WorkloadGenerator, _ context: ModelContext) {
    let isTablet = context.parameters[Parameter.device] > 0
    let kind = GateKind(rawValue: UInt8(context.parameters[Parameter.gate]))
    var hands = GateHands(canvas: canvas(isTablet: isTablet))
    history.wait(Nanoseconds.second)
    while history.hasTime {
      switch kind {
      case .scribbly: hands.corners(&history)
      case .math: calculate(&history)
      case .babySafe, nil: hands.hold(&history)
      }
      pause(&history)
    }
  }

  private static func pause(_ history: inout WorkloadGenerator) {
    history.wait(200 * Nanoseconds.millisecond)
    history.wait(about: 500 * Nanoseconds.millisecond)
  }

  /// One visit to the problem before a purchase: answers, right or wrong, and purchases.
  private static func calculate(_ history: inout WorkloadGenerator) {
    let isClumsy = history.stream.chance(1, in: 2)
    history.add(GateEvent.buy)
    for _ in 0..<1 + history.stream.below(4) {
      history.wait(about: 2 * Nanoseconds.second)
      let isWrong = history.stream.chance(isClumsy ? 9 : 1, in: 10)
      history.add(GateEvent.answer, isWrong ? 1 + UInt64(history.stream.below(9)) : 0)
      guard !isWrong else { continue }
      for _ in 0..<1 + history.stream.below(2) {
        pause(&history)
        if history.stream.chance(1, in: 12) { history.wait(125 * Nanoseconds.second) }
        history.add(GateEvent.buy)
      }
    }
    if history.stream.chance(1, in: 6) { history.add(GateEvent.close) }
    if history.stream.chance(1, in: 3) { history.wait(about: 40 * Nanoseconds.second) }
  }
}

/// The hands of a child or parent at a gate with contacts.
private struct GateHands {
  var canvas: GateCanvas

  private func place(_ position: Vector2) -> UInt64 { TouchGlass.place(position) }

  private mutating func near(
    _ corner: GateCorner, _ history: inout WorkloadGenerator
  ) -> Vector2 {
    let center = canvas.center(of: corner)
    return Vector2(
      center.x + 12 * history.stream.normal(), center.y + 12 * history.stream.normal())
  }

  private func wait(
    _ history: inout WorkloadGenerator, _ low: Float, _ high: Float
  ) {
    history.wait(UInt64(history.stream.range(low, high) * 1e9))
  }

  /// Something that spoils a hold, or may.
  private mutating func disturb(
    _ history: inout WorkloadGenerator, from position: Vector2
  ) {
    switch history.stream.below(7) {
    case 0, 1:
      let other = Vector2(
        history.stream.range(0, canvas.size.x), history.stream.range(0, canvas.size.y))
      history.add(
        history.stream.chance(1, in: 3) ? GateEvent.palm : .finger, 5, place(other))
      wait(&history, 0.1, 0.6)
      history.add(GateEvent.lift, 5)
    case 2, 3:
      let angle = history.stream.range(0, 6.28)
      let (sine, cosine) = Math.sinCos(angle)
      let far = history.stream.range(10, 40)
      history.add(
        GateEvent.move, 0, place(Vector2(position.x + far * cosine, position.y + far * sine)))
    case 4:
      history.add(
        GateEvent.stall, UInt64(history.stream.range(0.2, 1.2) * 1e9))
    case 5:
      history.add(GateEvent.turn)
      canvas.turn()
    default: break
    }
  }

  /// One hold of BabySafe's corner, and what follows from it.
  mutating func hold(_ history: inout WorkloadGenerator) {
    if history.stream.chance(1, in: 6) { return mash(&history) }
    let position = near(.topRight, &history)
    let tool = history.stream.below(12)
    history.add(tool == 0 ? GateEvent.pencil : tool == 1 ? .palm : .finger, 0, place(position))
    let isShort = history.stream.chance(1, in: 3)
    wait(&history, 0.2, 3)
    if history.stream.chance(1, in: 2) {
      let drifted = Vector2(
        position.x + history.stream.range(-6, 6), position.y + history.stream.range(-6, 6))
      history.add(GateEvent.move, 0, place(drifted))
    }
    if history.stream.chance(1, in: 4) { disturb(&history, from: position) }
    wait(&history, isShort ? 0.1 : 5.9, isShort ? 2.8 : 6.4)
    if !isShort, history.stream.chance(5, in: 6) { authenticate(&history) }
    history.add(GateEvent.lift, 0)
  }

  /// What the person does at the prompt, and then behind the gate.
  private func authenticate(_ history: inout WorkloadGenerator) {
    let action: AuthenticationAction =
      switch history.stream.below(12) {
      case 0: .cancel
      case 1, 2: .fallback
      case 3, 4, 5: .mismatch
      default: .match
      }
    wait(&history, 0.3, 2)
    history.add(GateEvent.person, UInt64(action.rawValue))
    for _ in 0..<(action == .mismatch ? history.stream.below(4) : 0) {
      wait(&history, 0.2, 1)
      history.add(GateEvent.person, UInt64(action.rawValue))
    }
    wait(&history, 1, 2)
    // Where the passcode is asked for by now.
    let isWrong = history.stream.chance(1, in: 6)
    history.add(
      GateEvent.person,
      UInt64((isWrong ? AuthenticationAction.wrongPasscode : .passcode).rawValue))
    if history.stream.chance(1, in: 10) { history.wait(about: 40 * Nanoseconds.second) }
    wait(&history, 1, 3)
    history.add(GateEvent.menu)
    if history.stream.chance(5, in: 6) {
      wait(&history, 0.1, 4)
      history.add(GateEvent.lock)
    }
  }

  /// A child's hands: some contacts at once, anywhere.
  private func mash(_ history: inout WorkloadGenerator) {
    let count = 2 + UInt64(history.stream.below(6))
    for finger in 0..<count {
      let position = Vector2(
        history.stream.range(0, canvas.size.x), history.stream.range(0, canvas.size.y))
      history.add(GateEvent.finger, finger, place(position))
      wait(&history, 0.01, 0.1)
    }
    wait(&history, 0.1, 0.5)
    for finger in 0..<count { history.add(GateEvent.lift, finger) }
    if history.stream.chance(1, in: 3) { history.add(GateEvent.menu) }
  }

  /// One hold of Scribbly's corners, and what follows from it.
  mutating func corners(_ history: inout WorkloadGenerator) {
    if history.stream.chance(1, in: 6) { return mash(&history) }
    let isTopFirst = history.stream.chance(1, in: 2)
    let position = near(isTopFirst ? .topLeft : .bottomRight, &history)
    history.add(GateEvent.finger, 0, place(position))
    wait(&history, 0.05, 1.1)
    let isSame = history.stream.chance(1, in: 12)
    let other = near(isTopFirst == isSame ? .topLeft : .bottomRight, &history)
    history.add(history.stream.chance(1, in: 12) ? GateEvent.palm : .finger, 1, place(other))
    let isDisturbed = history.stream.chance(1, in: 3)
    if isDisturbed {
      wait(&history, 0.2, 2.5)
      disturb(&history, from: position)
    }
    wait(&history, isDisturbed ? 0.5 : 1.9, 3.4)
    history.add(GateEvent.lift, UInt64(history.stream.below(2)))
    history.add(GateEvent.lift, 0)
    history.add(GateEvent.lift, 1)
    wait(&history, 0.1, 1)
    if history.stream.chance(1, in: 2) { history.add(GateEvent.menu) }
    if history.stream.chance(1, in: 5) { history.add(GateEvent.lock) }
  }
}
