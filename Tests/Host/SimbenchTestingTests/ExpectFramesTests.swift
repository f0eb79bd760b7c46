import SimHarness
import SimPlatform
import SimbenchKit
import SimbenchTesting
import Testing

/// Goal: accepted frames stay as they are, and nothing is accepted without anyone asking for it.
///
/// Method: goldens of a planted scene in a temporary folder, recorded, kept and changed.
@Suite struct ExpectFramesTests {
  private static func trait(_ mode: Simbench.RecordMode) -> SimbenchTrait {
    .simbench(
      scenes: .catalog.adding(PlantedScene.self), record: mode, folder: ".build/simbench-tests")
  }

  /// Runs code with a mode, as in a suite that has it.
  private static func with(
    _ mode: Simbench.RecordMode, _ body: @Sendable () throws -> Void
  ) async throws {
    let test = try #require(Test.current)
    try await trait(mode).provideScope(for: test, testCase: nil) { try body() }
  }

  private static func write(_ folder: String, seed: Int) throws {
    let text = """
      { "scene": "planted", "frames": 20, "seed": \(seed), "device": "tiny" }
      """
    let device = """
      { "name": "tiny", "title": "Tiny", "widthPoints": 60, "heightPoints": 40, "scale": 1,
        "pixelsPerInch": 100, "refreshRate": 60, "touchSamplesPerSecond": 60,
        "pencilSamplesPerSecond": 0, "pipelineDepth": 1 }
      """
    let transaction = FileTransaction()
    try transaction.stage(Array(text.utf8), at: "\(folder)/planted.json")
    try transaction.stage(Array(device.utf8), at: "\(folder)/devices/tiny.json")
    try transaction.commit()
  }

  @Test(.enabled(if: !Environment.isCI, "CI never records"))
  func goldensAreRecordedKeptAndFailed() async throws {
    let folder = try FileStore.makeTemporaryDirectory(prefix: "simbench-frames")
    defer { try? FileStore.removeTree(folder) }
    try Self.write(folder, seed: 1)
    let (path, goldens) = ("\(folder)/planted.json", "\(folder)/goldens")
    let golden = "\(goldens)/planted-tiny"
    @Sendable func expect(_ frames: [UInt32] = [0, 12]) throws {
      try expectFrames(of: path, matching: goldens, at: frames)
    }
    @Sendable func fails(_ words: String..., body: () throws -> Void) throws {
      try withKnownIssue {
        try body()
      } matching: { issue in
        let text = issue.comments.map(\.rawValue).joined()
        return words.allSatisfy { text.contains($0) }
      }
    }
    try await Self.with(.never) {
      try fails("frames 0, 12 not accepted yet", "SIMBENCH_RECORD=missing") { try expect() }
    }
    #expect(!FileStore.exists("\(golden).golden"))
    try await Self.with(.missing) {
      try fails("recorded frames 0, 12") { try expect() }
      try expect()
      // One more frame is recorded without the others.
      try fails("recorded frame 15") { try expect([0, 12, 15]) }
    }
    #expect(FileStore.isFile("\(golden)-12.png") && FileStore.isFile("\(golden)-15.png"))
    try Self.write(folder, seed: 2)
    try await Self.with(.missing) {
      try fails("frame ", "differs in ", "limit 0", "SIMBENCH_RECORD=failed") { try expect() }
    }
    let files = ".build/simbench-tests/goldensAreRecordedKeptAndFailed/planted-tiny"
    for name in ["now-12.png", "accepted-12.png", "changes-12.png", "failure.txt"] {
      #expect(FileStore.isFile("\(files)/\(name)"), "\(name)")
    }
    try await Self.with(.failed) {
      try fails("recorded frames 0, 12") { try expect() }
      try expect()
    }
    let comparison = try Simbench.compare(
      golden: "\(golden).golden", scenes: .catalog.adding(PlantedScene.self))
    #expect(comparison.state == .same && comparison.pictures.map(\.frame) == [0, 12])
  }

  @Test func theVariableTakesPrecedenceAndCINeverRecords() throws {
    var settings = TestSettings()
    settings.record = .missing
    #expect(try settings.recordMode(variable: nil, isCI: false) == .missing)
    #expect(try settings.recordMode(variable: "", isCI: false) == .missing)
    #expect(try settings.recordMode(variable: "all", isCI: false) == .all)
    #expect(try settings.recordMode(variable: "all", isCI: true) == .never)
    #expect(throws: SimbenchError.self) {
      try settings.recordMode(variable: "always", isCI: false)
    }
  }
}
