import Foundation
import SimFormats
import SimPNG
import SimPlatform

/// A folder with a file of every kind that a command reads, put back as it was after each case.
final class CommandFolder {
  let path: String
  private let files: [String: [UInt8]]

  /// Files that are there before every case, apart from goldens and device classes.
  static let names = [
    "tiny.json", "trace.json", "result.json", "history.ndjson", "strokes.csv", "strokes.txt",
    "motion.csv", "flash.csv", "a.png", "b.png", "film.png", "bad.json",
  ]

  init() throws {
    path = try FileStore.makeTemporaryDirectory(prefix: "simbench-fuzz")
    files = Self.contents()
    try fill()
  }

  deinit { try? FileStore.removeTree(path) }

  /// What the folder holds before every case.
  static func contents() -> [String: [UInt8]] {
    func picture(_ shade: UInt16) -> [UInt8] {
      PNGEncoder.encode(
        PNGSamples(
          width: 24, height: 16, colorType: .gray, bitDepth: 8,
          values: (0..<384).map { ($0 / 3 + shade) % 256 }))
    }
    var film = APNGEncoder(width: 4, height: 4)
    for shade: UInt8 in [0, 255, 0] {
      film.append([UInt8](repeating: shade, count: 64), delay: .frames(perSecond: 60))
    }
    var files: [String: [UInt8]] = [
      "result.json": JSONWriter.bytes(of: FormatSamples.resultFile),
      "history.ndjson": FormatSamples.history, "a.png": picture(0), "b.png": picture(9),
      "film.png": film.finish(),
      "devices/my-tablet.json": JSONWriter.bytes(of: FormatSamples.device),
    ]
    let texts = [
      "tiny.json": FormatSamples.scenario,
      "trace.json": #"{"scene": "trace", "canvasSize": {"width": 60, "height": 40}, "frames": 5}"#,
      "bad.json": #"{"scene": "snowglobe", "framse": 3}"#,
      "strokes.csv": FormatSamples.strokesTable, "strokes.txt": FormatSamples.strokesText,
      "motion.csv": FormatSamples.motion, "flash.csv": FormatSamples.flash,
      "goldens/tiny.golden":
        "golden 1\nscenario ../tiny.json\ndevice iphone-12\ncanvas 160 80 1\nframes 4\npicture 2\n",
    ]
    for (name, text) in texts { files[name] = Array(text.utf8) }
    return files
  }

  private func fill() throws {
    for (name, bytes) in files {
      let place = "\(path)/\(name)"
      try FileManager.default.createDirectory(
        atPath: URL(filePath: place).deletingLastPathComponent().path(),
        withIntermediateDirectories: true)
      try Data(bytes).write(to: URL(filePath: place))
    }
    try? FileManager.default.createSymbolicLink(
      atPath: "\(path)/link.json", withDestinationPath: "tiny.json")
  }

  /// Makes the folder what it was.
  func restore() {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
      try? FileManager.default.removeItem(atPath: "\(path)/\(name)")
    }
    try? fill()
  }

  /// Files that are not as they were before: changed or gone ones, then new ones.
  func changes() -> (changed: [String], new: [String]) {
    let found = FileManager.default.enumerator(atPath: path)?.allObjects as? [String] ?? []
    var isDirectory: ObjCBool = false
    let new = found.filter { name in
      guard files[name] == nil, name != "link.json" else { return false }
      _ = FileManager.default.fileExists(atPath: "\(path)/\(name)", isDirectory: &isDirectory)
      return !(isDirectory.boolValue && ["devices", "goldens"].contains(name))
    }
    let changed = files.keys.filter { name in
      (try? Data(contentsOf: URL(filePath: "\(path)/\(name)"))) != files[name].map { Data($0) }
    }
    return (changed.sorted(), new.sorted())
  }
}
