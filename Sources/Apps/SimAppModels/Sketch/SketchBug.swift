/// Faults that tests plant in the sketch model to see them found; none is reachable from a file.
package enum SketchBug: UInt16, CaseIterable, Sendable {
  /// An answer to a second try is shown though it comes after a cancel.
  case lateAnswer = 1
  /// A second answer stores the picture once more.
  case duplicateStored
  /// The deadline is kept by the wall clock.
  case wallDeadline
  /// A second try lets the notice come once more.
  case retryRestartsNotice
  /// The quota is charged when Go is pressed.
  case chargedAtGo
  /// A clock that was set back gives the quota back.
  case setBackResets
  /// The body of a second try has the style of the Go before.
  case lastStyle
  /// There is no second try.
  case noRetry
  /// The manifest is written before what it names.
  case manifestFirst
  /// A picture's file is not synced.
  case unsyncedBlob
  /// Pictures are shown by the wall clock.
  case orderByWall
}
