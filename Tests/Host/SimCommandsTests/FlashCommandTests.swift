import SimFormats
import SimPNG
import SimPlatform
import SimCommands
import TestTier
import Testing

/// Goal: `flash` finds flashing in pictures from anywhere, says where and when, and replays tables
/// of frame means.
///
/// Method: small pictures that alternate as a whole, in halves and slowly; delays of animations;
/// tables right and with one planted fault; bad input by its lines.
@Suite struct FlashCommandTests {
  private static let side = 48

  /// A picture whose halves have one gray each.
  private func pixels(_ left: UInt8, _ right: UInt8, width: Int = side) -> [UInt8] {
    (0..<Self.side).flatMap { _ in
      (0..<width).flatMap { x in
        let gray = x * 2 < width ? left : right
        return [gray, gray, gray, 255]
      }
    }
  }

  /// A folder of pictures; their names sort as numbers only.
  private func frames(
    _ folder: TemporaryFolder, _ count: Int, _ grays: (Int) -> (UInt8, UInt8)
  ) throws -> String {
    for frame in 0..<count {
      let (left, right) = grays(frame)
      let file = PNGEncoder.encode(
        pixels(left, right), width: Int32(Self.side), height: Int32(Self.side))
      try FileStore.write(file, to: folder.at("frames/frame-\(frame).png"))
    }
    return folder.at("frames")
  }

  private func flash(_ folder: TemporaryFolder, _ arguments: String...) -> CommandRun {
    CommandRun(["flash", "--out", folder.at("out")] + arguments)
  }

  @Test(.enabled(if: !Tier.isDebug)) func strobeFailsAndIsShown() throws {
    let folder = try TemporaryFolder()
    let source = try frames(folder, 12) { $0 % 2 == 0 ? (0, 0) : (255, 255) }
    let result = flash(folder, source, "--fps", "10", "--json", "-")
    #expect(result.code == .budgetFailed && result.error.isEmpty)
    let json = try result.row("sequences")
    #expect(try json["verdict"].string() == "failed" && json["wcag"].string() == "failed")
    #expect(try json["general"]["worstAreaShare"].double(in: 0...1) == 1)
    #expect(try json["general"]["maxTransitionsPerSecond"].uint64() == 10)
    // Frames count from 0; the seventh transition is in frame 7.
    #expect(try json["general"]["firstFailFrame"].uint64() == 7)
    #expect(try json["red"]["maxTransitionsPerSecond"].uint64() == 0)
    #expect(try json["frameMeans"]["level"].string() == "fail")
    let picture = try PNGDecoder.decode(
      FileStore.read(folder.at("out/flash.png"), limitByteCount: 1 << 24))
    #expect(Set(picture.pixels).count > 20)
    let text = flash(folder, source, "--fps", "10").output
    #expect(text.hasPrefix("FAILED") && text.contains("fails from frame 7"))
    // The same pictures four times slower hold the rule.
    #expect(flash(folder, source, "--fps", "2").code == .pass)
  }

  @Test(.enabled(if: !Tier.isDebug)) func halvesInAntiphaseFailThoughTheMeanStandsStill() throws {
    let folder = try TemporaryFolder()
    let source = try frames(folder, 12) { $0 % 2 == 0 ? (0, 255) : (255, 0) }
    let result = flash(folder, source, "--fps", "10", "--json", "-")
    #expect(result.code == .budgetFailed)
    #expect(try result.row("sequences")["frameMeans"]["level"].string() == "pass")
    #expect(try result.row("sequences")["frameMeans"]["maxTransitionsPerSecond"].uint64() == 0)
  }

  /// Two flashes a second for seven seconds are within WCAG and break the extended rule.
  @Test(.enabled(if: !Tier.isDebug)) func optionSaysWhichRulesDecide() throws {
    let folder = try TemporaryFolder()
    let source = try frames(folder, 56) { $0 / 2 % 2 == 0 ? (0, 0) : (255, 255) }
    let plain = flash(folder, source, "--fps", "8", "--json", "-")
    let strict = flash(folder, source, "--fps", "8", "--strict", "--json", "-")
    #expect(plain.code == .pass && strict.code == .budgetFailed)
    for (result, verdict) in [(plain, "passed"), (strict, "failed")] {
      let json = try result.row("sequences")
      #expect(try json["verdict"].string() == verdict)
      #expect(try json["wcag"].string() == "passed" && json["strict"].string() == "failed")
      #expect(try json["level"].string() == "extended")
    }
    let text = flash(folder, source, "--fps", "8").output
    #expect(text.hasPrefix("PASSED"), "\(text)")
    #expect(text.contains("  wcag      passed\n"), "\(text)")
    #expect(text.contains("  strict    failed, extended\n"), "\(text)")
    #expect(flash(folder, source, "--fps", "8", "--strict").output.hasPrefix("FAILED"))
  }

