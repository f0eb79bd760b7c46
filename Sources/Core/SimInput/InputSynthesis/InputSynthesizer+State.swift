import SimMath

extension InputSynthesizer: StateFields {
  /// Visits the generators, their random streams, and all pending events and samples.
  ///
  /// Unused storage is ignored: plans that are not waiting, contacts beyond `contactCount`, and
  /// queues without a contact. The tally is not state, because it only counts.
  ///
  /// - Complexity: O(generators + pending samples)
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  package mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.constant(clock, "clock")
    visitor.constant(touchSamplesPerSecond, "touchSamplesPerSecond")
    visitor.constant(touchContacts, "touchContacts")
    visitor.constant(defects, "defects")
    visitor.field(&canvas, "canvas")
    visitor.constant(hasMotion, "hasMotion")
    visitor.field(&states, "states")
    visitor.each(&plans, "plans") { visitor, plan, _ in
      // Visited twice for a waiting plan, which keeps digests unchanged.
      visitor.field(&plan.isWaiting, "isWaiting")
      visitor.when(plan.isWaiting) { plan.visitState(&$0) }
    }
    visitor.field(&motionEvents, "motionEvents")
    visitor.field(&contactCount, in: 0...UInt32(contacts.count), "contactCount")
    let contactCount = contactCount
    visitor.each(&contacts, "contacts") { visitor, contact, index in
      visitor.when(index < Int(contactCount)) { contact.visitState(&$0) }
    }
    visitor.field(&usedQueues, "usedQueues")
    visitQueues(&visitor)
    visitor.field(&nextTouchID, "nextTouchID")
    visitor.field(&ignoredCount, in: 0...UInt32(ignoredUntil.count), "ignoredCount")
    let ignoredCount = ignoredCount
    visitor.each(&ignoredUntil, "ignoredUntil") { visitor, time, index in
      visitor.when(index < Int(ignoredCount)) { $0.field(&time, "") }
    }
    visitor.field(&nextSample, "nextSample")
    let hasTrack = !track.track.contacts.isEmpty
    visitor.when(hasTrack) { $0.field(&track, "track") }
    visitor.field(&tally, "tally")
  }
}

extension InputSynthesizer {
  /// Visits all samples of queues in use, including delivered ones, which keeps digests unchanged.
  ///
  /// An unused queue keeps its old samples, so snapshots store those, too.
  private mutating func visitQueues(_ visitor: inout some StateVisitor) {
    let capacity = LiveContact.queueCapacity
    visitor.enter("writtenCounts")
    for queue in writtenCounts.indices {
      let before = writtenCounts[queue]
      visitor.element(UInt32(truncatingIfNeeded: queue))
      visitor.kept(&writtenCounts[queue], "")
      if writtenCounts[queue] > UInt32(capacity) {
        writtenCounts[queue] = before
        visitor.refuse("writtenCounts")
      }
      // Clears samples that were written after the restored state was saved.
      for slot in min(writtenCounts[queue], before)..<before {
        queues[queue * capacity + Int(slot)] = QueuedSample()
      }
    }
    visitor.leave()
    visitor.enter("queues")
    for index in queues.indices {
      let (queue, slot) = (index / capacity, UInt32(truncatingIfNeeded: index % capacity))
      let isUsed = usedQueues &>> UInt16(truncatingIfNeeded: queue) & 1 == 1
      visitor.element(UInt32(truncatingIfNeeded: index))
      visitor.when(isUsed, keepsIdle: slot < writtenCounts[queue]) {
        queues[index].visitState(&$0)
      }
    }
    visitor.leave()
  }
}

extension InputTally: StateFields {
  /// Names all fields as derived: a tally affects no later frame.
  public mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.derived("plannedContacts")
    visitor.derived("lostContacts")
    visitor.derived("unseenContacts")
    visitor.derived("ignoredContacts")
    visitor.derived("cancelledContacts")
    visitor.derived("lostMovements")
    visitor.derived("lostKeyPresses")
  }
}

extension TrackState: StateFields {
  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.constant(track, "track")
    let count = UInt32(track.contacts.count)
    visitor.field(&nextContact, in: 0...count, "nextContact")
    visitor.field(&lap, "lap")
    visitor.field(&defectStream, "defectStream")
  }
}

