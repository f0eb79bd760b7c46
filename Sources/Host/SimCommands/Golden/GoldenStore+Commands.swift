import SimFormats
import SimHarness
import SimPlatform
import SimReport

extension GoldenStore {
  /// All manifests and their images in the folder, including pending ones, which no output may
  /// replace.
  func allPaths() throws -> [String] {
    let names = try names()
    return try list().filter { file in
      names.contains { name in
        guard file.hasPrefix(name) else { return false }
        let rest = file.dropFirst(name.count)
        if rest == ".golden" || rest == ".pending" { return true }
        guard rest.first == "-", rest.hasSuffix(".png") else { return false }
        let middle = rest.dropFirst().dropLast(4)
        let frame = middle.hasSuffix(".pending") ? middle.dropLast(8) : middle
        return !frame.isEmpty && frame.allSatisfy(\.isNumber)
      }
    }.map { "\(folder)/\($0)" }
  }

  /// Waits for the lock of the folder.
  func lock(_ console: Console) throws -> FileLock {
    try FileLock.waited(for: ["\(folder)/any.golden"], console)
  }

  /// The command that records new and different frames.
  static var updateCommand: String { ShellCommand.simbench(["golden", "update"]) }

  /// Reads the pending frames.
  func pending(_ name: String) throws -> GoldenManifest {
    _ = try manifest(name)
    guard FileStore.exists(pendingPath(name)) else {
      throw CommandError.badInput(
        "\(pendingPath(name)): nothing was recorded; run \(Self.updateCommand)")
    }
    return try read(pendingPath(name))
  }

  /// Files that belong to no golden, and pending files whose golden was removed.
  func orphans() throws -> [String] {
    var known: Set<String> = []
    for name in try names() {
      let manifest = try manifest(name)
      known.formUnion(["\(name).golden", "\(name).pending"])
      for frame in manifest.pictures {
        known.formUnion(["\(name)-\(frame).png", "\(name)-\(frame).pending.png"])
      }
    }
    return try list().filter { !known.contains($0) && !$0.hasSuffix(".md") }
  }
}
