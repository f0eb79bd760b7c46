import Runtime
import Simulation

/// The `input` part of a scenario: generators, what goes wrong with samples, recorded motion.
struct InputSection {
  var generators: [InputGenerator] = []
  var defects = InputDefects()
  var motionFile: String?
  var motionNode: JSONNode?

  init(_ node: JSONNode?) throws(FormatError) {
    guard let node else { return }
    var reader = try node.object()
    if let list = reader.optional("generators") {
      for element in try list.array(count: 0...InputGenerator.maximumCount) {
        generators.append(
          try element.object { (reader) throws(FormatError) in
            try Self.generator(&reader)
          })
      }
    }
    if let node = reader.optional("defects") {
      defects = try node.object { (reader) throws(FormatError) in try Self.defects(&reader) }
    }
    motionNode = reader.optional("motion")
    motionFile = try motionNode?.string()
    try reader.finish()
  }

  private static func generator(
    _ reader: inout ObjectReader
  ) throws(FormatError) -> InputGenerator {
    let names = InputGenerator.Kind.allCases.map { $0.name.description }
    let name = try reader.required("kind").string(oneOf: names)
    guard let kind = InputGenerator.Kind.allCases.first(where: { $0.name.description == name })
    else { preconditionFailure("the name was checked against the list") }
    var generator = InputGenerator.standard(kind)
    let frames = 0...ScenarioFile.frameRange.upperBound
    if let node = reader.optional("from") { generator.startFrame = try node.uint32(in: frames) }
    if let node = reader.optional("to") {
      generator.endFrame = try node.uint32(in: frames)
      guard generator.endFrame > generator.startFrame else {
        throw node.failure(
          .notAllowed(found: node.foundText, allowed: "more than from (\(generator.startFrame))"))
      }
    }
    if let node = reader.optional("eventsPerMinute") {
      generator.eventsPerMinute = Float(
        try node.double(in: Self.doubles(InputGenerator.eventsPerMinuteLimits)))
    }
    if let node = reader.optional("strength") {
      generator.strength = Float(
        try node.double(in: Self.doubles(InputGenerator.strengthLimits)))
    }
    if let node = reader.optional("pencil") { generator.isPencil = try node.bool() }
    if let node = reader.optional("region") {
      generator.region = try Self.region(node)
    }
    return generator
  }

  private static func region(_ node: JSONNode) throws(FormatError) -> NormalizedRegion {
    var values: [Float] = []
    for element in try node.array(count: 4...4) {
      values.append(Float(try element.double(in: 0...1)))
    }
    guard values[2] > 0, values[3] > 0, values[0] + values[2] <= 1, values[1] + values[3] <= 1
    else {
      throw node.failure(
        .notAllowed(
          found: "a region outside the canvas", allowed: "x, y, width, height within 0 to 1"))
    }
    return NormalizedRegion(x: values[0], y: values[1], width: values[2], height: values[3])
  }

  private static func defects(_ reader: inout ObjectReader) throws(FormatError) -> InputDefects {
    var defects = InputDefects()
    let rates = 0...UInt32(InputDefects.maximumPerMille)
    if let node = reader.optional("droppedPerMille") {
      defects.droppedPerMille = UInt16(try node.uint32(in: rates))
    }
    if let node = reader.optional("duplicatedPerMille") {
      defects.duplicatedPerMille = UInt16(try node.uint32(in: rates))
    }
    if let node = reader.optional("latePerMille") {
      defects.latePerMille = UInt16(try node.uint32(in: rates))
    }
    if let node = reader.optional("lateFrames") {
      defects.lateFrames = try Self.byte(node, in: InputDefects.lateFramesLimits)
    }
    if let node = reader.optional("coalescedPerMille") {
      defects.coalescedPerMille = UInt16(try node.uint32(in: rates))
    }
    if let node = reader.optional("coalescedSampleCount") {
      defects.coalescedSampleCount = try Self.byte(
        node, in: InputDefects.coalescedSampleLimits)
    }
    return defects
  }

  private static func byte(
    _ node: JSONNode, in limits: ClosedRange<UInt8>
  ) throws(FormatError) -> UInt8 {
    UInt8(try node.uint32(in: UInt32(limits.lowerBound)...UInt32(limits.upperBound)))
  }

  private static func doubles(_ limits: ClosedRange<Float>) -> ClosedRange<Double> {
    Double(limits.lowerBound)...Double(limits.upperBound)
  }
}

