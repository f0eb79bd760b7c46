import SimFormats
import SimInput
import SimPlatform

extension Recording {
  /// Reads a recording from a file, deflated or not.
  ///
  /// - Parameter path: Relative to the working directory.
  /// - Throws: `SimbenchError` with the line if the file is missing or is not a recording.
  /// - Complexity: O(bytes)
  public init(contentsOf path: String) throws(SimbenchError) {
    self = try SimbenchError.converting {
      let bytes = try FileStore.read(path, limitByteCount: RecordingFile.limitByteCount)
      return try RecordingFile.read(bytes, file: path)
    }
  }

  /// Every recording of a folder, sorted by name: files that end in `.txt` or `.gz`.
  ///
  /// - Parameter folder: Relative to the working directory.
  /// - Throws: `SimbenchError` if the folder is missing or has no recording, or a file is wrong.
  /// - Complexity: O(bytes)
  public static func all(inFolder folder: String) throws(SimbenchError) -> [Recording] {
    let names = try SimbenchError.converting { try FileStore.list(directory: folder) }
      .filter { $0.hasSuffix(".txt") || $0.hasSuffix(".gz") }
    guard !names.isEmpty else {
      throw .badInput(
        "\(folder): contains no recordings; explore and run --record write them")
    }
    var recordings: [Recording] = []
    for name in names { recordings.append(try Recording(contentsOf: "\(folder)/\(name)")) }
    return recordings
  }

  /// The path of its file; nil if it was not read from one.
  public var path: String? { file.isEmpty ? nil : String(decoding: file, as: UTF8.self) }
}
