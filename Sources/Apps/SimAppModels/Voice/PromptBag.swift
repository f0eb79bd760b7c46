import SimbenchKit

/// An interest of the child; one bit each, in this order.
package enum Interest: UInt8, CaseIterable, Sendable {
  /// Animals.
  case animals
  /// Vehicles.
  case vehicles
  /// Space.
  case space
  /// Food.
  case food
  /// Nature.
  case nature
  /// Fairy tales.
  case fairyTales

  /// The bits of all interests.
  package static var all: UInt32 { 63 }
}

/// The ten prompts of a letter in playing order: one per interest, and four general ones.
///
/// Prompts of the child's interests come first. No prompt repeats before all were heard, and a new
/// order does not start with the last prompt heard.
package struct PromptBag: Equatable, Sendable, StateFields {
  /// The number of prompts per letter.
  package static var size: Int { 10 }

  /// The prompts, 0 to 9; each one below 6 belongs to the interest of that number.
  package private(set) var order: [UInt32] = (0..<10).map { UInt32($0) }
  /// The number of prompts already heard.
  package private(set) var heardCount: UInt32 = 0
  /// The number of orders before this one.
  package private(set) var turn: UInt32 = 0

  /// Makes the first order for a letter.
  package init(_ letter: UInt32, interests: UInt32, in world: borrowing World) {
    shuffle(letter, interests: interests, last: nil, in: world)
  }

  /// Reads an order from two words and a count; nil if it is not valid.
  package init?(low: UInt32, high: UInt32, heardCount: UInt32, turn: UInt32) {
    let packed = UInt64(low) | UInt64(high) << 32
    order = (0..<10).map { UInt32(packed >> (4 * UInt64($0)) & 15) }
    var seen: UInt32 = 0
    for prompt in order where prompt < 10 { seen |= 1 << prompt }
    guard seen == 1023, heardCount <= 10 else { return nil }
    self.heardCount = heardCount
    self.turn = turn
  }

  /// The order, packed into 40 bits.
  package var packed: UInt64 {
    var packed: UInt64 = 0
    for index in 0..<10 { packed |= UInt64(order[index]) << (4 * UInt64(index)) }
    return packed
  }

  /// The next prompt; starts a new order if all prompts were heard.
  package mutating func next(
    _ letter: UInt32, interests: UInt32, in world: borrowing World
  ) -> UInt32 {
    if heardCount == 10 {
      let last = order[9]
      turn += 1
      heardCount = 0
      shuffle(letter, interests: interests, last: last, in: world)
    }
    heardCount += 1
    return order[Int(heardCount) - 1]
  }

  private mutating func shuffle(
    _ letter: UInt32, interests: UInt32, last: UInt32?, in world: borrowing World
  ) {
    var stream = world.draw("prompts", UInt64(letter) << 32 | UInt64(turn))
    order = (0..<10).map { UInt32($0) }
    for index in (1..<10).reversed() {
      order.swapAt(index, Int(stream.below(UInt32(index + 1))))
    }
    sort(interests)
    if order[0] == last { order.swapAt(0, 1) }
  }

  /// Moves prompts of the child's interests to the front of those not yet heard, in the order of
  /// interests.
  package mutating func sort(_ interests: UInt32) {
    var (liked, others): ([UInt32], [UInt32]) = ([], [])
    let heard = Int(heardCount)
    for prompt in order[heard...] {
      if prompt < 6, interests & 1 << prompt != 0 {
        liked.append(prompt)
      } else {
        others.append(prompt)
      }
    }
    // Insertion sort: there are at most six.
    for index in liked.indices {
      var place = index
      while place > 0, liked[place] < liked[place - 1] {
        liked.swapAt(place, place - 1)
        place -= 1
      }
    }
    order = Array(order[..<heard]) + liked + others
  }

  /// Starts a new order immediately; used by a seeded bug.
  mutating func startAnew(_ letter: UInt32, interests: UInt32, in world: borrowing World) {
    turn += 1
    heardCount = 0
    shuffle(letter, interests: interests, last: nil, in: world)
  }

  /// Visits every field.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  package mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.field(&order, "order")
    visitor.field(&heardCount, in: 0...10, "heardCount")
    visitor.field(&turn, "turn")
  }
}
