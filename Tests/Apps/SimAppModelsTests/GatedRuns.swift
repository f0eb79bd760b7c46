import SimAppModels
import SimInput
import SimMath
import SimRaster
import SimRuntime

/// A scene that notes the contacts it receives.
struct WatchScene: SimScene {
  struct Seen: Equatable {
    var id: UInt32
    var phase: TouchPhase
  }

  static var descriptor: SceneDescriptor {
    SceneDescriptor(name: "watch", summary: "Notes contacts.", commandCapacity: 1)
  }

  /// The contacts of the last frame.
  var seen: [Seen] = []
  /// The number of contacts in all frames together.
  var seenCount = 0
  /// The number of cancellations.
  var cancelledCount = 0

  init(_ context: SceneContext) {}

  mutating func step(_ input: borrowing FrameInput) {
    seen.removeAll(keepingCapacity: true)
    for touch in input.touches {
      seen.append(Seen(id: touch.id, phase: touch.phase))
      cancelledCount += touch.phase == .cancelled ? 1 : 0
    }
    seenCount += seen.count
  }

  func draw(into list: inout DisplayList) {}

  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.derived("seen")
    visitor.derived("seenCount")
    visitor.derived("cancelledCount")
  }
}

/// A run of a scene behind a gate, frame by frame, with contacts as an app passes them on.
struct GatedRun {
  static let phone = SceneCanvas(widthPoints: 390, heightPoints: 844, scale: 1)
  /// The center of the top right square of a phone.
  static let topRight = Vector2(350, 40)
  static let topLeft = Vector2(40, 40)
  static let bottomRight = Vector2(350, 804)

  let rate: UInt32
  private(set) var scene: GatedScene<WatchScene>
  /// The next frame.
  private(set) var frame: UInt32 = 0
  var live = LiveInput()
  private(set) var input = FrameInput()
  private let clock: FrameClock

  init(_ kind: SceneGate, rate: UInt32, plantedBug: GateBug? = nil) {
    self.rate = rate
    clock = FrameClock(framesPerSecond: rate)
    var plan = RunPlan(
      seed: 1, frameCount: 1, clock: clock, canvas: Self.phone, parameters: ParameterValues([]))
    plan.gate = kind
    scene = GatedScene(
      SceneContext(plan), gate: FrameGate(kind, on: Self.phone, plantedBug: plantedBug))
  }

  var gate: FrameGate { scene.gate }
  var state: BabySafeGate.State { gate.babySafe.state }
  /// The contacts that the scene received in the last frame.
  var seen: [WatchScene.Seen] { scene.inner.seen }
  /// The start of the next frame.
  var time: UInt64 { clock.startNanoseconds(ofFrame: frame) }

  mutating func touch(
    _ key: UInt64, _ phase: TouchPhase, _ place: Vector2, radius: Float = 8,
    kind: TouchKind = .finger
  ) {
    live.touch(key, phase, at: place, timeNanoseconds: time, radius: radius, kind: kind)
  }

  /// Runs a frame.
  mutating func advance(
    _ kinds: [GateAction.Kind] = [], attempt: UInt32 = 0, absent: UInt64 = 0, took: UInt32 = 0
  ) {
    if took > 0 { live.frameTook(processorNanoseconds: took) }
    live.fill(&input, frame: frame, timeNanoseconds: time)
    input.gateActions = kinds.map { GateAction(frame: frame, $0, attempt: attempt) }[...]
    input.absentNanoseconds = absent
    scene.step(input)
    frame += 1
  }

  /// Runs the frames of a duration.
  mutating func pass(_ seconds: Double) {
    for _ in 0..<Int((seconds * Double(rate)).rounded()) { advance() }
  }

  mutating func turn() {
    let size = gate.canvas.size
    scene.resize(to: SceneCanvas(widthPoints: size.y, heightPoints: size.x, scale: 1))
  }

  /// Holds BabySafe's corner for its 6 s: the gate asks afterwards.
  mutating func hold() {
    touch(1, .began, Self.topRight)
    pass(6)
    advance()
    touch(1, .ended, Self.topRight)
    advance()
  }

  /// Opens BabySafe's gate, without contacts.
  mutating func open() {
    hold()
    advance([.success])
  }

  /// The commands of the last frame, by kind.
  func commands() -> (rings: Int, capsules: Int, all: [DrawCommand]) {
    var list = DisplayList(pixelWidth: 390, pixelHeight: 844, scale: 1, capacity: 64)
    scene.draw(into: &list)
    let all = Array(list.commands[0..<list.count])
    return (
      all.count { $0.kind == .ring }, all.count { $0.kind == .capsule }, all
    )
  }
}
