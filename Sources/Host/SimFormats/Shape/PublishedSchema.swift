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

  /// Publishes what depends on the scenes that scenarios may run.
  package init(
    _ name: String, title: String, make: @escaping @Sendable ([SceneDescriptor]) -> JSONOutput
  ) {
    self.name = name
    self.title = title
    self.make = make
  }

  /// The schema.
  ///
  /// - Parameter scenes: The scenes that scenarios may run.
  package func value(_ scenes: [SceneDescriptor]) -> JSONOutput { make(scenes) }

  /// The schema's text, as it is published.
  package func text(_ scenes: [SceneDescriptor]) -> String { JSONWriter.text(of: value(scenes)) }
}
