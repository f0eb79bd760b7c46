import SimText

/// What the frames of a run are known to look like: a digest per frame, as reviewable text.
///
/// A line each: `golden 1`, then `scenario`, `device`, `canvas WIDTH HEIGHT SCALE`, `frames COUNT`,
/// and where wanted `seed`, `tolerance`, `compare pictures` and one `picture FRAME` for each frame
/// kept as PNG; then `FRAME DIGEST…` with every digest that is accepted, and
/// `rejected FRAME DIGEST REASON`. Lines that begin with `#` are kept.
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
  /// Whether only the frames kept as pictures are compared, so that no other is painted.
  package var comparesPicturesOnly = false
  /// The accepted digests of each frame; empty before anything was accepted, and for a frame that
  /// is not compared.
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

  /// Replaces the accepted digests by those of a run.
  package mutating func accept(_ looks: [FrameLook]) {
    frames = Array(repeating: [], count: Int(frameCount))
    for look in looks where look.frame < frameCount { frames[Int(look.frame)] = [look.digest] }
  }

  /// The manifest as text.
  package var text: String {
    let lines = comments + [Self.head] + Self.keywords.flatMap { $0.lines(self) } + digestLines
    return lines.joined(separator: "\n") + "\n"
  }

  private var digestLines: [String] {
    frames.enumerated().filter { !$0.element.isEmpty }.map { frame, digests in
      "\(frame) " + digests.map(HexadecimalText.digest).joined(separator: " ")
    }
  }
}

extension GoldenManifest {
  /// The first line but for comments.
  private static let head = "golden 1"

  /// Lines that begin with a word: what the word is, and how they are written and read.
  private struct Keyword: Sendable {
    var word: String
    var isRequired = false
    /// What follows the word, a text for each line.
    var write: @Sendable (GoldenManifest) -> [String]
    var read: @Sendable (inout GoldenManifest, LineReader) throws(FormatError) -> Void

    func lines(_ manifest: GoldenManifest) -> [String] {
      write(manifest).map { "\(word) \($0)" }
    }
  }

  /// The keywords in the order in which they are written.
  private static let keywords = [
    Keyword(
      word: "scenario", isRequired: true, write: { [$0.scenario] },
      read: { (manifest, line) throws(FormatError) in manifest.scenario = try line.text() }),
    Keyword(
      word: "device", isRequired: true, write: { [$0.device] },
      read: { (manifest, line) throws(FormatError) in manifest.device = try line.text() }),
    Keyword(
      word: "canvas", isRequired: true, write: { ["\($0.width) \($0.height) \($0.scale)"] },
      read: { (manifest, line) throws(FormatError) in
        manifest.width = try line.number(1, in: 1...4096)
        manifest.height = try line.number(2, in: 1...4096)
        manifest.scale = try line.number(3, in: 1...4)
        if let excess = CanvasLimit.excess(
          Float(manifest.width), Float(manifest.height), scale: Float(manifest.scale))
        {
          throw line.notAllowed(excess, CanvasLimit.allowed)
        }
      }),
    Keyword(
      word: "seed", write: { manifest in manifest.seed.map { ["\($0)"] } ?? [] },
      read: { (manifest, line) throws(FormatError) in manifest.seed = try line.wide(1) }),
    Keyword(
      word: "frames", isRequired: true, write: { ["\($0.frameCount)"] },
      read: { (manifest, line) throws(FormatError) in
        manifest.frameCount = try line.number(1, in: 1...maximumFrameCount)
      }),
    Keyword(
      word: "tolerance", write: { manifest in manifest.tolerance.map { [$0] } ?? [] },
      read: { (manifest, line) throws(FormatError) in manifest.tolerance = try line.text() }),
    Keyword(
      word: "compare", write: { $0.comparesPicturesOnly ? ["pictures"] : [] },
      read: { (manifest, line) throws(FormatError) in
        let word = try line.text()
        guard word == "pictures" else { throw line.unexpected(word, "pictures") }
        manifest.comparesPicturesOnly = true
      }),
    Keyword(
      word: "picture", write: { $0.pictures.map { "\($0)" } },
      read: { (manifest, line) throws(FormatError) in
        let frame = try line.number(1, in: 0...maximumFrameCount)
        guard manifest.pictures.last.map({ $0 < frame }) ?? true else {
          throw line.unexpected("\(frame)", "frames in ascending order")
        }
        manifest.pictures.append(frame)
      }),
    Keyword(
      word: "rejected",
      write: { manifest in
        manifest.rejections.map {
          "\($0.frame) \(HexadecimalText.digest($0.digest)) \($0.reason)"
        }
      },
      read: { (manifest, line) throws(FormatError) in
        manifest.rejections.append(
          Rejection(
            frame: try line.number(1, in: 0...maximumFrameCount), digest: try line.digest(2),
            reason: try line.text(from: 3)))
      }),
  ]
}

