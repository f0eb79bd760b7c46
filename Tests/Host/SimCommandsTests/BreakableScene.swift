import SimbenchKit

/// What is wrong with a breakable scene.
enum BreakableBug: CaseIterable, Sendable {
  /// Nothing.
  case none
  /// Held sideways, a tap makes a dot though there are eight.
  case pastCap
  /// Two fingers that begin in one frame, close to each other, are counted as three.
  case countedThrice
  /// A finger that lifts on the left while another rests on the right divides by nothing.
  case dividedByNothing
  /// A cancelled finger is waited for without end.
  case waitsForever
  /// What a finger left is in no snapshot.
  case notSaved
}

/// Which bug a scene has: no parameter, since parameters are drawn.
protocol BreakableChoice {
  static var bug: BreakableBug { get }
}

/// What is counted.
enum BreakablePopulation: UInt8, PopulationKey {
  case dots

  var descriptor: PopulationDescriptor {
    .members("dots", "Dots.", cap: 8, requirement: "X-CAP")
  }
}

/// What has to hold.
enum BreakableProperty: UInt8, PropertyKey {
  case countsAgree
  case comesToRest
  case full
  case never

  var descriptor: PropertyDescriptor {
    switch self {
    case .countsAgree:
      .always("counts-agree", "Fingers are counted once.", requirement: "X-COUNT")
    case .comesToRest:
      .leadsTo("comes-to-rest", "Without a finger it comes to rest.", within: .frames(40))
    case .full: .sometimes("full", "There are eight dots.")
    case .never: .sometimes("never", "There are a thousand dots.")
    }
  }
}

/// A scene of dots that taps make, with a bug that needs a combination of what comes from outside.
struct BreakableScene<Choice: BreakableChoice>: SimScene {
  private typealias Bug = BreakableBug

  static var descriptor: SceneDescriptor {
    SceneDescriptor(
      name: "breakable", summary: "Dots that taps make.", requirements: [],
      populations: BreakablePopulation.descriptors,
      properties: BreakableProperty.descriptors, commandCapacity: 64)
  }

  private var x: [Float]
  private var y: [Float]
  private var dotCount: UInt32 = 0
  private var fingerCount: UInt32 = 0
  private var downCount: UInt32 = 0
  private var restFrames: UInt32 = 0
  private var waiting: UInt32 = 0
  private var hidden: Float = 0
  private var isSideways = false
  private var bug: Bug { Choice.bug }

  init(_ context: SceneContext) {
    x = [Float](repeating: 0, count: 16)
    y = [Float](repeating: 0, count: 16)
  }

  mutating func resize(to canvas: SceneCanvas) {
    isSideways = canvas.orientation == .landscapeLeft || canvas.orientation == .landscapeRight
  }

  mutating func step(_ input: borrowing FrameInput) {
    fingerCount = UInt32(input.downCount)
    downCount = fingerCount
    restFrames = fingerCount == 0 ? restFrames &+ 1 : 0
    for touch in input.touches {
      switch touch.phase {
      case .began: begin(touch, input)
      case .ended:
        if bug == .dividedByNothing, touch.position.x < 100, rests(beyond: 250, input) {
          x[0] = touch.position.x / 0
        }
        if bug == .notSaved, touch.position.y > 400 { hidden += 1 }
      case .cancelled: if bug == .waitsForever { waiting = 1 }
      default: break
      }
    }
    y[15] += hidden
  }

  private mutating func begin(_ touch: Touch, _ input: borrowing FrameInput) {
    if dotCount < 8 || (bug == .pastCap && isSideways && dotCount < 16) {
      x[Int(dotCount)] = touch.position.x
      y[Int(dotCount)] = touch.position.y
      dotCount += 1
    }
    guard bug == .countedThrice else { return }
    for other in input.touches {
      if other.id != touch.id, other.phase == .began,
        (other.position - touch.position).length < 120
      {
        downCount = 3
      }
    }
  }

  private func rests(beyond x: Float, _ input: borrowing FrameInput) -> Bool {
    for touch in input.touches where touch.phase.isDown && touch.position.x > x {
      return true
    }
    return false
  }

  borrowing func draw(into list: inout DisplayList) {
    list.fill(StraightColor(red: 10, green: 20, blue: 30, alpha: 255))
    for index in 0..<Int(dotCount) {
      list.disc(
        center: Vector2(x[index], y[index]), radius: 6,
        color: StraightColor(red: 200, green: 200, blue: 200, alpha: 255))
    }
  }

  borrowing func count(into populations: inout PopulationCounts) {
    populations[BreakablePopulation.dots] = dotCount
  }

  borrowing func judge(_ input: borrowing FrameInput, by judge: inout PropertyChecker) {
    judge.always(
      BreakableProperty.countsAgree, downCount == fingerCount, value: Float(downCount),
      limit: Float(fingerCount))
    judge.leadsTo(
      BreakableProperty.comesToRest, from: fingerCount == 0, to: restFrames > 20 && waiting == 0)
    judge.sometimes(BreakableProperty.full, dotCount == 8)
    judge.sometimes(BreakableProperty.never, dotCount == 1000)
  }

  mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&x, "x")
    visitor.field(&y, "y")
    visitor.field(&dotCount, "dotCount")
    visitor.field(&fingerCount, "fingerCount")
    visitor.field(&downCount, "downCount")
    visitor.field(&restFrames, "restFrames")
    visitor.field(&waiting, "waiting")
    visitor.field(&isSideways, "isSideways")
  }
}

/// The choices.
enum BreakableChoices {
  enum None: BreakableChoice { static var bug: BreakableBug { .none } }
  enum PastCap: BreakableChoice { static var bug: BreakableBug { .pastCap } }
  enum CountedThrice: BreakableChoice { static var bug: BreakableBug { .countedThrice } }
  enum DividedByNothing: BreakableChoice { static var bug: BreakableBug { .dividedByNothing } }
  enum WaitsForever: BreakableChoice { static var bug: BreakableBug { .waitsForever } }
  enum NotSaved: BreakableChoice { static var bug: BreakableBug { .notSaved } }
}
