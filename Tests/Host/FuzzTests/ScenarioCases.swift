import SimFormats
import SimHarness
import SimRuntime
import SimCommands
import SimInput

/// Scenarios by structure: every part that a scenario may have, in its range or just beyond.
struct ScenarioCases {
  var numbers: FuzzNumbers

  /// A scenario; every other one has up to three places changed to something else.
  static func scenario(_ seed: UInt64) -> JSONOutput {
    var cases = ScenarioCases(numbers: FuzzNumbers(seed: seed))
    var value = cases.whole()
    if cases.numbers.once(in: 2) {
      for _ in 0...cases.numbers.below(3) { value = JSONMutator.changed(value, &cases.numbers) }
    }
    return value
  }

  private static let scenes = SceneRegistryOfTests.scenes.descriptors

  private mutating func whole() -> JSONOutput {
    let scene = numbers.pick(Self.scenes)
    var members: [(String, JSONOutput)] = [("scene", .string(scene.name.description))]
    func add(_ key: String, _ value: JSONOutput?) {
      if let value { members.append((key, value)) }
    }
    add("name", numbers.once(in: 4) ? .string("case-1") : nil)
    add("seed", numbers.once(in: 2) ? .unsigned(numbers.next()) : nil)
    add("frameRate", numbers.once(in: 4) ? whole(24, 240) : nil)
    if numbers.once(in: 6) {
      add("duration", .string(numbers.pick(["500ms", "1s", "0.3s", "10h", "0s", "90s", "1.5 s"])))
    } else if !numbers.once(in: 10) {
      add("frames", whole(1, 40))
    }
    let devices = BuiltInDevices.all.map(\.name) + ["iphone-11"]
    add("device", numbers.once(in: 3) ? .string(numbers.pick(devices)) : nil)
    add("reduceMotion", numbers.once(in: 6) ? .bool(numbers.once(in: 2)) : nil)
    add("motionAvailable", numbers.once(in: 6) ? .bool(numbers.once(in: 2)) : nil)
    add("parameters", numbers.once(in: 2) ? parameters(scene) : nil)
    add("canvasSize", numbers.once(in: 20) ? nil : size())
    add("orientation", numbers.once(in: 4) ? orientation() : nil)
    add("canvas", numbers.once(in: 3) ? changes() : nil)
    add("background", numbers.once(in: 5) ? spans() : nil)
    add("missedDeadlines", numbers.once(in: 6) ? ascending(5) : nil)
    add("load", numbers.once(in: 4) ? load(scene) : nil)
    add("budgets", numbers.once(in: 3) ? budgets(scene) : nil)
    add("input", numbers.once(in: 6) ? nil : input(scene))
    return .object(members)
  }

  // MARK: - Numbers

  private mutating func whole(_ least: Int, _ most: Int) -> JSONOutput {
    if numbers.once(in: 12) {
      return .integer(Int64(numbers.pick([least, most, least - 1, most + 1])))
    }
    return .integer(Int64(least + numbers.below(most - least + 1)))
  }

  private mutating func real(_ least: Double, _ most: Double) -> JSONOutput {
    switch numbers.below(10) {
    case 0: .number(least)
    case 1: .number(most)
    case 2: .number((least + numbers.share() * (most - least)).rounded())
    default: .number(least + numbers.share() * (most - least))
    }
  }

  private mutating func ascending(_ most: Int) -> JSONOutput {
    var frame = -1
    return .array(
      (0..<numbers.below(most + 1)).map { _ in
        frame += 1 + numbers.below(9)
        return .integer(Int64(frame))
      })
  }

  // MARK: - Parts

  private mutating func parameters(_ scene: SceneDescriptor) -> JSONOutput {
    var members: [(String, JSONOutput)] = []
    for parameter in scene.parameters where numbers.once(in: 2) {
      let value: JSONOutput
      if !parameter.choices.isEmpty {
        value = .string(numbers.pick(parameter.choices).description)
      } else if parameter.isWhole {
        value = whole(Int(parameter.minimum), Int(parameter.maximum))
      } else {
        value = real(Double(parameter.minimum), Double(parameter.maximum))
      }
      members.append((parameter.name.description, value))
    }
    return .object(members)
  }

