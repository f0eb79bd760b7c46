import SimFormats
import SimHarness
import SimPNG
import SimPlatform
import SimReport

/// The folder of goldens: manifests, saved images and pending frames.
struct GoldenStore {
  let folder: String

  /// The names of all goldens, sorted.
  func names() throws -> [String] {
    guard FileStore.isDirectory(folder) else {
      throw CommandError.badInput("\(folder): no such folder; give another one with --goldens")
    }
    return try list().filter { $0.hasSuffix(".golden") }.map { String($0.dropLast(7)) }
  }

  private func list() throws -> [String] {
    try FileStore.list(directory: folder)
  }

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

  func manifestPath(_ name: String) -> String { "\(folder)/\(name).golden" }
  func pendingPath(_ name: String) -> String { "\(folder)/\(name).pending" }
  func picturePath(_ name: String, _ frame: UInt32) -> String {
    "\(folder)/\(name)-\(frame).png"
  }
  func pendingPicturePath(_ name: String, _ frame: UInt32) -> String {
    "\(folder)/\(name)-\(frame).pending.png"
  }

  /// Reads a manifest; the error for an unknown name suggests the nearest one.
  func manifest(_ name: String) throws -> GoldenManifest {
    guard FileStore.exists(manifestPath(name)) else {
      let all = try names()
      let hint = nearestSpelling(of: name, in: all).map { "; did you mean \"\($0)\"?" } ?? ""
      throw CommandError.badInput("\(manifestPath(name)): no such golden\(hint)")
    }
    return try read(manifestPath(name))
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

  private func read(_ path: String) throws -> GoldenManifest {
    let bytes = try FileStore.read(path, limitByteCount: ScenarioLoader.limitByteCount)
    return try GoldenManifest(parsing: bytes, file: path)
  }

  /// A saved image; nil if it is missing.
  func picture(_ path: String, frame: UInt32) throws -> FramePicture? {
    guard FileStore.exists(path) else { return nil }
    let bytes = try FileStore.read(path, limitByteCount: Limits.pictureBytes.count)
    let image = try PictureLimit.kept.decode(bytes, path)
    return FramePicture(frame: frame, surface: image.makeSurface())
  }

  /// Whether a file contains exactly these bytes.
  func holds(_ bytes: [UInt8], at path: String) throws -> Bool {
    try FileStore.read(path, limitByteCount: Limits.pictureBytes.count) == bytes
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

/// The frames that `golden update` records.
enum GoldenRecording: String, CaseIterable {
  /// No frames: it only compares.
  case never
  /// Goldens without accepted frames.
  case missing
  /// Goldens without accepted frames, and all that differ.
  case failed
  /// Every golden.
  case all

  /// Whether a golden in a state is recorded.
  func takes(_ state: GoldenState) -> Bool {
    switch self {
    case .never: false
    case .missing: state == .missing
    case .failed: state == .missing || state == .differs
    case .all: true
    }
  }
}
