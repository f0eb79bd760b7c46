extension Codec where Value == String {
  /// A name, and which run of a matrix: `trace-letters[a]`.
  static var runName: Codec {
    Codec(
      .pattern(#"^[a-z0-9]+(-[a-z0-9]+)*(\[[A-Za-z0-9.,-]+\])?$"#), write: { .string($0) },
      read: { (node) throws(FormatError) in
        let name = try node.string()
        let isPlain = SceneResult.caseName(of: name)?.utf8.allSatisfy { byte in
          "-.,".utf8.contains(byte) || ScenarioMatrix.isAlphanumeric(byte)
        }
        let base = String(name.prefix { $0 != "[" })
        guard isPlain != false, KebabName.isOne(base),
          isPlain == true || base == name
        else { return try node.kebabName() }
        return name
      })
  }
}
