/// What goes wrong between the touch sensor and the application; all rates per 1,000 samples.
///
/// The first and last sample of a contact are never dropped or doubled, so every contact keeps a
/// legal life. Samples of one contact never overtake each other: those behind a late one wait.
package struct InputDefects: Equatable, Sendable {
  /// Samples that never arrive.
  package var droppedPerMille: UInt16
  /// Samples that arrive twice.
  package var duplicatedPerMille: UInt16
  /// Samples that arrive `lateFrames` later.
  package var latePerMille: UInt16
  /// How late the late samples are, in frames.
  package var lateFrames: UInt8
  /// Samples that start a group held back and delivered together.
  package var coalescedPerMille: UInt16
  /// How many samples such a group has, unless the contact ends before.
  package var coalescedSampleCount: UInt8

  /// A perfect sensor.
  package static var none: InputDefects { InputDefects() }
  /// The largest rate.
  package static var maximumPerMille: UInt16 { 1000 }
  /// Allowed values of `lateFrames`.
  package static var lateFramesLimits: ClosedRange<UInt8> { 1...30 }
  /// Allowed values of `coalescedSampleCount`.
  package static var coalescedSampleLimits: ClosedRange<UInt8> { 2...16 }

  /// Makes a set of rates, all 0 unless given.
  package init(
    droppedPerMille: UInt16 = 0, duplicatedPerMille: UInt16 = 0, latePerMille: UInt16 = 0,
    lateFrames: UInt8 = 3, coalescedPerMille: UInt16 = 0, coalescedSampleCount: UInt8 = 4
  ) {
    self.droppedPerMille = droppedPerMille
    self.duplicatedPerMille = duplicatedPerMille
    self.latePerMille = latePerMille
    self.lateFrames = lateFrames
    self.coalescedPerMille = coalescedPerMille
    self.coalescedSampleCount = coalescedSampleCount
  }

  /// Whether nothing goes wrong.
  package var isEmpty: Bool {
    droppedPerMille == 0 && duplicatedPerMille == 0 && latePerMille == 0 && coalescedPerMille == 0
  }

  /// Whether every field is within its limits.
  package var isValid: Bool {
    let maximum = Self.maximumPerMille
    return droppedPerMille <= maximum && duplicatedPerMille <= maximum && latePerMille <= maximum
      && coalescedPerMille <= maximum && Self.lateFramesLimits.contains(lateFrames)
      && Self.coalescedSampleLimits.contains(coalescedSampleCount)
  }
}
