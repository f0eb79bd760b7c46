import SimbenchKit

/// A scene of eight points that wander, with faults to be planted by its parameter: each breaks
/// determinism in another way, and none shows in a single run.
struct FaultyScene: SimScene {
  /// What is wrong, from the eleventh frame on.
  enum Fault: UInt32, CaseIterable {
    /// Nothing.
    case none
    /// A number is the next one in every second run of the process.
    case sharedState
    /// A random number more is drawn in every second run of the process.
    case sharedRandomness
    /// Something is counted once more in every second run of the process.
    case sharedCount
    /// A sum takes its parts in another order in every second run of the process.
    case sharedOrder
    /// Something is drawn larger in every second run of the process.
    case sharedDrawing
    /// A field that the step reads is in no snapshot.
    case missingField
    /// What is kept beside the state is not made anew when a state is restored.
    case staleCache
    /// The digest of every second run of the process has a field that no other visitor sees.
    case digestAlone
  }

  static var descriptor: SceneDescriptor {
    SceneDescriptor(
      name: "faulty", summary: "Points that wander.", requirements: [],
      parameters: [
        .whole("fault", "Which fault is planted.", 0...Float(Fault.allCases.count - 1), default: 0)
      ], commandCapacity: 64)
  }

  /// How many runs the process has begun: what no scene may know.
  nonisolated(unsafe) static var runCount: UInt32 = 0

  private var x: [Float]
  private var y: [Float]
  private var total: Float = 0
  private var log: [UInt32]
  private var count: UInt32 = 0
  private var random: RandomStream
  private var hidden: Float = 1
  private var cache: Float = 0
  private let fault: Fault
  private let isSecond: Bool

  init(_ context: SceneContext) {
    x = [Float](repeating: 10, count: 8)
    y = [Float](repeating: 20, count: 8)
    log = [UInt32](repeating: 0, count: 8)
    random = RandomStream(seed: context.seed, name: "faulty")
    fault = Fault(rawValue: UInt32(context.parameters.values[0])) ?? .none
    Self.runCount &+= 1
    isSecond = Self.runCount % 2 == 0
  }

  mutating func step(_ input: borrowing FrameInput) {
    count &+= 1
    for index in x.indices {
      x[index] += Float(random.nextUInt64() >> 40) / 16_777_216 - 0.5
      y[index] += x[index] * 0.01
    }
    log[Int(count % 8)] &+= count
    let isFaulty = count > 10
    total = x.reduce(0, +)
    switch fault {
    case .none, .sharedDrawing, .digestAlone: break
    case .sharedState: if isFaulty, isSecond { x[3] = x[3].nextUp }
    case .sharedRandomness: if isFaulty, isSecond { _ = random.nextUInt64() }
    case .sharedCount: if isFaulty, isSecond { log[6] &+= 1 }
    case .sharedOrder: if isFaulty, isSecond { total = x.reversed().reduce(0, +) }
    case .missingField:
      if isFaulty {
        y[5] += hidden
        hidden *= 1.5
      }
    case .staleCache:
      if isFaulty { y[2] += cache }
      if count % 4 == 0 { cache = x[0] }
    }
  }

  borrowing func draw(into list: inout DisplayList) {
    list.fill(StraightColor(red: 10, green: 20, blue: 30, alpha: 255))
    for index in x.indices {
      let isLarger = fault == .sharedDrawing && isSecond && count > 10 && index == 4
      list.disc(
        center: Vector2(x[index], y[index]), radius: isLarger ? 4 : 3,
        color: StraightColor(red: 200, green: 200, blue: 200, alpha: 255))
    }
  }

  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&x, "x")
    visitor.field(&y, "y")
    visitor.field(&total, "total")
    visitor.field(&log, "log")
    visitor.field(&count, "count")
    visitor.field(&random, "random")
    if fault == .digestAlone, isSecond, count > 10, visitor is StateDigest {
      visitor.field(&hidden, "hidden")
    }
  }
}
