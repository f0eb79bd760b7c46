import Platform

/// One line on the terminal that counts runs; silent anywhere else.
final class CountLine {
  private let title: String
  private let unit: String
  private let console: Console
  private let isShown: Bool
  private var isVisible = false

  init(_ title: String, _ unit: String, _ console: Console, isShown: Bool) {
    self.title = title
    self.unit = unit
    self.console = console
    self.isShown = isShown && console.showsProgress
  }

  /// Redraws the line; without a total only what is done is known.
  func update(_ done: UInt32, of total: UInt32? = nil) {
    guard isShown else { return }
    isVisible = true
    let text = "\(title)  \(done)\(total.map { "/\($0)" } ?? "") \(unit)"
    console.error("\r\u{1B}[2K" + text.prefix(max(20, console.width - 1)))
  }

  /// Takes the line away.
  func clear() {
    guard isVisible else { return }
    console.error("\r\u{1B}[2K")
    isVisible = false
  }
}
