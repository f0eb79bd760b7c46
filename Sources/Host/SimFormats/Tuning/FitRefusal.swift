/// Why costs, or a cap, that were fitted to an app's recorded frames are not believed.
package enum FitRefusal: Equatable, Sendable {
  /// Too few sizes were recorded: those that a fit rests on and those that check it.
  case tooFewSizes(fitted: Int, heldOut: Int)
  /// Counts are collinear, so their costs cannot be separated.
  case collinear([String])
  /// Frames grew slower, or faster, over the recording by a share that no count explains.
  case drift(Double)
  /// Sizes came in an order that may hide a drift by that share.
  case hiddenDrift(Double)
  /// The share of the variation of times that the costs explain is too small.
  case unexplained(Double)
  /// Sizes that the fit has not seen are off by as much as that share.
  case heldOutError(Double)
  /// A cost that matters is known only within that share of itself.
  case vague(name: String, share: Double)
  /// The GPU was not timed, and no estimate of its costs is there to stay.
  case graphicsUnknown
  /// Too few counts on a side of the knee.
  case tooFewCounts(below: Int, above: Int)
  /// No count of the ramp was late: the cap is at least its largest.
  case neverLate(largest: UInt32)
  /// Even the smallest count of the ramp was late, in that share of frames.
  case alwaysLate(smallest: UInt32, share: Double)
  /// A knee explains too little of where frames were late.
  case unlikeKnee(Double)
  /// The ramp was recorded on several canvases.
  case severalCanvases(Int)
  /// Counts were late more often at the end of their frames than at the beginning, by that share.
  case lateDrift(Double)

  /// The fewest sizes that a fit rests on.
  package static var minimumFittedSizes: Int { 4 }
  /// The fewest sizes that check it.
  package static var minimumHeldOutSizes: Int { 1 }
  /// The fewest counts on each side of a knee.
  package static var minimumCounts: Int { 3 }
  /// The largest drift over a recording, as a share of the times.
  package static var driftLimit: Double { 0.03 }
  /// The smallest share of a count's variation that the other counts must leave unexplained.
  package static var ownVariation: Double { 0.001 }
  /// The smallest share of the variation of times over sizes that costs must explain.
  package static var requiredDetermination: Double { 0.99 }
  /// The smallest share of the variation of lateness that a knee must explain.
  package static var requiredKneeDetermination: Double { 0.9 }
  /// The largest error with which a prediction of another size is believed.
  package static var heldOutLimit: Double { 0.05 }
  /// A cost matters when it makes this share of a frame at any size: whatever makes less moves a
  /// prediction by a hundredth at most when it is a twentieth off.
  package static var mattersShare: Double { 0.2 }
  /// How far the ends of a cost that matters may lie from it, as a share of it.
  package static var intervalLimit: Double { 0.05 }
  /// The share of frames from which on a count is late.
  package static var lateShare: Double { 0.2 }
  /// The share by which lateness may grow within the frames of a count.
  package static var lateDriftLimit: Double { 0.15 }
}
