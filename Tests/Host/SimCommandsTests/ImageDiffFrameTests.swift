import SimCommands
import SimFormats
import SimPNG
import SimPlatform
import TestTier
import Testing

/// Goal: `image diff` compares every frame of animations and says which differ, since when and for
/// how long; sizes, counts, delays and kinds are differences too.
///
/// Method: flat frames with planted faults; one thing different at a time.
@Suite struct ImageDiffFrameTests {
  private static let (width, height) = (24, 16)

  /// A frame with so many pixels of another color.
  private static func frame(
    _ faults: Int = 0, by delta: UInt8 = 60, height: Int = height
  ) -> [UInt8] {
    var pixels: [UInt8] = []
    for _ in 0..<(width * height) { pixels += [90, 100, 110, 255] }
    for pixel in 0..<faults { pixels[pixel * 4 + 1] += delta }
    return pixels
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Writes an animation whose frames have so many faults each.
  private func film(
    _ name: String, _ faults: [Int], plays: UInt32 = 0, height: Int = height,
    delays: [(UInt16, UInt16)] = []
  ) throws -> String {
    var encoder = APNGEncoder(
      width: Int32(Self.width), height: Int32(height), playCount: plays)
    for (index, count) in faults.enumerated() {
      let (numerator, denominator) = index < delays.count ? delays[index] : (1, 10)
      encoder.append(
        Self.frame(count, height: height),
        delay: APNGDelay(numerator: numerator, denominator: denominator))
    }
    try FileStore.write(encoder.finish(), to: folder.at(name))
    return folder.at(name)
  }

  private func still(_ name: String, _ faults: Int = 0, height: Int = height) throws -> String {
    let file = PNGEncoder.encode(
      Self.frame(faults, height: height), width: Int32(Self.width), height: Int32(height))
    try FileStore.write(file, to: folder.at(name))
    return folder.at(name)
  }

  private func diff(_ first: String, _ second: String, _ options: String...) -> CommandRun {
    CommandRun(["image", "diff", first, second] + options)
  }

  private func row(_ first: String, _ second: String, _ options: String...) throws -> JSONNode {
    try CommandRun(["image", "diff", first, second, "--json", "-"] + options).row("differences")
  }

  private func mismatches(_ first: String, _ second: String) throws -> [String] {
    try row(first, second)["mismatches"].array().map { try $0.string() }
  }

  // MARK: - Frames

  @Test func everyFrameIsCompared() throws {
    let a = try film("a.png", [0, 0, 0, 0, 0, 0, 0])
    let b = try film("b.png", [0, 0, 3, 9, 0, 0, 5])
    let text = diff(a, b).output
    for words in [
      "frames    3 of 7 differ\n", "frames 2 to 3, from 0.2 s on for 0.2 s\n",
      "frame 6, from 0.6 s on for 0.1 s\n", "figures   of frame 3, with the largest mean of FLIP\n",
      "9 of 384 pixels differ",
    ] {
      #expect(text.contains(words), "\(text)")
    }
    let frames = try row(a, b)["frames"]
    #expect(try frames["compared"].uint64() == 7 && frames["differing"].uint64() == 3)
    #expect(try frames["shown"].uint64() == 3)
    #expect(try frames["standInPixels"].isNull)
    #expect(try frames["reference"]["nanoseconds"].uint64() == 700_000_000)
    let streaks = try frames["streaks"].array().map { streak in
      try ["firstFrame", "frames", "startNanoseconds", "nanoseconds"].map {
        try streak[$0].uint64()
      }
    }
    #expect(streaks == [[2, 2, 200_000_000, 200_000_000], [6, 1, 600_000_000, 100_000_000]])
    let same = diff(a, a, "--limit", "pixels=0-0;ssim>=1")
    #expect(same.code == .pass && same.output.contains("7 compared, no difference"))
    #expect(!same.output.contains("figures"))
  }

  /// A difference in any one frame fails, wherever it is.
  @Test(.enabled(if: !Tier.isDebug), arguments: 0..<5) func limitsJudgeTheWorstFrame(place: Int)
    throws
  {
    let a = try film("a.png", [1, 1, 1, 1, 1])
    var faults = [1, 1, 1, 1, 1]
    faults[place] = 3
    let b = try film("b.png", faults)
    for (limit, code) in [
      ("pixels=0-0", .budgetFailed), ("pixels=0-1", .budgetFailed), ("pixels=0-2", .pass),
      ("ssim>=1", .budgetFailed), ("flip.max<=0.000001", .budgetFailed), ("maxDelta<=60", .pass),
      // Some frame does not differ.
      ("pixels=2", .budgetFailed), ("pixels=1-2", .budgetFailed),
    ] as [(String, ExitCode)] {
      #expect(diff(a, b, "--limit", limit).code == code, "\(limit)")
    }
    let judged = try row(a, b, "--limit", "pixels=0-1;pixels=0-9;ssim>=0")["limits"].array()
    for limit in judged { #expect(try limit["frame"].uint64() == UInt64(place)) }
    #expect(try judged[0]["measured"].uint64() == 2 && !judged[0]["passed"].bool())
    #expect(try judged[1]["measured"].uint64() == 2 && judged[1]["passed"].bool())
    let text = diff(a, b, "--limit", "pixels=0-1").output
    #expect(text.contains("FAIL  pixels=0-1, measured 2 in frame \(place)\n"), "\(text)")
  }

  @Test(.enabled(if: !Tier.isDebug)) func manyStreaksAreCounted() throws {
    let a = try film("a.png", [Int](repeating: 0, count: 24))
    let b = try film("b.png", (0..<24).map { $0 % 2 })
    let text = diff(a, b).output
    #expect(text.contains("12 of 24 differ") && text.contains("and 4 more times\n"), "\(text)")
    #expect(try row(a, b)["frames"]["streaks"].array().count == 12)
  }

  // MARK: - Everything else that differs

  @Test func countsDelaysPlaysAndKindsDiffer() throws {
    let a = try film("a.png", [0, 0, 0])
    let longer = try film("longer.png", [0, 0, 0, 0])
    let slower = try film("slower.png", [0, 0, 0], delays: [(1, 10), (3, 20)])
    // The same delay, written otherwise, and a denominator of 0 for hundredths.
    let equal = try film("equal.png", [0, 0, 0], delays: [(10, 100), (10, 0), (3, 30)])
    let once = try film("once.png", [0, 0, 0], plays: 1)
    let picture = try still("still.png")
    let single = try film("single.png", [0])
    for (test, words) in [
      (longer, "frames: 3 and 4"), (slower, "delays: from frame 1 on, 0.1 and 0.15 s"),
      (once, "plays: without end and 1"),
      (picture, "kinds: an animation of 3 frames, a still image"),
    ] {
      #expect(try mismatches(a, test) == [words])
      let free = diff(a, test)
      #expect(free.code == .pass && free.output.contains("differs   \(words)\n"), "\(free.output)")
      let limited = diff(a, test, "--limit", "pixels=0-0")
      #expect(limited.code == .budgetFailed && limited.output.contains("FAIL  \(words)\n"))
      #expect(limited.output.contains("ok    pixels=0-0"))
      #expect(try row(a, test, "--limit", "pixels=0-0")["verdict"].string() == "failed")
    }
    #expect(try mismatches(a, equal).isEmpty)
    #expect(
      try mismatches(picture, single) == ["kinds: a still image, an animation of 1 frame"])
    #expect(try row(picture, single)["frames"]["reference"].isNull)
    #expect(try row(picture, picture)["frames"].isNull)
  }

  @Test func sizesDiffer() throws {
    let a = try still("a.png")
    let taller = try still("taller.png", height: 20)
    let words = "sizes: 24 by 16 and 24 by 20 pixels; the upper left 24 by 16 are compared"
    let free = diff(a, taller, "--html", folder.at("p.html"))
    #expect(free.code == .pass && free.output.contains("differs   \(words)\n"), "\(free.output)")
    #expect(free.output.contains("equal in every pixel compared\n"))
    let page = try FileStore.readText(folder.at("p.html"), limitByteCount: 1 << 24)
    #expect(page.contains("Orange: the part of an image that the other one does not have."))
    #expect(page.contains("Whole images") && page.contains("The common area"))
    for limit in ["pixels=0-0", "ssim>=0"] {
      #expect(diff(a, taller, "--limit", limit).code == .budgetFailed)
    }
    let json = try row(taller, a)
    #expect(try json["width"].uint64() == 24 && json["height"].uint64() == 16)
    #expect(try json["referenceSize"]["height"].uint64() == 20)
    #expect(try json["testSize"]["height"].uint64() == 16)
    // A fault in the area that both have is found, beyond it there is nothing to compare with.
    let faulty = try still("faulty.png", 5, height: 20)
    #expect(try row(a, faulty)["exact"]["pixels"].uint64() == 5)
    #expect(try row(taller, faulty)["exact"]["pixels"].uint64() == 5)
    let film = try film("film.png", [0, 2], height: 20)
    #expect(
      try mismatches(a, film) == [words, "kinds: a still image, an animation of 2 frames"])
  }

