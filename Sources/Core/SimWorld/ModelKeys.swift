/// What a number that belongs to an event means.
public enum ArgumentKind: Sendable {
  /// A plain number.
  case number
  /// A span of time in nanoseconds, which may be negative.
  case span
  /// An offset of local time in seconds, which may be negative.
  case offset
  /// No or yes: 0 or 1.
  case truth
  /// One of several, counted from 0.
  case choice([StaticString])
  /// A kind of fault.
  case fault
}

/// A number that belongs to an event.
public struct ArgumentDescriptor: Sendable {
  /// The kebab-case name.
  package var name: StaticString
  /// What it means.
  package var kind: ArgumentKind

  /// Describes a number.
  public init(_ name: StaticString, _ kind: ArgumentKind = .number) {
    self.name = name
    self.kind = kind
  }
}

/// An event of a model: what can happen to it.
public struct EventDescriptor: Sendable {
  /// Who brings it about.
  package var order: EventOrder
  /// The kebab-case name.
  package var name: StaticString
  /// What happens, as a sentence in which `%1` and `%2` stand for what belongs to it.
  package var sentence: StaticString
  /// What belongs to it, two numbers at most.
  package var arguments: [ArgumentDescriptor]
  /// Whether it comes from outside: a history lists it, and a recording keeps it.
  package private(set) var isFromOutside: Bool

  private init(
    _ order: EventOrder, _ name: StaticString, _ sentence: StaticString,
    _ arguments: [ArgumentDescriptor]
  ) {
    self.order = order
    self.name = name
    self.sentence = sentence
    self.arguments = arguments
    isFromOutside = order == .user || order == .lifecycle
  }

  /// Something that a person does: it happens while the app is in front, and not at all otherwise.
  public static func user(
    _ name: StaticString, _ sentence: StaticString, _ arguments: [ArgumentDescriptor] = []
  ) -> EventDescriptor {
    EventDescriptor(.user, name, sentence, arguments)
  }

  /// Something that somebody else decides, whatever the app is doing.
  public static func decision(
    _ name: StaticString, _ sentence: StaticString, _ arguments: [ArgumentDescriptor] = []
  ) -> EventDescriptor {
    var descriptor = EventDescriptor(.answer, name, sentence, arguments)
    descriptor.isFromOutside = true
    return descriptor
  }

  /// Something that the app was promised: an answer.
  public static func answer(
    _ name: StaticString, _ sentence: StaticString, _ arguments: [ArgumentDescriptor] = []
  ) -> EventDescriptor {
    EventDescriptor(.answer, name, sentence, arguments)
  }

  /// Something that becomes of the process or the device.
  static func system(
    _ name: StaticString, _ sentence: StaticString, _ arguments: [ArgumentDescriptor] = []
  ) -> EventDescriptor {
    EventDescriptor(.lifecycle, name, sentence, arguments)
  }

  /// Something that the app wanted to be reminded of.
  public static func timer(
    _ name: StaticString, _ sentence: StaticString, _ arguments: [ArgumentDescriptor] = []
  ) -> EventDescriptor {
    EventDescriptor(.timer, name, sentence, arguments)
  }
}

/// What can happen to a model, one case each.
///
/// Raw values count from 0 without a gap, which is what they are unless told.
public protocol EventKey: CaseIterable, RawRepresentable, Sendable where RawValue == UInt8 {
  /// What the event is called, and what happens.
  var descriptor: EventDescriptor { get }
}

extension EventKey {
  var code: UInt16 { WorldCode.firstOwn + UInt16(rawValue) }
}

/// Who does something, on a timeline.
public enum Actor: UInt8, CaseIterable, Sendable {
  /// Who uses the app.
  case user
  /// The system: processes, clocks, power.
  case system
  /// The app.
  case app
  /// The disk.
  case disk
  /// What answers over the network.
  case network

  /// The name in reports.
  package var name: StaticString {
    switch self {
    case .user: "user"
    case .system: "system"
    case .app: "app"
    case .disk: "disk"
    case .network: "network"
    }
  }
}

/// Something that an app does which can be seen from outside.
public struct HappeningDescriptor: Sendable {
  /// The kebab-case name.
  package var name: StaticString
  /// What the app does, as a sentence in which `%1` and `%2` stand for what belongs to it.
  package var sentence: StaticString
  /// Whom it is told; the app itself for what it shows.
  package var receiver: Actor
  /// What belongs to it, two numbers at most.
  package var arguments: [ArgumentDescriptor]

  /// Describes what an app does.
  public init(
    _ name: StaticString, _ sentence: StaticString, to receiver: Actor = .app,
    _ arguments: [ArgumentDescriptor] = []
  ) {
    self.name = name
    self.sentence = sentence
    self.receiver = receiver
    self.arguments = arguments
  }
}

/// What an app does that can be seen from outside, one case each.
///
/// Raw values count from 0 without a gap, which is what they are unless told.
public protocol HappeningKey: CaseIterable, RawRepresentable, Sendable where RawValue == UInt8 {
  /// What it is called, and what the app does.
  var descriptor: HappeningDescriptor { get }
}

/// Something that an app did in a step.
public struct Happening: Equatable, Sendable {
  /// The case of the model's keys.
  package var code: UInt8
  /// What belongs to it.
  public var first: UInt64
  /// What else belongs to it.
  public var second: UInt64

  /// What it is.
  public func own<Key: HappeningKey>(_ keys: Key.Type) -> Key? { Key(rawValue: code) }
}
