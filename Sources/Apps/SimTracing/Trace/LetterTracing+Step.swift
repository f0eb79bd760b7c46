import SimbenchKit

/// The processing of touches in a frame.
extension LetterTracing {
  /// Advances ink, measurements, vibrations and the fade by one frame.
  public mutating func step(_ input: borrowing FrameInput) {
    for slot in strokes.indices where strokes[slot].role == .drew { strokes[slot].role = .none }
    for touch in input.touches { follow(touch, input) }
    forgetLost(input)
    hapticTime = max(hapticTime, input.timeNanoseconds)
    _ = haptics.advance(to: hapticTime)
    advanceFade()
    advanceRest()
  }

  /// The opacity of the starts over the ink, 0 to 1; they fade in, and disappear when a finger
  /// draws.
  package var startOpacity: Float {
    let share = max(0, min((rest - Tuning.startDelaySeconds) / Tuning.startRiseSeconds, 1))
    return share * share * (3 - 2 * share)
  }

  /// The opacity of the letter, 0 to 1, eased at both ends.
  package var letterOpacity: Float { 1 - fade * fade * (3 - 2 * fade) }

  private mutating func follow(_ touch: Touch, _ input: borrowing FrameInput) {
    let isOver = !touch.phase.isDown
    var found = slot(of: touch.id)
    if found == nil && !isOver { found = begin(touch) }
    guard let slot = found else { return }
    if strokes[slot].role == .draws {
      let samples = input.samples(of: touch)
      for sample in samples {
        take(
          sample.position, pressure: sample.pressure, time: sample.timestampNanoseconds, touch,
          slot)
      }
      // An input that was made by hand may have no samples.
      if samples.isEmpty && touch.phase != .stationary {
        take(
          touch.position, pressure: touch.pressure, time: touch.timestampNanoseconds, touch, slot)
      }
    }
    if isOver { end(slot, isLifted: touch.phase == .ended) }
  }

  private func slot(of touchID: UInt32) -> Int? {
    for slot in strokes.indices where strokes[slot].touchID == touchID {
      if strokes[slot].role == .draws || strokes[slot].role == .rests { return slot }
    }
    return nil
  }

  /// Starts a stroke, unless the touch is a palm.
  private mutating func begin(_ touch: Touch) -> Int? {
    for slot in strokes.indices where strokes[slot].role == .none {
      strokes[slot] = Stroke()
      strokes[slot].touchID = touch.id
      let isPalm = touch.kind == .finger && touch.radius >= Tuning.palmPoints
      strokes[slot].role = isPalm ? .rests : .draws
      if !isPalm { strokeCount &+= 1 }
      return slot
    }
    return nil
  }

  /// Draws up to a sample, compares it with the letter and updates the haptics.
  private mutating func take(
    _ position: Vector2, pressure: Float, time: UInt64, _ touch: Touch, _ slot: Int
  ) {
    guard position.isFinite, let radius = inkRadius(of: touch, pressure: pressure) else { return }
    let isFirst = strokes[slot].curve.count == 0
    var curve = strokes[slot].curve
    curve.append(InkCurve.Point(position: position, radius: radius)) { from, to, radius in
      ink.append(from: from, to: to, radius: radius)
    }
    strokes[slot].curve = curve
    // After the letter has disappeared there is nothing to compare with.
    guard fade < 1 else { return }
    let before = tracer
    chooseTracer(slot, at: position, isFirst: isFirst)
    guard tracer == touch.id else { return }
    meter.add(position, isFirst: before != tracer)
    guard !isTraced else { return }
    hapticTime = max(hapticTime, time)
    _ = haptics.add(
      deviationMillimeters: meter.deviationMillimeters, at: position, time: hapticTime)
  }

  /// Decides whether a touch becomes the tracing one.
  ///
  /// Only one touch traces at a time, so that a resting hand or a helper's finger does not count as
  /// ink off the path. The first touch traces; if none does, the first touch that moves along the
  /// path. Another touch takes over after moving along the path by the tolerance while the tracing
  /// touch made no progress.
  private mutating func chooseTracer(_ slot: Int, at position: Vector2, isFirst: Bool) {
    if isFirst { strokes[slot].anchor = position }
    let move = (position - strokes[slot].anchor).length
    let hasMoved = move >= Tuning.advanceMillimeters * pointsPerMillimeter
    if tracer == 0 && isFirst { makeTracer(slot) }
    guard hasMoved else { return }
    strokes[slot].anchor = position
    guard meter.index.nearest(to: position).distance <= meter.tolerance else { return }
    if tracer == 0 {
      makeTracer(slot)
    } else if tracer == strokes[slot].touchID {
      for other in strokes.indices { strokes[other].advance = 0 }
    } else {
      // A jump counts less than a continuous movement.
      strokes[slot].advance += min(move, meter.tolerance * 0.5)
      if strokes[slot].advance >= meter.tolerance { makeTracer(slot) }
    }
  }

  private mutating func makeTracer(_ slot: Int) {
    tracer = strokes[slot].touchID
    for other in strokes.indices { strokes[other].advance = 0 }
    haptics.lift()
  }

  /// Ends a stroke.
  ///
  /// Lifting the finger can complete the letter, a canceled touch cannot.
  private mutating func end(_ slot: Int, isLifted: Bool) {
    guard strokes[slot].role == .draws else {
      strokes[slot].role = .none
      return
    }
    let curve = strokes[slot].curve
    curve.tip { from, to, radius in ink.append(from: from, to: to, radius: radius) }
    strokes[slot].role = .drew
    guard tracer == strokes[slot].touchID else { return }
    tracer = 0
    haptics.lift()
    guard isLifted && !isTraced else { return }
    meter.lift()
    if meter.isComplete {
      isTraced = true
      _ = haptics.complete(time: hapticTime)
    }
  }

  /// Ends the strokes of touches that the input no longer contains.
  private mutating func forgetLost(_ input: borrowing FrameInput) {
    for slot in strokes.indices {
      guard strokes[slot].role == .draws || strokes[slot].role == .rests else { continue }
      if input.touch(withID: strokes[slot].touchID) == nil { end(slot, isLifted: false) }
    }
  }

  /// Fades a completed letter; a drawing finger brings it back until it has disappeared completely.
  private mutating func advanceFade() {
    guard isTraced && fade < 1 else { return }
    var isDrawing = false
    for stroke in strokes where stroke.role == .draws { isDrawing = true }
    fade =
      isDrawing
      ? max(0, fade - stepSeconds / Tuning.returnSeconds)
      : min(1, fade + stepSeconds / Tuning.fadeSeconds)
  }

  /// Counts the time without a drawing finger, until the letter is completed.
  private mutating func advanceRest() {
    var isResting = !isTraced
    for stroke in strokes where stroke.role == .draws || stroke.role == .drew { isResting = false }
    let maximum = Tuning.startDelaySeconds + Tuning.startRiseSeconds
    rest = isResting ? min(rest + stepSeconds, maximum) : 0
  }
}
