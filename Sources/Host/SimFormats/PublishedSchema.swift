import SimRuntime
import SimWorld

/// A JSON Schema that is published: `scenarios/schema/NAME.schema.json`.
package struct PublishedSchema: Sendable {
  /// The name that `simbench schema` takes.
  package let name: String
  /// What it is of.
  package let title: String
  private let make: @Sendable ([SceneDescriptor], [ModelDescriptor]) -> JSONOutput

  /// Publishes the rule of a file's or an output's whole.
  package init(_ name: String, title: String, _ rule: ObjectRule) {
    self.init(name, title) { _, _ in SchemaWriter.schema(title: title, rule) }
  }

  /// Publishes a schema that depends on the scenes there are.
  package init(
    _ name: String, title: String, _ make: @escaping @Sendable ([SceneDescriptor]) -> JSONOutput
  ) {
    self.init(name, title) { scenes, _ in make(scenes) }
  }

  /// Publishes a schema that depends on the models there are.
  package init(
    _ name: String, title: String,
    models make: @escaping @Sendable ([ModelDescriptor]) -> JSONOutput
  ) {
    self.init(name, title) { _, models in make(models) }
  }

  private init(
    _ name: String, _ title: String,
    _ make: @escaping @Sendable ([SceneDescriptor], [ModelDescriptor]) -> JSONOutput
  ) {
    self.name = name
    self.title = title
    self.make = make
  }

  /// The schema's text, as it is published.
  ///
  /// - Parameters:
  ///   - scenes: The scenes that scenarios may run.
  ///   - models: The models that scenarios may run.
  package func text(_ scenes: [SceneDescriptor], _ models: [ModelDescriptor]) -> String {
    JSONWriter.text(of: make(scenes, models))
  }
}
