import SimbenchKit

/// Outcomes of all Go.
package struct SketchTally: Equatable, Sendable, StateFields {
  /// Go that sent a request.
  package var goes: UInt32 = 0
  /// Go that brought a picture.
  package var shown: UInt32 = 0
  /// Go that failed.
  package var failed: UInt32 = 0
  /// Go that were canceled.
  package var canceled: UInt32 = 0
  /// Go interrupted by the end of the process.
  package var ended: UInt32 = 0
  /// Go that were refused and sent no request.
  package var refused: UInt32 = 0

  /// Visits every field.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  package mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.field(&goes, "goes")
    visitor.field(&shown, "shown")
    visitor.field(&failed, "failed")
    visitor.field(&canceled, "canceled")
    visitor.field(&ended, "ended")
    visitor.field(&refused, "refused")
  }
}
