/// The tests that `init` writes into packages: a seed decides everything, and no field is left out.
enum StarterTests {
  /// One file.
  static func text(type: String, _ kind: StarterPackage.Kind) -> String {
    tests(type: type, kind) + (kind == .scene ? sceneRun(type: type) : modelRun(type: type))
      + fieldNames
  }

  private static func tests(type: String, _ kind: StarterPackage.Kind) -> String {
    """
    import \(type)
    import SimbenchKit
    import Testing

    struct \(type)Tests {
      @Test func sameSeedGivesTheSame\(kind == .scene ? "Frames" : "History")() {
        #expect(digest(seed: 1) == digest(seed: 1))
        #expect(digest(seed: 1) != digest(seed: 2))
      }

      /// What `visitState` leaves out, no digest sees and no snapshot keeps.
      @Test func everyStoredFieldIsListed() {
        var \(kind) = run(seed: 1).\(kind)
        var listed = FieldNames()
        \(kind).visitState(&listed)
        for name in storedFields(of: \(kind), listed) where !listed.names.contains(name) {
          Issue.record("visitState does not list \\(name)")
        }
      }

      /// The compiler's own list; of the package's own types also what is within.
      private func storedFields(
        of value: Any, _ listed: FieldNames, within path: String = ""
      ) -> [String] {
        Mirror(reflecting: value).children.flatMap { label, field in
          let name = label.map { path + $0 } ?? String(path.dropLast())
          let isOwn = String(reflecting: type(of: field)).contains("\(type).")
          guard isOwn && listed.entered.contains(name) else { return [name] }
          return [name] + storedFields(of: field, listed, within: name + ".")
        }
      }


    """
  }

  private static func sceneRun(type: String) -> String {
    """
      private func digest(seed: UInt64) -> UInt64 {
        var loop = run(seed: seed)
        return loop.stateDigest().finalize()
      }

      private func run(seed: UInt64) -> SyntheticLoop<\(type)> {
        let plan = RunPlan(
          seed: seed, frameCount: 120, clock: FrameClock(framesPerSecond: 60),
          canvas: Canvas(widthPoints: 100, heightPoints: 200, scale: 1),
          parameters: \(type).descriptor.defaultParameters)
        var loop = SyntheticLoop<\(type)>(plan: plan, rendersPixels: false)
        var observer = SilentObserver()
        for _ in 0..<120 { loop.advance(&observer) }
        return loop
      }
    }


    """
  }

  private static func modelRun(type: String) -> String {
    """
      private func digest(seed: UInt64) -> UInt64 {
        var simulation = run(seed: seed)
        var digest = StateDigest()
        simulation.visitState(&digest)
        return digest.finalize()
      }

      private func run(seed: UInt64) -> WorldSimulation<\(type)> {
        let plan = WorldPlan.drawn(
          \(type).self, seed: seed, parameters: \(type).descriptor.defaultParameters,
          activeNanoseconds: 2 * Nanoseconds.minute)
        var simulation = WorldSimulation<\(type)>(plan)
        while let event = simulation.next { simulation.apply(event) }
        return simulation
      }
    }


    """
  }

  private static let fieldNames = """
    /// The names of the fields that a state lists, with those they lie in, as `outer.inner`.
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
      // What is not live at the moment is listed, too.
      mutating func beginCondition(_: Bool, keepsIdle: Bool) -> Bool { true }
    }

    """
}
