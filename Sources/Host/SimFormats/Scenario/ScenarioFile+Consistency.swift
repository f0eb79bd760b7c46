import SimInput
import SimRuntime

// What no member of a scenario says alone.

extension ScenarioFile {
  /// Refuses what can never happen in the run that the file describes: events after its end, and a
  /// load above the parameter of the same name.
  ///
  /// A shorter run that a command line asks for may leave events out.
  ///
  /// - Throws: `FormatError` at the first of them.
  mutating func checkConsistency(_ node: JSONNode) throws(FormatError) {
    var reader = try node.object()
    if let node = reader.optional("gateEvents"), gate == nil {
      throw node.failure(.other("events of a gate, but no \"gate\" in front of the scene"))
    }
    let events = try reader.optional("gateEvents")?.array(count: 0...Int.max) ?? []
    for (event, node) in zip(gateEvents, events) where event.attempt > 0 && !event.kind.isAnswer {
      var members = try node.object()
      throw (members.optional("attempt") ?? node).failure(
        .other("\(event.kind.name) answers no prompt; only an answer has an attempt"))
    }
    for list in ["canvas", "background", "gateEvents", "missedDeadlines"] {
      for element in try reader.optional(list)?.array(count: 0...Int.max) ?? [] {
        let place = element.isObject ? try Self.start(of: element) : element
        try checkIsWithin(place)
      }
    }
    if let input = reader.optional("input") {
      var inner = try input.object()
      for element in try inner.optional("generators")?.array(count: 0...Int.max) ?? [] {
        try checkIsWithin(try Self.start(of: element))
        // The first one is kept: whether the device takes a pencil is known only later.
        guard element.isObject, pencilNode == nil else { continue }
        var generator = try element.object()
        if let pencil = generator.optional("pencil"), try pencil.bool() { pencilNode = pencil }
      }
      try inner.optional("writer").map { (writer) throws(FormatError) in
        try checkIsWithin(try Self.start(of: writer))
      }
    }
    try checkLoads(reader.optional("load"))
  }

  /// The member that says when something begins; nil for the run's start.
  private static func start(of node: JSONNode) throws(FormatError) -> JSONNode? {
    guard node.isObject else { return nil }
    var reader = try node.object()
    return reader.optional("from") ?? reader.optional("frame")
  }

  private func checkIsWithin(_ node: JSONNode?) throws(FormatError) {
    guard let node, let frame = try? node.int(in: 0...Int(UInt32.max)), frame >= frameCount else {
      return
    }
    throw node.failure(
      .notAllowed(
        found: node.foundText, allowed: "less than \(frameCount), the frames of the run"))
  }

  private func checkLoads(_ node: JSONNode?) throws(FormatError) {
    guard let node else { return }
    for (index, parameter) in scene.parameters.enumerated() {
      let name = parameter.name.description
      guard let claim = load.first(where: { $0.population == name }),
        parameters.values.indices.contains(index)
      else { continue }
      let value = parameters.values[index]
      guard Float(claim.count) > value else { continue }
      var reader = try node.object()
      let place = reader.optional(name) ?? node
      throw place.failure(
        .notAllowed(
          found: place.foundText,
          allowed: "at most \(FigureText.text(Double(value))), the parameter \(name)"))
    }
  }
}
