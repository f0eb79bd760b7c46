import SimFormats
import SimInput

extension InputSummary {
  /// What the scene did not get to feel of the events made up, part by part; empty when nothing.
  var missedWords: [String] {
    guard let events else { return [] }
    var parts: [String] = []
    func add(_ count: UInt64, _ one: String, _ many: String, _ fate: String) {
      guard count > 0 else { return }
      parts.append("\(FigureText.grouped(count)) \(count == 1 ? one : many) \(fate)")
    }
    add(events.lostContacts, "contact", "contacts", "found no room")
    add(events.lostMovements, "movement", "movements", "found no room")
    add(events.lostKeyPresses, "key press", "key presses", "found no room")
    add(events.unseenContacts, "contact", "contacts", "off the glass")
    add(events.ignoredContacts, "contact", "contacts", "more than the device follows")
    add(events.cancelledContacts, "contact", "contacts", "canceled for them")
    return parts
  }
}
