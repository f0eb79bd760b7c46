import SimRuntime
import SimInput

/// The `input` part of a scenario: generators, what goes wrong with samples, recorded motion, what
/// cameras see.
struct InputSection {
  var generators: [InputGenerator] = []
  var defects = InputDefects()
  var motionFile: String?
  var motionNode: JSONNode?
  var camera: CameraSection?

  var writer: Writer?
  /// Where the writer is said to have a pencil.
  var pencilNode: JSONNode?

  init(_ node: JSONNode?, _ scene: SceneDescriptor) throws(FormatError) {
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
    if let node = reader.optional("writer") {
      guard let letters = scene.letters else {
        throw node.failure(.other("scene \(scene.name) shows nothing to write"))
      }
      var reader = try node.object()
      writer = try Self.writer(&reader, letters)
      if writer?.isPencil == true { pencilNode = node }
      try reader.finish()
    }
    motionNode = reader.optional("motion")
    motionFile = try motionNode?.string()
    camera = try ScenarioFile.optional(reader.optional("camera")) { (node) throws(FormatError) in
      try CameraSection(node, scene)
    }
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
        try node.double(in: ScenarioFile.limits(InputGenerator.eventsPerMinuteLimits)))
    }
    if let node = reader.optional("strength") {
      generator.strength = Float(
        try node.double(in: ScenarioFile.limits(InputGenerator.strengthLimits)))
    }
    if let node = reader.optional("pencil") { generator.isPencil = try node.bool() }
    if let node = reader.optional("region") {
      generator.region = try Self.region(node)
    }
    return generator
  }

  private static func writer(
    _ reader: inout ObjectReader, _ letters: ParameterDescriptor
  ) throws(FormatError) -> Writer {
    let names = Writer.Skill.allCases.map { $0.name.description }
    let name = try reader.required("skill").string(oneOf: names)
    guard let skill = Writer.Skill.allCases.first(where: { $0.name.description == name })
    else { preconditionFailure("the name was checked against the list") }
    var writer = Writer(skill: skill)
    if let node = reader.optional("letter") {
      writer.letter = try ScenarioFile.choice(node, letters)
    }
    if let node = reader.optional("pencil") { writer.isPencil = try node.bool() }
    if let node = reader.optional("from") {
      writer.startFrame = try node.uint32(in: 0...ScenarioFile.frameRange.upperBound)
    }
    if let node = reader.optional("repeat") { writer.isRepeating = try node.bool() }
    if let node = reader.optional("pace") {
      writer.pace = Float(try node.double(in: ScenarioFile.limits(Writer.paceLimits)))
    }
    return writer
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
}
