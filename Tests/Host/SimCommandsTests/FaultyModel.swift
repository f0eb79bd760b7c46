import SimbenchKit

/// A model that counts presses, with a fault planted by its parameter.
///
/// The last one breaks a property; each of the others breaks determinism in another way, and none
/// of them shows in a single history.
struct FaultyModel: WorldModel {
  /// What is wrong, from the eleventh press on.
  enum Planted: UInt32 {
    /// Nothing.
    case none
    /// A press counts twice in every second history of the process.
    case sharedState
    /// A field that decides how much a press counts is in no snapshot.
    case missingField
    /// More presses are counted than the property allows.
    case brokenProperty
  }

  enum Event: UInt8, EventKey {
    case press

    var descriptor: EventDescriptor {
      .user("press", "Somebody presses %1.", [ArgumentDescriptor("button")])
    }
  }

  enum Effect: UInt8, EffectKey {
    case counts

    var descriptor: EffectDescriptor { EffectDescriptor("counts", "counts a press") }
  }

  enum Property: UInt8, PropertyKey {
    case counted
    case few

    var descriptor: PropertyDescriptor {
      switch self {
      case .counted: .sometimes("counted", "A press is counted.")
      case .few: .always("few", "At most ten presses are counted.", requirement: "X-FEW")
      }
    }
  }

  /// The world's own kinds of faults are enough.
  typealias Fault = NoFault

  static var descriptor: ModelDescriptor {
    ModelDescriptor(
      name: "faulty-model", summary: "Counts presses.", requirements: [],
      parameters: [
        .whole("fault", "Which fault is planted.", 0...3, default: 0)
      ])
  }

  /// How many histories the process has begun: what no model may know.
  nonisolated(unsafe) static var runCount: UInt32 = 0

  private var presses: UInt32 = 0
  private var total: UInt32 = 0
  private var hidden: UInt32 = 0
  private let planted: Planted
  private let isSecond: Bool

  init(_ context: ModelContext) {
    planted = Planted(rawValue: UInt32(context.parameters.values[0])) ?? .none
    Self.runCount &+= 1
    isSecond = Self.runCount % 2 == 0
  }

  mutating func apply(_ event: WorldEvent, in world: inout World) {
    guard event.own(Event.self) == .press else { return }
    presses += 1
    total += 1
    world.note(Effect.counts)
    guard presses > 10 else { return }
    hidden += 1
    switch planted {
    case .none, .brokenProperty: break
    case .sharedState: total += isSecond ? 1 : 0
    case .missingField: total += hidden
    }
  }

  mutating func loseMemory() {}

  mutating func judge(_ world: borrowing World, by judge: inout PropertyChecker) {
    judge.sometimes(Property.counted, total > 0)
    let isFew = planted != .brokenProperty || total <= 10
    judge.always(Property.few, isFew, value: Float(total), limit: 10)
  }

  func isSettled(_ world: borrowing World) -> Bool { true }

  static func act(_ history: inout WorkloadGenerator, _ context: ModelContext) {
    while history.hasTime {
      history.wait(Nanoseconds.second)
      history.add(Event.press, UInt64(history.stream.below(4)))
    }
  }

  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&presses, "presses")
    visitor.field(&total, "total")
  }
}
