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
    let curves = ["processor", "graphics"].map { part in
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
    "What a renderer pays for a frame's display list.", isClosed: true,
    keywords: curvesHaveASource,
    [
      Member(
        "kind", .oneOf(["measured", "estimated"]), "Where the costs come from.",
        get: { $0.isMeasured ? "measured" : "estimated" },
        set: { $0.isMeasured = $1 == "measured" }),
      Member(
        "source", \.source, document, "The document, or the device, that the costs come from."),
      Member("processor", \.processor, Part.shape.codec, "What the processor pays."),
      Member("graphics", \.graphics, Part.shape.codec, "What the GPU pays."),
      Member(
        unlessEmpty: "sustainedSource", \.sustainedSource, document,
        "Where the curves of speed come from."),
      Member(
        unlessEmpty: "caps", \.measuredCaps, MeasuredCap.shape.codec.list(1...64),
        "The most of scenes' populations that ramps on the device found it to hold."),
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
    "Nanoseconds by what is counted: optimistic, nominal, pessimistic; what is left out costs "
      + "nothing.", isClosed: true,
    [
      cost("frame", "For a frame by itself.", get: { $0.frame }, set: { $0.frame = $1 }),
      cost(
        "canvasPixel", "For a pixel of the canvas in every frame.", get: { $0.canvasPixel },
        set: { $0.canvasPixel = $1 }),
    ]
      + DisplayWork.Unit.allCases.map { unit in
        cost(
          unit.name.description, "For one of `\(unit.name)`, as results count them.",
          get: { $0[unit] }, set: { $0[unit] = $1 })
      }
      + [
        Member(
          unlessEmpty: "sustained", \.sustained,
          RendererCosts.Heat.shape.codec.list(1...32) { (last, next, node) throws(FormatError) in
            guard last.afterSeconds >= next.afterSeconds else { return }
            throw node.failure(.other("afterSeconds must ascend"))
          }, "How fast the part still is after seconds of full load.")
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
        "The speed as a share of that of a cool device: optimistic, nominal, pessimistic."),
    ])
}

extension RendererCosts.MeasuredCap {
  static let shape = Shape<RendererCosts.MeasuredCap>(
    RendererCosts.MeasuredCap(scene: "", frameRate: 60, count: .none),
    "What a ramp on the device found.", isClosed: true,
    [
      Member("scene", \.scene, .name, "The scene."),
      Member("frameRate", \.frameRate, .whole(1...240), "Frames a second of the ramp."),
      Member(
        "count", \.count, CostInterval.codec(0...1e6, isAscending: false),
        "The most that were not late: optimistic, nominal, pessimistic."),
    ])
}
