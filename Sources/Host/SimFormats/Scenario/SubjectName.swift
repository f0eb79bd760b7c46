import SimInput

/// The scene or model that a run is of.
package struct SubjectName: Equatable, Sendable {
  /// Whether it is a scene or a model.
  package var kind: RecordingHeader.Kind
  /// Its name.
  package var name: String
  /// The parents' gate in front of the scene; nil for none.
  package var gate: SceneGate?

  /// Names a scene or model.
  package init(_ kind: RecordingHeader.Kind, _ name: String, behind gate: SceneGate? = nil) {
    (self.kind, self.name, self.gate) = (kind, name, gate)
  }

  /// The name with the gate, for people.
  package var title: String { gate.map { "\(name) behind \($0.name)" } ?? name }

  /// Names the scene or model of a recording.
  package init(_ header: RecordingHeader) {
    self.init(header.kind, String(decoding: header.name, as: UTF8.self), behind: header.gate)
  }
}

extension RecordingHeader.Kind {
  /// The unit of a run: `frame` or `step`.
  package var unit: String { self == .scene ? "frame" : "step" }
  /// The unit of a recording: `frame` or `event`.
  package var recordedUnit: String { self == .scene ? "frame" : "event" }
}

extension Member {
  /// The member `scene` of an output; null for a model.
  package static func scene(_ path: any KeyPath<Root, SubjectName> & Sendable) -> Member {
    Member(derivedOrNull: "scene", .text, "The scene; null for a model.") {
      $0[keyPath: path].kind == .scene ? $0[keyPath: path].name : nil
    }
  }

  /// The member `model` of an output; null for a scene.
  package static func model(_ path: any KeyPath<Root, SubjectName> & Sendable) -> Member {
    Member(derivedOrNull: "model", .text, "The model; null for a scene.") {
      $0[keyPath: path].kind == .model ? $0[keyPath: path].name : nil
    }
  }
}
