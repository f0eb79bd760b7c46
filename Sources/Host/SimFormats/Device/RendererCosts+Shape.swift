import SimRaster

extension RendererCosts {
  /// Renderers by their names, as a device file holds them under `renderers`.
  static let byName: Codec<[RendererCosts]> = {
    let codec = shape.codec.byName(keys: "^(?=.{1,64}$)" + KebabName.pattern.dropFirst()) {
      (name: $0.name, value: $0)
    } make: { (name, costs) in
      var costs = costs
      costs.name = name
      return costs
    }
    return Codec(
      codec.rule, write: codec.write,
      read: { (node) throws(FormatError) in
        var reader = try node.object()
        for member in reader.remainingMembers() {
          guard KebabName.isOne(member.key) else {
            throw member.value.failure(.other("a renderer has a kebab-case name"))
          }
        }
        return try codec.read(node)
      })
  }()

  private static let document = Codec<String>.text(1...1200, "a document's address or title")

  /// `sustainedSource` where a part has a curve, and nowhere else.
  private static var curvesHaveASource: [(String, JSONOutput)] {
    func needs(_ key: String) -> JSONOutput {
      .object([("required", .array([.string(key)]))])
    }
    let curves = ["cpu", "gpu"].map { part in
      JSONOutput.object([("properties", .object([(part, needs("sustained"))]))])
    }
    let none = JSONOutput.object([("not", needs("sustainedSource"))])
    return [
      ("if", .object([("anyOf", .array(curves))])), ("then", needs("sustainedSource")),
      ("else", none),
    ]
  }

  /// A renderer as a device file holds it.
  package static let shape = Shape<RendererCosts>(
    RendererCosts(name: "", isMeasured: false, source: ""), name: "renderer",
    "The costs of a renderer for a frame's display list.", isClosed: true,
    keywords: curvesHaveASource,
    [
      Member(
        "kind", .oneOf(["measured", "estimated"]), "The kind of source of the costs.",
        get: { $0.isMeasured ? "measured" : "estimated" },
        set: { $0.isMeasured = $1 == "measured" }),
      Member(
        "source", \.source, document, "The document or device that is the source of the costs."),
      Member("cpu", \.processor, Part.shape.codec, "CPU costs."),
      Member("gpu", \.graphics, Part.shape.codec, "GPU costs."),
      Member(
        unlessEmpty: "sustainedSource", \.sustainedSource, document,
        "The source of the speed curves."),
      Member(
        unlessEmpty: "caps", \.measuredCaps, MeasuredCap.shape.codec.list(1...64),
        "The largest populations of scenes that ramps on the device found to be sustained."),
    ]
  ) { (costs, node) throws(FormatError) in
    let hasCurve = !costs.processor.sustained.isEmpty || !costs.graphics.sustained.isEmpty
    guard hasCurve == costs.sustainedSource.isEmpty else { return }
    throw node.failure(
      .other(
        hasCurve
          ? "sustained needs the key \"sustainedSource\""
          : "sustainedSource needs the key \"sustained\""))
  }
}

extension RendererCosts.Part {
  static let shape = Shape<RendererCosts.Part>(
    RendererCosts.Part(), name: "rendererPart",
    "Nanoseconds per counted unit: optimistic, nominal, pessimistic; an omitted unit costs "
      + "nothing.", isClosed: true,
    [
      cost("frame", "Per frame.", get: { $0.frame }, set: { $0.frame = $1 }),
      cost(
        "canvasPixel", "Per pixel of the canvas in every frame.", get: { $0.canvasPixel },
        set: { $0.canvasPixel = $1 }),
    ]
      + DisplayWork.Unit.allCases.map { unit in
        cost(
          unit.name.description, "Per unit of `\(unit.name)`, as counted in results.",
          get: { $0[unit] }, set: { $0[unit] = $1 })
      }
      + [
        Member(
          unlessEmpty: "sustained", \.sustained,
          RendererCosts.Heat.shape.codec.list(1...32) { (last, next, node) throws(FormatError) in
            guard last.afterSeconds >= next.afterSeconds else { return }
            throw node.failure(.other("afterSeconds must ascend"))
          }, "The remaining speed after seconds of full load.")
      ])

  private static func cost(
    _ key: String, _ words: String,
    get: @escaping @Sendable (RendererCosts.Part) -> CostInterval,
    set: @escaping @Sendable (inout RendererCosts.Part, CostInterval) -> Void
  ) -> Member<RendererCosts.Part> {
    let codec = CostInterval.codec(0...1e12, isAscending: true)
    return Member(
      key, codec, words, isRequired: false,
      write: { get($0) == .none ? nil : codec.write(get($0)) },
      read: { (part, reader) throws(FormatError) in
        guard let node = reader.optional(key) else { return }
        set(&part, try codec.read(node))
      })
  }
}

extension CostInterval {
  /// Three numbers: optimistic, nominal, pessimistic.
  ///
  /// - Parameter isAscending: Whether more is worse; speeds and counts descend.
  package static func codec(
    _ range: ClosedRange<Double>, isAscending: Bool
  ) -> Codec<CostInterval> {
    let list = Codec<Double>.number(range).list(3...3)
    return Codec(
      list.rule, write: { list.write([$0.optimistic, $0.nominal, $0.pessimistic]) },
      read: { (node) throws(FormatError) in
        let values = try list.read(node)
        let isInOrder =
          isAscending
          ? values[0] <= values[1] && values[1] <= values[2]
          : values[0] >= values[1] && values[1] >= values[2]
        guard isInOrder else {
          throw node.failure(
            .other(
              "optimistic, nominal and pessimistic must "
                + (isAscending ? "ascend" : "descend")))
        }
        return CostInterval(values[0], values[1], values[2])
      })
  }
}

extension RendererCosts.Heat {
  static let shape = Shape<RendererCosts.Heat>(
    RendererCosts.Heat(afterSeconds: 1, speed: CostInterval(1, 1, 1)), "A point of the curve.",
    isClosed: true,
    [
      Member(
        "afterSeconds", \.afterSeconds, .whole(1...86_400), "Seconds of full load; ascending."),
      Member(
        "speed", \.speed, CostInterval.codec(0.05...1, isAscending: false),
        "The speed as a fraction of that of a cool device: optimistic, nominal, pessimistic."),
    ])
}

extension RendererCosts.MeasuredCap {
  static let shape = Shape<RendererCosts.MeasuredCap>(
    RendererCosts.MeasuredCap(scene: "", frameRate: 60, count: .none),
    "The result of a ramp on the device.", isClosed: true,
    [
      Member("scene", \.scene, .name, "The scene."),
      Member("frameRate", \.frameRate, .whole(1...240), "Frames per second of the ramp."),
      Member(
        "count", \.count, CostInterval.codec(0...1e6, isAscending: false),
        "The largest count without late frames: optimistic, nominal, pessimistic."),
    ])
}
