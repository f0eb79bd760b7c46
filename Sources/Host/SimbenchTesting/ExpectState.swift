import SimFormats
import SimHarness
import SimInput
import SimMath
import SimRuntime
import SimWorld
import Testing

/// Expects that `visitState` of a scene lists every stored field.
///
/// A field that is not listed is missing from digests and snapshots, so that differences in it go
/// undetected. Runs two seconds of the scene with touches and shakes, then compares the names with
/// the stored properties, those of its own nested types included.
///
/// - Parameters:
///   - scene: The scene; it need not be registered.
///   - sourceLocation: The place of the issues: one per field.
/// - Throws: `SimbenchError` if the scene has no field at all.
public func expectAllStateListed<S: SimScene>(
  _ scene: S.Type, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let clock = FrameClock(framesPerSecond: 60)
  var plan = RunPlan(
    seed: 1, frameCount: 120, clock: clock,
    canvas: SceneCanvas(widthPoints: 200, heightPoints: 400, scale: 1),
    parameters: S.descriptor.defaultParameters)
  plan.generators = [
    InputGenerator(kind: .drag, eventsPerMinute: 60),
    InputGenerator(kind: .shake, eventsPerMinute: 30),
  ]
  let name = "\(S.descriptor.name)"
  let given = plan
  var state = try GuardedRun(name, [], sourceLocation).value {
    var loop = SyntheticLoop<S>(plan: given, rendersPixels: false)
    var observer = NoOpObserver()
    for _ in 0..<given.frameCount { loop.advance(&observer) }
    return loop.scene
  }
  try StateListing.expect(&state, named: name, at: sourceLocation)
}

/// Expects that `visitState` of a model lists every stored field.
///
/// - Parameters:
///   - model: The model; it need not be registered.
///   - sourceLocation: The place of the issues: one per field.
/// - Throws: `SimbenchError` if the model has no field at all.
public func expectAllStateListed<Model: WorldModel>(
  _ model: Model.Type, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let plan = WorldPlan.drawn(
    model, seed: 1, parameters: Model.described.defaultParameters,
    activeNanoseconds: 60 * Nanoseconds.second)
  let name = "\(Model.descriptor.name)"
  var state = try GuardedRun(name, [], sourceLocation).value {
    var simulation = WorldSimulation<Model>(plan)
    // Lists that grow with the first events have elements then.
    for _ in 0..<200 {
      guard let event = simulation.next else { break }
      simulation.apply(event)
    }
    return simulation.model
  }
  try StateListing.expect(&state, named: name, at: sourceLocation)
}

/// Compares stored properties with the fields that a state lists.
enum StateListing {
  static func expect(
    _ state: inout some StateFields, named name: String, at location: SourceLocation
  ) throws {
    var listed = FieldNames()
    state.visitState(&listed)
    let type = String(reflecting: Swift.type(of: state))
    // Types of the app have fields of its own; those of the toolkit list themselves.
    let module = type.prefix { $0 != "." } + "."
    let stored = fields(of: state, listed, ownedBy: String(module))
    guard !stored.isEmpty else {
      throw SimbenchError.badInput("\(type): has no stored properties, so nothing can be listed")
    }
    var missing: [String] = []
    // Every element of an array of structures has the same fields.
    for name in stored where !listed.names.contains(name) && !missing.contains(name) {
      missing.append(name)
    }
    guard !missing.isEmpty else { return }
    let words = missing.map { "\(name): visitState does not list \($0), a stored field of \(type)" }
    let text = listed.names.sorted().joined(separator: "\n") + "\n"
    try FailureFolder(name, at: location).record(
      words, files: [("listed-fields.txt", Array(text.utf8))])
  }

  /// Names of all stored properties, including those within types of the same module.
  private static func fields(
    of value: Any, _ listed: FieldNames, ownedBy module: String, within path: String = ""
  ) -> [String] {
    Mirror(reflecting: value).children.flatMap { label, field in
      let name = label.map { path + $0 } ?? String(path.dropLast())
      let isOwn = String(reflecting: type(of: field)).contains(module)
      guard isOwn && listed.entered.contains(name) else { return [name] }
      return [name] + fields(of: field, listed, ownedBy: module, within: name + ".")
    }
  }
}

/// The names of the fields that a state lists; nested ones as `outer.inner`.
struct FieldNames: StateVisitor {
  var names: Set<String> = []
  var entered: Set<String> = []
  private var path: [String] = []

  private mutating func add(_ name: StaticString) {
    names.insert((path + [name.description]).joined(separator: "."))
  }

  mutating func scalar(_: inout UInt64, _: StateScalar, _ name: StaticString) { add(name) }
  mutating func list(_: inout [Float], _ name: StaticString) { add(name) }
  mutating func list(_: inout [UInt32], _ name: StaticString) { add(name) }
  mutating func log(_: inout [Float], _: Range<Int>, _ name: StaticString) { add(name) }
  mutating func kept(_: inout UInt32, _ name: StaticString) { add(name) }
  mutating func kept(_: inout [UInt32], _ name: StaticString) { add(name) }
  mutating func derived(_ name: StaticString) -> Bool {
    add(name)
    return false
  }
  mutating func enter(_ name: StaticString) {
    add(name)
    path.append(name.description)
    entered.insert(path.joined(separator: "."))
  }
  mutating func leave() { path.removeLast() }
  // Fields that are not in use at the moment are listed, too.
  mutating func beginCondition(_: Bool, keepsIdle: Bool) -> Bool { true }
}
