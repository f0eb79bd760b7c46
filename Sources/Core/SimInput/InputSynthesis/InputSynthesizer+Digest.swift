import SimMath

/// The digest of everything that decides later input.
extension InputSynthesizer {
  /// Feeds the generators, their random streams, and all events and samples under way.
  ///
  /// Storage that waits for use has no say: plans that wait for nothing, contacts beyond
  /// `contactCount`, queues that no contact holds, and the tally, which only counts.
  ///
  /// - Complexity: O(generators + samples under way)
  package func digest(into digest: inout StateDigest) {
    digest.combine(clock.framesPerSecond)
    digest.combine(touchSamplesPerSecond)
    digest.combine(touchContacts)
    defects.combine(into: &digest)
    digest.combine(canvas, field: "input.canvas")
    digest.combine(hasMotion)
    for index in states.indices { states[index].combine(into: &digest, entity: UInt32(index)) }
    for index in plans.indices {
      digest.combine(plans[index].isWaiting)
      if plans[index].isWaiting { plans[index].combine(into: &digest, entity: UInt32(index)) }
    }
    for index in motionEvents.indices {
      motionEvents[index].combine(into: &digest, entity: UInt32(index))
    }
    digest.combine(UInt64(truncatingIfNeeded: contactCount))
    for index in contacts.indices where index < contactCount {
      contacts[index].combine(into: &digest, entity: UInt32(index))
    }
    digest.combine(UInt32(usedQueues))
    for index in queues.indices
    where usedQueues &>> UInt16(index / LiveContact.queueCapacity) & 1 == 1 {
      queues[index].combine(into: &digest, entity: UInt32(index))
    }
    digest.combine(nextTouchID)
    digest.combine(UInt64(truncatingIfNeeded: ignoredCount))
    for index in ignoredUntil.indices where index < ignoredCount {
      digest.combine(ignoredUntil[index])
    }
    digest.combine(nextSample)
    if !track.track.contacts.isEmpty { track.combine(into: &digest) }
  }
}

extension TrackState {
  fileprivate func combine(into digest: inout StateDigest) {
    digest.combine(track.hash)
    digest.combine(nextContact)
    digest.combine(lap)
    digest.combine(defectStream)
  }
}

extension InputDefects {
  fileprivate func combine(into digest: inout StateDigest) {
    digest.combine(UInt32(droppedPerMille))
    digest.combine(UInt32(duplicatedPerMille))
    digest.combine(UInt32(latePerMille))
    digest.combine(UInt32(lateFrames))
    digest.combine(UInt32(coalescedPerMille))
    digest.combine(UInt32(coalescedSampleCount))
  }
}

extension InputSynthesizer.GeneratorState {
  fileprivate func combine(into digest: inout StateDigest, entity: UInt32) {
    digest.combine(UInt32(generator.kind.rawValue))
    digest.combine(generator.isPencil)
    digest.combine(generator.startFrame)
    digest.combine(generator.endFrame)
    digest.combine(
      generator.eventsPerMinute, field: "input.generator.eventsPerMinute", entity: entity)
    digest.combine(generator.strength, field: "input.generator.strength", entity: entity)
    let region = generator.region
    digest.combine(
      Vector2(region.x, region.y), field: "input.generator.region", entity: entity)
    digest.combine(
      Vector2(region.width, region.height), field: "input.generator.region", entity: entity)
    digest.combine(stream)
    digest.combine(defectStream)
    digest.combine(nextEventNanoseconds)
    digest.combine(endNanoseconds)
  }
}

extension ContactPlan {
  fileprivate func combine(into digest: inout StateDigest, entity: UInt32) {
    digest.combine(isWaiting)
    digest.combine(UInt32(generator))
    digest.combine(UInt32(kind.rawValue))
    digest.combine(isCancelled)
    digest.combine(startNanoseconds)
    digest.combine(endNanoseconds)
    digest.combine(start, field: "input.plan.start", entity: entity)
    digest.combine(travel, field: "input.plan.travel", entity: entity)
    digest.combine(bend, field: "input.plan.bend", entity: entity)
    digest.combine(travelSeconds, field: "input.plan.travelSeconds", entity: entity)
    digest.combine(tremorPoints, field: "input.plan.tremorPoints", entity: entity)
    digest.combine(tremorHertz, field: "input.plan.tremorHertz", entity: entity)
    digest.combine(tremorPhase, field: "input.plan.tremorPhase", entity: entity)
    digest.combine(radius, field: "input.plan.radius", entity: entity)
    digest.combine(peakPressure, field: "input.plan.peakPressure", entity: entity)
    if trackContact != .max { digest.combine(trackContact) }
  }
}

extension MotionEvent {
  fileprivate func combine(into digest: inout StateDigest, entity: UInt32) {
    digest.combine(UInt32(kind.rawValue))
    digest.combine(startNanoseconds)
    digest.combine(seconds, field: "input.motion.seconds", entity: entity)
    digest.combine(size, field: "input.motion.size", entity: entity)
    digest.combine(detail, field: "input.motion.detail", entity: entity)
    digest.combine(twist, field: "input.motion.twist", entity: entity)
    digest.combine(direction, field: "input.motion.direction", entity: entity)
  }
}

extension LiveContact {
  fileprivate func combine(into digest: inout StateDigest, entity: UInt32) {
    plan.combine(into: &digest, entity: entity)
    digest.combine(id)
    digest.combine(UInt32(queue))
    digest.combine(UInt32(head))
    digest.combine(UInt32(count))
    digest.combine(UInt32(holdCount))
    digest.combine(isOver)
    digest.combine(hasLeft)
    digest.combine(hasBegun)
    digest.combine(measured, field: "input.contact.measured", entity: entity)
    arrived.combine(into: &digest, entity: entity)
  }
}

extension QueuedSample {
  fileprivate func combine(into digest: inout StateDigest, entity: UInt32) {
    digest.combine(position, field: "input.sample.position", entity: entity)
    digest.combine(timestampNanoseconds)
    digest.combine(pressure, field: "input.sample.pressure", entity: entity)
    digest.combine(frame)
    digest.combine(isLast)
  }
}
