import SimMath
import SimRuntime
import SimInput
import Testing
import SimTracing

/// Goal: whatever a plan says of the tracing scene has a say in its digest.
@Suite struct TraceDigestTests {
  @Test func everyConstantHasASay() {
    func hash(_ change: (inout SceneContext) -> Void) -> UInt64 {
      var context = SceneContext(
        seed: 1, canvas: SceneCanvas(widthPoints: 390, heightPoints: 844, scale: 3),
        clock: FrameClock(framesPerSecond: 60),
        parameters: LetterTracing.descriptor.defaultParameters,
        isMotionReduced: false)
      change(&context)
      return LetterTracing(context).digested().finalize()
    }
    var hashes = [
      hash { _ in }, hash { $0.plan.seed = 2 },
      hash { $0.plan.clock = FrameClock(framesPerSecond: 120) },
      hash { $0.plan.canvas.widthPoints = 400 }, hash { $0.plan.canvas.heightPoints = 800 },
      hash { $0.plan.pointsPerMillimeter = 7 },
    ]
    for parameter in LetterTracing.Parameter.allCases {
      hashes.append(hash { $0.plan.parameters[parameter] = 1 })
    }
    #expect(Set(hashes).count == hashes.count)
  }
}
