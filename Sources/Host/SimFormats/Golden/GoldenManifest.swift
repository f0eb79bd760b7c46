import SimText

/// What the frames of a run are known to look like: a digest per frame, as reviewable text.
///
/// A line each: `golden 1`, then `scenario`, `device`, `canvas WIDTH HEIGHT SCALE`, `frames COUNT`,
/// and where wanted `seed`, `tolerance` and one `picture FRAME` for each frame kept as PNG; then
/// `FRAME DIGEST…` with every digest that is accepted, and `rejected FRAME DIGEST REASON`. Lines
/// that begin with `#` are kept.
package struct GoldenManifest: Equatable, Sendable {
  /// A picture that must never come back.
  package struct Rejection: Equatable, Sendable {
    /// The frame.
    package var frame: UInt32
    /// The digest of its pixels.
    package var digest: UInt64
    /// Why not.
    package var reason: String

    /// Makes a rejection.
    package init(frame: UInt32, digest: UInt64, reason: String) {
      self.frame = frame
      self.digest = digest
      self.reason = reason
    }
  }

  /// Lines of explanation at the top.
  package var comments: [String] = []
  /// The scenario, relative to the manifest's folder.
  package var scenario = ""
  /// The device class.
  package var device = ""
  /// Points across.
  package var width: UInt32 = 0
  /// Points down.
  package var height: UInt32 = 0
  /// Pixels per point.
  package var scale: UInt32 = 1
  /// The seed; nil takes the scenario's.
  package var seed: UInt64?
  /// How many frames are compared, from the first on.
  package var frameCount: UInt32 = 0
  /// Limits that a differing picture may keep and pass; nil demands every pixel.
  package var tolerance: String?
  /// Frames that are kept as pictures too, ascending.
  package var pictures: [UInt32] = []
  /// The accepted digests of each frame; empty before anything was accepted.
  package var frames: [[UInt64]] = []
  /// What was rejected.
  package var rejections: [Rejection] = []

  /// The maximum count of frames of a manifest.
  package static var maximumFrameCount: UInt32 { 100_000 }

  /// Makes an empty manifest.
  package init() {}

  /// The rejection of a frame's digest, if it was rejected.
  package func rejection(of digest: UInt64, inFrame frame: UInt32) -> Rejection? {
    rejections.first { $0.frame == frame && $0.digest == digest }
  }

  /// Whether a frame's digest is one of those accepted.
  package func accepts(_ digest: UInt64, inFrame frame: UInt32) -> Bool {
    Int(frame) < frames.count && frames[Int(frame)].contains(digest)
  }

  /// The manifest as text.
  package var text: String {
    var lines = comments
    lines += ["golden 1", "scenario \(scenario)", "device \(device)"]
    lines.append("canvas \(width) \(height) \(scale)")
    if let seed { lines.append("seed \(seed)") }
    lines.append("frames \(frameCount)")
    if let tolerance { lines.append("tolerance \(tolerance)") }
    lines += pictures.map { "picture \($0)" }
    lines += rejections.map {
      "rejected \($0.frame) \(HexadecimalText.digest($0.digest)) \($0.reason)"
    }
    lines += frames.enumerated().map { frame, digests in
      "\(frame) " + digests.map(HexadecimalText.digest).joined(separator: " ")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension GoldenManifest {
  /// Reads a manifest.
  ///
  /// - Throws: `FormatError` with the line.
  /// - Complexity: O(n) in the number of bytes.
  package init(parsing bytes: [UInt8], file: String) throws(FormatError) {
    let text = String(decoding: bytes, as: UTF8.self)
    var hasBegun = false
    // To Swift a carriage return with a line feed is one character, and not the line feed.
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    for (index, line) in lines.enumerated() {
      if line.isEmpty { continue }
      let reader = LineReader(file: file, line: index + 1, words: line.split(separator: " "))
      if line.hasPrefix("#") {
        comments.append(String(line))
      } else if !hasBegun {
        guard line == "golden 1" else {
          throw reader.unexpected(String(line), "the line \"golden 1\"")
        }
        hasBegun = true
      } else {
        try read(reader, String(line))
      }
    }
    let end = LineReader(file: file, line: 1, words: [])
    guard hasBegun else { throw end.unexpected("no line", "the line \"golden 1\"") }
    guard !scenario.isEmpty else { throw end.missing("scenario") }
    guard !device.isEmpty else { throw end.missing("device") }
    guard width > 0 else { throw end.missing("canvas") }
    guard frameCount > 0 else { throw end.missing("frames") }
    guard frames.isEmpty || frames.count == Int(frameCount) else {
      throw end.unexpected("digests of \(frames.count) frames", "\(frameCount), or none")
    }
    guard pictures.allSatisfy({ $0 < frameCount }) else {
      throw end.unexpected("a picture of frame \(pictures.max() ?? 0)", "0 to \(frameCount - 1)")
    }
  }

  private mutating func read(_ reader: LineReader, _ line: String) throws(FormatError) {
    let rest = reader.words.dropFirst().joined(separator: " ")
    switch reader.words.first.map(String.init) {
    case "scenario": scenario = try reader.text(rest)
    case "device": device = try reader.text(rest)
    case "tolerance": tolerance = try reader.text(rest)
    case "canvas":
      width = try reader.number(1, in: 1...4096)
      height = try reader.number(2, in: 1...4096)
      scale = try reader.number(3, in: 1...4)
      if let excess = CanvasLimit.excess(Float(width), Float(height), scale: Float(scale)) {
        throw reader.notAllowed(excess, CanvasLimit.allowed)
      }
    case "seed": seed = try reader.wide(1)
    case "frames": frameCount = try reader.number(1, in: 1...Self.maximumFrameCount)
    case "picture":
      let frame = try reader.number(1, in: 0...Self.maximumFrameCount)
      guard pictures.last.map({ $0 < frame }) ?? true else {
        throw reader.unexpected("\(frame)", "frames in ascending order")
      }
      pictures.append(frame)
    case "rejected":
      let reason = reader.words.dropFirst(3).joined(separator: " ")
      rejections.append(
        Rejection(
          frame: try reader.number(1, in: 0...Self.maximumFrameCount),
          digest: try reader.digest(2), reason: try reader.text(reason)))
    default:
      let frame: UInt32 = try reader.number(0, in: 0...Self.maximumFrameCount)
      guard frame == UInt32(frames.count) else {
        throw reader.unexpected("frame \(frame)", "frame \(frames.count), the next one")
      }
      guard reader.words.count > 1 else { throw reader.unexpected("no digest", "at least one") }
      var digests: [UInt64] = []
      for index in 1..<reader.words.count { digests.append(try reader.digest(index)) }
      frames.append(digests)
    }
  }
}

/// The words of one line and how to read them.
private struct LineReader {
  let file: String
  let line: Int
  let words: [Substring]

  func unexpected(_ found: String, _ expected: String) -> FormatError {
    FormatError(
      file: file, position: TextPosition(line: line, column: 1),
      problem: .unexpected(found: MessageText.quoted(found), expected: expected))
  }

  func notAllowed(_ found: String, _ allowed: String) -> FormatError {
    FormatError(
      file: file, position: TextPosition(line: line, column: 1),
      problem: .notAllowed(found: found, allowed: allowed))
  }

  func missing(_ name: String) -> FormatError {
    FormatError(file: file, problem: .missing(.key, name: name, misspelling: nil))
  }

  func text(_ rest: String) throws(FormatError) -> String {
    guard !rest.isEmpty else { throw unexpected("nothing", "a text") }
    return rest
  }

  func number(_ index: Int, in range: ClosedRange<UInt32>) throws(FormatError) -> UInt32 {
    let word = index < words.count ? String(words[index]) : ""
    guard let value = UInt32(word), range.contains(value) else {
      throw unexpected(
        word, index == 0 ? "a keyword or a frame" : "\(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  func wide(_ index: Int) throws(FormatError) -> UInt64 {
    let word = index < words.count ? String(words[index]) : ""
    guard let value = UInt64(word) else { throw unexpected(word, "a whole number") }
    return value
  }

  func digest(_ index: Int) throws(FormatError) -> UInt64 {
    let word = index < words.count ? String(words[index]) : ""
    guard word.utf8.count == 16, let value = HexadecimalText.value(word) else {
      throw unexpected(word, "16 hexadecimal digits")
    }
    return value
  }
}
