import SimbenchKit

/// A letter to trace with finger or pencil, and the ink that does it.
///
/// In plain words: a large hollow letter lies on ruled paper, with a dot where each stroke
/// starts. Fingers and pencils leave ink, palms do not; while no contact draws, the dots come
/// through the ink. Every sample is compared with the letter's path; off the path for long enough,
/// a vibration says so. When enough of the path is traced and the finger lifts, the letter fades
/// and the ink stays. Nothing ever says right or wrong, nothing has to be done in order or in time,
/// and old ink is forgiven, so that everyone can finish.
public struct Trace: Scene {
  /// The scene's constants.
  package typealias Tuning = TraceTuning

  /// A contact on the glass and the end of its ink.
  package struct Stroke: Sendable {
    /// What a contact does.
    package enum Role: UInt8, CaseIterable, Sendable {
      /// The slot is free.
      case none
      /// It draws.
      case draws
      /// It is a palm.
      case rests
      /// It drew and lifted in this frame.
      case drew
    }

    /// The contact's identifier.
    package var touchID: UInt32 = 0
    /// What it does.
    package var role = Role.none
    /// The newest piece of its ink.
    package var curve = InkCurve()
    /// Where it was when it last counted as moved, in points.
    package var anchor = Vector2.zero
    /// How far it went along the path while another contact traced and did not, in points.
    package var advance: Float = 0
  }

  /// The scenario's seed; the scene draws no random number.
  package let seed: UInt64
  /// The constant step in seconds.
  package let stepSeconds: Float
  /// The letter.
  package let letter: Letter
  /// How strongly marks stand out.
  package let contrast: Tuning.Contrast
  /// How far off still counts.
  package let tolerance: TraceTolerance
  /// Points per millimeter of the display.
  package let pointsPerMillimeter: Float
  /// Width of the canvas in points.
  package var width: Float
  /// Height of the canvas in points.
  package var height: Float
  /// The letter in its position.
  package var path: TracePath
  /// The same with corners too fine to be seen: for the eye and for the hand.
  package private(set) var finePath: TracePath
  /// How much of it is traced.
  package var meter: TraceMeter
  /// The letter on other canvases of the plan; the newest holds what the last resize left behind.
  private var spares: [TraceLayout]
  /// When the finger feels something.
  package var haptics: Haptics
  /// The newest time the haptics were told, in nanoseconds: samples may come late.
  package var hapticTime: UInt64 = 0
  /// The contact that traces: the meter and the haptics follow it alone; 0 for none.
  package var tracer: UInt32 = 0
  /// Ink that stays.
  package var ink = InkPages()
  /// Contacts that are down or have just lifted.
  package var strokes: [Stroke]
  /// Strokes begun so far.
  package var strokeCount: UInt32 = 0
  /// Whether the letter has been traced.
  package var isTraced = false
  /// How far the letter has faded, 0 to 1.
  package var fade: Float = 0
  /// Seconds in which no contact has drawn, up to where nothing changes any more.
  package var rest: Float = 0
  /// The layer of the letter.
  package var letterLayer = LayerHandle.none
  /// The layer of each page of ink.
  package var pageLayers = [LayerHandle](repeating: .none, count: InkPages.pageCount)

  /// What the scene says about itself.
  public static var descriptor: SceneDescriptor {
    SceneDescriptor(
      name: "trace",
      summary: "A letter to trace: ink follows the finger, and the letter fades when it is done.",
      requirements: [
        "SC-LETTER", "SC-INK", "SC-DEV", "SC-HAPTIC", "SC-DONE", "SC-FADE", "SC-RESUME",
        "SC-CONTRAST", "SC-60",
      ],
      parameters: Parameter.descriptors, populations: Population.descriptors,
      properties: Property.descriptors, commandCapacity: 192, behaviorVersion: 7,
      inkColor: inkColor, letters: Parameter.letter.descriptor)
  }

  /// The color of ink at the standard contrast.
  package static var inkColor: StraightColor { Tuning.Mark.ink.color(in: .standard) }

  /// Makes the letter, untouched.
  public init(_ context: SceneContext) {
    seed = context.seed
    stepSeconds = context.clock.stepSeconds
    letter = Self.letter(context.parameters[Parameter.letter])
    contrast = Tuning.Contrast(rawValue: UInt8(context.parameters[Parameter.contrast])) ?? .standard
    tolerance =
      TraceTolerance(rawValue: UInt8(context.parameters[Parameter.tolerance])) ?? .sixMillimeters
    pointsPerMillimeter = context.pointsPerMillimeter
    width = context.canvas.widthPoints
    height = context.canvas.heightPoints
    let layout = TraceLayout(
      letter, on: context.canvas, tolerance: tolerance, pointsPerMillimeter: pointsPerMillimeter)
    path = layout.path
    finePath = layout.finePath
    meter = layout.meter
    let later = context.plan.canvasChanges.map { $0.canvas }
    spares = TraceLayout.spares(
      letter, for: later.isEmpty ? [] : [context.canvas] + later, tolerance: tolerance,
      pointsPerMillimeter: pointsPerMillimeter)
    haptics = Haptics(
      tolerance: tolerance, isEnabled: context.parameters[Parameter.haptics] == 0,
      isAllowedBySystem: context.parameters[Parameter.systemHaptics] == 0)
    strokes = [Stroke](repeating: Stroke(), count: Tuning.maximumStrokeCount)
  }

  /// The letter with a parameter's value.
  private static func letter(_ value: Float) -> Letter {
    Letter(rawValue: UInt8(value)) ?? .capitalA
  }