  @Test(.enabled(if: !Tier.isDebug)) func loopIsLookedAtTwiceRound() throws {
    let folder = try TemporaryFolder()
    // Three transitions within and one from the end to the start: eight in two rounds.
    let source = try frames(folder, 4) { $0 % 2 == 0 ? (0, 0) : (255, 255) }
    let once = flash(folder, source, "--fps", "8", "--json", "-")
    #expect(once.code == .pass)
    #expect(try once.row("sequences")["general"]["maxTransitionsPerSecond"].uint64() == 3)
    let loop = flash(folder, source, "--fps", "8", "--loop", "--json", "-")
    #expect(loop.code == .budgetFailed)
    #expect(try loop.row("sequences")["general"]["maxTransitionsPerSecond"].uint64() == 7)
  }

  /// A blink of two pictures, each as long as its delay says.
  @Test(
    .enabled(if: !Tier.isDebug),
    arguments: [
      (6, true), (19, true), (20, false),
    ] as [(UInt16, Bool)])
  func delaysOfAnimationsAreKept(ticks: UInt16, isTooFast: Bool) throws {
    let folder = try TemporaryFolder()
    var encoder = APNGEncoder(
      width: Int32(Self.side), height: Int32(Self.side), playCount: 1)
    for picture in 0..<12 {
      let gray: UInt8 = picture % 2 == 0 ? 0 : 255
      encoder.append(
        pixels(gray, gray), delay: APNGDelay(numerator: ticks, denominator: 120))
    }
    try FileStore.write(encoder.finish(), to: folder.at("blink.png"))
    let result = flash(folder, folder.at("blink.png"), "--json", "-")
    // Seven transitions fit in a second when six pictures are shorter: 120 ticks.
    #expect(result.code == (isTooFast ? .budgetFailed : .pass), "\(result.output)")
    #expect(try result.row("sequences")["pictures"].uint64() == 12)
    #expect(
      flash(folder, folder.at("blink.png"), "--fps", "120").code
        == (isTooFast ? .budgetFailed : .pass))
  }

  // MARK: - Replay

  /// Eight frames a second that alternate for a second, then stand still.
  private func table(planted: (row: Int, column: Int, text: String)? = nil) -> String {
    let header = FlashTable.columnNames + ["Note"]
    var lines = [header.joined(separator: ",")]
    for row in 1...11 {
      let isMoving = (2...9).contains(row)
      let mean = isMoving ? 1 - row % 2 : 0
      let difference = isMoving ? mean * 2 - 1 : 0
      let sum = row == 1 ? 0 : isMoving ? difference : -1
      let count = row <= 9 ? row - 1 : 17 - row
      let extended = [0, 0, 0, 0, 1, 2, 3, 3, 3, 3, 4][row - 1]
      let level = count > 6 ? 3 : count >= 4 ? 1 : 0
      var fields = [mean, difference, sum, count, extended, level].map { "\($0)" }
      fields += ["0", "0", "0", "0", "0", "0", "own"]
      if let planted, planted.row == row { fields[planted.column] = planted.text }
      lines.append(fields.joined(separator: ","))
    }
    return lines.joined(separator: "\r\n") + "\n"
  }

  @Test func rightTableIsReplayedWithoutMismatch() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(table(), to: "means.csv")
    let result = flash(folder, path, "--fps", "8", "--json", "-")
    #expect(result.code == .pass, "\(result.output)")
    #expect(try result.row("replays")["rows"].uint64() == 11)
    #expect(try result.row("replays")["mismatches"].uint64() == 0)
    #expect(try result.row("replays")["maxTransitions"].uint64() == 8)
    #expect(try result.row("replays")["level"].string() == "fail")
    #expect(!FileStore.exists(folder.at("out")))
  }

  @Test(
    arguments: [
      (5, 2, "-1.00015", true), (5, 2, "-1.0003", false), (6, 3, "4", false), (11, 4, "3", false),
      (8, 5, "1", false), (7, 9, "1", false), (3, 0, "0.95", false),
    ])
  func everyOutputIsCompared(row: Int, column: Int, text: String, isEqual: Bool) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(table(planted: (row, column, text)), to: "means.csv")
    let result = flash(folder, path, "--fps", "8")
    #expect(result.code == (isEqual ? .pass : .budgetFailed), "\(result.output)")
    if !isEqual && column != 0 { #expect(result.output.contains("row \(row), ")) }
  }

  /// The table with a column of time stamps, so many frames a second.
  private func stamped(_ rate: Int) -> String {
    var lines = table().replacing("\r\n", with: "\n").split(separator: "\n").map { String($0) }
    lines[0] += ",TimeStamp"
    for row in lines.indices.dropFirst() {
      lines[row] += ",00:00:0\(Double(row - 1) / Double(rate))"
    }
    return lines.joined(separator: "\n")
  }

  @Test func frameRateIsThatOfTheTimeStamps() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(stamped(8), to: "means.csv")
    let result = flash(folder, path, "--json", "-")
    #expect(result.code == .pass, "\(result.output)")
    #expect(try result.row("replays")["framesPerSecond"].uint64() == 8)
    #expect(try result.row("replays")["frameRateSource"].string() == "time-stamps")
    #expect(try result.row("replays")["timeStampRate"].double(in: 0...240) == 8)
    #expect(flash(folder, path).output.contains("8 frames per second, by the time stamps\n"))
    // Twice as fast, the window is twice as long, and the counts are others.
    let fast = try folder.write(stamped(16), to: "fast.csv")
    #expect(flash(folder, fast).code == .budgetFailed)
  }

  @Test func givenRateGoesBeforeTheStampsAndTheReportSaysSo() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(stamped(16), to: "means.csv")
    let result = flash(folder, path, "--fps", "8", "--json", "-")
    #expect(result.code == .pass, "\(result.output)")
    #expect(try result.row("replays")["framesPerSecond"].uint64() == 8)
    #expect(try result.row("replays")["frameRateSource"].string() == "option")
    #expect(try result.row("replays")["timeStampRate"].double(in: 0...240) == 16)
    let text = flash(folder, path, "--fps", "8").output
    #expect(text.contains("8 frames per second, by --fps; the time stamps give 16\n"), "\(text)")
    #expect(!flash(folder, path, "--fps", "16").output.contains("time stamps"))
  }

  @Test func tableWithoutStampsHasTheStandardRate() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(table(), to: "means.csv")
    let result = flash(folder, path, "--json", "-")
    #expect(try result.row("replays")["framesPerSecond"].uint64() == 60)
    #expect(try result.row("replays")["frameRateSource"].string() == "default")
    #expect(flash(folder, path).output.contains("60 frames per second, the default"))
  }

  @Test func stampsThatGoBackAreNamedByTheirLine() throws {
    let folder = try TemporaryFolder()
    let text = stamped(8).replacing("00:00:00.5\n", with: "00:00:00.1\n")
    let path = try folder.write(text, to: "means.csv")
    let result = flash(folder, path)
    #expect(result.code == .usage && result.output.isEmpty)
    #expect(result.error.contains("means.csv:6:"), "\(result.error)")
    #expect(result.error.contains("no earlier than"), "\(result.error)")
    #expect(flash(folder, path, "--fps", "8").code == .pass)
  }

  // MARK: - Mistakes

  @Test func badInputIsOneLineAndWritesNothing() throws {
    let folder = try TemporaryFolder()
    let source = try frames(folder, 2) { _ in (1, 1) }
    let wide = PNGEncoder.encode(pixels(0, 0, width: 49), width: 49, height: Int32(Self.side))
    try FileStore.write(wide, to: folder.at("wide.png"))
    let good = "\(source)/frame-0.png"
    let text = try folder.write("no picture", to: "text.png")
    let short = try folder.write("AverageLuminance\n1\n", to: "short.csv")
    let word = try folder.write(table(planted: (4, 1, "oops")), to: "word.csv")
    try folder.write("", to: "none/readme.txt")
    for (arguments, words) in [
      ([], "FRAMES"), ([good], "one image cannot flash"), ([text, good], "not a PNG file"),
      ([good, folder.at("wide.png")], "wide.png: 49 by 48 pixels"),
      ([folder.at("none")], "no .png file"), ([folder.at("missing.png")], "missing.png"),
      ([source, "--fps", "0"], "1 to 240"), ([source, "--scale", "9"], "from 1 to 8"),
      ([source, "--json", "\(folder.at("out"))/flash.png"], "flash.png"),
      ([short], "AverageLuminanceDiff"), ([word], "found \"oops\", expected a number"),
    ] as [([String], String)] {
      let result = CommandRun(["flash", "--out", folder.at("out")] + arguments)
      #expect(result.code == .usage && result.output.isEmpty, "\(arguments)")
      #expect(result.error.contains(words), "\(result.error)")
      #expect(result.error.split(separator: "\n").count == 1, "\(result.error)")
    }
    #expect(!FileStore.exists(folder.at("out")))
  }
}
