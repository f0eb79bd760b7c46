/// A broken invariant that ended the run.
package struct FaultSummary: Equatable, Sendable {
  /// The kind: `non-finite`, `cap-exceeded` or `commands-dropped`.
  package var kind: String
  /// The frame that broke the invariant, from 0.
  package var frame: UInt32
  /// The phase that broke it.
  package var phase: String
  /// The field or population.
  package var field: String
  /// The entity within the field; for a population the count, for commands how many were lost.
  package var entity: UInt32
  /// The fault in one line.
  package var message: String

  /// Makes a fault in words.
  package init(
    kind: String, frame: UInt32, phase: String, field: String, entity: UInt32, message: String
  ) {
    self.kind = kind
    self.frame = frame
    self.phase = phase
    self.field = field
    self.entity = entity
    self.message = message
  }
}
