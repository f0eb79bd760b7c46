import SimInput
import SimMath
import SimRuntime
import SimWorld
import Testing

/// Goal: a recorded history is the history, and what is none is refused with its place.
struct ActionTextTests {
  private static let model = EchoModel.described

  @Test func everyDrawnHistoryComesBack() throws {
    for seed in UInt64(0)..<60 {
      var plan = WorldPlan.drawn(
        EchoModel.self, seed: seed, parameters: ParameterValues([]),
        activeNanoseconds: 200 * Nanoseconds.second, faults: FaultChoice())
      var recording = Recording(RecordingHeader(plan, of: Self.model))
      for action in plan.actions { recording.append(action.recorded(of: Self.model)) }
      let read = try Recording(parsing: recording.text)
      let back = try WorldPlan(read, of: Self.model)
      #expect(back.actions == plan.actions && back.seed == seed)
      plan.actions.removeAll()
      #expect(plan.end == WorldPlan.restNanoseconds)
    }
  }

  private static func reason(_ name: String, _ arguments: [String]) -> ActionError? {
    let event = Recording.Event(
      timeNanoseconds: 0, name: Array(name.utf8), arguments: arguments.map { Array($0.utf8) })
    do {
      _ = try WorldAction(event, of: model)
      return nil
    } catch {
      return error
    }
  }

  @Test func whatIsNoneIsRefused() {
    #expect(Self.reason("press", ["0", "7"]) == nil)
    #expect(Self.reason("decide", ["0", "two", "1"]) == nil)
    #expect(Self.reason("fault", ["0", "echo"]) == nil)
    #expect(Self.reason("fault", ["0", "disk-error"]) == nil)
    #expect(Self.reason("clock-jump", ["0", "-5"]) == nil)
    #expect(Self.reason("launch", ["18446744073709551615"]) == nil)
    // Answers and timers come from within.
    for name in ["answer", "alarm", "disk", "nothing", ""] {
      #expect(Self.reason(name, ["0"]) == .unknownEvent)
    }
    for (name, arguments) in [
      ("press", []), ("press", ["0"]), ("press", ["0", "7", "8"]), ("press", ["x", "7"]),
      ("press", ["0", "-7"]), ("press", ["0", "18446744073709551616"]), ("press", ["0", ""]),
      ("decide", ["0", "three", "1"]), ("decide", ["0", "two", "2"]), ("fault", ["0", "lost"]),
      ("clock-jump", ["0", "9223372036854775808"]), ("clock-jump", ["0", "-"]),
    ] as [(String, [String])] {
      #expect(Self.reason(name, arguments) == .badArguments, "\(name) \(arguments)")
    }
  }

  @Test func placesAreNamed() throws {
    let plan = WorldPlan(seed: 1, parameters: ParameterValues([]))
    var recording = Recording(RecordingHeader(plan, of: Self.model))
    recording.append(EchoModel.action(0, .launch).recorded(of: Self.model))
    recording.append(Recording.Event(timeNanoseconds: 5, name: Array("sing".utf8)))
    #expect(throws: HistoryMismatch.event(1, .unknownEvent)) {
      try WorldPlan(recording, of: Self.model)
    }
    var late = Recording(RecordingHeader(plan, of: Self.model))
    var action = EchoModel.action(0, .launch)
    action.time = WorldPlan.timeLimit + 1
    late.append(action.recorded(of: Self.model))
    #expect(throws: HistoryMismatch.tooLong) { try WorldPlan(late, of: Self.model) }
  }
}
