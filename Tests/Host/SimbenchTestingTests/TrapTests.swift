import SimHarness
import SimInput
import SimPlatform
import SimbenchKit
import SimbenchTesting
import Testing

/// Goal: a scene or a model that traps is one issue that says where and how to see it again, and
/// the other tests run on.
///
/// Method: a scene and a model with planted traps; a trap that is not caught ends this process.
@Suite(
  .simbench(
    scenes: SceneRegistry.catalog.adding(TrappingScene.self).adding(TrappingModel.self),
    folder: ".build/simbench-tests"))
struct TrapTests {
  static func scenario(_ trap: TrappingScene.Trap, frame: Int = 17) throws -> Scenario {
    try Scenario(
      json: """
        { "scene": "trapping", "frames": 30,
          "parameters": { "trap": \(Int(trap.rawValue)), "frame": \(frame) } }
        """, name: "trapping")
  }

  /// Runs code that traps, and returns what the issue says.
  static func words(_ body: () throws -> Void) -> String {
    var words = ""
    do { try body() } catch let trap as SimbenchTrap { words = trap.description } catch {
      Issue.record("another error: \(error)")
    }
    #expect(!words.isEmpty, "it does not trap")
    return words
  }

  private static func file(_ test: String, _ name: String) throws -> String {
    let path = ".build/simbench-tests/\(test)/\(name)"
    return String(decoding: try FileStore.read(path, limitByteCount: 1 << 20), as: UTF8.self)
  }

  @Test(arguments: [
    (TrappingScene.Trap.index, "Index out of range"), (.overflow, "arithmetic overflow"),
  ])
  func trapIsOneIssue(_ trap: TrappingScene.Trap, _ message: String) throws {
    let words = Self.words { try expectHolds(Self.scenario(trap)) }
    #expect(words.hasPrefix("trapping: trapped in step 17: "))
    #expect(words.contains(message))
    #expect(words.hasSuffix("'") && !words.contains("Swift/"))
    #expect(words.contains("in SimbenchTestingTests.TrappingScene.step\n"))
    #expect(words.contains("Tests/Host/SimbenchTestingTests/TrappingScene.swift:"))
    #expect(words.contains("reproduce: swift test --filter 'SimbenchTestingTests.*trapIsOneIssue'"))
    // The recording has the frame that traps, and the picture is of the one before.
    let text = try Self.file("trapIsOneIssue", "trapping/recording.txt")
    let recording = try Recording(parsing: Array(text.utf8))
    #expect(recording.stepCount == 18)
    let again = Self.words { try expectReplays(recording) }
    #expect(again.contains("trapped in step 17: "))
    let picture = ".build/simbench-tests/trapIsOneIssue/trapping/picture.png"
    #expect(try FileStore.read(picture, limitByteCount: 1 << 20).starts(with: [0x89, 0x50]))
    #expect(try Self.file("trapIsOneIssue", "trapping/stack.txt").contains("TrappingScene.step"))
  }

  @Test func fullStackInDrawingIsOneIssue() throws {
    let words = Self.words { try expectHolds(Self.scenario(.recursion)) }
    #expect(words.hasPrefix("trapping: trapped in step 17: SIG"))
    #expect(words.contains("TrappingScene.depth"))
  }

  @Test func firstFrameTraps() throws {
    let words = Self.words { try expectDeterministic(Self.scenario(.index, frame: 0)) }
    #expect(words.contains("trapped in step 0: ") && words.contains("Index out of range"))
  }

  /// Explored seeds run on several threads.
  @Test func explorationNamesTheSeed() throws {
    let words = Self.words { try explore(TrappingScene.self, seeds: 0..<100) }
    let part = try #require(words.split(separator: " of seed ").dropFirst().first)
    let seed = try #require(UInt64(part.prefix { $0.isNumber }))
    let text = try Self.file("explorationNamesTheSeed", "trapping/recording.txt")
    let recording = try Recording(parsing: Array(text.utf8))
    #expect(recording.header.seed == seed && recording.stepCount > 0)
    let again = Self.words { try expectReplays(recording) }
    #expect(again.contains("trapped in step \(recording.stepCount - 1): "))
  }

  @Test func modelTraps() throws {
    let scenario = try Scenario(
      json: #"{ "model": "trapping-model", "duration": "10s" }"#, name: "taps")
    let words = Self.words { try expectHolds(scenario) }
    #expect(words.contains("taps: trapped in step ") && words.contains("arithmetic overflow"))
    #expect(words.contains("TrappingModel.apply"))
    let text = try Self.file("modelTraps", "taps/recording.txt")
    let again = Self.words { try expectReplays(try Recording(parsing: Array(text.utf8))) }
    #expect(again.contains("arithmetic overflow"))
  }

  /// Code that ends, throws or is asked to stop is not a trap.
  @Test func soundCodeReturnsItsValue() throws {
    #expect(try TrapGuard.run { 7 }.get() == 7)
    #expect(throws: SimbenchError.interrupted) {
      try TrapGuard.run { throw SimbenchError.interrupted }.get()
    }
    let stopped = try TrapGuard.run(isCancelled: { true }) {
      while !TrapGuard.isCancelled {}
      return true
    }
    #expect(try stopped.get())
    #expect(!TrapGuard.isCancelled)
  }
}
