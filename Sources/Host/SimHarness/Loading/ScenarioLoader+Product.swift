import SimFormats
import SimRuntime

/// A scenario as a command was given it: a file, or what stands for a scene of the product.
package enum ScenarioSource: Equatable, Sendable {
  /// A path, with the run of its matrix that is meant if it has one.
  case file(String)
  /// A scene as it is when nobody chooses anything, with what people do in it.
  case scene(String)
}

extension ScenarioLoader {
  /// Every scene of the registry that may be asked for, in order.
  package var product: [ScenarioSource] { scenes.map { .scene($0.name.description) } }

  /// Loads a scenario from where it comes from.
  ///
  /// - Throws: `LoadError` with one line that names the file and the position.
  package func load(_ source: ScenarioSource) throws(LoadError) -> Scenario {
    switch source {
    case .file(let path): return try load(path)
    case .scene(let name):
      guard let scene = scenes.first(where: { $0.name.description == name }) else {
        preconditionFailure("the scene was taken from the registry")
      }
      let file = "scenarios/\(name).json"
      do {
        let text = JSONWriter.bytes(of: .object(Self.members(of: scene)))
        let files = try ScenarioFile.readAll(text, file: file, scenes: scenes)
        guard files.count == 1 else { throw files[0].isOneOfMany }
        return try scenario(files[0])
      } catch let error as FormatError {
        throw .format(error)
      } catch let error as LoadError {
        throw error
      } catch {
        preconditionFailure("nothing else is thrown")
      }
    }
  }

  /// What people do in a scene: they write where there is something to write, and touch and shake
  /// where there is not.
  private static func members(of scene: SceneDescriptor) -> [(String, JSONOutput)] {
    let input: [(String, JSONOutput)] =
      scene.letters == nil
      ? [
        (
          "generators",
          .array([
            .object([("kind", .string("drag")), ("eventsPerMinute", .unsigned(20))]),
            .object([("kind", .string("tap")), ("eventsPerMinute", .unsigned(20))]),
            .object([("kind", .string("shake")), ("eventsPerMinute", .unsigned(12))]),
          ])
        )
      ] : [("writer", .object([("skill", .string("six-year-old"))]))]
    return [
      ("name", .string(scene.name.description)), ("scene", .string(scene.name.description)),
      ("frames", .unsigned(600)), ("input", .object(input)),
    ]
  }
}
