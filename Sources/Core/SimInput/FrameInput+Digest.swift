import SimMath

/// The input of a frame as fields that can be compared by name.
package struct ToldInput: StateFields {
  private var frame: UInt32
  private var timeNanoseconds: UInt64
  private var hasMotion: Bool
  private var motion: MotionSample
  private var keyPresses: UInt32
  private var previousFrameNanoseconds: UInt32
  private var previousGraphicsNanoseconds: UInt32
  private var touchCount: UInt32
  private var touches: [Touch]
  private var sampleCount: UInt32
  private var samples: [TouchSample]
  private var gateActions: [GateAction]
  private var absentNanoseconds: UInt64

  /// Copies the input of a frame.
  package init(_ input: FrameInput) {
    frame = input.frame
    timeNanoseconds = input.timeNanoseconds
    hasMotion = input.motion != nil
    motion = input.motion ?? .still
    keyPresses = input.keyPresses.rawValue
    previousFrameNanoseconds = input.storedFrameNanoseconds
    previousGraphicsNanoseconds = input.storedGraphicsNanoseconds
    touchCount = UInt32(input.touches.count)
    touches = Array(input.touches)
    sampleCount = UInt32(input.samples.count)
    samples = Array(input.samples)
    gateActions = Array(input.gateActions)
    absentNanoseconds = input.absentNanoseconds
  }

  /// Visits every field.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&frame, "frame")
    visitor.field(&timeNanoseconds, "timeNanoseconds")
    visitor.field(&hasMotion, "hasMotion")
    let hasMotion = hasMotion
    visitor.when(hasMotion) { $0.field(&motion, "motion") }
    visitor.field(&keyPresses, "keyPresses")
    visitor.field(&previousFrameNanoseconds, "previousFrameNanoseconds")
    visitor.field(&previousGraphicsNanoseconds, "previousGraphicsNanoseconds")
    visitor.field(&touchCount, "touchCount")
    visitor.each(&touches, "touches") { visitor, touch, _ in touch.visitState(&visitor) }
    visitor.field(&sampleCount, "sampleCount")
    visitor.each(&samples, "samples") { visitor, sample, _ in sample.visitState(&visitor) }
    // Only runs with a gate have them: the digests of all others stay as they are.
    visitor.when(!gateActions.isEmpty) {
      $0.each(&gateActions, "gateActions") { visitor, action, _ in action.visitState(&visitor) }
    }
    visitor.when(absentNanoseconds > 0) { $0.field(&absentNanoseconds, "absentNanoseconds") }
  }
}

extension GateAction: StateFields {
  /// Visits every field.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&frame, "frame")
    visitor.field(&kind, "kind")
    visitor.field(&attempt, "attempt")
  }
}

extension FrameInput {
  /// A digest of the whole input, bit by bit.
  ///
  /// - Complexity: O(contacts + samples)
  package var digest: UInt64 {
    var digest = StateDigest()
    var told = ToldInput(self)
    told.visitState(&digest)
    return digest.finalize()
  }
}
