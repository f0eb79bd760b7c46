/// What became of the events that a synthesizer made, the contacts of its track included.
///
/// Every contact planned has landed and was reported, or waits for its time, or is lost, unseen or
/// ignored.
public struct InputTally: Equatable, Sendable {
  /// Contacts made so far.
  package var plannedContacts: UInt64 = 0
  /// Contacts that found no free slot: too many waited for their time, or the list of contacts was
  /// full.
  package var lostContacts: UInt64 = 0
  /// Contacts off the canvas, which no sensor sees.
  package var unseenContacts: UInt64 = 0
  /// Contacts that landed when the device followed as many fingers as it can, or followed none
  /// since too many were on the glass.
  package var ignoredContacts: UInt64 = 0
  /// Contacts that the system took away because one more landed than the device follows.
  package var cancelledContacts: UInt64 = 0
  /// Movements of the device that found no free slot: too many were under way.
  package var lostMovements: UInt64 = 0
  /// Presses of a key that was pressed in the same frame already.
  package var lostKeyPresses: UInt64 = 0

  /// Makes a tally of nothing.
  public init() {}
}
