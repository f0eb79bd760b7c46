import SimFormats

/// One line on the terminal that says how far a command is; silent anywhere else.
package final class StatusLine {
  /// Whether standard error is a terminal.
  package let isShown: Bool
  private let console: Console
  private var isVisible = false

  /// Makes a line that is empty at first.
  ///
  /// - Parameter isShown: Whether it is wanted; without a terminal it stays away all the same.
  package init(_ console: Console, isShown: Bool) {
    self.console = console
    self.isShown = isShown && console.showsProgress
  }

  /// Replaces the line, cut to the width of the terminal.
  package func show(_ text: String) {
    guard isShown else { return }
    isVisible = true
    let line = MessageText.oneLine(text).prefix(max(20, console.width - 1))
    console.error("\r\u{1B}[2K" + line)
  }

  /// Takes the line away, if there is one.
  package func clear() {
    guard isVisible else { return }
    isVisible = false
    console.error("\r\u{1B}[2K")
  }
}
