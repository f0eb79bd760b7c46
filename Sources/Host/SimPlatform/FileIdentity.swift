/// The identity of a file, independent of its path: device and inode.
///
/// For a file that does not exist, those of the nearest existing folder, and the remaining path.
package struct FileIdentity: Hashable, Sendable {
  /// The number of the file system.
  package let device: UInt64
  /// The number of the file in the file system.
  package let inode: UInt64
  /// The missing parts of the path, with slashes; empty for an existing file.
  package let missing: String

  init(device: UInt64, inode: UInt64, missing: String = "") {
    self.device = device
    self.inode = inode
    self.missing = missing
  }

  /// The identity at a path, with symbolic links followed; nil for an invalid path.
  package init?(_ path: String) {
    guard (try? FileStore.checkPath(path)) != nil else { return nil }
    if let status = try? SystemCalls.status(path) {
      self = status.identity
      return
    }
    var parts: [Substring] = []
    var nearest = path
    while true {
      guard let name = nearest.split(separator: "/").last else { return nil }
      parts.insert(name, at: 0)
      let parent = FileStore.parentDirectory(of: nearest)
      guard parent != nearest else { return nil }
      if let folder = try? SystemCalls.status(parent).identity {
        self.init(
          device: folder.device, inode: folder.inode, missing: Self.normalized(parts))
        return
      }
      nearest = parent
    }
  }

  /// Parts with `.` removed and `..` resolved, where nothing exists that could be a link.
  private static func normalized(_ parts: [Substring]) -> String {
    var kept: [Substring] = []
    for part in parts where part != "." {
      if part == "..", kept.last.map({ $0 != ".." }) == true {
        kept.removeLast()
      } else {
        kept.append(part)
      }
    }
    return kept.joined(separator: "/")
  }
}