  /// Wider and taller at once, in 16 bits.
  @Test func deepPicturesOfTwoSizesAreCompared() throws {
    for (name, width, height) in [("wide.png", 9, 4), ("tall.png", 5, 8)] {
      let values = (0..<width * height).map { pixel in
        pixel % width == 2 && pixel / width == 3 && name == "tall.png" ? UInt16(901) : 900
      }
      let file = PNGEncoder.encode(
        PNGSamples(
          width: Int32(width), height: Int32(height), colorType: .gray, bitDepth: 16,
          values: values))
      try FileStore.write(file, to: folder.at(name))
    }
    let json = try row(folder.at("wide.png"), folder.at("tall.png"))
    #expect(try json["exact"]["pixels"].uint64() == 1 && json["exact"]["bits"].uint64() == 16)
    #expect(try json["exact"]["bounds"]["x"].uint64() == 2)
    #expect(try json["exact"]["bounds"]["y"].uint64() == 3)
    #expect(try json["width"].uint64() == 5 && json["height"].uint64() == 4)
  }

  // MARK: - Files

  @Test func pagesShowBothFilesAsTheyPlay() throws {
    let a = try film("a.png", [0, 0])
    let b = try film("b.png", [0, 7])
    for (first, second) in [(a, b), (a, try still("still.png"))] {
      #expect(diff(first, second, "--html", folder.at("p.html")).code == .pass)
      let page = try FileStore.readText(folder.at("p.html"), limitByteCount: 1 << 24)
      #expect(page.contains("Both files, as they play"))
      #expect(page.contains("The frame with the largest difference"))
      #expect(page.split(separator: "src=\"data:image/png;base64,").count == 7)
      #expect(!page.contains("of a different size"))
    }
    let map = folder.at("map.png")
    #expect(diff(a, b, "--heatmap", map).code == .pass)
    #expect(try PNGDecoder.size(FileStore.read(map, limitByteCount: 1 << 20)) == (24, 16))
  }

