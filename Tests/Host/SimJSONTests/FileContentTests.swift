import SimJSON
import Testing

/// Goal: content that no reader takes is called by its name, and plain text is not.
///
/// Method: the first bytes of each kind, and texts that come near to one.
@Suite struct FileContentTests {
  @Test(
    arguments: [
      ("version https://git-lfs.github.com/spec/v1\noid sha256:ab\nsize 3\n", "Git LFS pointer"),
      ("version https://hawser.github.com/spec/v1\n", "Git LFS pointer"),
      ("/annex/objects/SHA256E-s3--ab.png\n", "git-annex pointer"),
      ("<!DOCTYPE html><html>", "HTML page"), ("\n  <!doctype HTML>", "HTML page"),
      ("<HTML lang=en>", "HTML page"), ("<?xml version=\"1.0\"?><Error/>", "XML document"),
      ("iVBORw0KGgoAAAANSUhEUg", "PNG file as base64"),
      ("data:image/png;base64,iVBORw0KGgo", "PNG file as a data URL"), ("GIF89a", "GIF picture"),
      ("%PDF-1.7", "PDF document"), ("RIFF....WEBPVP8 ", "WebP picture"), ("BZh91AY", "bzip2 data"),
      ("\u{FEFF}{}", "byte order mark of UTF-8"), ("", "empty file"),
      ("\0\0\0\0\0\0\0\0", "file of zero bytes only"), ("{\0}\0\n\0", "text in UTF-16"),
      ("\0{\0}", "text in UTF-16"), ("\0GITCRYPT\0", "file encrypted by git-crypt"),
      (String(repeating: "a", count: 257) + "ustar", "tar archive"),
    ])
  func textsAreNamed(text: String, name: String) {
    #expect(FileContent(Array(text.utf8))?.name == name)
  }

  @Test(
    arguments: [
      ([0xFF, 0xD8, 0xFF, 0xE0], "JPEG picture"), ([0x49, 0x49, 0x2A, 0], "TIFF picture"),
      ([0, 0, 0, 24, 0x66, 0x74, 0x79, 0x70, 0x68, 0x65, 0x69, 0x63], "HEIC picture"),
      ([0, 0, 0, 24, 0x66, 0x74, 0x79, 0x70, 0x61, 0x76, 0x69, 0x66], "AVIF picture"),
      ([0x1F, 0x8B, 8], "gzip data"), ([0x50, 0x4B, 3, 4], "zip data"),
      ([0x28, 0xB5, 0x2F, 0xFD, 0], "zstd data"), ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], "xz data"),
      ([0x04, 0x22, 0x4D, 0x18], "LZ4 data"),
      ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "7-Zip data"),
      ([0xFF, 0xFE, 0x7B, 0], "byte order mark of UTF-16"),
      ([0xFE, 0xFF, 0, 0x7B], "byte order mark of UTF-16"),
      ([0xFF, 0xFE, 0, 0, 0x7B, 0, 0, 0], "byte order mark of UTF-32"),
      ([0, 0, 0xFE, 0xFF, 0, 0, 0, 0x7B], "byte order mark of UTF-32"),
    ] as [([UInt8], String)])
  func bytesAreNamed(bytes: [UInt8], name: String) {
    #expect(FileContent(bytes)?.name == name)
  }

  /// Each way in which programs store lines, applied to the first bytes of a picture.
  @Test func convertedPicturesAreNamed() {
    let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49]
    #expect(FileContent(picture)?.kind == .png)
    let (cr, lf) = (UInt8(ascii: "\r"), UInt8(ascii: "\n"))
    let unix = picture.enumerated().filter { index, byte in
      byte != cr || picture[index + 1] != lf
    }.map(\.element)
    let dos = picture.flatMap { $0 == lf ? [cr, lf] : [$0] }
    let dosAlone = picture.enumerated().flatMap { index, byte in
      byte == lf && picture[index - 1] != cr ? [cr, lf] : [byte]
    }
    let macintosh = picture.map { $0 == lf ? cr : $0 }
    let fromMacintosh = picture.map { $0 == cr ? lf : $0 }
    for bytes in [unix, dos, dosAlone, macintosh, fromMacintosh] {
      #expect(FileContent(bytes)?.name == "PNG file with converted line ends", "\(bytes)")
    }
    for start in [[0x09], [0xC2, 0x89], [0xEF, 0xBF, 0xBD]] as [[UInt8]] {
      let name = FileContent(start + picture.dropFirst())?.name
      #expect(name == "PNG file that was stored as text")
    }
    let forPhones = picture.prefix(8) + [0, 0, 0, 4] + Array("CgBI".utf8)
    #expect(FileContent(Array(forPhones))?.name == "PNG file that Xcode changed for iOS")
  }

  @Test(
    arguments: [
      ("<<<<<<< HEAD\n", 1), ("{\n<<<<<<< ours\n1\n=======\n2\n>>>>>>> theirs\n", 2),
      ("a\r\nb\r\n=======\r\nc", 3), ("a\n||||||| merged common ancestors\n", 2),
      ("a\nb\nc\n>>>>>>> 0123abc", 4), ("a\n<<<<<<<\n", 2), ("a\n<<<<<<<<<<<< longer\n", 2),
    ])
  func conflictsHaveTheirLine(text: String, line: Int) throws {
    let content = try #require(FileContent(Array(text.utf8)))
    #expect(content.kind == .conflict && content.line == line)
    #expect(content.name == "unresolved merge conflict at line \(line)")
  }

  @Test(
    arguments: [
      "{}", "time,x\n", "<<<<<< HEAD\n", "a <<<<<<< HEAD\n", "<<<<<<<HEAD\n", "======= b\n", "\n",
      "# a comment\n", "version 1\n", "<p>", "PNG", "\u{1}\u{2}", "golden 1\n", "a\0b\n<<<<<<< c\n",
    ])
  func otherTextIsNotRecognized(text: String) {
    #expect(FileContent(Array(text.utf8)) == nil)
  }

  @Test func messagesNameTheNextStep() throws {
    func message(_ text: String) -> String? {
      FileContent(Array(text.utf8))?.message(expected: "a JSON value")
    }
    #expect(
      message("version https://git-lfs.github.com/spec/v1\n")
        == "Git LFS pointer, expected a JSON value; get the file itself with git lfs pull, and in "
        + "CI check out with LFS")
    #expect(message("\u{FEFF}") == "byte order mark of UTF-8; save the file as UTF-8 without one")
    #expect(message("{\0}\0") == "text in UTF-16; save the file as UTF-8")
    #expect(
      message("a\n=======\n")
        == "unresolved merge conflict at line 2; resolve it and remove the lines with its markers")
  }

  /// A reader of JSON says what the file is before what is wrong with its text.
  @Test func jsonFilesAreNamed() {
    for (text, message) in [
      ("", "a.json:1:1: empty file, expected a JSON value; restore the file or write it again"),
      ("\u{FEFF}{}", "a.json:1:1: byte order mark of UTF-8; save the file as UTF-8 without one"),
      (
        "{\"a\": 1,\n<<<<<<< HEAD\n\"b\": 2}",
        "a.json:2:1: unresolved merge conflict at line 2; resolve it and remove the lines with its "
          + "markers"
      ), (" ", "a.json:1:1: empty file, expected a JSON value"),
      ("?", "a.json:1:1: unexpected \"?\", expected a value"),
    ] {
      let error = #expect(throws: FormatError.self) {
        try JSONDocument.read(Array(text.utf8), file: "a.json")
      }
      #expect(error?.message == message)
    }
  }
}
