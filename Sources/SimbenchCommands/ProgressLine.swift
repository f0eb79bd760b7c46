import Platform

/// One line on the terminal that says how far a run is; silent anywhere else.
final class ProgressLine {
  private let title: String
  private let total: UInt32
  private let console: Console
  private let isShown: Bool
  private let started = MonotonicClock.nanoseconds()
  private var lastUpdate: UInt64 = 0
  private var isVisible = false

  init(title: String, total: UInt32, console: Console, isShown: Bool) {
    self.title = title
    self.total = total
    self.console = console
    self.isShown = isShown && console.showsProgress
  }

  /// Redraws the line, at most ten times a second.
  func update(_ done: UInt32) {
    guard isShown else { return }
    let now = MonotonicClock.nanoseconds()
    guard now &- lastUpdate > 100_000_000 else { return }
    lastUpdate = now
    isVisible = true
    let width = 24
    let filled = Int(UInt64(done) * UInt64(width) / UInt64(max(total, 1)))
    let bar =
      String(repeating: "━", count: filled) + String(repeating: "┄", count: width - filled)
    let elapsed = now &- started
    let left = done > 0 ? elapsed / UInt64(done) * UInt64(total - min(done, total)) : 0
    let text = "\(title)  \(bar)  \(done)/\(total) frames, \(left / 1_000_000_000 + 1) s left"
    console.error("\r\u{1B}[2K" + text.prefix(max(20, console.width - 1)))
  }

  /// Takes the line away.
  func clear() {
    guard isVisible else { return }
    console.error("\r\u{1B}[2K")
    isVisible = false
  }
}
