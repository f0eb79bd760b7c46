import SimInput

extension InputTally {
  /// Its counts with their keys in a result, in their order there.
  package static var counts: [(key: String, count: WritableKeyPath<InputTally, UInt64>)] {
    [
      ("plannedContacts", \.plannedContacts), ("lostContacts", \.lostContacts),
      ("unseenContacts", \.unseenContacts), ("ignoredContacts", \.ignoredContacts),
      ("cancelledContacts", \.cancelledContacts), ("lostMovements", \.lostMovements),
      ("lostKeyPresses", \.lostKeyPresses),
    ]
  }
}
