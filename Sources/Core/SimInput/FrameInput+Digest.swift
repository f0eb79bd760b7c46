import SimMath

extension FrameInput {
  /// A digest of all that the frame was told, bit by bit.
  ///
  /// - Complexity: O(contacts + samples); allocates nothing.
  package var digest: UInt64 {
    var digest = StateDigest()
    digest.combine(UInt64(frame) | UInt64(keyPresses.rawValue) &<< 32)
    digest.combine(timeNanoseconds)
    digest.combine(UInt64(previousFrameNanoseconds) | UInt64(previousGraphicsNanoseconds) &<< 32)
    if let motion {
      for pair in [
        (motion.accelerationX, motion.accelerationY), (motion.accelerationZ, motion.rotationRateX),
        (motion.rotationRateY, motion.rotationRateZ),
      ] { digest.combine(Self.word(pair.0, pair.1)) }
    }
    for index in 0..<touchCount {
      let touch = touches[index]
      digest.combine(
        UInt64(touch.id) | UInt64(touch.phase.rawValue) &<< 32 | UInt64(touch.kind.rawValue) &<< 40)
      digest.combine(Self.word(touch.position.x, touch.position.y))
      digest.combine(Self.word(touch.previousPosition.x, touch.previousPosition.y))
      digest.combine(Self.word(touch.radius, touch.pressure))
      digest.combine(touch.timestampNanoseconds)
      digest.combine(UInt64(touch.firstSample) | UInt64(touch.sampleCount) &<< 16)
    }
    for index in 0..<sampleCount {
      let sample = samples[index]
      digest.combine(UInt64(sample.touchID) | UInt64(sample.pressure.bitPattern) &<< 32)
      digest.combine(Self.word(sample.position.x, sample.position.y))
      digest.combine(sample.timestampNanoseconds)
    }
    return digest.finalize()
  }

  private static func word(_ first: Float, _ second: Float) -> UInt64 {
    UInt64(first.bitPattern) | UInt64(second.bitPattern) &<< 32
  }
}
