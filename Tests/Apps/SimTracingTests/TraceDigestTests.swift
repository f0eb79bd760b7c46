import SimMath
import SimRaster
import SimRuntime
import SimInput
import Testing
import SimTracing

/// Goal: the digest of the trace scene covers every stored field, whatever is added later.
///
/// Method: the compiler's description of the scene and its strokes yields the fields' names; for
/// each there is a change here, and the digest must notice it. A field without a change fails.
@Suite struct TraceDigestTests {
  private typealias Change<Value> = (field: String, apply: @Sendable (inout Value) -> Void)

  /// The scene with one stroke on the glass and one lifted.
  private static func busyScene() -> Trace {
    var scene = TraceRuns.scene("a")
    let start = scene.path.point(ofStroke: 0, at: 0)
    for frame in UInt32(0)..<12 {
      let place = start + Vector2(-3 * Float(frame), Float(frame))
      let other = TraceRuns.touch(
        frame == 0 ? .began : frame == 11 ? .ended : .moved, at: Vector2(40, 40), id: 8)
      scene.advance(
        [TraceRuns.touch(frame == 0 ? .began : .moved, at: place, id: 7), other], frame: frame)
    }
    return scene
  }

  private static func hash(_ scene: Trace) -> UInt64 {
    return scene.digested().finalize()
  }

  private static func names(_ value: Any) -> Set<String> {
    Set(Mirror(reflecting: value).children.compactMap { $0.label })
  }

  /// Everything that can be another value while the scene runs.
  private static let changes: [Change<Trace>] = [
    ("width", { $0.width += 1 }), ("height", { $0.height += 1 }),
    ("meter", { $0.meter.add(Vector2(9, 9), isFirst: false) }),
    ("haptics", { $0.haptics.isEnabled.toggle() }),
    ("haptics", { $0.haptics.isAllowedBySystem.toggle() }),
    ("hapticTime", { $0.hapticTime += 1 }), ("tracer", { $0.tracer += 1 }),
    ("ink", { $0.ink.append(from: Vector2(1, 1), to: Vector2(2, 2), radius: 3) }),
    ("strokeCount", { $0.strokeCount += 1 }), ("isTraced", { $0.isTraced.toggle() }),
    ("fade", { $0.fade += 0.25 }), ("rest", { $0.rest += 0.25 }),
    ("letterLayer", { $0.letterLayer += 1 }),
  ]

  private static let point = InkCurve.Point(position: Vector2(5, 5), radius: 2)

  private static let strokeChanges: [Change<Trace.Stroke>] = [
    ("touchID", { $0.touchID += 1 }), ("role", { $0.role = $0.role == .draws ? .rests : .draws }),
    ("curve", { $0.curve.append(Self.point) { _, _, _ in } }),
    ("anchor", { $0.anchor.x += 1 }), ("anchor", { $0.anchor.y += 1 }),
    ("advance", { $0.advance += 1 }),
  ]

  /// Fields that `init` sets from the plan, each tried with another plan below, and the paths and
  /// layouts, which follow from letter and canvas.
  private static let constants: Set<String> = [
    "seed", "stepSeconds", "letter", "contrast", "tolerance", "pointsPerMillimeter", "path",
    "finePath", "spares",
  ]

  @Test func everyFieldHasASay() {
    let scene = Self.busyScene()
    let before = Self.hash(scene)
    #expect(Self.hash(Self.busyScene()) == before)
    for change in Self.changes {
      var changed = scene
      change.apply(&changed)
      #expect(Self.hash(changed) != before, "\(change.field)")
    }
    let known = Set(Self.changes.map { $0.field }).union(Self.constants).union(["strokes"])
    #expect(Self.names(scene) == known)
  }

  @Test func everyFieldOfAStrokeHasASay() throws {
    let scene = Self.busyScene()
    let before = Self.hash(scene)
    let used = scene.strokes.indices.filter { scene.strokes[$0].role != .none }
    #expect(used.count == 2)
    for slot in used {
      for change in Self.strokeChanges {
        var changed = scene
        change.apply(&changed.strokes[slot])
        #expect(Self.hash(changed) != before, "strokes[\(slot)].\(change.field)")
      }
    }
    let first = try #require(scene.strokes.first)
    #expect(Self.names(first) == Set(Self.strokeChanges.map { $0.field }))
  }

  @Test func everyConstantHasASay() {
    let descriptor = Trace.descriptor
    func hash(_ change: (inout SceneContext) -> Void) -> UInt64 {
      var context = SceneContext(
        seed: 1, canvas: Canvas(widthPoints: 390, heightPoints: 844, scale: 3),
        clock: FrameClock(framesPerSecond: 60), parameters: descriptor.defaultParameters,
        isMotionReduced: false)
      change(&context)
      return Self.hash(Trace(context))
    }
    var hashes = [
      hash { _ in }, hash { $0.seed = 2 }, hash { $0.clock = FrameClock(framesPerSecond: 120) },
      hash { $0.canvas.widthPoints = 400 }, hash { $0.canvas.heightPoints = 800 },
      hash { $0.pointsPerMillimeter = 7 },
    ]
    for parameter in descriptor.parameters.indices {
      hashes.append(hash { $0.parameters[parameter] = 1 })
    }
    #expect(Set(hashes).count == hashes.count)
  }
}
