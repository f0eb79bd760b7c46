import SimbenchKit
import SimFormats

/// Tells what happens in a history, in sentences.
package struct ModelStory {
  private let model: ModelDescriptor
  /// The events; of a long run, only the last ones.
  package private(set) var lines: [ModelResult.Line] = []

  /// Makes a story of nothing.
  package init(of model: ModelDescriptor) { self.model = model }

  /// Tells of a step.
  mutating func tell<Model>(_ session: ModelRun<Model>) {
    if let line = line(session.last.event, session) { append(line) }
    for effect in session.effects {
      let descriptor = model.effects[Int(effect.code)]
      let text = Self.filled(
        descriptor.sentence, descriptor.arguments, [effect.first, effect.second], model)
      append(
        ModelResult.Line(
          step: UInt64(session.frame), time: session.time,
          sender: "\(TimelineParticipant.app.name)",
          receiver: "\(descriptor.receiver.name)", text: "The app \(text)."))
    }
  }

  private mutating func append(_ line: ModelResult.Line) {
    lines.append(line)
    if lines.count >= 2 * ModelResult.lineLimit { lines.removeFirst(ModelResult.lineLimit) }
  }

  private func line<Model>(
    _ event: WorldEvent, _ session: ModelRun<Model>
  ) -> ModelResult.Line? {
    guard let descriptor = model.event(event.code) else { return nil }
    let (sender, receiver): (TimelineParticipant, TimelineParticipant)
    switch event.channel {
    case .network: (sender, receiver) = (.network, .app)
    case .timer: (sender, receiver) = (.app, .app)
    case .service: (sender, receiver) = (.system, .app)
    case .disk:
      // Steps that are done are many, and show in what the app says of them.
      guard event.second == 0 else { return nil }
      (sender, receiver) = (.disk, .app)
    case .outside:
      sender = descriptor.order == .user ? .user : .system
      receiver = .app
    }
    let text =
      event.channel == .disk
      ? "The disk fails."
      : Self.filled(descriptor.sentence, descriptor.arguments, [event.first, event.second], model)
    return ModelResult.Line(
      step: UInt64(session.frame), time: session.time, sender: "\(sender.name)",
      receiver: "\(receiver.name)", text: text)
  }

  /// A sentence with what belongs to it in the place of `%1` and `%2`.
  private static func filled(
    _ sentence: StaticString, _ arguments: [ArgumentDescriptor], _ values: [UInt64],
    _ model: ModelDescriptor
  ) -> String {
    var text = "\(sentence)"
    for (index, argument) in arguments.enumerated() where index < values.count {
      text = text.replacing("%\(index + 1)", with: words(values[index], argument.kind, model))
    }
    return text
  }

  private static func words(
    _ value: UInt64, _ kind: ArgumentKind, _ model: ModelDescriptor
  ) -> String {
    switch kind {
    case .number: return "\(value)"
    case .truth: return value == 0 ? "no" : "yes"
    case .span: return spanWords(Int64(bitPattern: value))
    case .offset: return spanWords(Int64(bitPattern: value) &* 1_000_000_000)
    case .choice, .fault: return String(decoding: model.text(value, kind), as: UTF8.self)
    }
  }

  private static func spanWords(_ nanoseconds: Int64) -> String {
    let seconds = Double(nanoseconds) / 1e9
    let (value, unit) =
      abs(seconds) >= 3600
      ? (seconds / 3600, "h")
      : abs(seconds) >= 60
        ? (seconds / 60, "min")
        : (seconds, "s")
    return "\(FigureText.text(value, decimals: value == value.rounded() ? 0 : 2)) \(unit)"
  }

  /// The lines that are kept in a result.
  package var kept: [ModelResult.Line] { Array(lines.suffix(ModelResult.lineLimit)) }
}
