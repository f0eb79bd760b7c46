import SimRuntime

/// A JSON Schema that is published: `scenarios/schema/NAME.schema.json`.
package struct PublishedSchema: Sendable {
  /// The name that `simbench schema` takes.
  package let name: String
  /// What it is of.
  package let title: String
  private let make: @Sendable ([SceneDescriptor]) -> JSONOutput

  /// Publishes the rule of a file's or an output's whole.
  package init(_ name: String, title: String, _ rule: ObjectRule) {
    self.init(name, title: title) { _ in SchemaWriter.schema(title: title, rule) }
  }

  /// Publishes a schema that depends on the scenes there are.
  package init(
    _ name: String, title: String, _ make: @escaping @Sendable ([SceneDescriptor]) -> JSONOutput
  ) {
    self.name = name
    self.title = title
    self.make = make
  }

  /// The schema's text, as it is published.
  ///
  /// - Parameter scenes: The scenes that scenarios may run.
  package func text(_ scenes: [SceneDescriptor]) -> String { JSONWriter.text(of: make(scenes)) }
}
