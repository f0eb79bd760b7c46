import SimFormats

/// One line on the terminal that shows a command's progress; does nothing without a terminal.
package final class StatusLine {
  /// Whether standard error is a terminal.
  package let isShown: Bool
  private let console: Console
  private var isVisible = false

  /// Creates an empty line.
  ///
  /// - Parameter isShown: Whether to show it; without a terminal, it is not shown in any case.
  package init(_ console: Console, isShown: Bool) {
    self.console = console
    self.isShown = isShown && console.showsProgress
  }

  /// Replaces the line, truncated to the width of the terminal.
  package func show(_ text: String) {
    guard isShown else { return }
    isVisible = true
    // One column stays free: a line that wraps would be cleared only in its last row.
    let line = MessageText.oneLine(text).prefix(max(20, console.width - 1))
    console.error("\r\u{1B}[2K" + line)
  }

  /// Removes the line if it is shown.
  package func clear() {
    guard isVisible else { return }
    isVisible = false
    console.error("\r\u{1B}[2K")
  }
}
