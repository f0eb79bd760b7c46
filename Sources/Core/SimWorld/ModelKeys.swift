/// The type of an event's argument.
public enum ArgumentKind: Sendable {
  /// A plain number.
  case number
  /// A duration in nanoseconds, which may be negative.
  case span
  /// An offset of local time in seconds, which may be negative.
  case offset
  /// A Boolean: 0 or 1.
  case truth
  /// One of several names, counted from 0.
  case choice([StaticString])
  /// The index of a kind of fault.
  case fault
}

/// An argument of an event or effect.
public struct ArgumentDescriptor: Sendable {
  /// The kebab-case name.
  package var name: StaticString
  /// The type.
  package var kind: ArgumentKind

  /// Creates a descriptor.
  public init(_ name: StaticString, _ kind: ArgumentKind = .number) {
    self.name = name
    self.kind = kind
  }
}

/// An event of a model.
public struct EventDescriptor: Sendable {
  /// The cause of the event, which orders events due at the same time.
  package var order: EventOrder
  /// The kebab-case name.
  package var name: StaticString
  /// The event as a sentence, with `%1` and `%2` for its arguments.
  package var sentence: StaticString
  /// The arguments, at most two.
  package var arguments: [ArgumentDescriptor]
  /// Whether the event is external: a plan lists it and a recording contains it.
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

  /// A user's action, which is dropped unless the app is in front.
  public static func user(
    _ name: StaticString, _ sentence: StaticString, _ arguments: [ArgumentDescriptor] = []
  ) -> EventDescriptor {
    EventDescriptor(.user, name, sentence, arguments)
  }

  /// An external event by someone other than the user, which occurs regardless of the app's state.
  public static func decision(
    _ name: StaticString, _ sentence: StaticString, _ arguments: [ArgumentDescriptor] = []
  ) -> EventDescriptor {
    var descriptor = EventDescriptor(.response, name, sentence, arguments)
    descriptor.isFromOutside = true
    return descriptor
  }

  /// A response that the app is waiting for.
  public static func response(
    _ name: StaticString, _ sentence: StaticString, _ arguments: [ArgumentDescriptor] = []
  ) -> EventDescriptor {
    EventDescriptor(.response, name, sentence, arguments)
  }

  /// A change of the process or the device.
  static func system(
    _ name: StaticString, _ sentence: StaticString, _ arguments: [ArgumentDescriptor] = []
  ) -> EventDescriptor {
    EventDescriptor(.lifecycle, name, sentence, arguments)
  }

  /// A timer that the app started.
  public static func timer(
    _ name: StaticString, _ sentence: StaticString, _ arguments: [ArgumentDescriptor] = []
  ) -> EventDescriptor {
    EventDescriptor(.timer, name, sentence, arguments)
  }
}

/// The events of a model, one case each.
///
/// Raw values must count from 0 without gaps, as they do by default.
public protocol EventKey: CaseIterable, RawRepresentable, Sendable where RawValue == UInt8 {
  /// The name, sentence and arguments of the event.
  var descriptor: EventDescriptor { get }
}

extension EventKey {
  var code: UInt16 { WorldEvent.Code.firstOwn + UInt16(rawValue) }
}

/// A participant on the timeline.
public enum TimelineParticipant: UInt8, CaseIterable, Sendable {
  /// The user of the app.
  case user
  /// The system: processes, clocks, power.
  case system
  /// The app.
  case app
  /// The disk.
  case disk
  /// A server on the network.
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

/// An observable effect of an app.
public struct EffectDescriptor: Sendable {
  /// The kebab-case name.
  package var name: StaticString
  /// The app's action as a sentence, with `%1` and `%2` for its arguments.
  package var sentence: StaticString
  /// The receiver; the app itself if there is none.
  package var receiver: TimelineParticipant
  /// The arguments, at most two.
  package var arguments: [ArgumentDescriptor]

  /// Creates a descriptor.
  public init(
    _ name: StaticString, _ sentence: StaticString, to receiver: TimelineParticipant = .app,
    _ arguments: [ArgumentDescriptor] = []
  ) {
    self.name = name
    self.sentence = sentence
    self.receiver = receiver
    self.arguments = arguments
  }
}

/// The observable effects of an app, one case each.
///
/// Raw values must count from 0 without gaps, as they do by default.
public protocol EffectKey: CaseIterable, RawRepresentable, Sendable where RawValue == UInt8 {
  /// The name, sentence and arguments of the effect.
  var descriptor: EffectDescriptor { get }
}

extension World {
  /// An effect of an app in a step.
  public struct Effect: Equatable, Sendable {
    /// The raw value of its key.
    package var code: UInt8
    /// The first argument.
    public var first: UInt64
    /// The second argument.
    public var second: UInt64

    /// The key of the effect; nil if it is not one of `keys`.
    public func own<Key: EffectKey>(_ keys: Key.Type) -> Key? { Key(rawValue: code) }
  }
}
