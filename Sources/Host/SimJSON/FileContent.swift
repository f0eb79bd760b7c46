import SimText

/// Content that no reader of this package takes, by its name and with the next step.
///
/// Every reader of files asks here, so that its message names the cause: a Git LFS pointer, a merge
/// conflict, another picture format, compressed data, another text encoding. Text without a byte
/// order mark and unknown bytes are not recognized.
package struct FileContent: Equatable, Sendable {
  /// What decides how readers treat the content.
  package enum Kind: Equatable, Sendable {
    /// No byte at all; recordings of strokes and histories may be empty.
    case empty
    /// A text file with the markers of an unresolved merge conflict.
    case conflict
    /// Data compressed as gzip, which readers of recordings inflate.
    case gzip
    /// A PNG file.
    case png
    /// Text in an encoding that readers of text do not take.
    case encoding
    /// Anything else.
    case other
  }

  /// What decides how readers treat it.
  package let kind: Kind
  /// The content's name, such as `Git LFS pointer`.
  package let name: String
  /// The next step of the user.
  package let advice: String
  /// The line at which it shows, from 1.
  package private(set) var line = 1
  /// The first bytes that identify it, and how many bytes come before them.
  private var start: [UInt8] = []
  private var startOffset = 0

  /// A file without a byte, or without anything but line ends and spaces.
  package static let empty = FileContent(
    .empty, "empty file", "restore the file or write it again")

  /// Recognizes the bytes of a whole file; nil for plain text and for unknown bytes.
  ///
  /// - Complexity: O(n) in the number of bytes; for plain text one pass over its line ends.
  package init?(_ bytes: [UInt8]) {
    if bytes.isEmpty {
      self = .empty
    } else if let known = Self.known.first(where: { $0.matches(bytes) }) {
      self = known
    } else if bytes.allSatisfy({ $0 == 0 }) {
      self.init(
        .other, "file of zero bytes only",
        "the file was never written completely; restore it or write it again")
    } else if let encoding = Self.unmarkedEncoding(of: bytes) {
      self = Self.text(in: encoding)
    } else if let markup = Self.markup(in: bytes) {
      self = markup
    } else if let line = Self.conflictLine(in: bytes) {
      // Last, since only this looks at every line.
      self.init(
        .conflict, "unresolved merge conflict at line \(line)",
        "resolve it and remove the lines with its markers")
      self.line = line
    } else {
      return nil
    }
  }

  private init(
    _ kind: Kind, _ name: String, _ advice: String, _ start: [UInt8] = [], at offset: Int = 0
  ) {
    (self.kind, self.name, self.advice) = (kind, name, advice)
    (self.start, startOffset) = (start, offset)
  }

  private func matches(_ bytes: [UInt8]) -> Bool {
    bytes.dropFirst(startOffset).starts(with: start)
  }

  /// One line without file and position.
  ///
  /// - Parameter expected: what the reader takes, with its article.
  package func message(expected: String) -> String {
    // What is right but for its encoding or its conflict is of the expected kind.
    let isExpected =
      kind == .conflict || kind == .encoding
      // A damaged PNG file is one too: "PNG file, expected a PNG file" would puzzle.
      || name.hasPrefix("PNG file") && expected == "a PNG file"
    return name + (isExpected ? "" : ", expected \(expected)") + "; \(advice)"
  }
}

