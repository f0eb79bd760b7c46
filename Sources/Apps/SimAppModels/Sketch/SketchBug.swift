/// Planted bugs of the sketch model, to test that its properties detect them; no file can enable
/// them.
package enum SketchBug: UInt16, CaseIterable, Sendable {
  /// The response to a second request is shown although it arrives after a cancel.
  case lateAnswer = 1
  /// A duplicate response stores the picture again.
  case duplicateStored
  /// The deadline uses the wall clock.
  case wallDeadline
  /// A second request shows the notice again.
  case retryRestartsNotice
  /// The quota is charged when Go is pressed.
  case chargedAtGo
  /// Setting the clock back resets the quota.
  case setBackResets
  /// The body of a second request has the style of the previous Go, if the first answer took more
  /// than 20 s.
  case lastStyle
  /// There is no second request.
  case noRetry
  /// The manifest is written before the files that it names.
  case manifestFirst
  /// A picture's file is not synced.
  case unsyncedBlob
  /// Pictures are ordered by the wall clock.
  case orderByWall
  /// Try Again does not check the style, although Pro may be lost since Go.
  case styleUnchecked
  /// The end of any save finishes a transaction, also of one that began before the purchase.
  case finishFirst
  /// An update of the store that arrives during a Go is dropped.
  case updateDropped
  /// A purchase that is tapped while the problem is locked skips the problem.
  case lockBypassed
}
