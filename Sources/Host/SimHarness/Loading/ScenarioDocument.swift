import SimFormats
import SimPlatform

/// A scenario file, read and parsed once: kind, runs and digests all follow from it.
package struct ScenarioDocument: Sendable {
  /// The file.
  package let file: String
  /// The run of the file's matrix that is meant; nil for all runs.
  package private(set) var caseName: String?
  private let content: Result<JSONDocument, LoadError>

  /// Reads a file, or `FILE[CASE]` for one run of its matrix.
  ///
  /// A file of that exact name takes precedence. An error is thrown by `json`, not here.
  package init(_ path: String) {
    let (file, caseName) = ScenarioLoader.parts(path)
    (self.file, self.caseName) = (file, caseName)
    content = Result { () throws(LoadError) in try Self.json(in: file) }
  }

  /// Parses a text as if it were in a file.
  init(_ text: [UInt8], file: String) {
    self.file = file
    content = Result { () throws(FormatError) in try JSONDocument.read(text, file: file) }
      .mapError { .format($0) }
  }

  /// The same file with one run of its matrix.
  ///
  /// - Parameter caseName: nil for a file without a matrix.
  package func run(_ caseName: String?) -> ScenarioDocument {
    var document = self
    document.caseName = caseName
    return document
  }

  /// The path as command lines give it.
  package var path: String { caseName.map { "\(file)[\($0)]" } ?? file }

  /// The parsed file.
  ///
  /// - Throws: `LoadError`, if the file cannot be read or is not JSON.
  package var json: JSONDocument { get throws(LoadError) { try content.get() } }

  /// Whether the keys are those of a model's scenario; false if the file cannot be read.
  package var isModel: Bool { (try? json).map { ModelScenario.isOne($0) } ?? false }

  private static func json(in file: String) throws(LoadError) -> JSONDocument {
    guard FileStore.exists(file) else {
      throw .noScenario(path: file, suggestion: nearest(to: file))
    }
    do {
      let bytes = try FileStore.read(file, limitByteCount: ScenarioLoader.limitByteCount)
      return try JSONDocument.read(bytes, file: file)
    } catch let error as FileError {
      throw .file(error)
    } catch let error as FormatError {
      throw .format(error)
    } catch {
      preconditionFailure("nothing else is thrown")
    }
  }

  /// The scenario whose name is nearest to that of a missing file: in the same folder, in the
  /// current folder, and in its folder `scenarios`.
  private static func nearest(to path: String) -> String? {
    let folders = [ScenarioLoader.folder(of: path), "", "scenarios/"]
    var found: [(name: String, path: String)] = []
    for folder in folders {
      let names = (try? FileStore.list(directory: folder.isEmpty ? "." : folder)) ?? []
      for name in names where name.hasSuffix(".json") {
        found.append((String(name.dropLast(5)), folder + name))
      }
    }
    let last = path.split(separator: "/").last.map { String($0) } ?? path
    let wanted = last.hasSuffix(".json") ? String(last.dropLast(5)) : last
    let near =
      found.first { $0.name == wanted }?.name
      ?? nearestSpelling(of: wanted, in: found.map { $0.name })
    return found.first { $0.name == near }?.path
  }
}
