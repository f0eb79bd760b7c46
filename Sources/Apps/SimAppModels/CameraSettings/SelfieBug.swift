/// Planted bugs of the settings model, to test that its properties detect them; no file can enable
/// them.
package enum SelfieBug: UInt16, CaseIterable, Sendable {
  /// HDR stays on auto without Pro, if the settings have enough other premium values.
  case hdrAutoLeaks = 1
  /// If Pro is lost during a countdown with many premium values, the defaults in place of these are
  /// stored.
  case fallbackWritten
  /// A slider's first change is written at once during a countdown and Sync Now, while the quota is
  /// exceeded.
  case leadingEdge
  /// Edits are stamped with the wall clock in seconds.
  case wallClockStamps
  /// What was read is always written back.
  case alwaysWriteBack
  /// A countdown with many premium values ends with the settings that apply then.
  case lossInCountdown
  /// Leaving the app does not write pending sliders, if there are several.
  case flushForgotten
  /// The settings of another account are merged with the device's.
  case mergedAccounts
  /// A quota that is exceeded while Sync Now is under way is not shown.
  case quotaHidden
  /// Sync Now waits without a limit, if pressed during a countdown after moving a slider.
  case syncWaits
  /// The last sync is when Sync Now was pressed, during a countdown while the quota is exceeded.
  case lastSyncAtStart
  /// A save that had to wait overwrites the file in place.
  case savedInPlace
  /// It is not noticed that the first download has discarded settings.
  case initialSyncIgnored
  /// The file gets the defaults in place of premium values, if there are many.
  case fallbackSaved
}