extension FileContent {
  /// Contents with fixed first bytes; of two that match, the first is meant.
  private static let known =
    [
      pointer("Git LFS", "git lfs pull, and in CI check out with LFS", "version https://git-lfs."),
      pointer("Git LFS", "git lfs pull, and in CI check out with LFS", "version https://hawser."),
      pointer("Git LFS", "git lfs pull, and in CI check out with LFS", "version http://git-media."),
      pointer("git-annex", "git annex get", "/annex/objects/"),
      // Before PNG, whose first bytes it has too; the type of its first chunk tells.
      FileContent(
        .other, "PNG file that Xcode changed for iOS", "take the file from the project's sources",
        Array("CgBI".utf8), at: 12),
      FileContent(.png, "PNG file", "name another file", png),
      FileContent(
        .other, "PNG file as base64", "decode it, for example with base64 -d",
        Array("iVBORw0KGgo".utf8)),
      FileContent(
        .other, "PNG file as a data URL",
        "decode what follows the comma, for example with base64 -d",
        Array("data:image/png;base64,".utf8)),
      picture("JPEG", [0xFF, 0xD8, 0xFF]), picture("GIF", Array("GIF8".utf8)),
      // WebP starts with RIFF and a length, as other formats do: only its name tells.
      picture("WebP", Array("WEBP".utf8), at: 8), picture("TIFF", [0x49, 0x49, 0x2A, 0x00]),
      picture("TIFF", [0x4D, 0x4D, 0x00, 0x2A]), picture("HEIC", Array("ftyphei".utf8), at: 4),
      picture("HEIC", Array("ftypmif1".utf8), at: 4),
      picture("AVIF", Array("ftypavi".utf8), at: 4),
      FileContent(
        .other, "PDF document", "name another file, or export its page as PNG",
        Array("%PDF-".utf8)),
      compressed("gzip", "gunzip", [0x1F, 0x8B], .gzip),
      compressed("zip", "unzip", [0x50, 0x4B, 0x03, 0x04]),
      compressed("zip", "unzip", [0x50, 0x4B, 0x05, 0x06]),
      compressed("zstd", "zstd -d", [0x28, 0xB5, 0x2F, 0xFD]),
      compressed("xz", "xz -d", [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]),
      compressed("bzip2", "bzip2 -d", Array("BZh".utf8)),
      compressed("LZ4", "lz4 -d", [0x04, 0x22, 0x4D, 0x18]),
      compressed("7-Zip", "7z x", [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]),
      FileContent(
        .other, "tar archive", "extract it, for example with tar -xf", Array("ustar".utf8),
        at: 257),
      FileContent(
        .other, "file encrypted by git-crypt", "decrypt the checkout with git-crypt unlock",
        [0x00] + Array("GITCRYPT".utf8)),
      // UTF-32 before UTF-16, since its mark begins with that of UTF-16.
      text(in: "UTF-8", [0xEF, 0xBB, 0xBF]), text(in: "UTF-32", [0xFF, 0xFE, 0x00, 0x00]),
      text(in: "UTF-32", [0x00, 0x00, 0xFE, 0xFF]), text(in: "UTF-16", [0xFF, 0xFE]),
      text(in: "UTF-16", [0xFE, 0xFF]),
    ] + convertedPNGs

  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// PNG files after a transfer as text; the format's first bytes were chosen to show each.
  private static var convertedPNGs: [FileContent] {
    let name = Array("PNG".utf8)
    let lineEnds: [[UInt8]] = [
      [0x0A, 0x1A, 0x0A], [0x0D, 0x0D, 0x0A, 0x1A, 0x0D, 0x0A], [0x0A, 0x0A, 0x1A, 0x0A],
      [0x0D, 0x0D, 0x1A, 0x0D], [0x0D, 0x1A, 0x0D], [0x0D, 0x0A, 0x1A, 0x0D, 0x0A],
    ]
    return lineEnds.map { ends in
      FileContent(
        .other, "PNG file with converted line ends",
        "write *.png binary to .gitattributes, then restore the file", [0x89] + name + ends)
    }
      + [[0x09], [0xC2, 0x89], [0xEF, 0xBF, 0xBD]].map { first in
        FileContent(
          .other, "PNG file that was stored as text", "transfer the file again, as binary data",
          first + name)
      }
  }

  private static func pointer(
    _ program: String, _ command: String, _ start: String
  ) -> FileContent {
    FileContent(
      .other, "\(program) pointer", "get the file itself with \(command)", Array(start.utf8))
  }

