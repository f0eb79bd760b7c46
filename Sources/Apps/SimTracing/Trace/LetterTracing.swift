import SimbenchKit

/// A letter to trace with a finger or pencil, and the resulting ink.
///
/// A large hollow letter lies on ruled paper, with a dot at the start of each stroke. Fingers and
/// pencils leave ink, palms do not; while no touch draws, the dots appear over the ink. Every
/// sample is compared with the letter's path; a vibration signals that the finger has been off the
/// path for some time. When enough of the path is traced and the finger is lifted, the letter fades
/// and the ink stays. There is no message about right or wrong and no required order or time limit,
/// and old ink is forgiven, so that everyone can finish.
public struct LetterTracing: SimScene {
  /// The scene's constants.
  package typealias Tuning = TraceTuning

  /// A touch and the end of its ink.
  package struct Stroke: Sendable {
    /// The role of a touch.
    package enum Role: UInt8, CaseIterable, Sendable {
      /// The slot is free.
      case none
      /// Draws.
      case draws
      /// Rests, as a palm.
      case rests
      /// Drew and was lifted in this frame.
      case drew
    }

    /// The touch's identifier.
    package var touchID: UInt32 = 0
    /// The touch's role.
    package var role = Role.none
    /// The most recent piece of its ink.
    package var curve = InkCurve()
    /// The position at which it last counted as moved, in points.
    package var anchor = Vector2.zero
    /// The distance moved along the path while the tracing touch made no progress, in points.
    package var advance: Float = 0
  }

  /// The scenario's seed; this scene uses no random numbers.
  package let seed: UInt64
  /// The constant step in seconds.
  package let stepSeconds: Float
  /// The letter.
  package let letter: Letter
  /// The contrast of the drawn elements.
  package let contrast: Tuning.Contrast
  /// The tolerance around the path.
  package let tolerance: TraceTolerance
  /// Points per millimeter of the display.
  package let pointsPerMillimeter: Float
  /// Width of the canvas in points.
  package var width: Float
  /// Height of the canvas in points.
  package var height: Float
  /// The letter's path on the canvas.
  package var path: TracePath
  /// The same path with chords too short to be visible, for drawing and for synthetic writing.
  package private(set) var finePath: TracePath
  /// Measures the tracing.
  package var meter: TraceMeter
  /// Layouts for other canvases of the plan; the most recent one holds the state before the last
  /// resize.
  private var spares: [TraceLayout]
  /// Decides about vibrations.
  package var haptics: Haptics
  /// The latest time passed to the haptics, in nanoseconds: samples may arrive late.
  package var hapticTime: UInt64 = 0
  /// The touch followed by the meter and the haptics; 0 for none.
  package var tracer: UInt32 = 0
  /// The final ink.
  package var ink = InkPages()
  /// Touches that are down or were just lifted.
  package var strokes: [Stroke]
  /// The number of strokes so far.
  package var strokeCount: UInt32 = 0
  /// Whether the letter is completed.
  package var isTraced = false
  /// The progress of the letter's fading, 0 to 1.
  package var fade: Float = 0
  /// The time in seconds since a touch last drew, limited to the time that has an effect.
  package var rest: Float = 0
  /// The layer for the letter.
  package var letterLayer = LayerHandle.none
  /// The layer for each page of ink.
  package var pageLayers = [LayerHandle](repeating: .none, count: InkPages.pageCount)

  /// The scene's description.
  public static var descriptor: SceneDescriptor {
    SceneDescriptor(
      name: "trace",
      summary: "A letter to trace: ink follows the finger, and the completed letter fades.",
      requirements: [
        "SC-LETTER", "SC-INK", "SC-DEV", "SC-HAPTIC", "SC-DONE", "SC-FADE", "SC-RESUME",
        "SC-CONTRAST", "SC-60",
      ],
      parameters: Parameter.descriptors, populations: Population.descriptors,
      properties: Property.descriptors, commandCapacity: 192, behaviorVersion: 7,
      inkColor: inkColor, letters: Parameter.letter.descriptor)
  }

  /// The color of ink at standard contrast.
  package static var inkColor: StraightColor { Tuning.Mark.ink.color(in: .standard) }

  /// Makes an untouched letter.
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

  /// The letter for a parameter value.
  private static func letter(_ value: Float) -> Letter {
    Letter(rawValue: UInt8(value)) ?? .capitalA
  }

  /// The writing of the plan's writer, for the first canvas.
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

  /// The state of the tracing.
  public func tracing() -> TracingState? {
    TracingState(covered: meter.coverage, onPath: meter.recentOnPath, isComplete: isTraced)
  }

  /// Centers the letter on the new canvas and moves the ink with it.
  ///
  /// Traced parts stay traced.
  public mutating func resize(to canvas: SceneCanvas) {
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

  /// Activates the layout for a canvas, and returns the index of the spare that holds the previous
  /// one.
  private mutating func exchangeLayout(for canvas: SceneCanvas) -> Int {
    let slot = spares.firstIndex { $0.fits(canvas) } ?? addSpare(for: canvas)
    swap(&path, &spares[slot].path)
    swap(&finePath, &spares[slot].finePath)
    swap(&meter, &spares[slot].meter)
    (spares[slot].width, spares[slot].height) = (width, height)
    (width, height) = (canvas.widthPoints, canvas.heightPoints)
    return slot
  }

  /// Makes a layout for a canvas that is not in the plan, and returns its index.
  private mutating func addSpare(for canvas: SceneCanvas) -> Int {
    spares.append(
      TraceLayout(
        letter, on: canvas, tolerance: tolerance, pointsPerMillimeter: pointsPerMillimeter))
    return spares.count - 1
  }

  /// The width with which a touch draws or has just drawn.
  public func inkRadius(of touch: Touch, pressure: Float) -> Float? {
    for stroke in strokes where stroke.touchID == touch.id {
      guard stroke.role == .draws || stroke.role == .drew else { continue }
      guard touch.kind == .pencil else { return Tuning.fingerInkPoints }
      return Tuning.lightInkPoints + Tuning.pressureInkPoints * max(0, min(pressure, 1))
    }
    return nil
  }

  /// Visits every stored field except the layouts, which follow from the plan and the canvas.
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

  /// Visits the canvas's size, and activates the layout for a restored size.
  private mutating func visitLayout(_ visitor: inout some StateVisitor) {
    // The size changes only together with the layout, even if restoring the state fails.
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
    _ = exchangeLayout(for: SceneCanvas(widthPoints: newWidth, heightPoints: newHeight, scale: 1))
  }

  /// Reports ink, strokes and the progress of the tracing.
  public func count(into populations: inout PopulationCounts) {
    func percent(_ share: Float) -> UInt32 { UInt32(max(0, min(share, 1)) * 100 + 0.5) }
    populations[Population.ink] = ink.count
    populations[Population.strokes] = strokeCount
    populations[Population.covered] = percent(meter.coverage)
    populations[Population.onPath] = percent(meter.recentOnPath)
    populations[Population.deviation] = UInt32(min(meter.deviationMillimeters * 100, 1e6))
    populations[Population.pulses] = haptics.pulseCount
    populations[Population.traced] = isTraced ? 1 : 0
    populations[Population.letterOpacity] = percent(letterOpacity)
  }
}

extension LetterTracing.Stroke: StateFields {
  /// Visits every stored field; for a free slot only the role, since a new touch overwrites the
  /// rest.
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
