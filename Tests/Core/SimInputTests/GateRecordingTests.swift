import SimInput
import Testing

/// Goal: a recording keeps the gate in front of its scene and what happened at it, and a mistake
/// there is said with its line.
struct GateRecordingTests {
  private static let byHand = """
    simbench-recording 1
    scene snowglobe
    gate babysafe
    input
    touch 30 1 began 350 40
    gate 400 user-fallback
    gate 400 success 1
    touch 410 1 ended 350 40
    background 420
    gate 421 lock
    foreground 430
    gate 440 inactive
    end 500
    """

  @Test func actionsAreKept() throws {
    let recording = try RecordingTextTests.read(Self.byHand)
    #expect(recording.header.gate == .babySafe)
    #expect(
      recording.gateActions == [
        GateAction(frame: 400, .userFallback), GateAction(frame: 400, .success, attempt: 1),
        GateAction(frame: 421, .lock), GateAction(frame: 440, .inactive),
      ])
    #expect(try Recording(parsing: recording.text) == recording)
    var other = recording
    other.gateActions[1].attempt = 0
    let read = try Recording(parsing: other.text)
    #expect(other != recording && read == other)
  }

  @Test func everyActionHasAName() throws {
    for gate in SceneGate.allCases {
      var recording = Recording(RecordingHeader(name: Array("bubbles".utf8)))
      recording.header.gate = gate
      recording.gateActions = GateAction.Kind.allCases.enumerated().map {
        GateAction(frame: UInt32($0), $1, attempt: $1.isAnswer ? UInt32($0) : 0)
      }
      recording = Recording(recording, input: InputRecording(), stepCount: 40)
      #expect(try Recording(parsing: recording.text).gateActions == recording.gateActions)
    }
  }

  @Test(arguments: [
    ("gate babysafe", "gate babysave", 3, "expected babysafe or scribbly", "babysave"),
    ("gate babysafe\n", "", 5, "expected a line with the gate in the header", ""),
    ("success 1", "succes 1", 7, "expected an answer, lock, inactive or active", "succes"),
    (
      "success 1", "success 0", 7, "expected the number of an attempt, after an answer", "0"
    ),
    ("421 lock", "421 lock 1", 10, "expected the number of an attempt, after an answer", "1"),
  ])
  func whatIsWrongIsSaid(
    text: String, wrong: String, line: UInt32, problem: String, found: String
  ) throws {
    let error = #expect(throws: RecordingError.self) {
      try RecordingTextTests.read(Self.byHand.replacing(text, with: wrong))
    }
    #expect(error?.line == line && "\(error?.problem ?? "")" == problem)
    #expect(error?.found == Array(found.utf8))
  }

  /// A run without a gate is written as before.
  @Test func recordingsWithoutAGateDoNotNameOne() throws {
    let recording = try RecordingTextTests.read(RecordingTextTests.byHand)
    #expect(recording.header.gate == nil && recording.gateActions.isEmpty)
    #expect(!String(decoding: recording.text, as: UTF8.self).contains("gate"))
  }
}
