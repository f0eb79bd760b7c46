import SampleModel
import SimbenchKit
import Testing

struct SampleModelTests {
  @Test func sameSeedGivesTheSameHistory() {
    #expect(digest(seed: 1) == digest(seed: 1))
    #expect(digest(seed: 1) != digest(seed: 2))
  }

  /// A field that `visitState` does not list is missing from digests and snapshots.
  @Test func everyStoredFieldIsListed() {
    var model = run(seed: 1).model
    var listed = FieldNames()
    model.visitState(&listed)
    for name in storedFields(of: model, listed) where !listed.names.contains(name) {
      Issue.record("visitState does not list \(name)")
    }
  }

  /// Names of all stored properties, including those within this package's own types.
  private func storedFields(
    of value: Any, _ listed: FieldNames, within path: String = ""
  ) -> [String] {
    Mirror(reflecting: value).children.flatMap { label, field in
      let name = label.map { path + $0 } ?? String(path.dropLast())
      let isOwn = String(reflecting: type(of: field)).contains("SampleModel.")
      guard isOwn && listed.entered.contains(name) else { return [name] }
      return [name] + storedFields(of: field, listed, within: name + ".")
    }
  }

  private func digest(seed: UInt64) -> UInt64 {
    var simulation = run(seed: seed)
    var digest = StateDigest()
    simulation.visitState(&digest)
    return digest.finalize()
  }

  private func run(seed: UInt64) -> WorldSimulation<SampleModel> {
    let plan = WorldPlan.drawn(
      SampleModel.self, seed: seed, parameters: SampleModel.descriptor.defaultParameters,
      activeNanoseconds: 2 * Nanoseconds.minute)
    var simulation = WorldSimulation<SampleModel>(plan)
    while let event = simulation.next { simulation.apply(event) }
    return simulation
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
