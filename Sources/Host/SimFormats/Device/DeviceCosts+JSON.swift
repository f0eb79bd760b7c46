import SimRuntime

extension CostTable {
  /// The known costs by the names of the units, as a device file holds them; those of single
  /// scenes apart.
  package var json: JSONOutput {
    .object(
      WorkUnit.all.compactMap { unit in
        // Six digits are more than any clock knows.
        self[unit].map { (unit.fullName, .number(($0 * 1e6).rounded() / 1e6)) }
      })
  }
}

extension DeviceCosts {
  /// The costs as a device file holds them under `costs`.
  package var json: JSONOutput {
    var members: [(String, JSONOutput)] = []
    switch origin {
    case .measured(let table):
      members = [("kind", .string("measured")), ("nanoseconds", table.json)]
      if !table.scenes.isEmpty {
        let scenes = table.scenes.map { ($0.name, table.costs(ofScene: $0.name).json) }
        members.append(("scenes", .object(scenes)))
      }
    case .estimated(let speed):
      members = [("kind", .string("estimated")), ("speed", .number(speed))]
    }
    members += [("source", .string(source)), ("uncertainty", .number(uncertainty))]
    if !sustained.isEmpty {
      members += [
        ("sustained", Self.points.write(sustained)), ("sustainedSource", .string(sustainedSource)),
      ]
    }
    return .object(members)
  }
}
