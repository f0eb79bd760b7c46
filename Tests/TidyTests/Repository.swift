import Foundation

/// The checkout these tests were compiled from, as a list of files.
struct Repository {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// A text file of the repository.
  struct File: CustomStringConvertible {
    var path: String
    var text: String
    var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
    var description: String { path }
  }

  /// Every file below a folder whose name ends in one of the given ways, sorted by path.
  static func files(below folder: String, endingIn endings: [String]) throws -> [File] {
    let base = root.appending(path: folder)
    guard let walk = FileManager.default.enumerator(atPath: base.path()) else { return [] }
    var files: [File] = []
    for case let name as String in walk where endings.contains(where: { name.hasSuffix($0) }) {
      let url = base.appending(path: name)
      files.append(
        File(path: folder + "/" + name, text: try String(contentsOf: url, encoding: .utf8)))
    }
    return files.sorted { $0.path < $1.path }
  }

  /// Every Swift file of the sources, benchmarks and tests.
  static func swiftFiles() throws -> [File] {
    try files(below: "Sources", endingIn: [".swift"])
      + files(below: "Benchmarks/Sources", endingIn: [".swift"])
      + files(below: "Tests", endingIn: [".swift"])
  }

  /// One text file.
  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}
