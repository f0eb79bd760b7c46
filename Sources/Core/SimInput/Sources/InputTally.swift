/// The outcome of the events of a synthesizer, including the contacts of its track.
///
/// Every planned contact was reported, is waiting, or is lost, unseen or ignored.
public struct InputTally: Equatable, Sendable {
  /// The number of contacts planned so far.
  package var plannedContacts: UInt64 = 0
  /// The number of contacts lost because too many were waiting, or the list of contacts was full.
  package var lostContacts: UInt64 = 0
  /// The number of contacts outside the canvas, which the sensor does not detect.
  package var unseenContacts: UInt64 = 0
  /// The number of contacts ignored because the device already tracked its maximum number of
  /// fingers, or tracked none because too many were on the glass.
  package var ignoredContacts: UInt64 = 0
  /// The number of contacts cancelled because one more landed than the device tracks.
  package var cancelledContacts: UInt64 = 0
  /// The number of movements lost because too many overlapped.
  package var lostMovements: UInt64 = 0
  /// The number of presses of a button that was already pressed in the same frame.
  package var lostKeyPresses: UInt64 = 0

  /// Creates a tally of zeros.
  public init() {}
}
