import SimFormats

/// Everything a case consists of: what a check needs beside the code under test.
struct FuzzInput: Equatable {
  /// A file that the case reads.
  struct File: Equatable {
    var name: String
    var bytes: [UInt8]
  }

  /// Words: a command line, or what kind of file it is.
  var arguments: [String] = []
  var files: [File] = []

  init(_ arguments: [String] = [], files: [File] = []) {
    self.arguments = arguments
    self.files = files
  }

  init(_ arguments: [String], _ bytes: [UInt8]) {
    self.init(arguments, files: [File(name: "input", bytes: bytes)])
  }

  /// The bytes of the only file.
  var bytes: [UInt8] { files.first?.bytes ?? [] }

  /// How much there is to read, which shrinking makes less.
  var size: Int {
    files.reduce(0) { $0 + $1.bytes.count + 8 } + arguments.reduce(0) { $0 + $1.utf8.count + 8 }
  }
}

extension FuzzInput {
  /// As a file of findings: lines of words, then each file's length and bytes.
  func encoded(_ kind: FuzzClass) -> [UInt8] {
    var bytes = Array("simbench-fuzz \(kind.rawValue)\n".utf8)
    for argument in arguments {
      bytes +=
        "argument \(JSONWriter.text(of: .array([.string(argument)]), style: .compact))\n".utf8
    }
    for file in files {
      bytes += "file \(file.bytes.count) \(file.name)\n".utf8
      bytes += file.bytes
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }

  /// Reads what `encoded` wrote; nil when it did not.
  static func decode(_ bytes: [UInt8]) -> (kind: FuzzClass, input: FuzzInput)? {
    var rest = bytes[...]
    func line() -> String? {
      guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      defer { rest = rest[(end + 1)...] }
      return String(decoding: rest[..<end], as: UTF8.self)
    }
    guard let first = line(), first.hasPrefix("simbench-fuzz "),
      let kind = FuzzClass(rawValue: String(first.dropFirst(14)))
    else { return nil }
    var input = FuzzInput()
    while let head = line() {
      if head.hasPrefix("argument ") {
        guard let list = try? JSONDocument(parsing: Array(head.dropFirst(9).utf8)).root,
          let word = try? list.elements.first?.string()
        else { return nil }
        input.arguments.append(word)
      } else {
        let words = head.split(separator: " ", maxSplits: 2)
        guard words.count == 3, words[0] == "file", let count = Int(words[1]), count < rest.count
        else { return nil }
        input.files.append(File(name: String(words[2]), bytes: Array(rest.prefix(count))))
        rest = rest.dropFirst(count + 1)
      }
    }
    return (kind, input)
  }
}