  @Test func damagedFramesAreNamed() throws {
    let a = try film("a.png", [0, 0, 5])
    var bytes = try FileStore.read(a, limitByteCount: 1 << 20)
    let damaged = folder.at("damaged.png")
    bytes[bytes.count - 20] ^= 1
    try FileStore.write(bytes, to: damaged)
    let run = diff(a, damaged)
    #expect(run.code == .usage && run.error.contains("damaged.png: chunk fdAT"), "\(run.error)")
  }

  /// A picture for viewers without animation that is none of the frames is compared too.
  @Test func standInsAreCompared() throws {
    let a = try standIn("a.png", faults: 0)
    let b = try standIn("b.png", faults: 8)
    let run = diff(a, b, "--limit", "pixels=0-0")
    #expect(run.code == .budgetFailed)
    for words in [
      "frames    2 compared, no difference\n",
      "the images shown without animation: 8 pixels differ\n",
      "figures   of the images shown without animation", "8 of 384 pixels differ",
      "measured 8 in the images shown without animation\n",
    ] {
      #expect(run.output.contains(words), "\(run.output)")
    }
    let frames = try row(a, b)["frames"]
    #expect(try frames["standInPixels"].uint64() == 8 && frames["shown"].isNull)
    #expect(diff(a, a, "--limit", "pixels=0-0").code == .pass)
  }

  /// Puts a still picture before the frames of an animation.
  private func standIn(_ name: String, faults: Int) throws -> String {
    func chunks(_ path: String) throws -> [(name: String, data: [UInt8])] {
      var rest = try FileStore.read(path, limitByteCount: 1 << 20)[8...]
      var chunks: [(String, [UInt8])] = []
      while !rest.isEmpty {
        let count = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        rest = rest.dropFirst(4)
        let name = String(decoding: rest.prefix(4), as: UTF8.self)
        chunks.append((name, Array(rest.dropFirst(4).prefix(count))))
        rest = rest.dropFirst(8 + count)
      }
      return chunks
    }
    func bigEndian(_ value: UInt32) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }
    let picture = try chunks(still("still.png", faults))
    var parts = try chunks(film("film.png", [0, 0]))
    let data = try #require(parts.firstIndex { $0.name == "IDAT" })
    parts[data] = ("fdAT", [0, 0, 0, 0] + parts[data].data)
    parts.insert(contentsOf: picture.filter { $0.name == "IDAT" }, at: data - 1)
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    var number: UInt32 = 0
    for (name, data) in parts {
      var bytes = Array(name.utf8) + data
      if name == "fcTL" || name == "fdAT" {
        bytes.replaceSubrange(4..<8, with: bigEndian(number))
        number += 1
      }
      var check: UInt32 = .max
      for byte in bytes {
        check ^= UInt32(byte)
        for _ in 0..<8 { check = check & 1 == 1 ? check >> 1 ^ 0xEDB8_8320 : check >> 1 }
      }
      file += bigEndian(UInt32(data.count)) + bytes + bigEndian(~check)
    }
    try FileStore.write(file, to: folder.at(name))
    return folder.at(name)
  }
}
