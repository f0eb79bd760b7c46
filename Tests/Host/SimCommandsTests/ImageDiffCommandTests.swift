import SimFormats
import SimPNG
import SimPlatform
import SimRaster
import SimCommands
import TestTier
import Testing

/// Goal: `image diff` says how two pictures differ, fails only by its limits, and draws where.
///
/// Method: flat pictures with planted faults; limits just kept and just broken; bad files by
/// their lines.
@Suite struct ImageDiffCommandTests {
  private func picture(
    _ folder: TemporaryFolder, _ name: String, width: Int = 24, height: Int = 16,
    faults: [(x: Int, y: Int)] = [], by delta: UInt8 = 60
  ) throws -> String {
    let color: [UInt8] = [90, 100, 110, 255]
    var pixels: [UInt8] = []
    for _ in 0..<(width * height) { pixels += color }
    for fault in faults { pixels[(fault.y * width + fault.x) * 4 + 1] += delta }
    let file = PNGEncoder.encode(pixels, width: Int32(width), height: Int32(height))
    try FileStore.write(file, to: folder.at(name))
    return folder.at(name)
  }

  private func diff(_ first: String, _ second: String, _ options: [String] = []) -> CommandRun {
    CommandRun(["image", "diff", first, second] + options)
  }

  @Test func samePictures() throws {
    let folder = try TemporaryFolder()
    let (a, b) = (try picture(folder, "a.png"), try picture(folder, "b.png"))
    let text = diff(a, b)
    #expect(text.code == .pass && text.output.contains("equal in every pixel"))
    let json = try diff(a, b, ["--json", "-"]).row("differences")
    #expect(try json["exact"]["pixels"].uint64() == 0)
    #expect(try json["flip"]["max"].double(in: 0...1) == 0)
    #expect(try json["ssim"].double(in: -1...1) == 1)
    #expect(try json["verdict"].string() == "passed")
  }

