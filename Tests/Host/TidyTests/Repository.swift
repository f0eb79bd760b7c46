import Foundation

/// The checkout these tests were compiled from, as a list of files.
struct Repository {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// A text file of the repository.
  struct File: CustomStringConvertible, Sendable {
    let path: String
    let text: String
    let lines: [Substring]
    var description: String { path }

    init(path: String, text: String) {
      self.path = path
      self.text = text
      lines = text.components(separatedBy: "\n").map { Substring($0) }
    }
  }

  /// Every Swift file below a folder, sorted by path.
  private static func read(below folder: String) throws -> [File] {
    let base = root.appending(path: folder)
    guard let walk = FileManager.default.enumerator(atPath: base.path()) else { return [] }
    var files: [File] = []
    for case let name as String in walk where name.hasSuffix(".swift") {
      let url = base.appending(path: name)
      files.append(
        File(path: folder + "/" + name, text: try String(contentsOf: url, encoding: .utf8)))
    }
    return files.sorted { $0.path < $1.path }
  }

  /// The paths of README and of every guide, sorted.
  static func markdownPaths() throws -> [String] {
    let base = root.appending(path: "Sources")
    guard let walk = FileManager.default.enumerator(atPath: base.path()) else { return [] }
    let names = walk.compactMap { $0 as? String }.filter { $0.hasSuffix(".md") }
    return ["README.md"] + names.map { "Sources/" + $0 }.sorted()
  }

  private static let all = Result {
    try ["Sources", "Benchmarks/Kernels", "Benchmarks/Peers", "Tests"].flatMap {
      try read(below: $0)
    }
  }

  /// Every Swift file of the sources, benchmarks and tests, or of one folder among them.
  static func swiftFiles(below folder: String? = nil) throws -> [File] {
    let files = try all.get()
    guard let folder else { return files }
    return files.filter { $0.path.hasPrefix(folder + "/") }
  }

  /// One text file.
  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}