extension GoldenManifest {
  /// Reads a manifest.
  ///
  /// - Throws: `FormatError` with the line.
  /// - Complexity: O(n) in the number of bytes.
  package init(parsing bytes: [UInt8], file: String) throws(FormatError) {
    try FormatError.check(bytes, file: file, expected: "a golden")
    let text = String(decoding: bytes, as: UTF8.self)
    var hasBegun = false
    var seen: Set<String> = []
    // To Swift a carriage return with a line feed is one character, and not the line feed.
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    for (index, line) in lines.enumerated() {
      if line.isEmpty { continue }
      let reader = LineReader(file: file, line: index + 1, words: line.split(separator: " "))
      if line.hasPrefix("#") {
        comments.append(String(line))
      } else if !hasBegun {
        guard line == Self.head else {
          throw reader.unexpected(String(line), "the line \"\(Self.head)\"")
        }
        hasBegun = true
      } else {
        if let word = try read(reader) { seen.insert(word) }
      }
    }
    let end = LineReader(file: file, line: 1, words: [])
    guard hasBegun else { throw end.unexpected("no line", "the line \"\(Self.head)\"") }
    for keyword in Self.keywords where keyword.isRequired && !seen.contains(keyword.word) {
      throw end.missing(keyword.word)
    }
    let found = frames.count { !$0.isEmpty }
    let wanted = comparesPicturesOnly ? pictures.count : Int(frameCount)
    guard frames.isEmpty || found == wanted else {
      throw end.unexpected("digests of \(found) frames", "\(wanted), or none")
    }
    if !frames.isEmpty, frames.count < frameCount {
      frames += Array(repeating: [], count: Int(frameCount) - frames.count)
    }
    guard pictures.allSatisfy({ $0 < frameCount }) else {
      throw end.unexpected("a picture of frame \(pictures.max() ?? 0)", "0 to \(frameCount - 1)")
    }
  }

  /// Reads a line.
  ///
  /// - Returns: Its keyword; nil for a frame's digests.
  private mutating func read(_ line: LineReader) throws(FormatError) -> String? {
    if let keyword = Self.keywords.first(where: { $0.word == line.words.first.map(String.init) }) {
      try keyword.read(&self, line)
      return keyword.word
    }
    let frame: UInt32 = try line.number(0, in: 0...Self.maximumFrameCount)
    let next = comparesPicturesOnly ? pictures.first { $0 >= frames.count } : UInt32(frames.count)
    guard frame == next else {
      throw line.unexpected(
        "frame \(frame)", next.map { "frame \($0), the next one" } ?? "no other frame")
    }
    // Frames that are not compared have no line.
    while frames.count < frame { frames.append([]) }
    guard line.words.count > 1 else { throw line.unexpected("no digest", "at least one") }
    var digests: [UInt64] = []
    for index in 1..<line.words.count { digests.append(try line.digest(index)) }
    frames.append(digests)
    return nil
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

  /// The words from one on.
  func text(from start: Int = 1) throws(FormatError) -> String {
    let rest = words.dropFirst(start).joined(separator: " ")
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
    guard let value = UInt64(word) else {
      throw unexpected(word, "a whole number from 0 to \(UInt64.max)")
    }
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