  @Test func differencesAreReportedAndNoFailure() throws {
    let folder = try TemporaryFolder()
    let a = try picture(folder, "a.png")
    let b = try picture(folder, "b.png", faults: [(3, 4), (5, 9)])
    let result = diff(
      a, b, ["--json", "-", "--pixels-per-degree", "30", "--heatmap", folder.at("map.png")])
    #expect(result.code == .pass && result.error.isEmpty)
    let json = try result.row("differences")
    #expect(try json["exact"]["pixels"].uint64() == 2)
    #expect(try json["exact"]["maxDelta"].uint64() == 60)
    #expect(try json["exact"]["window8"].uint64() == 2)
    #expect(try json["exact"]["bounds"]["width"].uint64() == 3)
    #expect(
      try json["exact"]["histogram"]["green"].text.filter { $0 != " " && $0 != "\n" }
        == "[[0,382],[60,2]]")
    for key in ["mean", "p95", "p99", "max"] {
      #expect(try json["flip"][key].double(in: 0...1) > 0, "\(key)")
    }
    #expect(try json["flip"]["pixelsPerDegree"].double(in: 0...400) == 30)
    #expect(try json["oklab"]["max"].double(in: 0...1) > 0.05)
    #expect(try json["ssim"].double(in: -1...1) < 1)
    let map = try PNGDecoder.decode(FileStore.read(folder.at("map.png"), limitByteCount: 1 << 20))
    #expect(map.width == 24 && map.height == 16)
    #expect(map.color(x: 3, y: 4).red > 40 && map.color(x: 23, y: 15).red < 10)
    let text = diff(a, b).output
    #expect(text.contains("2 of 384 pixels differ") && text.contains("lighter"))
    #expect(text.contains("in 3 by 6 pixels at 3, 4"))
  }

  @Test func limitsDecideTheExitCode() throws {
    let folder = try TemporaryFolder()
    let a = try picture(folder, "a.png")
    let b = try picture(folder, "b.png", faults: [(3, 4), (5, 9)], by: 3)
    for (limit, code) in [
      ("pixels=0-2", .pass), ("pixels=0-1", .budgetFailed), ("pixels=2", .pass),
      ("pixels=3-9", .budgetFailed), ("pixels=2-9", .pass), ("maxDelta=0-3;pixels=0-2", .pass),
      ("maxDelta=0-2; pixels=0-2", .budgetFailed), ("maxDelta<=3", .pass),
      ("window8<=1", .budgetFailed), ("flip.max<=0.000001", .budgetFailed),
      ("flip.mean<=0.5;flip.p95<=0.5;flip.p99<=0.5;oklab.mean<=0.1;oklab.max<=0.1", .pass),
      ("ssim>=0.9", .pass), ("ssim>=1", .budgetFailed),
    ] as [(String, ExitCode)] {
      let result = diff(a, b, ["--limit", limit])
      #expect(result.code == code, "\(limit)")
      #expect(result.output.contains("FAIL") == (code != .pass), "\(limit)")
    }
    // A limit on what could not be measured does not hold.
    let small = try picture(folder, "small.png", width: 5, height: 5)
    #expect(diff(small, small, ["--limit", "ssim>=0"]).code == .budgetFailed)
  }

  /// A flat gray picture of 16 bits with a value of its own in some pixels.
  private func deepPicture(
    _ folder: TemporaryFolder, _ name: String, planted: UInt16 = 30_000, at pixels: Range<Int>
  ) throws -> String {
    let values = (0..<24 * 16).map { pixels.contains($0) ? planted : 30_000 }
    let file = PNGEncoder.encode(
      PNGSamples(width: 24, height: 16, colorType: .gray, bitDepth: 16, values: values))
    try FileStore.write(file, to: folder.at(name))
    return folder.at(name)
  }

  /// A hundred steps of 65,535 are less than one of 255.
  @Test(.enabled(if: !Tier.isDebug)) func sixteenBitsAreComparedAtSixteen() throws {
    let folder = try TemporaryFolder()
    let a = try deepPicture(folder, "a.png", at: 0..<0)
    let b = try deepPicture(folder, "b.png", planted: 30_100, at: 40..<56)
    let result = diff(a, b, ["--limit", "pixels=0-0;maxDelta=0-0"])
    #expect(result.code == .budgetFailed && !result.output.contains("the same"))
    let words = "16 of 384 pixels differ (4.17 %), by at most 100 of 65,535, at 16 bits"
    #expect(result.output.contains(words), "\(result.output)")
    #expect(diff(a, b, ["--limit", "pixels=16;maxDelta=100"]).code == .pass)
    #expect(diff(a, b, ["--limit", "maxDelta<=99"]).code == .budgetFailed)
    let json = try diff(a, b, ["--json", "-"]).row("differences")
    #expect(try json["exact"]["bits"].uint64() == 16)
    #expect(try json["exact"]["maxDelta"].uint64() == 100)
    #expect(
      try json["exact"]["histogram"]["red"].text.filter { $0 != " " && $0 != "\n" }
        == "[[0,368],[100,16]]")
    #expect(diff(a, a).output.contains("equal in every pixel, at 16 bits"))
  }

  /// One step of one channel fails a limit of none, in files of 8 bits and of 16.
  @Test(.enabled(if: !Tier.isDebug), arguments: [8, 16] as [UInt8], 0..<4)
  func everyChannelIsCompared(bits: UInt8, channel: Int) throws {
    let folder = try TemporaryFolder()
    for (name, step) in [("a.png", 0), ("b.png", 1)] as [(String, UInt16)] {
      var values = [UInt16](repeating: 100, count: 12 * 4)
      values[4 * 7 + channel] += step
      let file = PNGEncoder.encode(
        PNGSamples(width: 4, height: 3, colorType: .rgba, bitDepth: bits, values: values))
      try FileStore.write(file, to: folder.at(name))
    }
    let run = diff(
      folder.at("a.png"), folder.at("b.png"), ["--limit", "pixels=0-0", "--json", "-"])
    #expect(run.code == .budgetFailed)
    let exact = try run.row("differences")["exact"]
    #expect(try exact["bits"].uint64() == UInt64(bits))
    for (index, name) in ["red", "green", "blue", "alpha"].enumerated() {
      let counts = try exact["histogram"][name].text.filter { $0 != " " && $0 != "\n" }
      #expect(counts == (index == channel ? "[[0,11],[1,1]]" : "[[0,12]]"), "\(name)")
    }
  }

  /// A picture of 8 bits and the same in 16 are the same; a step beside it is seen.
  @Test(.enabled(if: !Tier.isDebug)) func eightBitsAreComparedWithSixteen() throws {
    let folder = try TemporaryFolder()
    let plain = PNGEncoder.encode(
      PNGSamples(
        width: 24, height: 16, colorType: .gray, bitDepth: 8,
        values: [UInt16](repeating: 100, count: 24 * 16)))
    try FileStore.write(plain, to: folder.at("plain.png"))
    for (value, pixels) in [(UInt16(25_700), UInt64(0)), (25_701, 384)] {
      let deep = PNGEncoder.encode(
        PNGSamples(
          width: 24, height: 16, colorType: .gray, bitDepth: 16,
          values: [UInt16](repeating: value, count: 24 * 16)))
      try FileStore.write(deep, to: folder.at("deep.png"))
      for (first, second) in [("plain.png", "deep.png"), ("deep.png", "plain.png")] {
        let json = try diff(folder.at(first), folder.at(second), ["--json", "-"]).row("differences")
        #expect(try json["exact"]["bits"].uint64() == 16)
        #expect(try json["exact"]["pixels"].uint64() == pixels)
      }
    }
    let same = try diff(folder.at("plain.png"), folder.at("plain.png"), ["--json", "-"]).row(
      "differences")
    #expect(try same["exact"]["bits"].uint64() == 8)
  }

  @Test func whatIsIgnoredIsNamed() throws {
    let folder = try TemporaryFolder()
    let a = try picture(folder, "a.png")
    var bytes = try FileStore.read(a, limitByteCount: 1 << 20)
    // An eXIf chunk behind the header: a directory with one entry, the orientation 6.
    let chunk: [UInt8] = [
      0x00, 0x00, 0x00, 0x1A, 0x65, 0x58, 0x49, 0x66, 0x49, 0x49, 0x2A, 0x00,
      0x08, 0x00, 0x00, 0x00, 0x01, 0x00, 0x12, 0x01, 0x03, 0x00, 0x01, 0x00,
      0x00, 0x00, 0x06, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xB7, 0x48,
      0x11, 0x29,
    ]
    bytes.insert(contentsOf: chunk, at: 33)
    try FileStore.write(bytes, to: folder.at("b.png"))
    let words = "eXIf orientation 6 of \(folder.at("b.png"))"
    #expect(diff(a, folder.at("b.png")).output.contains("ignored   \(words)\n"))
    let json = try diff(a, folder.at("b.png"), ["--json", "-"]).row("differences")
    #expect(try json["ignored"].array(count: 1...1)[0].string() == words)
    #expect(!diff(a, a).output.contains("ignored"))
    #expect(diff(folder.at("b.png"), folder.at("b.png")).output.contains("ignored   \(words)\n"))
  }

  @Test func wrongLimitsAndDistances() throws {
    let folder = try TemporaryFolder()
    let a = try picture(folder, "a.png")
    for limit in ["", ";", "pixels", "pixels=", "pixels=3-2", "pixel=1", "pixels<3", "ssim=a-b"] {
      #expect(diff(a, a, ["--limit=\(limit)"]).code == .usage, "\(limit)")
    }
    for distance in ["0", "401", "nan", "x"] {
      #expect(diff(a, a, ["--pixels-per-degree", distance]).code == .usage, "\(distance)")
    }
  }

  @Test func badPicturesAreNamed() throws {
    let folder = try TemporaryFolder()
    let a = try picture(folder, "a.png")
    let text = try folder.write("no picture", to: "text.png")
    for (path, words) in [(text, "not a PNG file"), (folder.at("none.png"), "none.png")] {
      let result = diff(a, path, ["--heatmap", folder.at("map.png")])
      #expect(result.code == .usage && result.error.contains(words), "\(result.error)")
      #expect(result.output.isEmpty)
    }
    #expect(!FileStore.exists(folder.at("map.png")))
  }
}
