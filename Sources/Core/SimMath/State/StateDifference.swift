/// A field that differs between two states of one type.
public struct StateDifference: Sendable {
  /// The field; `element` is the index in a list of numbers.
  public var place: StatePlace
  /// The type of the value.
  package var kind: StateScalar
  /// The bits in the first state; nil if the field is inactive or the list is shorter.
  package var first: UInt64?
  /// The bits in the second state; nil if the field is inactive or the list is shorter.
  package var second: UInt64?

  /// Compares two states field by field, bit by bit.
  ///
  /// - Parameter limit: the maximum number of differences to return.
  /// - Returns: the first differences, in visiting order.
  /// - Complexity: as a digest of both; it allocates. Each field that is active in only one state
  ///   adds a search for the next common field.
  public static func between<State: StateFields & ~Copyable>(
    _ first: inout State, _ second: inout State, limit: Int
  ) -> [StateDifference] {
    var (left, right) = (ValueReader(), ValueReader())
    first.visitState(&left)
    second.visitState(&right)
    var found: [StateDifference] = []
    var next = 0
    for field in left.fields where found.count < limit {
      guard let same = right.fields[next...].firstIndex(where: { $0.place == field.place }) else {
        field.compare(field.values, [], limit, into: &found)
        continue
      }
      for extra in right.fields[next..<same] {
        extra.compare([], extra.values, limit, into: &found)
      }
      field.compare(field.values, right.fields[same].values, limit, into: &found)
      next = same + 1
    }
    for extra in right.fields[next...] { extra.compare([], extra.values, limit, into: &found) }
    return found
  }
}

/// Reads every value of a state.
private struct ValueReader: StateVisitor {
  /// A field with its values.
  struct Field {
    var place: StatePlace
    var kind: StateScalar
    var values: [UInt64] = []

    /// Appends the values that differ; a field missing in one state has no values there.
    func compare(
      _ first: [UInt64], _ second: [UInt64], _ limit: Int, into found: inout [StateDifference]
    ) {
      let count = max(first.count, second.count)
      for index in 0..<count where found.count < limit {
        let left = index < first.count ? first[index] : nil
        let right = index < second.count ? second[index] : nil
        guard left != right else { continue }
        var place = place
        if count > 1 {
          place = StatePlace(place.names, element: UInt32(truncatingIfNeeded: index))
        }
        found.append(StateDifference(place: place, kind: kind, first: left, second: right))
      }
    }
  }

  var fields: [Field] = []
  private var trail = StateTrail()

  mutating func scalar(_ bits: inout UInt64, _ kind: StateScalar, _ name: StaticString) {
    fields.append(Field(place: trail.place(name), kind: kind, values: [bits]))
  }

  mutating func list(_ values: inout [Float], _ name: StaticString) {
    log(&values, values.indices, name)
  }

  mutating func list(_ values: inout [UInt32], _ name: StaticString) {
    fields.append(
      Field(place: trail.place(name), kind: .bits32, values: values.map { UInt64($0) }))
  }

  mutating func log(_ values: inout [Float], _ range: Range<Int>, _ name: StaticString) {
    fields.append(
      Field(
        place: trail.place(name), kind: .float,
        values: range.clamped(to: values.indices).map { UInt64(values[$0].bitPattern) }))
  }

  mutating func enter(_ name: StaticString) { trail.enter(name) }
  mutating func element(_ index: UInt32) { trail.element(index) }
  mutating func leave() { trail.leave() }
}
