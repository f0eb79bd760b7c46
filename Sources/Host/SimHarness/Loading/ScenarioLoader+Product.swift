import SimFormats
import SimRuntime

extension ScenarioLoader {
  /// One scenario per scene of the registry, in order: default parameters, with touches and shakes
  /// or a writer.
  package var product: [ScenarioDocument] {
    scenes.map { scene in
      ScenarioDocument(
        JSONWriter.bytes(of: .object(Self.members(of: scene))),
        file: "scenarios/\(scene.name).json")
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