  /// The way of the plan's writer over the first canvas.
  public static func touchTrack(for plan: RunPlan) -> TouchTrack {
    guard let writer = plan.writer else { return TouchTrack() }
    let value =
      writer.letter == Writer.shownLetter ? plan.parameters[Parameter.letter] : Float(writer.letter)
    let path = TracePath(
      letter(value),
      in: TraceLayout.frame(in: plan.canvas, pointsPerMillimeter: plan.pointsPerMillimeter),
      flatness: Tuning.flatness)
    return WritingSynthesis.track(writer, in: plan, path: path)
  }

  /// How far the letter is traced.
  public func tracing() -> TracingState? {
    TracingState(covered: meter.coverage, onPath: meter.recentOnPath, isComplete: isTraced)
  }

  /// Puts the letter in the middle of the new canvas and takes the ink along.
  ///
  /// What was traced stays traced, whatever has become of its ink.
  public mutating func resize(to canvas: Canvas) {
    let slot = exchangeLayout(for: canvas)
    let old = spares[slot].path.bounds
    let scale = path.bounds.height / old.height
    let (from, to) = (old.center, path.bounds.center)
    func moved(_ point: Vector2) -> Vector2 { to + (point - from) * scale }
    ink.transform(moved)
    for slot in strokes.indices {
      strokes[slot].curve.transform(moved)
      strokes[slot].anchor = moved(strokes[slot].anchor)
    }
    meter.take(from: spares[slot].meter, moved)
  }

  /// Takes the layout for a canvas, and returns the index of the spare that holds the one so far.
  private mutating func exchangeLayout(for canvas: Canvas) -> Int {
    let slot = spares.firstIndex { $0.fits(canvas) } ?? addSpare(for: canvas)
    swap(&path, &spares[slot].path)
    swap(&finePath, &spares[slot].finePath)
    swap(&meter, &spares[slot].meter)
    (spares[slot].width, spares[slot].height) = (width, height)
    (width, height) = (canvas.widthPoints, canvas.heightPoints)
    return slot
  }

  /// Makes a layout for a canvas that was not announced, and returns its index.
  private mutating func addSpare(for canvas: Canvas) -> Int {
    spares.append(
      TraceLayout(
        letter, on: canvas, tolerance: tolerance, pointsPerMillimeter: pointsPerMillimeter))
    return spares.count - 1
  }

  /// How wide a contact draws or has just drawn.
  public func inkRadius(of touch: Touch, pressure: Float) -> Float? {
    for stroke in strokes where stroke.touchID == touch.id {
      guard stroke.role == .draws || stroke.role == .drew else { continue }
      guard touch.kind == .pencil else { return Tuning.fingerInkPoints }
      return Tuning.lightInkPoints + Tuning.pressureInkPoints * max(0, min(pressure, 1))
    }
    return nil
  }

  /// Shows every stored field but the layouts, which follow from the plan and the canvas.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  public mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.constant(seed, "seed")
    visitor.constant(stepSeconds, "stepSeconds")
    visitor.constant(letter, "letter")
    visitor.constant(contrast, "contrast")
    visitor.constant(tolerance, "tolerance")
    visitor.constant(pointsPerMillimeter, "pointsPerMillimeter")
    visitLayout(&visitor)
    visitor.field(&meter, "meter")
    visitor.field(&haptics, "haptics")
    visitor.field(&hapticTime, "hapticTime")
    visitor.field(&tracer, "tracer")
    visitor.field(&ink, "ink")
    visitor.field(&strokes, "strokes")
    visitor.field(&strokeCount, "strokeCount")
    visitor.field(&isTraced, "isTraced")
    visitor.field(&fade, "fade")
    visitor.field(&rest, "rest")
    visitor.field(&letterLayer, "letterLayer")
    visitor.derived("pageLayers")
  }

  /// Shows the canvas's size, and takes the layout for a restored one.
  private mutating func visitLayout(_ visitor: inout some StateVisitor) {
    // The size changes only together with the layout, even where the state is not restored after
    // all.
    var (newWidth, newHeight) = (width, height)
    visitor.field(&newWidth, "width")
    visitor.field(&newHeight, "height")
    visitor.derived("finePath")
    visitor.derived("spares")
    guard visitor.derived("path"), newWidth != width || newHeight != height else { return }
    let sizes: ClosedRange<Float> = 1...4_096
    guard sizes.contains(newWidth) && sizes.contains(newHeight) else {
      return visitor.refuse("width")
    }
    _ = exchangeLayout(for: Canvas(widthPoints: newWidth, heightPoints: newHeight, scale: 1))
  }

  /// Counts ink and strokes and says how far the tracing is.
  public func count(into populations: inout PopulationCounts) {
    func percent(_ share: Float) -> UInt32 { UInt32(max(0, min(share, 1)) * 100 + 0.5) }
    populations.set(Population.ink, to: ink.count)
    populations.set(Population.strokes, to: strokeCount)
    populations.set(Population.covered, to: percent(meter.coverage))
    populations.set(Population.onPath, to: percent(meter.recentOnPath))
    populations.set(Population.deviation, to: UInt32(min(meter.deviationMillimeters * 100, 1e6)))
    populations.set(Population.pulses, to: haptics.pulseCount)
    populations.set(Population.traced, to: isTraced ? 1 : 0)
    populations.set(Population.letterOpacity, to: percent(letterOpacity))
  }
}

extension Trace.Stroke: StateFields {
  /// Shows every stored field; only the role of a slot that is free, which is filled anew.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&role, "role")
    visitor.when(role != .none) {
      $0.field(&touchID, "touchID")
      $0.field(&curve, "curve")
      $0.field(&anchor, "anchor")
      $0.field(&advance, "advance")
    }
  }
}
