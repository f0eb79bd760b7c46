import SimMath

/// The sensor's side: events become contacts, contacts become pending samples.
extension InputSynthesizer {
  /// Measures every contact on the glass once.
  mutating func measure(atNanoseconds time: UInt64, frame: UInt32) {
    for index in 0..<states.count where states[index].generator.kind.isTouch {
      planEvents(ofGenerator: index, upTo: time)
      for slot in index * Self.planCapacity..<(index + 1) * Self.planCapacity
      where plans[slot].isWaiting && plans[slot].startNanoseconds <= time {
        plans[slot].isWaiting = false
        land(plans[slot], atNanoseconds: time)
      }
    }
    while let start = track.nextStartNanoseconds, start <= time {
      tally.plannedContacts += 1
      land(track.takeContact(), atNanoseconds: time)
    }
    for index in 0..<Int(contactCount) where !contacts[index].isOver {
      measure(contact: index, atNanoseconds: time, frame: frame)
    }
  }

  private mutating func planEvents(ofGenerator index: Int, upTo time: UInt64) {
    while states[index].nextEventNanoseconds <= time {
      let eventTime = states[index].nextEventNanoseconds
      let planner = ContactPlanner(
        generator: states[index].generator, generatorIndex: UInt8(index), canvas: canvas)
      let count = planner.contactCount(&states[index].stream)
      let center = planner.position(&states[index].stream)
      for contactIndex in 0..<count {
        let plan = planner.contact(
          &states[index].stream, time: eventTime, center: center, contactIndex: contactIndex)
        keep(plan, ofGenerator: index)
      }
      states[index].scheduleNext()
    }
  }

  private mutating func keep(_ plan: ContactPlan, ofGenerator index: Int) {
    tally.plannedContacts += 1
    for slot in index * Self.planCapacity..<(index + 1) * Self.planCapacity
    where !plans[slot].isWaiting {
      plans[slot] = plan
      return
    }
    tally.lostContacts += 1
  }

  /// Puts a contact on the glass.
  ///
  /// It is dropped if the sensor cannot detect it, if the device tracks no more fingers, or if the
  /// list is full of contacts that are down or not reported as lifted yet.
  private mutating func land(_ plan: ContactPlan, atNanoseconds time: UInt64) {
    guard isOnCanvas(position(of: plan, atNanoseconds: time).position) else {
      tally.unseenContacts += 1
      return
    }
    guard plan.kind != .finger || follows(plan, atNanoseconds: time) else { return }
    guard Int(contactCount) < contacts.count else {
      tally.lostContacts += 1
      return
    }
    var queue: UInt8 = 0
    while usedQueues >> UInt16(queue) & 1 == 1 { queue += 1 }
    usedQueues |= 1 << UInt16(queue)
    var contact = LiveContact()
    contact.plan = plan
    contact.queue = queue
    contacts[Int(contactCount)] = contact
    contactCount += 1
  }

  private mutating func measure(contact index: Int, atNanoseconds time: UInt64, frame: UInt32) {
    let plan = contacts[index].plan
    let isFirst = contacts[index].count == 0 && !contacts[index].hasBegun
    var (position, pressure) = position(of: plan, atNanoseconds: time)
    let leaves = contacts[index].hasLeft || !isOnCanvas(position)
    let isDue = time >= plan.endNanoseconds
    let isLast = !isFirst && (leaves || isDue)
    if leaves {
      // To the sensor, the contact lifted at its last position on the canvas.
      position = contacts[index].measured
      if !isDue { contacts[index].plan.isCancelled = false }
    }
    // Sensors report only changes.
    guard isFirst || isLast || position != contacts[index].measured else { return }
    contacts[index].measured = position
    contacts[index].isOver = isLast
    var sample = QueuedSample()
    sample.position = position
    sample.timestampNanoseconds = time
    sample.pressure = pressure
    sample.frame = frame
    sample.isLast = isLast
    if defects.isEmpty {
      enqueue(sample, contact: index)
    } else {
      enqueueWithDefects(sample, contact: index, isInner: !isFirst && !isLast)
    }
  }

  private mutating func enqueueWithDefects(
    _ sample: QueuedSample, contact index: Int, isInner: Bool
  ) {
    // Always draws four words, so that changing one rate does not shift the other defects.
    let plan = contacts[index].plan
    let isDropped = strikes(defects.droppedPerMille, plan)
    let isDuplicated = strikes(defects.duplicatedPerMille, plan)
    let isLate = strikes(defects.latePerMille, plan)
    let isHeld = strikes(defects.coalescedPerMille, plan)
    if isDropped && isInner { return }
    var sample = sample
    if isLate { sample.frame &+= UInt32(defects.lateFrames) }
    if isHeld && contacts[index].holdCount == 0 {
      contacts[index].holdCount = defects.coalescedSampleCount
    }
    if contacts[index].holdCount > 0 { contacts[index].holdCount -= 1 }
    if sample.isLast { contacts[index].holdCount = 0 }
    enqueue(sample, contact: index)
    if isDuplicated && isInner { enqueue(sample, contact: index) }
  }

  /// Draws whether a defect of a given rate affects a sample of a contact.
  private mutating func strikes(_ perMille: UInt16, _ plan: ContactPlan) -> Bool {
    guard plan.trackContact == .max else {
      return track.defectStream.chance(UInt32(perMille), in: 1000)
    }
    return states[Int(plan.generator)].defectStream.chance(UInt32(perMille), in: 1000)
  }

  private mutating func enqueue(_ sample: QueuedSample, contact index: Int) {
    let capacity = LiveContact.queueCapacity
    let base = Int(contacts[index].queue) * capacity
    if Int(contacts[index].count) == capacity {
      // The queue is full: the newest sample is replaced. A pending first sample is the oldest and
      // stays.
      queues[base + (Int(contacts[index].head) + capacity - 1) % capacity] = sample
      return
    }
    let tail = (Int(contacts[index].head) + Int(contacts[index].count)) % capacity
    queues[base + tail] = sample
    let written = UInt32(truncatingIfNeeded: tail + 1)
    let queue = Int(contacts[index].queue)
    if written > writtenCounts[queue] { writtenCounts[queue] = written }
    contacts[index].count += 1
  }
}
