import SimFormats
import SimHarness
import SimInput
import SimPlatform
import Testing

extension Simbench.Scenario {
  /// Every scenario of a folder of the test's package, with one per run of a matrix.
  ///
  /// - Parameters:
  ///   - folder: Relative to the package of the test.
  ///   - filePath: A source file of the package.
  /// - Throws: `SimbenchError` if the folder is missing or has no scenario, or a file is not JSON.
  public static func all(
    in folder: String, filePath: String = #filePath
  ) throws -> [Simbench.Scenario] {
    try all(inFolder: PackagePath.resolved(folder, for: filePath))
  }
}

extension Recording {
  /// Every recording of a folder of the test's package, sorted by name; none if the folder has no
  /// recording.
  ///
  /// - Parameters:
  ///   - folder: Relative to the package of the test.
  ///   - filePath: A source file of the package.
  /// - Throws: `SimbenchError` if the folder is missing or a file is wrong.
  public static func all(in folder: String, filePath: String = #filePath) throws -> [Recording] {
    let path = PackagePath.resolved(folder, for: filePath)
    // A missing folder is an error: a wrong name would test nothing and pass.
    let isEmpty =
      try FileStore.isDirectory(path)
      && !FileStore.list(directory: path).contains { $0.hasSuffix(".txt") || $0.hasSuffix(".gz") }
    return isEmpty ? [] : try all(inFolder: path)
  }

  /// The last part of the path; the scene or model of a recording without a file.
  var title: String {
    path?.split(separator: "/").last.map(String.init)
      ?? String(decoding: header.name, as: UTF8.self)
  }
}

// With both conformances, one case of a test can be named and run again alone.
extension Simbench.Scenario: CustomTestStringConvertible, CustomTestArgumentEncodable {
  /// The name.
  public var testDescription: String { name }

  /// Encodes the path, or the name if there is none.
  public func encodeTestArgument(to encoder: some Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(path ?? name)
  }
}

extension Recording: CustomTestStringConvertible, CustomTestArgumentEncodable {
  /// The name of the file.
  public var testDescription: String { title }

  /// Encodes the path, or the name of the scene or model and the seed if there is none.
  public func encodeTestArgument(to encoder: some Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(path ?? "\(title) seed \(header.seed)")
  }
}
