import SimFormats
import SimInput
import SimMath
import SimRuntime

/// A run as a seed draws it: which input there is and how much, what goes wrong with it, and on
/// what it runs.
///
/// Each seed leaves out some of what could happen: a run in which everything happens all the time
/// never comes to what a single thing does for long (swarm testing: Groce, Zhang, Eide, Chen and
/// Regehr, ISSTA 2012).
package struct Swarm {
  /// The scenario whose limits hold, on the device class that was drawn.
  package let scenario: Scenario
  /// The run.
  package private(set) var plan: RunPlan
  /// What was drawn, a few words each.
  package private(set) var words: [String] = []

  private var stream: RandomStream
  private let descriptor: SceneDescriptor

  /// Draws a run.
  ///
  /// - Parameters:
  ///   - seed: what the run is made from, and drawn by.
  ///   - bases: what device classes make of the scenario, its own first.
  /// - Precondition: one base at least.
  package init(seed: UInt64, _ bases: [Scenario], _ descriptor: SceneDescriptor) {
    stream = RandomStream(seed: seed, name: "explore.swarm")
    self.descriptor = descriptor
    let other = stream.chance(1, in: 2) ? Int(stream.below(UInt32(bases.count))) : 0
    scenario = bases[other]
    plan = scenario.plan
    plan.seed = seed
    words.append(scenario.device.name)
    drawSettings()
    if plan.recordedInput == nil {
      drawGenerators()
      drawDefects()
    }
    drawCanvasChanges()
    drawBackground()
    drawGateActions()
  }

  private mutating func drawSettings() {
    plan.isMotionReduced = stream.chance(1, in: 4)
    if plan.isMotionReduced { words.append("reduced motion") }
    for (index, parameter) in descriptor.parameters.enumerated() where stream.chance(1, in: 2) {
      var value = stream.range(parameter.minimum, parameter.maximum)
      if parameter.isWhole {
        let span = UInt32(parameter.maximum - parameter.minimum)
        value = parameter.minimum + Float(stream.below(span + 1))
      }
      plan.parameters.values[index] = min(max(value, parameter.minimum), parameter.maximum)
      let choice = parameter.choices.isEmpty ? nil : parameter.choices[Int(value)]
      words.append("\(parameter.name) \(choice.map { "\($0)" } ?? FigureText.text(Double(value)))")
    }
  }

  private mutating func drawGenerators() {
    var drawn: [InputGenerator] = []
    for generator in plan.generators where stream.chance(3, in: 4) {
      drawn.append(varied(generator))
    }
    for kind in InputGenerator.Kind.allCases
    where drawn.count < InputGenerator.maximumCount && stream.chance(1, in: 4) {
      drawn.append(varied(.standard(kind)))
    }
    plan.generators = drawn
    for generator in drawn {
      words.append(
        "\(generator.kind.name) \(FigureText.text(Double(generator.eventsPerMinute)))/min")
    }
  }

  /// The generator at another rate, a quarter to four times as often, and with another strength.
  private mutating func varied(_ generator: InputGenerator) -> InputGenerator {
    var generator = generator
    let factor: [Float] = [0.25, 0.5, 1, 2, 4]
    let rate = generator.eventsPerMinute * factor[Int(stream.below(5))]
    generator.eventsPerMinute = min(rate, InputGenerator.eventsPerMinuteLimits.upperBound)
    let strength = generator.strength * factor[1 + Int(stream.below(3))]
    generator.strength = min(strength, InputGenerator.strengthLimits.upperBound)
    return generator
  }

  private mutating func drawDefects() {
    func rate(_ stream: inout RandomStream) -> UInt16 {
      stream.chance(1, in: 4) ? UInt16(1 + stream.below(200)) : 0
    }
    plan.defects.droppedPerMille = rate(&stream)
    plan.defects.duplicatedPerMille = rate(&stream)
    plan.defects.latePerMille = rate(&stream)
    plan.defects.coalescedPerMille = rate(&stream)
    for (name, rate) in [
      ("dropped", plan.defects.droppedPerMille), ("doubled", plan.defects.duplicatedPerMille),
      ("late", plan.defects.latePerMille), ("coalesced", plan.defects.coalescedPerMille),
    ] where rate > 0 {
      words.append("\(name) \(rate) of 1,000 samples")
    }
  }

  /// Up to four rotations, each by a quarter turn or a half.
  private mutating func drawCanvasChanges() {
    guard stream.chance(1, in: 2), plan.frameCount > 1 else { return }
    plan.canvasChanges = []
    var canvas = plan.canvas
    for frame in frames(1 + stream.below(4)) {
      let turn = UInt8(1 + stream.below(3))
      let place = (canvas.orientation.rawValue + turn) % 4
      canvas.orientation = Orientation(rawValue: place) ?? .portrait
      if turn != 2 {
        (canvas.widthPoints, canvas.heightPoints) = (canvas.heightPoints, canvas.widthPoints)
      }
      plan.canvasChanges.append(CanvasChange(frame: frame, canvas: canvas))
    }
    words.append("rotations at \(plan.canvasChanges.map { "\($0.frame)" }.joined(separator: ", "))")
  }

  /// Up to three spans of up to ten seconds.
  private mutating func drawBackground() {
    guard stream.chance(1, in: 4), plan.frameCount > 1 else { return }
    plan.backgroundSpans = []
    for start in frames(1 + stream.below(3)) where start >= plan.backgroundSpans.last?.end ?? 0 {
      let length = 1 + stream.below(10 * plan.clock.framesPerSecond)
      let end = min(start + length, plan.frameCount)
      plan.backgroundSpans.append(FrameSpan(start: start, end: end))
    }
    let spans = plan.backgroundSpans.map { "\($0.start) to \($0.end - 1)" }
    words.append("background \(spans.joined(separator: ", "))")
  }

  /// Up to seven answers, locks and changes of the app, among those of the scenario or instead.
  private mutating func drawGateActions() {
    guard plan.gate != nil, plan.frameCount > 1 else { return }
    if stream.chance(1, in: 4) { plan.gateActions = [] }
    let kinds = GateAction.Kind.allCases
    for frame in frames(stream.below(8)) {
      plan.gateActions.append(
        GateAction(frame: frame, kinds[Int(stream.below(UInt32(kinds.count)))]))
    }
    plan.gateActions.sort { ($0.frame, $0.kind.rawValue) < ($1.frame, $1.kind.rawValue) }
    guard !plan.gateActions.isEmpty else { return }
    let actions = plan.gateActions.map { "\($0.kind.name) at \($0.frame)" }
    words.append("gate \(actions.joined(separator: ", "))")
  }

  /// Different frames after the first, ascending.
  private mutating func frames(_ count: UInt32) -> [UInt32] {
    var frames: [UInt32] = []
    for _ in 0..<count {
      let frame = 1 + stream.below(plan.frameCount - 1)
      if !frames.contains(frame) { frames.append(frame) }
    }
    return frames.sorted()
  }
}
