import SimInput
import SimRuntime

/// A run on a timeline: frames with their phases and pixel stages, contacts, and what is counted.
package struct RunTimeline {
  /// By which clock.
  package enum Clock: String, CaseIterable, Sendable {
    /// The simulated one: frames are as long as they are shown, and the phases of each share it
    /// equally, since they take no simulated time. The same run gives the same bytes.
    case simulated
    /// The machine's: phases last as long as they took; a frame begins when it is due, or when the
    /// one before has ended.
    case wall
  }

  private let outcome: RunOutcome
  private let names: (populations: [String], stages: [String])
  private let frameClock: FrameClock
  private let clock: Clock
  private var writer = TrackEventWriter()

  /// Puts a run on a timeline.
  ///
  /// - Parameters:
  ///   - outcome: the run, with its recording, which has the contacts.
  ///   - stages: names of the scene's pixel stages, in their order.
  package init(_ outcome: RunOutcome, stages: [String], _ frameClock: FrameClock, by clock: Clock) {
    self.outcome = outcome
    names = (outcome.populationNames, stages)
    self.frameClock = frameClock
    self.clock = clock
  }

  /// The bytes of the file.
  ///
  /// - Complexity: O(frames × (phases + populations) + contacts)
  package mutating func bytes() -> [UInt8] {
    let run = writer.addTrack(
      "\(outcome.result.scenario), \(clock.rawValue) clock")
    let starts = writeFrames(below: run)
    writeCounters(below: run, starts)
    writeTouches(below: run, starts)
    return writer.bytes
  }

  /// Writes frames and phases.
  ///
  /// - Returns: when each frame begins, and when the last one ends.
  private mutating func writeFrames(below run: TrackEventWriter.Track) -> [UInt64] {
    let track = writer.addTrack("frames", below: run)
    let recorder = outcome.recorder
    var starts: [UInt64] = []
    var end: UInt64 = 0
    for frame in 0..<recorder.count {
      let due = frameClock.startNanoseconds(ofFrame: UInt32(frame))
      // A slow frame delays the next, since slices of a track may not overlap.
      let start = max(due, end)
      starts.append(start)
      let period = frameClock.startNanoseconds(ofFrame: UInt32(frame) + 1) - due
      guard !recorder.isInBackground(frame) else {
        writer.begin("background", on: track, at: start)
        end = start + period
        writer.end(on: track, at: end)
        continue
      }
      writer.begin("frame \(frame)", on: track, at: start)
      var now = start
      for (index, phase) in FramePhase.allCases.enumerated() {
        writer.begin(phase.name.description, on: track, at: now)
        let length =
          switch clock {
          case .simulated:
            period * UInt64(index + 1) / UInt64(FramePhase.allCases.count) - (now - start)
          case .wall: UInt64(recorder.phaseNanoseconds[frame][phase])
          }
        if phase == .raster { writeStages(frame, on: track, from: now, length) }
        now += length
        writer.end(on: track, at: now)
      }
      writer.end(on: track, at: now)
      end = now
    }
    starts.append(end)
    return starts
  }

  /// Writes the pixel stages of a frame, within its last phase.
  private mutating func writeStages(
    _ frame: Int, on track: TrackEventWriter.Track, from start: UInt64, _ length: UInt64
  ) {
    let stages = outcome.recorder.stages
    var now = start
    for (index, stage) in stages.enumerated() {
      let end =
        switch clock {
        case .simulated: start + length * UInt64(index + 1) / UInt64(stages.count + 1)
        case .wall:
          // A stage has to end within its phase, whatever its own timer says.
          min(start + length, now + UInt64(outcome.recorder[stage, inFrame: frame]))
        }
      let name = stage.index < names.stages.count ? names.stages[stage.index] : "stage"
      writer.begin(name, on: track, at: now)
      writer.end(on: track, at: end)
      now = end
    }
  }

  private mutating func writeCounters(
    below run: TrackEventWriter.Track, _ starts: [UInt64]
  ) {
    let recorder = outcome.recorder
    func write(_ name: String, _ value: (Int) -> UInt64) {
      let track = writer.addTrack(name, below: run, isCounter: true)
      var last: UInt64?
      for frame in 0..<recorder.count {
        let now = value(frame)
        // Only what changes has an event.
        if now != last { writer.count(now, on: track, at: starts[frame]) }
        last = now
      }
    }
    for (index, name) in names.populations.enumerated() {
      write(name) { UInt64(recorder.population(index, inFrame: $0)) }
    }
    write("touches") { UInt64(recorder.touches[$0]) }
    // What was not measured must not look like a row of zeros.
    guard outcome.result.allocations.steadyTotal != nil else { return }
    write("allocations") { recorder.frameAllocations($0) }
    write("bytes allocated") { UInt64(recorder.bytes[$0]) }
  }

  /// Writes every contact from landing to lifting, as many tracks as there are at once.
  private mutating func writeTouches(
    below run: TrackEventWriter.Track, _ starts: [UInt64]
  ) {
    guard let recording = outcome.recording else { return }
    var tracks: [TrackEventWriter.Track] = []
    var held: [UInt32?] = []
    var input = FrameInput()
    var active: UInt32 = 0
    for frame in 0..<min(recording.stepCount, UInt32(outcome.recorder.count)) {
      guard !recording.isInBackground(frame) else { continue }
      recording.input.replay(
        active, at: frameClock.startNanoseconds(ofFrame: active), into: &input)
      // The recorded input counts foreground frames alone.
      active += 1
      let now = starts[Int(frame)]
      if !input.keyPresses.isEmpty { writer.mark("keys", on: run, at: now) }
      for touch in input.touches {
        var slot = held.firstIndex { $0 == touch.id }
        if slot == nil {
          // Slices of a track may not overlap, so contacts at the same time need several tracks.
          slot = held.firstIndex { $0 == nil } ?? held.count
          if slot == held.count {
            held.append(nil)
            tracks.append(writer.addTrack("contact \(held.count)", below: run))
          }
          held[slot ?? 0] = touch.id
          writer.begin(
            "\(touch.kind) \(touch.id)", on: tracks[slot ?? 0], at: now)
        }
        guard let slot, !touch.phase.isDown else { continue }
        if touch.phase == .cancelled { writer.mark("cancelled", on: tracks[slot], at: now) }
        writer.end(on: tracks[slot], at: now)
        held[slot] = nil
      }
    }
    for (slot, id) in held.enumerated() where id != nil {
      writer.end(on: tracks[slot], at: starts[starts.count - 1])
    }
  }
}