/// A canvas size of its own instead of the device's.
struct CanvasSection {
  var widthPoints: Float
  var heightPoints: Float
  var scale: Float

  init(_ node: JSONNode) throws(FormatError) {
    self = try node.object { (reader) throws(FormatError) in try CanvasSection(&reader) }
    guard widthPoints * heightPoints * scale * scale <= 33_554_432 else {
      throw node.failure(
        .notAllowed(found: "a canvas of more pixels", allowed: "33,554,432 pixels"))
    }
  }

  private init(_ reader: inout ObjectReader) throws(FormatError) {
    let side = 1.0...4096.0
    widthPoints = Float(try reader.required("width").double(in: side))
    heightPoints = Float(try reader.required("height").double(in: side))
    scale = Float(try reader.optional("scale")?.double(in: 1...4) ?? 1)
  }
}

/// A rotation or a new size at a frame.
struct CanvasChangeSection {
  var frame: UInt32
  var orientation: Orientation?
  var size: CanvasSection?

  static func list(_ node: JSONNode?) throws(FormatError) -> [CanvasChangeSection] {
    guard let node else { return [] }
    var changes: [CanvasChangeSection] = []
    for element in try node.array(count: 0...1000) {
      var reader = try element.object()
      let frameNode = try reader.required("frame")
      let first = changes.last.map { $0.frame + 1 } ?? 0
      let frame = try frameNode.uint32(in: first...max(first, ScenarioFile.frameRange.upperBound))
      let orientation = try ScenarioFile.orientation(reader.optional("orientation"))
      let size = try ScenarioFile.optional(reader.optional("size")) {
        (node) throws(FormatError) in try CanvasSection(node)
      }
      try reader.finish()
      guard orientation != nil || size != nil else {
        throw element.failure(.missing(.key, name: "orientation", misspelling: nil))
      }
      changes.append(CanvasChangeSection(frame: frame, orientation: orientation, size: size))
    }
    return changes
  }
}

/// A budget whose limit may still depend on the device.
struct BudgetSection {
  var id: String
  var measure: Measure
  var bound: Budget.Bound
  /// Nil stands for the device's frame interval.
  var limit: Double?

  static func list(
    _ node: JSONNode?, _ scene: SceneDescriptor
  ) throws(FormatError) -> [BudgetSection] {
    guard let node else { return [] }
    var budgets: [BudgetSection] = []
    for element in try node.array(count: 0...200) {
      budgets.append(
        try element.object { (reader) throws(FormatError) in
          try BudgetSection(&reader, element, scene)
        })
    }
    return budgets
  }

  private init(
    _ reader: inout ObjectReader, _ node: JSONNode, _ scene: SceneDescriptor
  ) throws(FormatError) {
    id = try reader.required("id").string()
    let measures = Measure.all(for: scene)
    let path = try reader.required("measure").string(oneOf: measures.map { $0.path })
    guard let measure = measures.first(where: { $0.path == path }) else {
      preconditionFailure("the path was checked against the list")
    }
    self.measure = measure
    let most = reader.optional(Budget.Bound.atMost.rawValue)
    let least = reader.optional(Budget.Bound.atLeast.rawValue)
    guard let value = most ?? least else {
      throw node.failure(.missing(.key, name: "atMost or atLeast", misspelling: nil))
    }
    if most != nil, let least {
      throw least.failure(.other("atMost and atLeast exclude each other"))
    }
    bound = most != nil ? .atMost : .atLeast
    if case .string = value.value {
      _ = try value.string(oneOf: ["frame-interval"])
      guard case .frameMilliseconds = measure else {
        throw value.failure(.unexpected(found: value.foundText, expected: "a number"))
      }
      limit = nil
    } else {
      limit = try value.double(in: 0...1e15)
    }
  }
}

extension Measure {
  /// Everything a budget of a scene can limit.
  public static func all(for scene: SceneDescriptor) -> [Measure] {
    var measures: [Measure] = []
    for (index, population) in scene.populations.enumerated() {
      for statistic in PopulationStatistic.allCases {
        measures.append(
          .population(name: population.name.description, index: index, statistic))
      }
    }
    measures += [.steadyAllocationsPerFrame, .liveBytesGrowth]
    measures += Percentile.allCases.map { .frameMilliseconds($0) }
    measures.append(.hitchMillisecondsPerSecond)
    return measures
  }
}
