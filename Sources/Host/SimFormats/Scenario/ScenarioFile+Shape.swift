import SimInput
import SimRuntime
import SimText

extension ScenarioFile {
  /// What a scenario of a scene may say.
  ///
  /// - Parameters:
  ///   - scene: The scene; nil for what the scenarios of all scenes have in common.
  ///   - scenes: The names of the scenes that exist.
  static func shape(of scene: SceneDescriptor?, among scenes: [String]) -> Shape<ScenarioFile> {
    let head = head(scenes)
    let rest = run(scene) + surroundings + judgment(scene)
    let matrix = ScenarioMatrix.member(
      varying: (head + rest).map { $0.rule }, \ScenarioFile.matrixNode)
    return Shape(
      ScenarioFile(scene: scene ?? .any),
      "One run: a scene, a device class, a seed, a length, input and budgets; or several, if "
        + "some of them vary.", isClosed: true,
      choice: .oneAtMost("duration", "frames"),
      head + [matrix] + rest,
      complete: { (file, node) throws(FormatError) in try file.checkConsistency(node) })
  }

  private static func head(_ scenes: [String]) -> [Member<ScenarioFile>] {
    [
      Member(
        given: "name", \.name, .name,
        "The scenario's name in reports; the file's name without .json when absent."),
      // It is read before all else: what the rest may be depends on it.
      Member(
        "scene", Codec<String>.oneOf(scenes),
        "The scene to run; `simbench list scenes` lists them.",
        get: { $0.scene.name.description }, set: { _, _ in }),
      Member(
        optional: "gate", \.gate, .gate,
        "The parents' gate in front of the scene; a scene without one has no gate."),
    ]
  }

  private static func run(_ scene: SceneDescriptor?) -> [Member<ScenarioFile>] {
    [
      Member(
        given: "parameters", \.parameters, ParameterValues.codec(scene),
        "Values of the scene's own parameters; omitted ones keep their default."),
      Member(
        optional: "device", \.device,
        Codec<String>.text.described(by: .examples(BuiltInDevices.all.map { $0.name })).located,
        "The device class: a file devices/NAME.json next to the scenario, or a built-in one."
      ).standing(for: .string(defaultDevice)),
      Member(
        "seed", \.seed, .seed, "The seed of all random numbers of the run.", default: 1),
      Member(
        "frameRate", \.frameRate, .whole(frameRateRange), "Simulated frames per second.",
        default: 60),
      Member(
        "frames", \.frameCount, .whole(frameRange), "Length in frames; excludes duration.",
        default: defaultFrameCount),
      Member(
        "duration", Codec<UInt64>.duration,
        "Length as a number and a unit, such as 10m, 90s, 1.5s, 500ms or 2h: whole milliseconds "
          + "that make up \(lengthText); excludes frames.", isRequired: false, write: { _ in nil },
        read: { (file, reader) throws(FormatError) in
          guard let node = reader.optional("duration") else { return }
          let milliseconds = try Codec<UInt64>.duration.read(node)
          guard let count = frameCount(milliseconds: milliseconds, frameRate: file.frameRate)
          else { throw node.failure(.notAllowed(found: node.foundText, allowed: lengthText)) }
          file.frameCount = count
        }),
      Member(
        "reduceMotion", \.isMotionReduced, .bool,
        "Whether Reduce Motion is enabled.", default: false),
      Member(
        "motionAvailable", \.hasMotion, .bool, "Whether the device reports motion at all.",
        default: true),
      Member(
        given: "input", \.input, InputSection.shape(scene).codec,
        "The input: touches and motion of the device."),
    ]
  }

