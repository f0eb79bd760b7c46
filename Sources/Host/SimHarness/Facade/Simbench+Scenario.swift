import SimFormats
import SimPlatform

extension Simbench {
  /// A scenario of a scene or a model: a file, one run of a file's matrix, or JSON built in code.
  ///
  /// The file is read once, here; its scene or model is looked up when it runs.
  public struct Scenario: Sendable, CustomStringConvertible {
    /// The kebab-case name, with the run of the file's matrix, such as `trace-letters[a]`.
    public let name: String
    /// The path with the run of the matrix; nil if it was built in code.
    public let path: String?
    /// The file that was read, or the text.
    package let document: ScenarioDocument

    /// The name.
    public var description: String { name }

    /// Reads a scenario from a file, or `FILE[CASE]` for one run of its matrix.
    ///
    /// - Parameter path: Relative to the working directory.
    /// - Throws: `SimbenchError` if the file is missing or is not JSON.
    public init(contentsOf path: String) throws(SimbenchError) {
      try self.init(ScenarioDocument(path), isFile: true)
    }

    /// Makes a scenario from JSON text that was built in code.
    ///
    /// - Parameters:
    ///   - json: The text of a scenario file; paths in it are relative to the working directory.
    ///   - name: Its name if the text has none.
    /// - Throws: `SimbenchError` if the text is not JSON.
    public init(json: String, name: String = "scenario") throws(SimbenchError) {
      try self.init(json: Array(json.utf8), name: name)
    }

    /// Makes a scenario from the bytes of JSON text.
    ///
    /// - Parameters:
    ///   - json: The bytes in UTF-8; paths in them are relative to the working directory.
    ///   - name: Its name if the text has none.
    /// - Throws: `SimbenchError` if the bytes are not JSON.
    public init(json: [UInt8], name: String = "scenario") throws(SimbenchError) {
      try self.init(ScenarioDocument(json, file: "\(name).json"), isFile: false)
    }

    init(_ document: ScenarioDocument, isFile: Bool) throws(SimbenchError) {
      self.document = document
      path = isFile ? document.path : nil
      name = try SimbenchError.converting { try document.name }
    }

    /// Every scenario of a folder, sorted by path, with one per run of a matrix.
    ///
    /// - Parameter folder: Relative to the working directory; files without `.json` are skipped.
    /// - Throws: `SimbenchError` if the folder is missing or empty, or a file is not JSON.
    public static func all(inFolder folder: String) throws(SimbenchError) -> [Scenario] {
      try SimbenchError.converting {
        let names = try FileStore.list(directory: folder).filter { $0.hasSuffix(".json") }
        guard !names.isEmpty else {
          throw SimbenchError.badInput(
            "\(folder): contains no scenario files; create one with simbench init NAME --out "
              + folder)
        }
        return try names.flatMap { name in
          let document = ScenarioDocument("\(folder)/\(name)")
          return try document.caseNames.map { try Scenario(document.run($0), isFile: true) }
        }
      }
    }

    /// The scenario that every scene and model has: default parameters, with touches and shakes, a
    /// writer, or a model's own workload.
    package static func ordinary(_ kind: String, name: String, in scenes: SceneRegistry)
      throws(SimbenchError) -> Scenario
    {
      let loader = ScenarioLoader(scenes: scenes.descriptors)
      let file = "\(name).json"
      if kind == "scene", let own = loader.product.first(where: { $0.file.hasSuffix("/\(file)") }) {
        return try Scenario(own, isFile: false)
      }
      return try Scenario(json: "{\"model\": \"\(name)\"}", name: name)
    }
  }
}

extension ScenarioDocument {
  /// The name of the run: the file's, and which of its runs.
  ///
  /// - Throws: `LoadError`, if the file cannot be read or its name is not a text.
  var name: String {
    get throws {
      var reader = try json.root.object()
      let own = try reader.optional("name")?.string() ?? ScenarioFile.name(fromPath: file)
      return caseName.map { "\(own)[\($0)]" } ?? own
    }
  }

  /// The runs of the file's matrix; nil alone for a file without one.
  var caseNames: [String?] {
    get throws { try ScenarioMatrix.caseNames(of: json) }
  }
}
