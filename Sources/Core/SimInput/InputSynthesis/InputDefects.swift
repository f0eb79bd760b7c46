/// The defects of touch sensor and delivery; all rates are per 1,000 samples.
///
/// The first and last sample of a contact are never dropped or duplicated, so the phases of every
/// contact stay valid. Samples of one contact keep their order: those after a late one wait for it.
package struct InputDefects: Equatable, Sendable {
  /// Samples that are dropped.
  package var droppedPerMille: UInt16
  /// Samples that are delivered twice.
  package var duplicatedPerMille: UInt16
  /// Samples that are delivered `lateFrames` later.
  package var latePerMille: UInt16
  /// The delay of late samples in frames.
  package var lateFrames: UInt8
  /// Samples that start a group, which is held back and delivered together.
  package var coalescedPerMille: UInt16
  /// The number of samples of such a group, unless the contact ends before.
  package var coalescedSampleCount: UInt8

  /// No defects.
  package static var none: InputDefects { InputDefects() }
  /// The maximum rate.
  package static var maximumPerMille: UInt16 { 1000 }
  /// The allowed values of `lateFrames`.
  package static var lateFramesLimits: ClosedRange<UInt8> { 1...30 }
  /// The allowed values of `coalescedSampleCount`.
  package static var coalescedSampleLimits: ClosedRange<UInt8> { 2...16 }

  /// Creates a set of rates, by default all 0.
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

  /// Whether all rates are 0.
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
