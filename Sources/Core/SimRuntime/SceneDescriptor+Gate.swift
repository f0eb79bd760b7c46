/// Numbers that a parents' gate in front of a scene reports in every frame.
package enum GateGauge: UInt8, PopulationKey {
  /// Whether the gate is open.
  case open
  /// Arcs of the ring.
  case ring
  /// Prompts so far.
  case prompts
  /// Openings so far.
  case openings

  /// The name and meaning of the gauge.
  package var descriptor: PopulationDescriptor {
    switch self {
    case .open: .gauge("gate-open", "1 while the gate is open.", requirement: "BV-GATE")
    case .ring: .gauge("gate-ring", "Arcs of the gate's ring.", requirement: "BV-GATE")
    case .prompts: .gauge("gate-prompts", "Prompts of the gate so far.", requirement: "BV-GATE")
    case .openings:
      .gauge("gate-openings", "Openings of the gate so far.", requirement: "BV-GATE")
    }
  }
}

/// Properties and coverage goals of a scene behind a gate.
package enum GatedProperty: UInt8, PropertyKey {
  /// No contact reaches the scene while the gate is open.
  case hidesContacts
  /// The ring is shown during a hold only.
  case ring
  /// A hold begins.
  case holds
  /// The gate opens.
  case opens

  /// The property's name, sentence and kind.
  package var descriptor: PropertyDescriptor {
    switch self {
    case .hidesContacts:
      .always(
        "gate-hides-contacts", "The scene sees no contact while the gate is open.",
        requirement: "BV-GATE")
    case .ring:
      .always(
        "gate-ring", "The ring is shown exactly while a hold has lasted 0.5 s.",
        requirement: "BV-GATE")
    case .holds: .sometimes("gate-hold", "A hold begins.", requirement: "BV-GATE")
    case .opens: .sometimes("gate-opening", "The gate opens.", requirement: "BV-GATE")
    }
  }
}

extension SceneDescriptor {
  /// The commands that a gate's ring adds to a frame: the track, 48 arcs, and their group.
  package static var gateCommandCapacity: UInt32 { 51 }

  /// The description of the scene behind a parents' gate.
  package var gated: SceneDescriptor {
    var descriptor = self
    descriptor.requirements += ["BV-GATE", "SC-GATE"]
    descriptor.populations += GateGauge.descriptors
    descriptor.properties += GatedProperty.descriptors
    descriptor.commandCapacity += Self.gateCommandCapacity
    // The corner of a gate has no mirror image.
    descriptor.hasMirror = false
    descriptor.isGated = true
    return descriptor
  }
}
