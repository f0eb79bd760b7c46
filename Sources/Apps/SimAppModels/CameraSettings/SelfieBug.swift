/// Planted bugs of the settings model, to test that its properties detect them; no file can enable
/// them.
package enum SelfieBug: UInt16, CaseIterable, Sendable {
  /// HDR stays on auto without Pro, if the settings have enough other premium values.
  case hdrAutoLeaks = 1
  /// If Pro is lost during a countdown of 10 s for HDR in high quality, the defaults in place of
  /// premium values are stored.
  case fallbackWritten
  /// A slider's first change is written at once.
  case leadingEdge
  /// Edits are stamped with the wall clock in seconds.
  case wallClockStamps
  /// What was read is always written back.
  case alwaysWriteBack
  /// A countdown ends with the settings that apply then.
  case lossInCountdown
  /// Leaving the app does not write pending sliders.
  case flushForgotten
  /// The settings of another account are merged with the device's.
  case mergedAccounts
  /// An exceeded quota is not shown.
  case quotaHidden
  /// Sync Now waits without a limit.
  case syncWaits
  /// The last sync is when Sync Now was pressed.
  case lastSyncAtStart
  /// The file is overwritten in place.
  case savedInPlace
  /// It is not noticed that the first download has discarded settings.
  case initialSyncIgnored
  /// The file gets the defaults in place of premium values, if the quality is one of these.
  case fallbackSaved
}
