import SimbenchKit

/// A scene that traps in a frame, in one of several ways.
struct TrappingScene: SimScene {
  enum Trap: Float {
    /// An index out of range.
    case index
    /// An arithmetic overflow, for which the runtime prints no message.
    case overflow
    /// A stack that is full, while the picture is described.
    case recursion
    /// An index out of range with the first contact.
    case contact
  }

  private let trap: Trap
  private let trappedFrame: UInt32
  private var frame: UInt32 = 0
  private var places: [Float] = [0, 0, 0]

  static var descriptor: SceneDescriptor {
    SceneDescriptor(
      name: "trapping", summary: "A scene that traps.",
      parameters: [
        .whole("trap", "Way to trap.", 0...3, default: 3),
        .whole("frame", "Frame that traps.", 0...100, default: 17),
      ], commandCapacity: 16)
  }

  init(_ context: SceneContext) {
    trap = Trap(rawValue: context.parameters["trap"]) ?? .index
    trappedFrame = UInt32(context.parameters["frame"])
  }

  mutating func step(_ input: borrowing FrameInput) {
    let isTime = frame == trappedFrame
    frame += 1
    if trap == .contact, !input.touches.isEmpty { places[Int(frame) + 3] = 1 }
    guard isTime else { return }
    if trap == .index { places[Int(frame) + 3] = 1 }
    if trap == .overflow { frame -= trappedFrame + 2 }
  }

  func draw(into list: inout DisplayList) {
    guard trap == .recursion, frame > trappedFrame else { return }
    list.fill(StraightColor(hex: Self.depth(UInt32(frame))))
  }

  @inline(never) private static func depth(_ value: UInt32) -> UInt32 {
    value == 0 ? 0 : depth(value &+ 1) &+ depth(value &+ 3)
  }

  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.constant(trap.rawValue, "trap")
    visitor.constant(trappedFrame, "trappedFrame")
    visitor.field(&frame, "frame")
    visitor.field(&places, "places")
  }
}

/// A model that traps with the first event of its user.
struct TrappingModel: WorldModel {
  private var count: UInt32 = 0

  enum Event: UInt8, EventKey {
    case tap
    var descriptor: EventDescriptor { .user("tap", "The user taps.") }
  }
  enum Effect: UInt8, EffectKey {
    case counts
    var descriptor: EffectDescriptor { EffectDescriptor("counts", "counts a tap", to: .user, []) }
  }
  enum Property: UInt8, PropertyKey {
    case few
    var descriptor: PropertyDescriptor { .always("few", "There are few taps.") }
  }
  typealias Fault = NoFault

  static var descriptor: ModelDescriptor {
    ModelDescriptor(
      name: "trapping-model", summary: "A model that traps.", requirements: [], parameters: [])
  }

  init(_ context: ModelContext) {}
  mutating func apply(_ event: WorldEvent, in world: inout World) {
    if event.own(Event.self) == .tap { count -= 1 }
  }
  mutating func loseMemory() {}
  mutating func judge(_ world: borrowing World, by judge: inout PropertyChecker) {
    judge.always(Property.few, count < 100)
  }
  func isSettled(_ world: borrowing World) -> Bool { true }
  static func act(_ history: inout WorkloadGenerator, _ context: ModelContext) {
    history.wait(Nanoseconds.second)
    history.add(Event.tap)
  }
  mutating func visitState(_ visitor: inout some StateVisitor) { visitor.field(&count, "count") }
}
