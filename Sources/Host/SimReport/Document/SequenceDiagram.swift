import SimFormats

/// The actions of several participants in order, with arrows for messages.
package struct SequenceDiagram {
  /// An action of a participant.
  package struct Message {
    /// The time as text.
    package var time: String
    /// The participant: an index of the lanes.
    package var sender: Int
    /// The receiver; equal to the sender if there is none.
    package var receiver: Int
    /// The action as a sentence.
    package var text: String
    /// Whether a property fails here.
    package var isFailed: Bool
  }

  /// The text alternative.
  package var title: String
  /// The participants.
  package var lanes: [String]
  /// The actions, in order.
  package var messages: [Message]

  /// Creates a sequence.
  package init(title: String, lanes: [String], messages: [Message]) {
    self.title = title
    self.lanes = lanes
    self.messages = messages
  }

  /// The messages as lines of a terminal.
  var lines: [String] {
    let width = messages.reduce(0) { max($0, $1.time.count) }
    return messages.map { message in
      let padding = String(repeating: " ", count: width - message.time.count)
      return "\(padding)\(message.time)  \(message.isFailed ? "✗ " : "")\(message.text)"
    }
  }
}

extension HTMLRenderer {
  private static let (rowHeight, laneWidth, timeWidth) = (26.0, 76.0, 84.0)

  /// Writes a sequence: vertical lanes, arrows between them, and a sentence next to each.
  mutating func write(_ sequence: SequenceDiagram) {
    guard !sequence.messages.isEmpty else { return }
    let words = MarkupText.escaped(MessageText.oneLine(sequence.title))
    let longest = sequence.messages.reduce(0) { max($0, $1.text.count) }
    let textStart = Self.timeWidth + Double(sequence.lanes.count) * Self.laneWidth
    let width = textStart + max(200, Double(longest) * 7.4)
    let height = 34 + Double(sequence.messages.count) * Self.rowHeight
    add("<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"\(words)\">")
    add("<svg class=\"sequence\" viewBox=\"0 0 \(Int(width)) \(Int(height))\" ")
    add("width=\"\(Int(width))\" height=\"\(Int(height))\" role=\"figure\" ")
    add("aria-label=\"\(words)\">\n")
    for (index, lane) in sequence.lanes.enumerated() {
      let x = Self.x(index)
      add("<line class=\"lifeline\" x1=\"\(x)\" y1=\"26\" x2=\"\(x)\" y2=\"\(Int(height))\"/>")
      add("<text class=\"head\" x=\"\(x)\" y=\"16\">\(MarkupText.escaped(lane))</text>\n")
    }
    for (row, message) in sequence.messages.enumerated() {
      write(message, y: 44 + Double(row) * Self.rowHeight, textStart: textStart)
    }
    add("</svg></div>\n")
  }

  private static func x(_ lane: Int) -> Double { timeWidth + (Double(lane) + 0.5) * laneWidth }

  private mutating func write(_ message: SequenceDiagram.Message, y: Double, textStart: Double) {
    let (from, to) = (Self.x(message.sender), Self.x(message.receiver))
    add("<g\(message.isFailed ? " class=\"failed\"" : "")>")
    add("<text class=\"time\" x=\"\(Self.timeWidth - 12)\" y=\"\(y + 4)\">")
    add("\(MarkupText.escaped(message.time))</text>")
    if from == to {
      add("<circle cx=\"\(from)\" cy=\"\(y)\" r=\"4\"/>")
    } else {
      let tip = to > from ? to - 7 : to + 7
      add("<path d=\"M\(from) \(y)L\(tip) \(y)\"/>")
      add("<path class=\"tip\" d=\"M\(to) \(y)L\(tip) \(y - 4)L\(tip) \(y + 4)Z\"/>")
    }
    add("<text x=\"\(textStart + 8)\" y=\"\(y + 4)\">")
    add("\(MarkupText.escaped(MessageText.oneLine(message.text)))</text></g>\n")
  }
}

/// The style of sequences.
enum SequenceStyle {
  static let text = """
    .sequence{display:block;font-size:13px}.sequence text{fill:var(--ink)}
    .sequence .head{text-anchor:middle;fill:var(--soft);font-weight:650}
    .sequence .time{text-anchor:end;fill:var(--soft);font-variant-numeric:tabular-nums}
    .sequence .lifeline{stroke:var(--line);stroke-width:1}
    .sequence path{stroke:var(--slow);stroke-width:1.5;fill:none}
    .sequence .tip,.sequence circle{fill:var(--slow);stroke:none}
    .sequence .failed text{fill:var(--bad);font-weight:650}
    .sequence .failed path{stroke:var(--bad)}
    .sequence .failed .tip,.sequence .failed circle{fill:var(--bad)}

    """
}
