import Foundation
import SimCommands
import SimFormats
import SimHarness
import SimMath
import SimPlatform
import SimRuntime
import TestTier
import Testing

/// Goal: `verify` finds whatever makes two runs of a scenario differ, and says where; `diff` says
/// the same of two recordings.
///
/// Method: a scene with one planted fault after the other, each to be located by the variant, phase
/// and field it belongs to; recordings from which one thing each was taken. One after another,
/// since the faults are of the whole process.
@Suite(.serialized) struct VerifyCommandTests {
  /// A fault, the variant that has to see it, the phase and the field.
  struct Planted: Sendable, CustomTestStringConvertible {
    var fault: FaultyScene.Fault
    var variant: String
    var phase: String
    var field: String?

    var testDescription: String { "\(fault)" }
  }

  static let planted = [
    Planted(fault: .sharedState, variant: "repeat", phase: "step", field: "x[3]"),
    Planted(fault: .sharedRandomness, variant: "repeat", phase: "step", field: "random"),
    Planted(fault: .sharedCount, variant: "repeat", phase: "step", field: "log[6]"),
    Planted(fault: .sharedOrder, variant: "repeat", phase: "step", field: "total"),
    Planted(fault: .sharedDrawing, variant: "repeat", phase: "draw", field: nil),
    Planted(fault: .missingField, variant: "rewind", phase: "step", field: "y[5]"),
    Planted(fault: .staleCache, variant: "rewind", phase: "step", field: "y[2]"),
  ]

  private static var scenes: SceneRegistry {
    var scenes = SceneRegistry()
    scenes.register(FaultyScene.self)
    return scenes
  }

  private func scenario(_ folder: TemporaryFolder, _ fault: FaultyScene.Fault) throws -> String {
    FaultyScene.runCount = 0
    return try folder.write(
      """
      {
        "scene": "faulty", "frames": 60, "parameters": {"fault": \(fault.rawValue)},
        "canvasSize": {"width": 60, "height": 60, "scale": 1}
      }
      """, to: "faulty.json")
  }

  @Test(arguments: planted) func plantedFaultIsLocated(_ planted: Planted) throws {
    let folder = try TemporaryFolder()
    let file = try scenario(folder, planted.fault)
    let result = CommandRun(
      ["verify", file, "--pixels", "60", "--only", planted.variant, "--json", "-"],
      scenes: Self.scenes)
    #expect(result.code == .determinismBroken && result.error.isEmpty)
    let variant = try #require(try result.row("scenarios")["variants"].array().first)
    #expect(try variant["name"].string() == planted.variant)
    #expect(try variant["outcome"].string() == "different")
    let divergence = try variant["divergence"]
    // Sums in two orders are the same now and then.
    #expect(try (10..<20).contains(divergence["frame"].uint64()))
    #expect(try divergence["phase"].string() == planted.phase)
    let fields = try divergence["fields"].array()
    if let field = planted.field {
      let first = try #require(fields.first)
      #expect(try first["name"].string().hasPrefix(field))
      #expect(try first["first"].string() != first["second"].string())
      let extents = try divergence["extents"].array().map { extent in
        (try extent["name"].string(), try extent["count"].uint64())
      }
      #expect(extents.contains { (field.hasPrefix($0.0) || $0.0.hasPrefix(field)) && $0.1 > 0 })
      #expect(extents.map { $0.1 } == extents.map { $0.1 }.sorted())
    } else {
      #expect(fields.isEmpty)
    }
    for path in try divergence["states"].array() {
      #expect(FileStore.isFile(try path.string()))
      try FileStore.remove(path.string())
    }
  }

  @Test func digestWithoutADifferingFieldIsInconclusive() throws {
    let folder = try TemporaryFolder()
    let file = try scenario(folder, .digestAlone)
    let result = CommandRun(
      ["verify", file, "--only", "repeat", "--json", "-"], scenes: Self.scenes)
    #expect(result.code == .inconclusive && result.error.isEmpty)
    let row = try result.row("scenarios")
    #expect(try row["verdict"].string() == "inconclusive")
    let variant = try #require(try row["variants"].array().first)
    #expect(try variant["outcome"].string() == "unexplained")
    #expect(try variant["divergence"]["frame"].uint64() == 10)
    for path in try variant["divergence"]["states"].array() { try FileStore.remove(path.string()) }
  }

