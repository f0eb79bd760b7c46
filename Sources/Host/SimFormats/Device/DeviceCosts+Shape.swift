import SimRuntime

extension DeviceCosts {
  /// What a device file holds under `costs`: which members there are depends on the kind.
  package static let codec = Codec<DeviceCosts>(
    .either([.object(measured.rule), .object(estimated.rule)]),
    write: { .object(($0.isEstimated ? estimated : measured).write($0)) },
    read: { (node) throws(FormatError) in
      var reader = try node.object()
      let kind = try reader.required("kind").string(oneOf: kinds)
      return try (kind == kinds[0] ? measured : estimated).read(node)
    })

  /// What costs are called that were measured, and that were not.
  private static let kinds = ["measured", "estimated"]

  private static let measured = shape(
    kinds[0], .measured(CostTable()), "Costs that were measured on a device of the class.",
    [
      Member(
        "nanoseconds", CostTable.codec,
        "Nanoseconds per unit of work in scenes without costs of their own, as calibrate prints "
          + "them.", get: { $0.table }, set: { $0.origin = .measured($1) }),
      Member(
        "scenes", ownCosts, "Nanoseconds per unit of work in single scenes, by their names.",
        isRequired: false,
        write: { $0.table.scenes.isEmpty ? nil : ownCosts.write($0.table) },
        read: { (costs, reader) throws(FormatError) in
          guard let node = reader.optional("scenes") else { return }
          var table = costs.table
          let own = try ownCosts.read(node)
          for scene in own.scenes {
            table.set(own.costs(ofScene: scene.name), ofScene: scene.name)
          }
          costs.origin = .measured(table)
        }),
    ])

  private static let estimated = shape(
    kinds[1], .estimated(speed: 1), "Costs that were derived from those of the reference machine.",
    [
      Member(
        "speed", Codec<Double>.number(0.01...100),
        "How many times as fast as the reference machine.",
        get: { if case .estimated(let speed) = $0.origin { speed } else { 1 } },
        set: { $0.origin = .estimated(speed: $1) })
    ])

  private static func shape(
    _ kind: String, _ origin: Origin, _ words: String, _ members: [Member<DeviceCosts>]
  ) -> Shape<DeviceCosts> {
    let needsOther = JSONOutput.object([
      ("sustained", .array([.string("sustainedSource")])),
      ("sustainedSource", .array([.string("sustained")])),
    ])
    let head = Member<DeviceCosts>(
      "kind", Codec<String>.always(kind), "Where the costs come from.", get: { _ in kind },
      set: { _, _ in })
    return Shape(
      DeviceCosts(origin: origin, source: "", uncertainty: 0), words, isClosed: true,
      keywords: [("dependencies", needsOther)], [head] + members + common
    ) { (costs, node) throws(FormatError) in
      guard costs.sustained.isEmpty != costs.sustainedSource.isEmpty else { return }
      let (there, missing) =
        costs.sustained.isEmpty
        ? ("sustainedSource", "sustained") : ("sustained", "sustainedSource")
      throw node.failure(.other("\(there) needs the key \"\(missing)\""))
    }
  }

  /// Allowed uncertainties.
  static var uncertaintyRange: ClosedRange<Double> { 0...10 }

  private static let document = Codec<String>.text(1...800, "a document's address or title")

  private static let common: [Member<DeviceCosts>] = [
    Member("source", \.source, document, "The document, or the machine, that the costs come from."),
    Member(
      "uncertainty", \.uncertainty, .number(uncertaintyRange),
      "How much longer a frame may take than predicted, as a share."),
    Member(
      unlessEmpty: "sustained", \.sustained,
      Sustained.shape.codec.list(1...32) { (last, next, node) throws(FormatError) in
        guard last.afterSeconds >= next.afterSeconds else { return }
        throw node.failure(.other("afterSeconds must ascend"))
      }, "How fast the device still is after seconds of work."),
    Member(
      unlessEmpty: "sustainedSource", \.sustainedSource, document, "Where the curve comes from."),
  ]

  /// The costs of single scenes, by their names.
  private static let ownCosts = Codec<CostTable>(
    .map(CostTable.codec.rule, keys: nil),
    write: { table in
      .object(table.scenes.map { ($0.name, CostTable.codec.write(table.costs(ofScene: $0.name))) })
    },
    read: { (node) throws(FormatError) in
      var (table, reader) = (CostTable(), try node.object())
      for scene in reader.remainingMembers() {
        table.set(try CostTable.codec.read(scene.value), ofScene: scene.key)
      }
      return table
    })
}

extension DeviceCosts {
  /// The costs as a device file holds them under `costs`.
  package var json: JSONOutput { Self.codec.write(self) }
}

extension DeviceCosts.Sustained {
  fileprivate static let shape = Shape<DeviceCosts.Sustained>(
    DeviceCosts.Sustained(afterSeconds: 1, speed: 1), "A point of the curve.", isClosed: true,
    [
      Member(
        "afterSeconds", \.afterSeconds, .whole(1...86_400), "Seconds of work; ascending."),
      Member(
        "speed", \.speed, .number(0.05...1), "The speed as a share of that of a cool device."),
    ])
}

extension CostTable {
  /// Nanoseconds by the names of the units of work, those that are known; the costs of single
  /// scenes are left out.
  package static let codec = Shape(
    CostTable(), "Nanoseconds per unit of work.", isClosed: true,
    WorkUnit.all.map { unit in
      let cost = Codec<Double>.number(0...1e12)
      return Member<CostTable>(
        unit.fullName, cost, "", isRequired: false,
        write: { table in table[unit].map { cost.write($0) } },
        read: { (table, reader) throws(FormatError) in
          guard let node = reader.optional(unit.fullName) else { return }
          table[unit] = try cost.read(node)
        })
    }
  ).codec.described(by: .map(.number(0...1e12), keys: unitPattern))

  /// A regular expression of the units' names: shorter than a member for each, wherever it stands.
  private static var unitPattern: String {
    let names = WorkUnit.all.map { $0.fullName.replacing(".", with: "\\.") }
    return "^(\(names.joined(separator: "|")))$"
  }
}
