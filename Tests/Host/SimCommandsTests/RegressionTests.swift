import SimCommands
import SimFormats
import SimHarness
import SimInput
import SimPlatform
import SimRuntime
import TestTier
import Testing

/// Goal: what once broke a promise breaks it no more.
///
/// Method: every recording of `seeds/regressions` is run on the build under test, with its
/// properties looked at after every frame; and digests of an earlier behavior do not matter.
@Suite struct RegressionTests {
  private static func names() throws -> [String] {
    let folder = try InitCommandTests.checkout() + "/seeds/regressions"
    return try FileStore.list(directory: folder).filter { $0.hasSuffix(".txt") }
      .map { "\(folder)/\($0)" }
  }

  @Test(.enabled(if: !Tier.isDebug)) func noRecordingBreaksAProperty() throws {
    let names = try Self.names()
    #expect(names.count >= 9, "one at least for every scene, tracing and the ring light")
    var scenes: Set<String> = []
    for name in names {
      let bytes = try FileStore.read(name, limitByteCount: RecordingFile.limitByteCount)
      let recording = try RecordingFile.read(bytes, file: name)
      let scene = String(decoding: recording.header.name, as: UTF8.self)
      scenes.insert(scene)
      let entry = try #require(SceneRegistry.catalog.entry(named: scene))
      let plan = try RecordingFile.plan(of: recording, entry.descriptor, file: name)
      let session = entry.explore(plan, false, nil)
      try session.run(to: plan.frameCount)
      #expect(session.failure == nil, "\(name): \(String(describing: session.failure))")
      #expect(session.frame == recording.stepCount && session.frame > 0)
    }
    #expect(scenes.count == SceneRegistry.catalog.descriptors.count)
  }
}
