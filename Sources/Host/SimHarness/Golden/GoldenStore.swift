import SimFormats
import SimPNG
import SimPlatform

/// A folder of goldens: manifests, saved images and pending frames.
package struct GoldenStore: Sendable {
  /// The folder.
  package let folder: String

  /// Names a folder; nothing is read.
  package init(folder: String) { self.folder = folder }

  /// The names of all goldens, sorted.
  package func names() throws -> [String] {
    guard FileStore.isDirectory(folder) else {
      throw SimbenchError.badInput("\(folder): no such folder; give another one with --goldens")
    }
    return try list().filter { $0.hasSuffix(".golden") }.map { String($0.dropLast(7)) }
  }

  /// The names of all files, sorted.
  package func list() throws -> [String] {
    try FileStore.list(directory: folder)
  }

  /// The path of a manifest.
  package func manifestPath(_ name: String) -> String { "\(folder)/\(name).golden" }
  /// The path of pending frames.
  package func pendingPath(_ name: String) -> String { "\(folder)/\(name).pending" }
  /// The path of an accepted image.
  package func picturePath(_ name: String, _ frame: UInt32) -> String {
    "\(folder)/\(name)-\(frame).png"
  }
  /// The path of a pending image.
  package func pendingPicturePath(_ name: String, _ frame: UInt32) -> String {
    "\(folder)/\(name)-\(frame).pending.png"
  }

  /// Reads a manifest; the error for an unknown name suggests the nearest one.
  package func manifest(_ name: String) throws -> GoldenManifest {
    guard FileStore.exists(manifestPath(name)) else {
      let all = try names()
      let hint = nearestSpelling(of: name, in: all).map { "; did you mean \"\($0)\"?" } ?? ""
      throw SimbenchError.badInput("\(manifestPath(name)): no such golden\(hint)")
    }
    return try read(manifestPath(name))
  }

  /// Reads the manifest in a file.
  package func read(_ path: String) throws -> GoldenManifest {
    let bytes = try FileStore.read(path, limitByteCount: ScenarioLoader.limitByteCount)
    return try GoldenManifest(parsing: bytes, file: path)
  }

  /// A saved image; nil if it is missing.
  package func picture(_ path: String, frame: UInt32) throws -> FramePicture? {
    guard FileStore.exists(path) else { return nil }
    let bytes = try FileStore.read(path, limitByteCount: Limits.pictureBytes.count)
    // Before the picture is decoded, which takes memory for all its pixels.
    let size = try PictureFile.decode(bytes, file: path, PNGDecoder.size)
    let (pixels, maximum) = (UInt64(size.width) * UInt64(size.height), Limits.keptPixels.maximum)
    guard pixels <= maximum else {
      throw SimbenchError.badInput(
        "\(path): \(size.width) by \(size.height) pixels exceed the limit of \(maximum) pixels "
          + "in total")
    }
    let image = try PictureFile.decode(bytes, file: path, PNGDecoder.decode)
    return FramePicture(frame: frame, surface: image.makeSurface())
  }

  /// Whether a file contains exactly these bytes.
  package func holds(_ bytes: [UInt8], at path: String) throws -> Bool {
    try FileStore.read(path, limitByteCount: Limits.pictureBytes.count) == bytes
  }
}
