import SimMath
import SimRuntime

/// Finds every stored field of a state by the compiler's own description of its type and compares
/// them with those that the state lists; then changes every bit of each, one at a time, and watches
/// the digest.
struct StateCoverage {
  /// Which indices of an array with the given count are looked at.
  var sample: (Int) -> [Int] = { Array(0..<$0) }

  /// What was seen.
  struct Outcome {
    /// Names of the fields met, each once.
    var names: Set<String> = []
    /// How many changes of state were tried.
    var changes = 0
    /// How many of them made a number that is not finite.
    var nonFiniteChanges = 0
    /// How many changes of storage that waits for use were tried.
    var idleChanges = 0
    /// One line for every wrong answer.
    var failures: [String] = []
  }

  /// A field's name and the index in the innermost list.
  private struct Place: Hashable {
    var name: String
    var element: UInt32

    init(_ place: StatePlace) {
      name = place.names.map(\.description).joined(separator: ".")
      element = place.element
    }

    init(_ field: StoredField) {
      name = field.name
      element = UInt32(field.entity)
    }
  }

  /// Tries all changes of a value, or of a copy that has storage of its own.
  func check<State: StateFields>(_ value: State) -> Outcome {
    var value = value
    let outline = StateOutline(of: &value)
    func names(_ isDerived: Bool) -> Set<String> {
      Set(outline.fields.filter { $0.isDerived == isDerived }.map { Place($0.place).name })
    }
    let (listed, derived) = (names(false), names(true))
    let everything = FieldWalk.visit(value, derived: [], sample: { $0 > 0 ? [0] : [] }) { $1 }
    return FieldWalk.visit(value, derived: derived, sample: sample) { place, walk in
      var outcome = Outcome()
      outcome.failures = walk.unknown.map { "cannot look into \($0)" }
      outcome.names = Set(walk.fields.map(\.name))
      for name in outcome.names.subtracting(listed).sorted() {
        outcome.failures.append("\(name) is not listed")
      }
      for name in listed.subtracting(outcome.names).sorted()
      where !walk.absent.contains(where: { name == $0 || name.hasPrefix($0 + ".") }) {
        outcome.failures.append("\(name) is listed and not stored")
      }
      for name in derived.sorted() where !everything.stores(name) {
        outcome.failures.append("\(name) is said to be derived and is not stored")
      }
      checkReading(place, walk, &outcome)
      checkChanges(place, walk, &outcome)
      return outcome
    }
  }

  /// No visitor that reads may change a bit.
  private func checkReading<State: StateFields>(
    _ place: UnsafeMutablePointer<State>, _ walk: FieldWalk, _ outcome: inout Outcome
  ) {
    func bits() -> [UInt64] { walk.fields.map { $0.bits } }
    let before = bits()
    var digest = StateDigest()
    place.pointee.visitState(&digest)
    _ = StateOutline(of: &place.pointee)
    _ = StatePlace.ofNonFinite(in: &place.pointee)
    _ = StateDifference.between(&place.pointee, &place.pointee, limit: 1)
    var snapshot = Snapshot()
    snapshot.save(&place.pointee)
    if bits() != before { outcome.failures.append("reading changes a bit") }
  }

  /// Every bit that is live has a say, and no other.
  private func checkChanges<State: StateFields>(
    _ place: UnsafeMutablePointer<State>, _ walk: FieldWalk, _ outcome: inout Outcome
  ) {
    let outline = StateOutline(of: &place.pointee, includesIdle: false)
    var live: Set<Place> = []
    var lists: [String: [Range<Int>]] = [:]
    // Of what snapshots alone have, digests need not know.
    var unjudged: Set<Place> = []
    for field in outline.fields {
      if field.isKept {
        unjudged.insert(Place(field.place))
      } else if let elements = field.elements {
        lists[Place(field.place).name, default: []].append(elements)
      } else {
        live.insert(Place(field.place))
      }
    }
    func look() -> (hash: UInt64, isFinite: Bool) {
      var digest = StateDigest()
      place.pointee.visitState(&digest)
      return (digest.finalize(), digest.isFinite)
    }
    let before = look()
    if !before.isFinite { outcome.failures.append("not finite before any change") }
    for field in walk.fields where !unjudged.contains(Place(field)) {
      let isState =
        lists[field.name].map { $0.contains { $0.contains(field.entity) } }
        ?? live.contains(Place(field))
      for change in 0..<field.changeCount {
        let label = "\(field.name)[\(field.entity)], change \(change)"
        field.withChange(change) {
          let after = look()
          let isFinite = field.float?.isFinite ?? true
          if isState { outcome.changes += 1 } else { outcome.idleChanges += 1 }
          if (after.hash != before.hash) != isState {
            outcome.failures.append(label + (isState ? " changes nothing" : " has a say"))
          }
          if after.isFinite != (isFinite || !isState) {
            outcome.failures.append(label + " is judged wrongly")
          }
          guard isState, !isFinite else { return }
          outcome.nonFiniteChanges += 1
          let found = StatePlace.ofNonFinite(in: &place.pointee).map { Place($0) }
          if found != Place(field) {
            outcome.failures.append(label + " is reported as \(found.debugDescription)")
          }
        }
      }
    }
  }
}
