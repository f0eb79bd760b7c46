import SimInput
import SimRuntime

extension Codec where Value == SceneGate {
  /// A parents' gate by its name.
  package static var gate: Codec {
    named(SceneGate.allCases.map { ($0.name.description, $0) })
  }
}

extension GateAction {
  /// An action at a scene's gate in a scenario.
  static let shape = Shape(
    GateAction(frame: 0, .success), name: "gateEvent", "An event at the gate.", isClosed: true,
    [
      Member("frame", \.frame, .frame, "The frame in which it happens."),
      Member(
        "event", \.kind, .named(GateAction.Kind.allCases.map { ($0.name.description, $0) }),
        "An answer to the prompt (success, or an error of LocalAuthentication), a parent's lock, "
          + "or the app becoming inactive or active."),
      Member(
        "attempt", \.attempt, .whole(0...UInt32(Int32.max)),
        "The prompt that is answered, from 1; 0 for the one that is shown.", default: 0),
    ])
}