  private static let surroundings: [Member<ScenarioFile>] = [
    Member(
      "orientation", \.orientation, .orientation,
      "The orientation of the device in the first frame.",
      default: .portrait),
    Member(
      optional: "canvasSize", \.canvasSize, CanvasSection.shape.codec,
      "A canvas instead of the device's, given in portrait; its scale is 1 when absent."),
    Member(
      "canvas", \.canvasChanges,
      CanvasChangeSection.shape.codec.list(0...1000) { (last, next, node) throws(FormatError) in
        guard next.frame <= last.frame else { return }
        var reader = try node.object()
        let frame = try reader.required("frame")
        throw frame.failure(
          .notAllowed(
            found: frame.foundText,
            allowed: "more than \(last.frame), the frame of the change before"))
      }, "Rotations and new sizes, by ascending frame.", default: []),
    Member(
      "background", \.backgroundSpans,
      FrameSpan.shape.codec.list(0...1000) { (last, next, node) throws(FormatError) in
        guard next.start < last.end else { return }
        throw node.failure(
          .notAllowed(found: "from \(next.start)", allowed: "\(last.end) or more"))
      }, "Spans the app spends in the background, ascending and without overlap.", default: []),
    Member(
      unlessEmpty: "gateEvents", \.gateEvents,
      GateAction.shape.codec.list(0...1000) { (last, next, node) throws(FormatError) in
        guard next.frame < last.frame else { return }
        throw node.failure(
          .notAllowed(found: "frame \(next.frame)", allowed: "\(last.frame) or more"))
      }, "Answers to the gate's prompts, locks and changes of the app, by ascending frame."),
    Member(
      "missedDeadlines", \.missedFrames,
      Codec<UInt32>.frame.list(0...10_000) { (last, next, node) throws(FormatError) in
        guard next <= last else { return }
        throw node.failure(
          .notAllowed(found: node.foundText, allowed: "more than \(last), the frame before"))
      }.described(by: .set(Codec<UInt32>.frame.rule, 0...10_000)),
      "Frames that miss their deadline, ascending: they are displayed one frame later.",
      default: []),
  ]

  private static func judgment(_ scene: SceneDescriptor?) -> [Member<ScenarioFile>] {
    [
      Member(
        "load", \.load, LoadClaim.codec(scene),
        "Loads that the run claims: at least 95 % of the count for "
          + "\(LoadClaim.requiredFrames) consecutive frames. A count is at most the population's "
          + "cap.",
        default: []),
      Member(
        "budgets", \.budgets, BudgetSection.shape(scene).codec.list(0...200),
        "The budgets of the run.", default: []),
    ]
  }

  // MARK: - Schema

  /// The schema of scenarios: what all have in common, and what each scene's may say.
  package static func schema(_ scenes: [SceneDescriptor]) -> JSONOutput {
    let names = scenes.map { $0.name.description }
    return SchemaWriter.schema(
      title: "simbench scenario", shape(of: nil, among: names).rule, by: "scene",
      // Those of a gate are among the metrics of every scene.
      scenes.map { ($0.name.description, shape(of: $0.gated, among: names).rule) })
  }
}

extension SceneDescriptor {
  /// Stands for a scene that is not known.
  fileprivate static var any: SceneDescriptor {
    SceneDescriptor(name: "", summary: "", requirements: [], commandCapacity: 0)
  }
}

// MARK: - Values

extension Codec where Value == UInt32 {
  /// A frame, or the one after the last.
  static var frame: Codec { whole(0...ScenarioFile.frameRange.upperBound - 1) }
  /// One past the last frame of something.
  static var endFrame: Codec { whole(0...ScenarioFile.frameRange.upperBound) }
}

extension Codec where Value == UInt64 {
  /// Milliseconds as a number and a unit.
  static var duration: Codec {
    Codec(
      .plain([
        ("type", .string("string")),
        ("pattern", .string(DurationText.pattern)),
        ("examples", .array(["10m", "90s", "1.5s", "500ms", "2h"].map { .string($0) })),
      ]), write: { .string("\($0)ms") },
      read: { (node) throws(FormatError) in
        let text = try node.string()
        do throws(DurationError) {
          return try DurationText.milliseconds(of: text)
        } catch {
          throw node.failure(.other(error.message))
        }
      })
  }
}