  @Test func timeInTheBackgroundIsRewound() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      """
      {
        "scene": "faulty", "frames": 40, "background": [{"from": 20, "frames": 9}],
        "canvasSize": {"width": 60, "height": 60, "scale": 1}
      }
      """, to: "background.json")
    let result = CommandRun(
      ["verify", file, "--pixels", "40", "--only", "rewind", "--json", "-"], scenes: Self.scenes)
    #expect(result.code == .pass && result.error.isEmpty)
    let variant = try #require(try result.row("scenarios")["variants"].array().first)
    // In the background nothing is painted.
    #expect(try variant["compared"].uint64() == 40 && variant["painted"].uint64() == 31)
  }

  @Test func soundSceneIsTheSameInEveryLaneOfThisProcess() throws {
    let folder = try TemporaryFolder()
    let file = try scenario(folder, .none)
    let result = CommandRun(
      ["verify", file, "--targets", folder.at("targets"), "--json", "-"], scenes: Self.scenes)
    #expect(result.code == .pass && result.error.isEmpty)
    let variants = try result.row("scenarios")["variants"].array()
    let help = CommandRun(["verify", "--help"]).output
    for variant in variants {
      let name = try variant["name"].string()
      #expect(help.contains(name), "the help of verify lacks \(name)")
    }
    for name in ["repeat", "rewind", "threads-2", "threads-7"] {
      let variant = try #require(try variants.first { try $0["name"].string() == name })
      #expect(try variant["outcome"].string() == "equal")
      #expect(try variant["compared"].uint64() == 60 && variant["painted"].uint64() == 20)
    }
    // Tests have no program that could be started again, which is said and not passed over.
    let process = try #require(try variants.first { try $0["name"].string() == "process" })
    #expect(try process["outcome"].string() == "not-run")
    let nothing = CommandRun(["verify", file, "--only", "process"], scenes: Self.scenes)
    #expect(nothing.code == .determinismBroken && nothing.output.contains("nothing was compared"))
    #expect(CommandRun(["verify", file, "--only", "proces"], scenes: Self.scenes).code == .usage)
    #expect(CommandRun(["verify", file, "--until", "3"], scenes: Self.scenes).code == .usage)
  }

  /// A terminal names the cause and few fields; every other output has all of them.
  @Test(
    .enabled(if: !Tier.isDebug),
    arguments: [
      (FaultyScene.Fault.sharedState, "repeat,threads-2", "a clock, random numbers"),
      (.missingField, "repeat,rewind,threads-2", "visitState does not list"),
      (.sharedDrawing, "threads-2", "the number of threads"),
    ])
  func causeIsNamedInEveryOutput(
    fault: FaultyScene.Fault, variants: String, cause: String
  ) throws {
    let folder = try TemporaryFolder()
    let file = try scenario(folder, fault)
    let names = ["html", "markdown", "junit", "sarif"]
    let outputs = names.flatMap { ["--\($0)", folder.at($0)] }
    let result = CommandRun(
      ["verify", file, "--only", variants, "--annotations"] + outputs, scenes: Self.scenes)
    #expect(result.code == .determinismBroken && result.error.isEmpty)
    #expect(result.output.contains(cause) && result.output.contains("::error file="))
    #expect(result.output.split(separator: "\n").count <= 30)
    for name in names {
      let text = try FileStore.readText(folder.at(name), limitByteCount: 1 << 22)
      #expect(text.contains(name == "sarif" ? "VERIFY-SAME" : cause), "\(name)")
    }
    FaultyScene.runCount = 0
    let verbose = CommandRun(
      ["verify", file, "--only", variants, "--verbose"], scenes: Self.scenes)
    let (few, all) = (result.output, verbose.output)
    #expect(fault == .sharedState ? all.count > few.count : !all.isEmpty)
  }

  /// The first frames of a run are compared with those of another process; here it always prints
  /// the same log, which one of two runs of this process has as well.
  @Test(arguments: [FaultyScene.Fault.none, .sharedState])
  func firstFramesAreRunTwice(fault: FaultyScene.Fault) throws {
    let folder = try TemporaryFolder()
    let file = try scenario(folder, fault)
    let log = CommandRun(["verify", file, "--pixels", "0", "--log", "-"], scenes: Self.scenes)
    let path = try folder.write(log.output, to: "frames.log")
    let program = try folder.write("#!/bin/sh\ncat '\(path)'\n", to: "program")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    var codes: Set<ExitCode> = []
    for first in UInt32(0)..<2 {
      FaultyScene.runCount = first
      let result = CommandRun(
        ["run", file, "--no-wall", "--no-render", "--junit", folder.at("junit")]
          + ["--json", folder.at("json"), "--html", folder.at("html")],
        scenes: Self.scenes, executable: program)
      codes.insert(result.code)
      let junit = try FileStore.readText(folder.at("junit"), limitByteCount: 1 << 22)
      let isDifferent = result.code == .determinismBroken
      #expect(junit.contains("determinism-broken") == isDifferent && result.error.isEmpty)
      let page = try FileStore.readText(folder.at("html"), limitByteCount: 1 << 22)
      #expect(page.contains("first frames in another process") == isDifferent)
      let json = try FileStore.read(folder.at("json"), limitByteCount: 1 << 22)
      let different = try ResultFile.read(json, file: "json").differentFirstFrames
      #expect(different.isEmpty != isDifferent)
      #expect(different.allSatisfy { $0.file == file && $0.verdict == .failed && $0.frame == 10 })
      #expect(different.allSatisfy { $0.phase == "step" && $0.cause != nil })
      // A report from the file tells the same.
      let told = CommandRun(["report", folder.at("json"), "--junit", "-"], scenes: Self.scenes)
      #expect(told.code == result.code && told.output == junit)
      #expect(result.output.contains("frame 10, phase step") == isDifferent, "\(result.output)")
      FaultyScene.runCount = first
      let quiet = CommandRun(
        ["run", file, "--no-wall", "--no-render", "--quiet"], scenes: Self.scenes,
        executable: program)
      #expect(quiet.code == result.code && quiet.output.isEmpty)
      #expect(quiet.error.contains("frame 10, phase step") == isDifferent)
    }
    #expect(codes == (fault == .none ? [.pass] : [.pass, .determinismBroken]))
  }

  @Test func flushedNumbersAreNoticed() throws {
    #expect(Arithmetic.setFlushing(true))
    defer { Arithmetic.setFlushing(false) }
    let result = CommandRun(["list", "scenes"])
    #expect(result.code == .determinismBroken && result.output.isEmpty)
    #expect(result.error.contains("flushes subnormal numbers"))
  }

  @Test func otherRoundingIsNoticed() {
    // The processor's own bits, since the names of the C library are several things at once: up,
    // down and towards zero in some order, after to the nearest.
    #if arch(x86_64)
      let directions: [Int32] = [0x400, 0x800, 0xC00]
    #else
      let directions: [Int32] = [0x40_0000, 0x80_0000, 0xC0_0000]
    #endif
    #expect(FloatEnvironment.fault == nil)
    for direction in directions {
      let wasSet = fesetround(direction)
      let fault = FloatEnvironment.fault
      _ = fesetround(0)
      #expect(wasSet == 0 && fault == .roundsElsewhere, "\(direction)")
    }
  }

  @Test func logIsReadBackAndItsFaultsAreNamed() throws {
    let folder = try TemporaryFolder()
    let file = try scenario(folder, .none)
    let path = folder.at("frames.log")
    let run = CommandRun(
      ["verify", file, "--log", path, "--states", "3,59"], scenes: Self.scenes)
    #expect(run.code == .pass && run.output.isEmpty)
    let bytes = try FileStore.read(path, limitByteCount: 1 << 20)
    let log = try FrameLog(parsing: bytes)
    #expect(log.frames.count == 60 && log.states.map { $0.frame } == [3, 59])
    #expect(log.text == bytes)
    #expect(CommandRun(["diff", path, path], scenes: Self.scenes).code == .pass)
    let empty = try folder.write("simbench-frames 1\nend 0\n", to: "empty.log")
    let nothing = CommandRun(["diff", empty, empty], scenes: Self.scenes)
    #expect(nothing.code == .usage && nothing.error.contains("the log has no frames"))
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { String($0) }
    // No line can be left out.
    for index in [0, 1, 6, lines.count - 1] {
      let text = lines.enumerated().filter { $0.offset != index }.map { $0.element + "\n" }
      let cut = try folder.write(text.joined(), to: "cut.log")
      #expect(CommandRun(["diff", cut, path], scenes: Self.scenes).code == .usage)
    }
  }

  // MARK: - Recordings

  /// What is taken from a recording, and what has to be found.
  struct Change: Sendable, CustomTestStringConvertible {
    var name: String
    var phase: String
    var field: String
    /// Makes the other recording of a text's lines.
    var edit: @Sendable ([String]) -> [String]

    var testDescription: String { name }

    static func without(_ word: String, _ phase: String, _ field: String) -> Change {
      Change(name: "no \(word)", phase: phase, field: field) { lines in
        lines.filter { !$0.hasPrefix("\(word) ") }
      }
    }
  }

  static let changes = [
    Change.without("motion", "input", "motion"),
    Change.without("keys", "input", "keyPresses"),
    Change.without("touch", "input", "touchCount"),
    Change.without("canvas 60", "canvas", "eventCount"),
    Change.without("background", "input", "hasMotion"),
    Change.without("parameter", "step", ""),
    Change(name: "another place", phase: "input", field: "touches[0].position.x") { lines in
      lines.map { $0.replacing("began 20.5", with: "began 20.500002") }
    },
  ]

  static let text = """
    simbench-recording 1
    scene snowglobe
    canvas 120 200 1 portrait
    seed 5
    parameter flakes 40
    input
    motion 3 0.5 0.25 0 0 0 1
    touch 10 1 began 20.5 30
    touch 12 1 moved 24 36
    touch 20 1 ended 30 40
    keys 25 volume-up
    background 40
    foreground 44
    canvas 60 200 120 1 landscape-left
    end 90

    """

  @Test(.enabled(if: !Tier.isDebug), arguments: changes) func whatIsMissingInARecordingIsLocated(
    _ change: Change
  ) throws {
    let folder = try TemporaryFolder()
    let whole = try folder.write(Self.text, to: "a.txt")
    var lines = change.edit(Self.text.split(separator: "\n").map { String($0) })
    if change.name == "no background" { lines.removeAll { $0.hasPrefix("foreground") } }
    let other = try folder.write(lines.map { $0 + "\n" }.joined(), to: "b.txt")
    let result = CommandRun(["diff", whole, other, "--json", "-"])
    #expect(result.code == .determinismBroken && result.error.isEmpty)
    let divergence = try result.row("comparisons")["divergence"]
    #expect(try divergence["phase"].string() == change.phase)
    let first = try #require(try divergence["fields"].array().first)
    #expect(try first["name"].string().hasPrefix(change.field))
    for path in try divergence["states"].array() { try FileStore.remove(path.string()) }
  }

  @Test func equalRecordingsAreEqualAndOthersSaySo() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.text, to: "a.txt")
    let result = CommandRun(["diff", path, path])
    #expect(result.code == .pass && result.output.contains("90 of 90 frames equal, 19 painted"))
    let bubbles = try folder.write(
      "simbench-recording 1\nscene bubbles\ninput\nend 3\n", to: "b.txt")
    #expect(CommandRun(["diff", path, bubbles]).code == .usage)
    #expect(CommandRun(["diff", path, folder.at("nothing")]).code == .usage)
  }
}