extension InputDefects: StateFields {
  /// Visits all rates.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&droppedPerMille, "droppedPerMille")
    visitor.field(&duplicatedPerMille, "duplicatedPerMille")
    visitor.field(&latePerMille, "latePerMille")
    visitor.field(&lateFrames, "lateFrames")
    visitor.field(&coalescedPerMille, "coalescedPerMille")
    visitor.field(&coalescedSampleCount, "coalescedSampleCount")
  }
}

extension InputGenerator: StateFields {
  /// Visits every field.
  public mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&kind, "kind")
    visitor.field(&isPencil, "isPencil")
    visitor.field(&startFrame, "startFrame")
    visitor.field(&endFrame, "endFrame")
    visitor.field(&eventsPerMinute, "eventsPerMinute")
    visitor.field(&strength, "strength")
    visitor.field(&region, "region")
  }
}

extension NormalizedRegion: StateFields {
  /// Visits the corner as one word and the size as another.
  public mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.beginWord()
    visitor.field(&x, "x")
    visitor.field(&y, "y")
    visitor.endWord()
    visitor.beginWord()
    visitor.field(&width, "width")
    visitor.field(&height, "height")
    visitor.endWord()
  }
}

extension FrameClock: StateFields {
  /// Visits the frame rate.
  public mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.constant(framesPerSecond, "framesPerSecond")
  }
}

extension TouchTrack: StateFields {
  /// Visits the hash of the track, which does not change during a run.
  public mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.derived("contacts")
    visitor.derived("points")
    visitor.derived("periodNanoseconds")
    visitor.constant(hash, "hash")
  }
}

extension InputSynthesizer.GeneratorState: StateFields {
  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.constant(generator, "generator")
    visitor.field(&stream, "stream")
    visitor.field(&defectStream, "defectStream")
    visitor.field(&nextEventNanoseconds, "nextEventNanoseconds")
    visitor.field(&endNanoseconds, "endNanoseconds")
  }
}

extension ContactPlan: StateFields {
  /// Visits every field.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&isWaiting, "isWaiting")
    visitor.field(&generator, "generator")
    visitor.field(&kind, "kind")
    visitor.field(&isCancelled, "isCancelled")
    visitor.field(&startNanoseconds, "startNanoseconds")
    visitor.field(&endNanoseconds, "endNanoseconds")
    visitor.field(&start, "start")
    visitor.field(&travel, "travel")
    visitor.field(&bend, "bend")
    visitor.field(&travelSeconds, "travelSeconds")
    visitor.field(&tremorPoints, "tremorPoints")
    visitor.field(&tremorHertz, "tremorHertz")
    visitor.field(&tremorPhase, "tremorPhase")
    visitor.field(&radius, "radius")
    visitor.field(&peakPressure, "peakPressure")
    var isOfTrack = trackContact != .max
    visitor.presence(&isOfTrack, "trackContact")
    if !isOfTrack { trackContact = .max }
    visitor.when(isOfTrack) { $0.field(&trackContact, "trackContact") }
  }
}

extension MotionEvent: StateFields {
  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&kind, "kind")
    visitor.field(&startNanoseconds, "startNanoseconds")
    visitor.field(&seconds, "seconds")
    visitor.field(&size, "size")
    visitor.field(&detail, "detail")
    visitor.field(&twist, "twist")
    visitor.field(&direction, "direction")
  }
}

extension LiveContact: StateFields {
  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&plan, "plan")
    visitor.field(&id, "id")
    visitor.field(&queue, in: 0...UInt8(FrameInput.maximumTouchCount - 1), "queue")
    visitor.field(&head, in: 0...UInt8(Self.queueCapacity - 1), "head")
    visitor.field(&count, in: 0...UInt8(Self.queueCapacity), "count")
    visitor.field(&holdCount, "holdCount")
    visitor.field(&isOver, "isOver")
    visitor.field(&hasLeft, "hasLeft")
    visitor.field(&hasBegun, "hasBegun")
    visitor.field(&measured, "measured")
    visitor.field(&arrived, "arrived")
  }
}

extension QueuedSample: StateFields {
  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&position, "position")
    visitor.field(&timestampNanoseconds, "timestampNanoseconds")
    visitor.field(&pressure, "pressure")
    visitor.field(&frame, "frame")
    visitor.field(&isLast, "isLast")
  }
}
