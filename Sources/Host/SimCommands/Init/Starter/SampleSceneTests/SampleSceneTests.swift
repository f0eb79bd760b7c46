import SampleScene
import SimbenchKit
import Testing

struct SampleSceneTests {
  @Test func sameSeedGivesTheSameFrames() {
    #expect(digest(seed: 1) == digest(seed: 1))
    #expect(digest(seed: 1) != digest(seed: 2))
  }

  /// A field that `visitState` does not list is missing from digests and snapshots.
  @Test func everyStoredFieldIsListed() {
    var scene = run(seed: 1).scene
    var listed = FieldNames()
    scene.visitState(&listed)
    for name in Set(storedFields(of: scene, listed)) where !listed.names.contains(name) {
      Issue.record("visitState does not list \(name)")
    }
  }

  /// Names of all stored properties, including those within this package's own types.
  private func storedFields(
    of value: Any, _ listed: FieldNames, within path: String = ""
  ) -> [String] {
    Mirror(reflecting: value).children.flatMap { label, field in
      let name = label.map { path + $0 } ?? String(path.dropLast())
      let isOwn = String(reflecting: type(of: field)).contains("SampleScene.")
      guard isOwn && listed.entered.contains(name) else { return [name] }
      return [name] + storedFields(of: field, listed, within: name + ".")
    }
  }

  private func digest(seed: UInt64) -> UInt64 {
    var loop = run(seed: seed)
    return loop.stateDigest().finalize()
  }

  private func run(seed: UInt64) -> SyntheticLoop<SampleScene> {
    let plan = RunPlan(
      seed: seed, frameCount: 120, clock: FrameClock(framesPerSecond: 60),
      canvas: SceneCanvas(widthPoints: 100, heightPoints: 200, scale: 1),
      parameters: SampleScene.descriptor.defaultParameters)
    var loop = SyntheticLoop<SampleScene>(plan: plan, rendersPixels: false)
    var observer = NoOpObserver()
    for _ in 0..<120 { loop.advance(&observer) }
    return loop
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
