import SimHarness
import SimPNG
import SimbenchKit

/// Recordings, deflated or not, and saved states, damaged by bytes, lines and numbers.
///
/// A state gets the digest that fits as often as not, so that the rest is read.
enum RecordingCases {
  /// A run with all that a recording can hold.
  static let plan: RunPlan = {
    var plan = RunPlan(
      seed: 9, frameCount: 40, clock: FrameClock(framesPerSecond: 60),
      canvas: SceneCanvas(widthPoints: 60, heightPoints: 80, scale: 1),
      parameters: entry.descriptor.defaultParameters)
    plan.generators = [.shake, .tap, .drag, .toddlerMash].map {
      InputGenerator(kind: $0, eventsPerMinute: 400)
    }
    plan.defects = InputDefects(latePerMille: 100, lateFrames: 2, coalescedPerMille: 100)
    plan.backgroundSpans = [FrameSpan(start: 12, end: 15)]
    plan.canvasChanges = [
      CanvasChange(
        frame: 25,
        canvas: SceneCanvas(
          widthPoints: 80, heightPoints: 60, scale: 1, orientation: .landscapeLeft))
    ]
    return plan
  }()

  static let entry: SceneRegistry.Entry = {
    guard let entry = SceneRegistryOfTests.scenes.entry(named: "snowglobe") else {
      preconditionFailure("the catalog has a snow globe")
    }
    return entry
  }()

  static let recording: Recording = {
    var source = PlannedInput(
      SyntheticInput(plan), recorded: nil, isRecording: true, repeatingClock: nil)
    var input = FrameInput()
    let session = entry.open(plan, false, ThreadCrew())
    var recording = Recording(RecordingHeader(plan, of: entry.descriptor))
    var snapshot = Snapshot()
    var active: UInt32 = 0
    for frame in 0..<plan.frameCount {
      if frame % 20 == 0 {
        session.saveScene(to: &snapshot)
        recording.keyframes.append(
          Recording.Keyframe(
            step: frame, state: Array(snapshot.bytes.prefix(64)), log: snapshot.log))
      }
      session.advance()
      recording.digests.append(session.sceneDigest)
      guard !plan.backgroundSpans[0].contains(frame) else { continue }
      source.reserveFrame()
      source.fill(
        &input, frame: active, timeNanoseconds: plan.clock.startNanoseconds(ofFrame: active))
      active += 1
    }
    recording = Recording(recording, input: source.recording, stepCount: plan.frameCount)
    recording.backgroundSpans = plan.backgroundSpans
    recording.canvasChanges = plan.canvasChanges
    recording.chain = recording.computedChain
    return recording
  }()

  private static let model: [UInt8] = Array(
    """
    simbench-recording 1
    model ledger 3
    seed 7
    input
    event 5 award "a \\"quoted\\" name" 3
    event 9000000000 sync
    digest 0 0123456789abcdef
    digest 1 fedcba9876543210
    end 2

    """.utf8)

  private static let state: [UInt8] = {
    let session = entry.open(plan, false, ThreadCrew())
    for _ in 0..<30 { session.advance() }
    var snapshot = Snapshot()
    session.save(to: &snapshot)
    return snapshot.bytes
  }()

  static let samples: [(name: String, bytes: [UInt8])] = [
    ("text", recording.text), ("gzip", Gzip.deflated(recording.text)), ("text", model),
    ("state", state),
  ]

  static func input(_ seed: UInt64) -> FuzzInput {
    var numbers = FuzzNumbers(seed: seed)
    let sample = numbers.pick(samples)
    var bytes = sample.bytes
    switch numbers.below(8) {
    case 0: break
    case 1 where sample.name == "text": bytes = lines(bytes, &numbers)
    case 1, 2: bytes = ByteMutator.withOtherNumber(bytes, &numbers)
    default: bytes = ByteMutator.damaged(bytes, &numbers)
    }
    if sample.name == "state", numbers.below(4) > 0 { bytes = Snapshot.sealed(bytes) }
    return FuzzInput([sample.name], bytes)
  }

  /// The lines with some twice, some gone, and some elsewhere.
  private static func lines(_ bytes: [UInt8], _ numbers: inout FuzzNumbers) -> [UInt8] {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for _ in 0...numbers.below(3) {
      let (place, other) = (numbers.below(lines.count), numbers.below(lines.count))
      switch numbers.below(3) {
      case 0: lines.swapAt(place, other)
      case 1: lines.insert(lines[other], at: place)
      default: lines.remove(at: place)
      }
      guard !lines.isEmpty else { return [] }
    }
    return Array(lines.joined(separator: [UInt8(ascii: "\n")]))
  }
}
