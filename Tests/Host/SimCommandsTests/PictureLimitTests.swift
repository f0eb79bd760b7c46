import SimFormats
import SimPNG
import SimPlatform
import SimCommands
import TestTier
import Testing

/// Goal: pictures and films that would take too much are refused before they are decoded.
///
/// Method: headers that claim much with data that is damaged, so that decoding would say so first;
/// and films whose frames together are too many pixels, though each is small.
@Suite struct PictureLimitTests {
  /// A file whose header claims a size and whose data is none.
  private func claim(
    _ folder: TemporaryFolder, _ name: String, width: UInt32, height: UInt32
  ) throws -> String {
    var bytes = PNGEncoder.encode([0, 0, 0], width: 1, height: 1, layout: .rgb)
    func bigEndian(_ value: UInt32) -> [UInt8] {
      (0..<4).map { UInt8(value >> (24 - 8 * $0) & 255) }
    }
    bytes.replaceSubrange(16..<24, with: bigEndian(width) + bigEndian(height))
    // The check value of the first chunk, bit by bit.
    var check: UInt32 = .max
    for byte in bytes[12..<29] {
      check ^= UInt32(byte)
      for _ in 0..<8 { check = check & 1 == 1 ? check >> 1 ^ 0xEDB8_8320 : check >> 1 }
    }
    bytes.replaceSubrange(29..<33, with: bigEndian(~check))
    try FileStore.write(bytes, to: folder.at(name))
    return folder.at(name)
  }

  @Test func largePicturesAreRefusedBeforeWork() throws {
    let folder = try TemporaryFolder()
    let large = try claim(folder, "large.png", width: 16_384, height: 16_384)
    let words =
      "16384 by 16384 pixels exceed the limit of 67108864 pixels in total; "
      + "allow it with --limit-pixels 268435456"
    for line in [["image", "diff", large, large], ["flash", large, large]] {
      let result = CommandRun(line)
      #expect(result.code == .usage && result.error == "simbench: \(large): \(words)\n")
    }
    // Let through, the damage is what is wrong.
    let through = CommandRun(["image", "diff", large, large, "--limit-pixels", "268435456"])
    #expect(through.error.contains("large.png: the data of chunk IDAT"), "\(through.error)")
    let small = try claim(folder, "small.png", width: 10, height: 11)
    let refused = CommandRun(["image", "diff", small, small, "--limit-pixels", "109"])
    #expect(
      refused.error.contains("10 by 11 pixels exceed the limit of 109 pixels in total"),
      "\(refused.error)")
    let allowed = CommandRun(["image", "diff", small, small, "--limit-pixels", "110"])
    #expect(allowed.error.contains("the data of chunk IDAT"), "\(allowed.error)")
    for bad in ["0", "268435457", "x"] {
      let result = CommandRun(["image", "diff", small, small, "--limit-pixels", bad])
      #expect(result.code == .usage && result.error.contains("--limit-pixels"), "\(bad)")
    }
  }

  private func film(_ folder: TemporaryFolder, frames: Int, delay: APNGDelay) throws -> String {
    var encoder = APNGEncoder(width: 10, height: 10, layout: .rgb, playCount: 1)
    for index in 0..<frames {
      encoder.append([UInt8](repeating: UInt8(index % 2), count: 300), delay: delay)
    }
    try FileStore.write(encoder.finish(), to: folder.at("film.png"))
    return folder.at("film.png")
  }

  @Test(.enabled(if: !Tier.isDebug)) func filmsAreMeasuredByAllTheirFrames() throws {
    let folder = try TemporaryFolder()
    // 12 pictures of 100 pixels, each shown for two frames: 2,400 pixels.
    let path = try film(folder, frames: 12, delay: APNGDelay(numerator: 1, denominator: 30))
    let out = ["--out", folder.at("out")]
    #expect(CommandRun(["flash", path] + out).code == .pass)
    // The limit of a picture holds too, so that only more frames can reach the limit of all.
    let still = CommandRun(["flash", path, "--limit-pixels", "99"] + out)
    #expect(
      still.code == .usage
        && still.error.contains("10 by 10 pixels exceed the limit of 99 pixels in total"))
    let long = try film(folder, frames: 1100, delay: APNGDelay(numerator: 1, denominator: 60))
    let refused = CommandRun(["flash", long, "--limit-pixels", "100"] + out)
    let words =
      "1100 frames of 10 by 10 pixels exceed the limit of 102400 pixels in total; "
      + "allow it with --limit-pixels 108"
    #expect(refused.error == "simbench: \(long): \(words)\n")
    #expect(CommandRun(["flash", long, "--limit-pixels", "108"] + out).code == .pass)
    // Twice round is twice as much.
    let loop = CommandRun(["flash", long, "--limit-pixels", "108", "--loop"] + out)
    #expect(loop.code == .usage && loop.error.contains("2200 frames"), "\(loop.error)")
  }

  @Test func stillPicturesCountTogether() throws {
    let folder = try TemporaryFolder()
    let bytes = PNGEncoder.encode(
      [UInt8](repeating: 7, count: 300), width: 10, height: 10, layout: .rgb)
    try FileStore.write(bytes, to: folder.at("a.png"))
    let names = [String](repeating: folder.at("a.png"), count: 1100)
    let result = CommandRun(["flash"] + names + ["--limit-pixels", "100"])
    #expect(result.code == .usage && result.error.contains("1100 frames of 10 by 10 pixels"))
  }

  @Test func helpSaysTheLimits() throws {
    for command in SimbenchTable.table.commands where !command.limits.isEmpty {
      let page = CommandRun(["help"] + command.words).output
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
      for limit in command.limits { #expect(page.contains(limit.sentence), "\(command.name)") }
    }
    let free: Set = [
      "init", "completions", "man", "schema", "help", "selftest", "golden accept",
      "golden reject",
    ]
    for command in SimbenchTable.table.commands {
      #expect(command.limits.isEmpty == free.contains(command.name), "\(command.name)")
    }
  }
}
