import SimFormats
import SimInput

extension InputSummary {
  /// The synthetic events that the scene did not receive, by kind; empty if there are none.
  var missedWords: [String] {
    guard let events else { return [] }
    var parts: [String] = []
    func add(_ count: UInt64, _ one: String, _ many: String, _ fate: String) {
      guard count > 0 else { return }
      parts.append("\(FigureText.grouped(count)) \(count == 1 ? one : many) \(fate)")
    }
    add(events.lostContacts, "contact", "contacts", "dropped: queue full")
    add(events.lostMovements, "movement", "movements", "dropped: queue full")
    add(events.lostKeyPresses, "key press", "key presses", "dropped: queue full")
    add(events.unseenContacts, "contact", "contacts", "off the glass")
    add(events.ignoredContacts, "contact", "contacts", "more than the device tracks")
    add(events.cancelledContacts, "contact", "contacts", "canceled by them")
    return parts
  }
}