  private static func picture(
    _ format: String, _ start: [UInt8], at offset: Int = 0
  ) -> FileContent {
    FileContent(.other, "\(format) picture", "save the picture as PNG", start, at: offset)
  }

  private static func compressed(
    _ format: String, _ command: String, _ start: [UInt8], _ kind: Kind = .other
  ) -> FileContent {
    FileContent(
      kind, "\(format) data", "decompress the file first, for example with \(command)", start)
  }

  private static func text(in encoding: String, _ start: [UInt8] = []) -> FileContent {
    let name = start.isEmpty ? "text in \(encoding)" : "byte order mark of \(encoding)"
    let way = start.isEmpty ? "" : " without one"
    return FileContent(.encoding, name, "save the file as UTF-8\(way)", start)
  }
}

extension FileContent {
  /// The encoding of text that has a zero byte next to each ASCII character.
  private static func unmarkedEncoding(of bytes: [UInt8]) -> String? {
    let isZero = bytes.prefix(4).map { $0 == 0 }
    return isZero == [false, true, false, true] || isZero == [true, false, true, false]
      ? "UTF-16" : nil
  }

  /// A page or an error of a server, in place of the file that it should have sent.
  private static func markup(in bytes: [UInt8]) -> FileContent? {
    let text = bytes.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }.prefix(16)
    let head = String(decoding: text, as: UTF8.self).lowercased()
    let isHTML = head.hasPrefix("<!doctype html") || head.hasPrefix("<html")
    guard isHTML || head.hasPrefix("<?xml") else { return nil }
    return FileContent(
      .other, isHTML ? "HTML page" : "XML document",
      "if a server sent it as an error or login page, download the file again")
  }

  /// The line of the first conflict marker, as git and other tools write it: at least seven equal
  /// signs at the start of a line, with a space behind them or nothing.
  ///
  /// Binary data has none: as in git, a zero byte near the start tells.
  private static func conflictLine(in bytes: [UInt8]) -> Int? {
    guard !bytes.prefix(8000).contains(0) else { return nil }
    var line = 1
    var lineStart = 0
    let bytes = bytes.span
    for index in bytes.indices {
      if index == lineStart, isMarker(bytes, at: index) { return line }
      if bytes[index] == UInt8(ascii: "\n") {
        line += 1
        lineStart = index + 1
      }
    }
    return nil
  }

  private static func isMarker(_ bytes: borrowing Span<UInt8>, at start: Int) -> Bool {
    let sign = bytes[start]
    let isSplit = sign == UInt8(ascii: "=")
    guard
      isSplit || sign == UInt8(ascii: "<") || sign == UInt8(ascii: ">") || sign == UInt8(ascii: "|")
    else { return false }
    var end = start
    while end < bytes.count, bytes[end] == sign { end += 1 }
    guard end - start >= 7 else { return false }
    let next = end < bytes.count ? bytes[end] : UInt8(ascii: "\n")
    return next == UInt8(ascii: "\n") || next == UInt8(ascii: "\r")
      || !isSplit && next == UInt8(ascii: " ")
  }
}

extension FormatError {
  /// Refuses a text file whose content is recognizably something else.
  ///
  /// - Parameters:
  ///   - expected: what the reader takes, with its article.
  ///   - allowsEmpty: whether a file without a byte is right.
  /// - Throws: an error at the line concerned.
  /// - Complexity: O(n) in the number of bytes.
  package static func check(
    _ bytes: [UInt8], file: String, expected: String, allowsEmpty: Bool = false
  ) throws(FormatError) {
    guard let content = FileContent(bytes), !(allowsEmpty && bytes.isEmpty) else { return }
    throw FormatError(
      file: file, position: TextPosition(line: content.line, column: 1),
      problem: .foreign(content, expected: expected))
  }
}
