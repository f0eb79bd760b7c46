import SimMath
import SimFormats
import SimHarness
import SimImageAnalysis
import SimPNG
import SimPlatform
import SimRaster
import SimReport
import SimCommands
import TestTier
import Testing

/// Goal: goldens compare every frame, explain what differs, change only when a person accepts or
/// rejects, and prove on every run that their comparison can fail.
///
/// Method: one small golden through its life: missing, recorded, accepted, differing, tolerated,
/// rejected; comparators that are blind to one fault each; bad input by its lines.
@Suite struct GoldenCommandTests {
  /// A folder with a scenario and a golden of six frames on a canvas of 160 by 80.
  private func project(_ more: String = "") throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(TinyScenario.text(), to: "tiny.json")
    try folder.write(
      "golden 1\nscenario ../tiny.json\ndevice iphone-12\ncanvas 160 80 1\nframes 6\n\(more)"
        + "picture 4\n",
      to: "goldens/tiny.golden")
    return folder
  }

  private func golden(
    _ folder: TemporaryFolder, _ verb: String, _ arguments: String...
  ) -> CommandRun {
    var options = ["--goldens", folder.at("goldens")]
    if ["check", "update"].contains(verb) { options += ["--out", folder.at("out")] }
    return CommandRun(["golden", verb] + arguments + options)
  }

  private func manifest(_ folder: TemporaryFolder) throws -> String {
    try FileStore.readText(folder.at("goldens/tiny.golden"), limitByteCount: 1 << 20)
  }

  /// Records and accepts what is there now.
  private func accept(_ folder: TemporaryFolder, _ options: String...) {
    #expect(golden(folder, "update").code == .pass)
    let result = CommandRun(
      ["golden", "accept", "tiny", "--goldens", folder.at("goldens")] + options)
    #expect(result.code == .pass, "\(result.error)")
  }

  /// Accepts it with another seed, so that everything differs from now on.
  private func differing(_ more: String = "") throws -> TemporaryFolder {
    let folder = try project(more + "seed 2\n")
    accept(folder)
    try folder.write(
      manifest(folder).replacing("seed 2\n", with: ""), to: "goldens/tiny.golden")
    return folder
  }

  @Test(.enabled(if: !Tier.isDebug)) func lifeOfAGolden() throws {
    let folder = try project()
    let missing = golden(folder, "check")
    #expect(missing.code == .referenceMissing)
    #expect(missing.output.contains("MISSING") && missing.output.contains("nothing was accepted"))
    #expect(folder.names(in: "goldens") == ["tiny.golden"])
    #expect(golden(folder, "update", "--record", "never").code == .referenceMissing)
    #expect(golden(folder, "update", "--record", "missing").code == .pass)
    let recorded = ["tiny-4.pending.png", "tiny.golden", "tiny.pending"]
    #expect(folder.names(in: "goldens") == recorded)
    #expect(golden(folder, "check").code == .referenceMissing)
    #expect(golden(folder, "accept", "tiny").code == .pass)
    #expect(folder.names(in: "goldens") == ["tiny-4.png", "tiny.golden"])
    let same = golden(folder, "check", "--json", "-")
    #expect(same.code == .pass)
    #expect(try same.json()["goldens"].array()[0]["state"].string() == "same")
    #expect(try same.json()["orphaned"].array().isEmpty)
    // Nothing is recorded where nothing differs.
    #expect(golden(folder, "update").code == .pass)
    #expect(folder.names(in: "goldens") == ["tiny-4.png", "tiny.golden"])
  }

  @Test(.enabled(if: !Tier.isDebug)) func differenceIsExplainedAndLeavesFourImages() throws {
    let folder = try differing()
    let result = golden(folder, "check", "--html", folder.at("page.html"))
    #expect(result.code == .goldenMismatch)
    for words in [
      "6 of 6 frames differ, the first is 0", "frame 4", "pixels differ", "up to", "flip  ",
      "pixels per degree", "drift      visible", "tolerance  none", "golden update tiny",
    ] {
      #expect(result.output.contains(words), "\(words)")
    }
    let images = ["accepted", "changes", "flip", "now"].map { "golden-tiny-4-\($0).png" }
    #expect(folder.names(in: "out") == images)
    #expect(folder.names(in: "goldens") == ["tiny-4.png", "tiny.golden"])
    let page = try FileStore.readText(folder.at("page.html"), limitByteCount: 1 << 24)
    // Four of the frame that is kept, and the first that differs.
    #expect(occurrences(of: "data:image/png;base64,", in: page) == 5)
    for words in [
      "Two up", "Slider", "Onion skin", "Changes", "Heat map",
      "<path class=\"cells\"",
    ] {
      #expect(page.contains(words), "\(words)")
    }
    // Nothing blinks, and nothing is fetched.
    for words in [
      "setInterval", "setTimeout", "animation", "@keyframes", "http:", "https:", "transition:",
    ] {
      #expect(!page.contains(words), "\(words)")
    }
  }

  @Test(.enabled(if: !Tier.isDebug)) func severalAreAcceptedAndRejectedOnesNeverPass() throws {
    let folder = try differing()
    accept(folder, "--keep-existing")
    let both = golden(folder, "check")
    #expect(both.code == .pass && !both.output.contains("visible"))
    #expect(both.output.contains("drift      none: accepted in addition to the saved image"))
    let accepted = try manifest(folder)
    #expect(accepted.contains("\n5 ") && accepted.split(separator: "\n").last?.count == 35)
    try folder.write(
      accepted.replacing("frames 6\n", with: "seed 2\nframes 6\n"), to: "goldens/tiny.golden")
    #expect(golden(folder, "check").code == .pass)

    let other = try differing("tolerance pixels>=0\n")
    #expect(golden(other, "check").code == .pass)
    #expect(golden(other, "update", "--record", "all").code == .pass)
    #expect(golden(other, "reject", "tiny", "--reason", "flakes are square").code == .pass)
    #expect(try manifest(other).contains("rejected 0 "))
    let result = golden(other, "check")
    #expect(result.code == .goldenMismatch && result.output.contains("flakes are square"))
    #expect(result.output.contains("next       fix the drawing: this rendering was rejected"))
    #expect(!result.output.contains("golden update"))
    #expect(golden(other, "update").code == .pass)
    let again = golden(other, "accept", "tiny")
    #expect(again.code == .usage && again.error.contains("frame 0 was rejected"))
  }

  @Test(
    .enabled(if: !Tier.isDebug),
    arguments: [
      ("pixels=1-12800;maxDelta=1-255", true), ("pixels=0", false), ("flip.p99<=0.0001", false),
      ("maxDelta<=255", true),
    ])
  func toleranceDecides(limits: String, isKept: Bool) throws {
    let folder = try differing("tolerance \(limits)\n")
    let result = golden(folder, "check")
    #expect(result.code == (isKept ? .pass : .goldenMismatch), "\(result.output)")
    #expect(result.output.contains("FAIL") == !isKept)
  }

  /// Nothing in what programs read of a golden that differs says that it passed.
  @Test(.enabled(if: !Tier.isDebug)) func differingGoldenHasOneVerdict() throws {
    let plain = golden(try differing(), "check", "--json", "-")
    let row = try plain.row("goldens")
    #expect(try row["verdict"].string() == "failed" && row["state"].string() == "differs")
    #expect(try row["pictures"].array()[0]["difference"]["exact"]["pixels"].uint64() > 0)
    #expect(!plain.output.contains("pass"))
    let tolerated = golden(try differing("tolerance pixels>=0\n"), "check", "--json", "-")
    #expect(try tolerated.row("goldens")["verdict"].string() == "passed")
    let missing = golden(try project(), "check", "--json", "-")
    #expect(try missing.row("goldens")["verdict"].string() == "failed")
  }

  @Test func toleranceWithAFloorWantsADifference() throws {
    let folder = try project("tolerance pixels>=1\n")
    accept(folder)
    #expect(golden(folder, "check").code == .goldenMismatch)
  }

  @Test(.enabled(if: !Tier.isDebug)) func missingWrongAndOrphanedFilesAreListed() throws {
    let folder = try project()
    accept(folder)
    let picture = folder.at("goldens/tiny-4.png")
    let right = try FileStore.read(picture, limitByteCount: 1 << 20)
    try folder.write("", to: "goldens/stray.png")
    #expect(golden(folder, "check").output.contains("ORPHANED"))
    try FileStore.remove(picture)
    let missing = golden(folder, "check")
    #expect(missing.code == .referenceMissing && missing.output.contains("tiny-4.png"))
    var image = try PNGDecoder.decode(right).pixels
    image[0] ^= 1
    let wrong = PNGEncoder.encode(image, width: 160, height: 80)
    try FileStore.write(wrong, to: picture)
    let other = golden(folder, "check")
    #expect(
      other.code == .referenceMissing
        && other.output.contains("differs from the frame that the manifest accepts"))
  }

  @Test(.enabled(if: !Tier.isDebug)) func otherBytesWithTheSamePixelsAreNamedAndPass() throws {
    let folder = try project()
    accept(folder)
    #expect(!golden(folder, "check").output.contains("encoding only"))
    let picture = folder.at("goldens/tiny-4.png")
    let pixels = try PNGDecoder.decode(FileStore.read(picture, limitByteCount: 1 << 20)).pixels
    // With alpha, which all pixels have whole.
    try FileStore.write(PNGEncoder.encode(pixels, width: 160, height: 80), to: picture)
    let check = golden(folder, "check")
    #expect(check.code == .pass && check.output.contains("tiny-4.png: encoding only"))
  }

  @Test func nothingIsRecordedInCI() throws {
    let folder = try project()
    let script = "CI=true \"$SIMBENCH\" golden update --goldens goldens"
    let result = try Executable.shell(script, in: folder)
    #expect(result.exitCode == ExitCode.usage.rawValue)
    #expect(folder.names(in: "goldens") == ["tiny.golden"])
  }

  @Test(arguments: ["false", "0", ""]) func recordsWhereCIIsOff(value: String) throws {
    let folder = try project()
    let script =
      "CI=\(value) \"$SIMBENCH\" golden add tiny.json --goldens other && "
      + "CI=\(value) \"$SIMBENCH\" golden update --goldens goldens"
    let result = try Executable.shell(script, in: folder)
    #expect(result.exitCode == ExitCode.pass.rawValue)
    #expect(folder.names(in: "other").contains("tiny-iphone-12.golden"))
  }

  @Test func blindComparatorsAreFoundOut() {
    let digests: [UInt64] = [5, 6, 7, 8]
    #expect(GoldenProof.missed(picture: nil, digests: digests).isEmpty)
    var blind = GoldenProof.Comparator()
    blind.digest = { _ in 1 }
    #expect(GoldenProof.missed(blind, picture: nil, digests: digests) == [.oneBit, .shift, .swap])
    blind = GoldenProof.Comparator()
    blind.differing = { pair in
      zip(pair.reference, pair.test).contains { max($0, $1) - min($0, $1) > 1 } ? 1 : 0
    }
    #expect(GoldenProof.missed(blind, picture: nil, digests: digests) == [.oneBit])
    blind = GoldenProof.Comparator()
    blind.firstDifference = { accepted, digests in
      zip(accepted, digests).allSatisfy { $0.contains($1) } ? nil : 0
    }
    // Sequences that still agree up to the shorter one's end.
    #expect(GoldenProof.missed(blind, picture: nil, digests: [7, 7, 7]) == [.drop])
    let flat = FramePicture(
      frame: 0, width: 2, height: 2, rgb: [UInt8](repeating: 9, count: 12))
    #expect(GoldenProof.missed(picture: flat, digests: []).isEmpty)
  }

  @Test func driftOfADifference() {
    func drift(_ delta: UInt8) -> GoldenDrift {
      let reference = [UInt8](repeating: 128, count: 16 * 16 * 4)
      let test = reference.map { $0 + delta }
      return GoldenDrift(
        ImageDifference(ImagePair(width: 16, height: 16, reference: reference, test: test)))
    }
    #expect(drift(0) == .encoding && drift(1) == .bits && drift(40) == .visible)
  }

  @Test func mistakesAreOneLineAndWriteNothing() throws {
    let folder = try project()
    try folder.write("golden 1\nscenario ../none.json\n", to: "bad/broken.golden")
    let before = try folder.listing()
    let goldens = ["--goldens", folder.at("goldens")]
    for (arguments, words) in [
      (["check", "tni"] + goldens, "did you mean \"tiny\""),
      (["check", "--goldens", folder.at("none")], "no such folder"),
      (["check", "--goldens", folder.at("bad")], "missing key \"device\""),
      (["accept"] + goldens, "GOLDEN"), (["accept", "tiny"] + goldens, "nothing was recorded"),
      (["reject", "tiny"] + goldens, "--reason"),
      (["update", "--record", "some"] + goldens, "never"),
    ] as [([String], String)] {
      let result = CommandRun(["golden"] + arguments)
      #expect(result.code == .usage && result.output.isEmpty, "\(arguments)")
      #expect(result.error.contains(words), "\(result.error)")
      #expect(result.error.split(separator: "\n").count == 1)
    }
    #expect(try folder.listing() == before)
  }
}