extension Codec where Value == Float {
  /// A number within the limits as they are written in decimal: 0.1 as a `Float` is a little more
  /// than 0.1, and a file that says 0.1 means the limit.
  static func number(within limits: ClosedRange<Float>) -> Codec {
    number(limits.lowerBound.shortestDouble...limits.upperBound.shortestDouble)
  }

  /// A whole number that is kept as another one.
  static func whole(within limits: ClosedRange<Float>) -> Codec {
    let range = Int(limits.lowerBound)...Int(limits.upperBound)
    return Codec(
      .whole(range), write: { .integer(Int64($0)) },
      read: { (node) throws(FormatError) in Float(try node.int(in: range)) })
  }
}

extension Codec where Value == Orientation {
  /// How a device is held.
  static var orientation: Codec {
    named([
      ("portrait", .portrait), ("landscape-left", .landscapeLeft),
      ("portrait-upside-down", .portraitUpsideDown), ("landscape-right", .landscapeRight),
    ])
  }
}

extension ParameterDescriptor {
  /// The names of its values, each with its number; empty when numbers speak for themselves.
  var namedValues: [(name: String, value: UInt32)] {
    choices.enumerated().map { ($1.description, UInt32($0)) }
  }

  /// What it may be.
  fileprivate var codec: Codec<Float> {
    if !choices.isEmpty { return .named(namedValues.map { ($0.name, Float($0.value)) }) }
    return isWhole ? .whole(within: minimum...maximum) : .number(within: minimum...maximum)
  }
}

extension ParameterValues {
  /// Values of a scene's parameters; any for no scene.
  fileprivate static func codec(_ scene: SceneDescriptor?) -> Codec<ParameterValues> {
    codec(of: scene?.parameters, "Values for the scene's parameters.")
  }

  /// Values of parameters; any if the parameters are unknown.
  static func codec(
    of parameters: [ParameterDescriptor]?, _ words: String
  ) -> Codec<ParameterValues> {
    guard let parameters else {
      let any = SchemaRule.plain([("type", .array([.string("number"), .string("string")]))])
      return Shape(ParameterValues([]), words, []).codec.described(by: .map(any, keys: nil))
    }
    return Shape(
      ParameterValues(of: parameters), words, isClosed: true,
      parameters.enumerated().map { index, parameter in
        Member(
          parameter.name.description, \.values[index], parameter.codec,
          parameter.summary.description, default: parameter.defaultValue)
      }
    ).codec
  }
}

extension LoadClaim {
  /// Claims by the names of a scene's populations; by any for no scene.
  fileprivate static func codec(_ scene: SceneDescriptor?) -> Codec<[LoadClaim]> {
    let words = "Loads that the run claims."
    let most = UInt32(1_000_000)
    guard let scene else {
      let rule = SchemaRule.map(.whole(1...most), keys: nil)
      return Shape<[LoadClaim]>([], words, []).codec.described(by: rule)
    }
    return Shape<[LoadClaim]>(
      [], words, isClosed: true,
      scene.populations.enumerated().map { index, population in
        let name = population.name.description
        let count = Codec<UInt32>.whole(1...(population.cap > 0 ? population.cap : most))
        return Member(
          name, count, population.summary.description, isRequired: false,
          write: { claims in claims.first { $0.index == index }.map { count.write($0.count) } },
          read: { (claims, reader) throws(FormatError) in
            guard let node = reader.optional(name) else { return }
            var claim = LoadClaim(population: name, index: index, count: try count.read(node))
            claim.line = UInt32(clamping: node.position.line)
            claims.append(claim)
          })
      }
    ).codec
  }
}

extension FrameSpan {
  fileprivate static let shape = Shape(
    FrameSpan(start: 0, end: 1), name: "background", "A span in the background.", isClosed: true,
    [
      Member("from", \.start, .frame, "Its first frame."),
      Member(
        "frames", Codec<UInt32>.whole(ScenarioFile.frameRange), "Its length in frames.",
        get: { $0.end - $0.start }, set: { $0.end = $0.start + $1 }),
    ])
}