  private mutating func size() -> JSONOutput {
    let side: JSONOutput
    let other: JSONOutput
    if numbers.once(in: 10) {
      side = numbers.pick([
        .integer(4096), .integer(4090), .number(4095.5), .integer(2000), .integer(1500),
      ])
      other = numbers.pick([.integer(1), .number(1.5), .integer(20), .integer(33)])
    } else {
      side = real(1, 80)
      other = real(1, 80)
    }
    let isWide = numbers.once(in: 2)
    var members = [("width", isWide ? side : other), ("height", isWide ? other : side)]
    if numbers.once(in: 3) { members.append(("scale", real(1, 4))) }
    return .object(members)
  }

  private mutating func orientation() -> JSONOutput {
    .string(
      numbers.pick(["portrait", "landscape-left", "portrait-upside-down", "landscape-right"]))
  }

  private mutating func changes() -> JSONOutput {
    var frame = -1
    return .array(
      (0..<(1 + numbers.below(5))).map { _ in
        frame += 1 + numbers.below(8)
        var members: [(String, JSONOutput)] = [("frame", .integer(Int64(frame)))]
        let kind = numbers.below(3)
        if kind != 0 { members.append(("orientation", orientation())) }
        if kind != 1 { members.append(("size", size())) }
        return .object(members)
      })
  }

  private mutating func spans() -> JSONOutput {
    var frame = 0
    return .array(
      (0..<(1 + numbers.below(3))).map { _ in
        frame += numbers.below(6)
        let count = 1 + numbers.below(6)
        defer { frame += count }
        return .object([("from", .integer(Int64(frame))), ("frames", .integer(Int64(count)))])
      })
  }

  private mutating func load(_ scene: SceneDescriptor) -> JSONOutput {
    var members: [(String, JSONOutput)] = []
    for population in scene.populations where numbers.once(in: 2) {
      members.append((population.name.description, whole(1, max(1, Int(population.cap)))))
    }
    return .object(members)
  }

  private mutating func budgets(_ scene: SceneDescriptor) -> JSONOutput {
    let measures = Measure.all(for: scene)
    return .array(
      (0..<(1 + numbers.below(3))).map { _ in
        let path = numbers.pick(measures).path
        let limit: JSONOutput = numbers.once(in: 4) ? .string("frame-interval") : real(0, 1000)
        return .object([
          ("id", .string("BV-1")), ("metric", .string(path)),
          (numbers.once(in: 2) ? "atMost" : "atLeast", limit),
        ])
      })
  }

  private mutating func input(_ scene: SceneDescriptor) -> JSONOutput {
    var members: [(String, JSONOutput)] = []
    if !numbers.once(in: 5) {
      let most = numbers.once(in: 10) ? InputGenerator.maximumCount : 3
      members.append(("generators", .array((0...numbers.below(most)).map { _ in generator() })))
    }
    if numbers.once(in: 4) {
      members.append(
        (
          "defects",
          .object([
            ("droppedPerMille", whole(0, 1000)), ("duplicatedPerMille", whole(0, 1000)),
            ("latePerMille", whole(0, 1000)), ("lateFrames", whole(1, 30)),
            ("coalescedPerMille", whole(0, 1000)), ("coalescedSampleCount", whole(2, 16)),
          ])
        ))
    }
    if scene.parameters.contains(where: { $0.name.description == "letter" }), numbers.once(in: 2) {
      let skills = Writer.Skill.allCases.map { $0.name.description }
      members.append(
        (
          "writer",
          .object([
            ("skill", .string(numbers.pick(skills))), ("pencil", .bool(numbers.once(in: 4))),
            ("from", whole(0, 20)), ("repeat", .bool(numbers.once(in: 2))),
            ("pace", real(0.25, 8)),
          ])
        ))
    }
    if numbers.once(in: 40) { members.append(("motion", .string("motion.csv"))) }
    return .object(members)
  }

  private mutating func generator() -> JSONOutput {
    let kinds = InputGenerator.Kind.allCases.map { $0.name.description }
    var members: [(String, JSONOutput)] = [("kind", .string(numbers.pick(kinds)))]
    if numbers.once(in: 3) { members.append(("from", whole(0, 20))) }
    if numbers.once(in: 3) { members.append(("to", whole(21, 60))) }
    if numbers.once(in: 2) { members.append(("eventsPerMinute", real(0, 6000))) }
    if numbers.once(in: 3) { members.append(("strength", real(0, 4))) }
    if numbers.once(in: 6) { members.append(("pencil", .bool(true))) }
    if numbers.once(in: 4) {
      let (x, y) = (numbers.share() * 0.9, numbers.share() * 0.9)
      members.append(
        ("region", .array([.number(x), .number(y), .number(0.1), .number((1 - y) * 0.99)])))
    }
    return .object(members)
  }
}
