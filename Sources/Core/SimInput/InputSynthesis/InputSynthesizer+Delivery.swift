import SimMath

/// The application's side: delivered samples become the touches of a frame.
extension InputSynthesizer {
  /// Reports every contact in order of arrival and removes those that lifted.
  mutating func deliver(into input: inout FrameInput, frame: UInt32) {
    var kept = 0
    for index in 0..<Int(contactCount) {
      let lifted = deliver(contact: index, into: &input, frame: frame)
      if lifted {
        usedQueues &= ~(1 << UInt16(contacts[index].queue))
        continue
      }
      if kept != index { contacts[kept] = contacts[index] }
      kept += 1
    }
    contactCount = UInt32(kept)
    moveBegunToFront()
  }

  /// Orders contacts by their first report, followed by unreported ones.
  private mutating func moveBegunToFront() {
    var end = 0
    for index in 0..<Int(contactCount) where contacts[index].hasBegun {
      let contact = contacts[index]
      var hole = index
      while hole > end {
        contacts[hole] = contacts[hole - 1]
        hole -= 1
      }
      contacts[end] = contact
      end += 1
    }
  }

  /// Reports one contact.
  ///
  /// - Returns: whether it lifted.
  private mutating func deliver(
    contact index: Int, into input: inout FrameInput, frame: UInt32
  ) -> Bool {
    let ready = readyCount(contacts[index], frame: frame)
    if ready > 0 && !contacts[index].hasBegun {
      // Numbered when reported, not when measured: a late contact must not get an earlier number.
      contacts[index].id = nextTouchID
      nextTouchID += 1
    }
    let contact = contacts[index]
    if ready == 0 {
      if contact.hasBegun { input.append(touch(contact, phase: .stationary, newest: nil)) }
      return false
    }
    let newest = queued(contact, ready - 1)
    let phase: TouchPhase =
      !contact.hasBegun
      ? .began : newest.isLast ? (contact.plan.isCancelled ? .cancelled : .ended) : .moved
    input.append(touch(contact, phase: phase, newest: newest))
    for sampleIndex in 0..<ready {
      let sample = queued(contact, sampleIndex)
      input.append(
        TouchSample(
          touchID: contact.id, position: sample.position,
          timestampNanoseconds: sample.timestampNanoseconds, pressure: sample.pressure))
    }
    contacts[index].head = UInt8((Int(contact.head) + ready) % LiveContact.queueCapacity)
    contacts[index].count -= UInt8(ready)
    contacts[index].hasBegun = true
    contacts[index].arrived = newest
    return newest.isLast
  }

  /// The number of samples of a contact that are delivered in this frame.
  private func readyCount(_ contact: LiveContact, frame: UInt32) -> Int {
    guard contact.holdCount == 0 else { return 0 }
    var ready = 0
    while ready < Int(contact.count) {
      let sample = queued(contact, ready)
      // No frame reports a contact as both new and lifted: the lift waits for the next frame.
      if sample.frame > frame || (sample.isLast && !contact.hasBegun) { break }
      ready += 1
    }
    return ready
  }

  private func queued(_ contact: LiveContact, _ sampleIndex: Int) -> QueuedSample {
    queues[queueIndex(contact, sampleIndex)]
  }

  /// The index in `queues` of a contact's sample, where 0 is the oldest.
  func queueIndex(_ contact: LiveContact, _ sampleIndex: Int) -> Int {
    let capacity = LiveContact.queueCapacity
    return Int(contact.queue) * capacity + (Int(contact.head) + sampleIndex) % capacity
  }

  private func touch(_ contact: LiveContact, phase: TouchPhase, newest: QueuedSample?) -> Touch {
    let sample = newest ?? contact.arrived
    return Touch(
      id: contact.id, phase: phase, kind: contact.plan.kind, position: sample.position,
      previousPosition: contact.hasBegun ? contact.arrived.position : sample.position,
      radius: contact.plan.radius, pressure: sample.pressure,
      timestampNanoseconds: sample.timestampNanoseconds)
  }
}
