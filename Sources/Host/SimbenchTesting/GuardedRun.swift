import SimFormats
import SimHarness
import SimPlatform
import Testing

/// A trap of a scene or a model, such as an index out of range: the error of an expectation.
///
/// It is the only issue of the test, which ends with it; the other tests run on.
public struct SimbenchTrap: Error, CustomStringConvertible {
  /// The frame, the message and the place, then the files and the command that reproduces it.
  public let description: String
}

/// A run of a scene or a model that may trap.
///
/// It has a thread of its own, which stops at the trap forever; the process runs on. Exit tests of
/// Swift Testing would start the program once more for every run, and cannot be given the types of
/// the scenes.
struct GuardedRun {
  private let name: String
  private let command: [String]
  private let location: SourceLocation
  private let evidence: (Simbench.Trap) throws -> [(name: String, bytes: [UInt8])]

  /// Describes a run.
  ///
  /// - Parameters:
  ///   - name: The subject of messages.
  ///   - command: Words of a command of the runner that runs the same; one that ends with `--seeds`
  ///     gets the seed.
  ///   - evidence: The files that show a trap.
  init(
    _ name: String, _ command: [String], _ location: SourceLocation,
    evidence: @escaping (Simbench.Trap) throws -> [(name: String, bytes: [UInt8])] = { _ in [] }
  ) {
    self.name = name
    self.command = command
    self.location = location
    self.evidence = evidence
  }

  /// Describes a run of a scenario, which is recorded up to the trap.
  init(
    _ scenario: Scenario, _ command: [String], _ settings: TestSettings,
    _ options: Simbench.Options, _ location: SourceLocation
  ) {
    self.init(scenario.name, command, location) { trap in
      let evidence = try Simbench.evidence(
        of: scenario, trapped: trap, isSmall: !settings.paintsFrames, scenes: settings.scenes,
        options: options)
      return FailureFolder.file("picture.png", evidence.picture)
        + FailureFolder.file("recording.txt", evidence.recording)
    }
  }

  /// Runs code and returns its value.
  ///
  /// - Throws: The error of the code, or `SimbenchTrap` if it traps.
  func value<Value>(_ body: @escaping () throws -> Value) throws -> Value {
    switch try TrapGuard.run(isCancelled: { Task.isCancelled }, body) {
    case .success(let value): return value
    case .failure(let raw):
      let trap = Simbench.Trap(
        raw, name: name, within: PackagePath.root(of: location.filePath))
      // A command that explores names the seed; without one, it cannot reproduce the trap.
      let isWhole = command.last != "--seeds"
      let words = isWhole ? command : trap.seed.map { command + ["\($0)"] } ?? []
      let folder = FailureFolder(name, command: words, at: location)
      let stack = Array((trap.stack.joined(separator: "\n") + "\n").utf8)
      let places = try folder.keep(
        [trap.words], files: ((try? evidence(trap)) ?? []) + [("stack.txt", stack)])
      throw SimbenchTrap(description: "\(trap.words)\n\(places)")
    }
  }
}
