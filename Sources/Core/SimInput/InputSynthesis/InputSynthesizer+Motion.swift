import SimMath

extension InputSynthesizer {
  /// The sum of all movements at the start of a frame, in device axes.
  mutating func motion(atNanoseconds now: UInt64, frame: UInt32) -> MotionSample {
    var sample = MotionSample.still
    for index in 0..<states.count where states[index].generator.kind.isMotion {
      if states[index].generator.kind == .stillness {
        addNoise(to: &sample, index, frame: frame)
        continue
      }
      startMotions(ofGenerator: index, upTo: now)
      for slot in index * Self.motionCapacity..<(index + 1) * Self.motionCapacity {
        motionEvents[slot].add(to: &sample, atNanoseconds: now)
      }
    }
    return sample
  }

  private mutating func startMotions(ofGenerator index: Int, upTo now: UInt64) {
    while states[index].nextEventNanoseconds <= now {
      let time = states[index].nextEventNanoseconds
      let event = MotionEvent(
        states[index].generator, &states[index].stream, time: time)
      states[index].scheduleNext()
      keep(event, ofGenerator: index, at: time)
    }
  }

  private mutating func keep(_ event: MotionEvent, ofGenerator index: Int, at time: UInt64) {
    for slot in index * Self.motionCapacity..<(index + 1) * Self.motionCapacity
    where motionEvents[slot].isOver(atNanoseconds: time) {
      motionEvents[slot] = event
      return
    }
    tally.lostMovements += 1
  }

  /// White noise, typical of phone sensors at rest: 0.002 g and 0.005 rad/s at strength 1.
  private mutating func addNoise(to sample: inout MotionSample, _ index: Int, frame: UInt32) {
    let generator = states[index].generator
    guard frame >= generator.startFrame && frame < generator.endFrame else { return }
    // Six words per frame at a fixed position: a frame's noise does not depend on earlier calls.
    states[index].stream.skip(to: UInt64(frame) * 6)
    let acceleration = 0.002 * generator.strength
    let rotation = 0.005 * generator.strength
    sample.accelerationX += acceleration * states[index].stream.normal()
    sample.accelerationY += acceleration * states[index].stream.normal()
    sample.accelerationZ += acceleration * states[index].stream.normal()
    sample.rotationRateX += rotation * states[index].stream.normal()
    sample.rotationRateY += rotation * states[index].stream.normal()
    sample.rotationRateZ += rotation * states[index].stream.normal()
  }
}
