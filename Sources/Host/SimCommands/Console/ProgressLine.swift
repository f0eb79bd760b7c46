import SimPlatform

/// The progress of a run, on a status line.
final class ProgressLine {
  private let title: String
  private let total: UInt32
  private let line: StatusLine
  private let started = MonotonicClock.nanoseconds()
  private var lastUpdate: UInt64 = 0

  init(title: String, total: UInt32, console: Console, isShown: Bool) {
    self.title = title
    self.total = total
    line = StatusLine(console, isShown: isShown)
  }

  /// Redraws the line, at most ten times a second.
  func update(_ done: UInt32) {
    guard line.isShown else { return }
    let now = MonotonicClock.nanoseconds()
    guard now &- lastUpdate > 100_000_000 else { return }
    lastUpdate = now
    let width = 24
    let filled = Int(UInt64(done) * UInt64(width) / UInt64(max(total, 1)))
    let bar =
      String(repeating: "━", count: filled) + String(repeating: "┄", count: width - filled)
    let elapsed = now &- started
    // Divided first, since the product may exceed 64 bits.
    let left = done > 0 ? elapsed / UInt64(done) * UInt64(total - min(done, total)) : 0
    line.show("\(title)  \(bar)  \(done)/\(total) frames, \(left / 1_000_000_000 + 1) s left")
  }

  /// Removes the line.
  func clear() { line.clear() }
}
