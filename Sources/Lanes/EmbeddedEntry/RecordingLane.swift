import SimAppModels
import SimbenchKit
import SimCatalogue
import SimScenes

/// Replays a recording on this target, for comparison by `simbench verify` and `diff`.
package enum RecordingLane {
  /// Replays the recording that follows a `LogRequest` line, and writes the lines of a `FrameLog`,
  /// or a line with an error.
  package static func run(_ input: [UInt8], _ write: ([UInt8]) -> Void) {
    guard let end = input.firstIndex(of: UInt8(ascii: "\n")) else {
      return fail("invalid request line", write)
    }
    guard let recording = try? Recording(parsing: Array(input[(end + 1)...])) else {
      return fail("invalid recording", write)
    }
    var reader = LineReader(input, upTo: end + 1)
    // A model's run has more steps than external events.
    let isHistory = recording.header.kind == .model
    let count = isHistory ? UInt32.max : recording.stepCount
    guard reader.nextLine(), let request = LogRequest(&reader, frameCount: count)
    else { return fail("invalid request line", write) }
    let isKnown = withoutActuallyEscaping(write) { write in
      var visitor = RecordingVisitor(recording: recording, request: request, write: write)
      if isHistory {
        Catalogue.visitModels(&visitor)
      } else if recording.header.gate != nil {
        // Every scene behind a gate is code of its own here: one stands for all.
        visitor.visit(GatedScene<Snowglobe>.self)
      } else {
        Catalogue.visitAll(&visitor)
      }
      return visitor.isKnown
    }
    guard !isKnown else { return }
    var line = TextLine()
    line.begin("unknown")
    line.append(word: recording.header.name)
    line.end()
    write(line.bytes)
  }

  private static func fail(_ words: StaticString, _ write: ([UInt8]) -> Void) {
    var line = TextLine()
    line.begin("error")
    line.append(words)
    line.end()
    write(line.bytes)
  }
}

/// Replays the recording if it is of this scene or model.
private struct RecordingVisitor: SceneVisitor, ModelVisitor {
  let recording: Recording
  let request: LogRequest
  let write: ([UInt8]) -> Void
  var isKnown = false

  mutating func visit<S: SimScene & ~Copyable>(_ scene: S.Type) {
    let descriptor = S.descriptor
    guard RecordingHeader.bytes(of: descriptor.name) == recording.header.name,
      let plan = try? recording.plan(of: descriptor)
    else { return }
    isKnown = true
    var observer = NoOpObserver()
    var loop = ScenarioLoop<S>(plan: plan, rendersPixels: request.paintedCount > 0)
    var snapshot = Snapshot()
    write(FrameLog.firstLine)
    while loop.frame <= request.last {
      let frame = loop.frame
      loop.skipsDrawing = !request.paints(frame)
      loop.advance(&observer)
      write(FrameLog.line(loop.stageDigests(isPainted: request.paints(frame)), ofFrame: frame))
      guard request.kept.contains(frame) else { continue }
      loop.saveScene(to: &snapshot)
      write(FrameLog.line(snapshot, afterFrame: frame))
    }
    write(FrameLog.lastLine(frameCount: request.last + 1))
  }

  mutating func visit<Model: WorldModel>(_ model: Model.Type) {
    let descriptor = Model.described
    guard RecordingHeader.bytes(of: descriptor.name) == recording.header.name,
      let plan = try? WorldPlan(recording, of: descriptor)
    else { return }
    isKnown = true
    var simulation = WorldSimulation<Model>(plan)
    var snapshot = Snapshot()
    var step: UInt32 = 0
    write(FrameLog.firstLine)
    while step <= request.last, let happened = simulation.step() {
      write(FrameLog.line(simulation.stageDigests(of: happened), ofFrame: step))
      if request.kept.contains(step) {
        snapshot.save(&simulation)
        write(FrameLog.line(snapshot, afterFrame: step))
      }
      step += 1
    }
    write(FrameLog.lastLine(frameCount: step))
  }
}
