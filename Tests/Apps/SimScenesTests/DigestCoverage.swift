import SimMath

/// Changes every bit of every stored field of a value, one at a time, and watches its digest.
struct DigestCoverage {
  /// Fields that follow from others, as `Type.field`; they are not looked at.
  var derived: Set<String> = ["RandomStream.group"]
  /// Which indices of an array with the given count are looked at.
  var sample: (Int) -> [Int] = { Array(0..<$0) }
  /// Whether a field is state; storage that waits for use is not, and must have no say.
  var isState: (StoredField) -> Bool = { _ in true }
  /// The name under which a field that is not finite is reported.
  var faultName: (StoredField) -> String = { $0.name }

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
    /// One line for every change with a wrong answer.
    var failures: [String] = []
  }

  /// Tries all changes.
  func check<T>(_ value: T, _ digest: (T, inout StateDigest) -> Void) -> Outcome {
    FieldWalk.visit(value, derived: derived, sample: sample) { place, walk in
      var outcome = Outcome()
      outcome.failures = walk.unknown.map { "cannot look into \($0)" }
      func look() -> (hash: UInt64, fault: NonFinite?) {
        var made = StateDigest()
        digest(place.pointee, &made)
        return (made.finalize(), made.fault)
      }
      let before = look()
      if before.fault != nil { outcome.failures.append("a fault before any change") }
      for field in walk.fields {
        outcome.names.insert(field.name)
        let isState = isState(field)
        for change in 0..<field.changeCount {
          let (after, isFinite) = field.withChange(change) {
            (look(), field.float?.isFinite ?? true)
          }
          let label = "\(field.name)[\(field.entity)], change \(change)"
          if isState { outcome.changes += 1 } else { outcome.idleChanges += 1 }
          if (after.hash != before.hash) != isState {
            outcome.failures.append(label + (isState ? " changes nothing" : " changes the digest"))
          }
          guard isState && !isFinite else {
            if after.fault != nil { outcome.failures.append(label + " is a fault") }
            continue
          }
          outcome.nonFiniteChanges += 1
          if after.fault?.field.description != faultName(field)
            || after.fault?.entity != UInt32(field.entity)
          {
            outcome.failures.append(label + " is not reported as \(faultName(field))")
          }
        }
      }
      return outcome
    }
  }
}
