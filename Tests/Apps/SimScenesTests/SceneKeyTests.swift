import SimCatalogue
import SimRingLight
import SimRuntime
import SimScenes
import SimTracing
import TestTier
import Testing

/// Goal: a key means the value and the count of its own name, in every scene of the catalogue.
///
/// Method: the keys of each scene compared with its descriptor and with the names that scenarios
/// and results have always had; keys of other scenes in processes of their own.
struct SceneKeyTests {
  /// The names of a scene's keys, once it is known that they are those of its descriptor.
  private struct Names: Equatable {
    var scene: String
    var parameters: [String] = []
    var populations: [String] = []
  }

  private static func names<Parameter: ParameterKey, Population: PopulationKey>(
    _ descriptor: SceneDescriptor, _: Parameter.Type, _: Population.Type
  ) -> Names {
    var names = names(descriptor, Population.self)
    names.parameters = Parameter.allCases.map { $0.descriptor.name.description }
    #expect(descriptor.parameters.map { $0.name.description } == names.parameters)
    #expect(Parameter.allCases.map { Int($0.rawValue) } == Array(descriptor.parameters.indices))
    for key in Parameter.allCases {
      var values = descriptor.defaultParameters
      #expect(values[key] == key.descriptor.defaultValue)
      values[key] = -1
      let changed = values.values.indices.filter { values.values[$0] == -1 }
      #expect(changed == [Int(key.rawValue)] && values[key] == -1)
    }
    return names
  }

  private static func names<Population: PopulationKey>(
    _ descriptor: SceneDescriptor, _: Population.Type
  ) -> Names {
    let names = Population.allCases.map { $0.descriptor.name.description }
    #expect(descriptor.populations.map { $0.name.description } == names)
    #expect(Population.allCases.map { Int($0.rawValue) } == Array(descriptor.populations.indices))
    var counts = PopulationCounts(count: names.count)
    for (index, key) in Population.allCases.enumerated() {
      counts.set(key, to: UInt32(index) + 7)
      #expect(counts[key] == counts.values[index] && counts[key] == UInt32(index) + 7)
    }
    return Names(scene: descriptor.name.description, populations: names)
  }

  private static var lights: [Names] {
    [
      names(Snowglobe.descriptor, Snowglobe.Parameter.self, Snowglobe.Population.self),
      names(WaterRipples.descriptor, WaterRipples.Parameter.self, WaterRipples.Population.self),
      names(ColorMixer.descriptor, ColorMixer.Parameter.self, ColorMixer.Population.self),
      names(Bubbles.descriptor, Bubbles.Parameter.self, Bubbles.Population.self),
      names(
        MagneticParticles.descriptor, MagneticParticles.Parameter.self,
        MagneticParticles.Population.self),
      names(AuroraOrbs.descriptor, AuroraOrbs.Parameter.self, AuroraOrbs.Population.self),
      names(CalmStatic.descriptor, CalmStatic.Population.self),
    ]
  }

  private static var apps: [Names] {
    [
      names(Trace.descriptor, Trace.Parameter.self, Trace.Population.self),
      names(RingPreview.descriptor, RingPreview.Parameter.self, RingPreview.Population.self),
    ]
  }

  @Test func sensoryScenesHaveTheirNames() {
    let expected = [
      Names(
        scene: "snowglobe", parameters: ["flakes", "adaptive"],
        populations: ["flakes", "flakes-on-canvas", "flakes-moving", "flakes-settled"]),
      Names(
        scene: "water-ripples", parameters: ["ripples"],
        populations: ["ripples", "ripples-waiting"]),
      Names(
        scene: "color-mixer", parameters: ["blobs"],
        populations: ["blobs", "blobs-held", "blobs-moving"]),
      Names(
        scene: "bubbles", parameters: ["bubbles", "adaptive"],
        populations: ["bubbles", "bubbles-on-canvas", "bubbles-moving", "bubbles-popping"]),
      Names(
        scene: "magnetic-particles", parameters: ["particles", "adaptive"],
        populations: ["particles", "particles-on-canvas", "particles-moving", "attractors"]),
      Names(scene: "aurora-orbs", parameters: ["orbs"], populations: ["orbs", "hollows"]),
      Names(scene: "calm-static", parameters: [], populations: ["glows"]),
    ]
    #expect(Self.lights == expected)
  }

  @Test func tracingAndRingLightHaveTheirNames() {
    let expected = [
      Names(
        scene: "trace",
        parameters: ["letter", "tolerance", "haptics", "system-haptics", "contrast"],
        populations: [
          "ink", "strokes", "covered", "on-path", "deviation", "pulses", "traced",
          "letter-opacity",
        ]),
      Names(
        scene: "ring-light",
        parameters: [
          "premium", "script", "every", "color", "temperature", "thickness", "brightness", "skin",
          "camera", "room-light", "moving-light", "noise", "shake", "smoothing", "mirror",
          "centering", "grid", "zoom", "exposure", "flash", "flash-sync", "timer", "hdr",
          "quality",
        ],
        populations: [
          "ring-opacity", "ring-luminance", "exposure-gain", "zoom-percent", "off-center",
          "photos", "flash", "screen-brightness", "transitions", "premium-leaks",
          "camera-switches",
        ]),
    ]
    #expect(Self.apps == expected)
  }

  private struct Listed: SceneVisitor {
    var names: [String] = []
    mutating func visit<S: Scene & ~Copyable>(_ scene: S.Type) {
      names.append(S.descriptor.name.description)
    }
  }

  @Test func everySceneOfTheCatalogueIsTested() {
    var listed = Listed()
    Catalogue.visitAll(&listed)
    #expect(listed.names == (Self.lights + Self.apps).map { $0.scene })
  }

  // MARK: - Keys of other scenes

  /// A debug build says what went wrong.
  private static func says(_ message: String, _ output: [UInt8]) -> Bool {
    !Tier.isDebug || String(decoding: output, as: UTF8.self).contains(message)
  }

  @Test func parameterOfAnotherSceneIsRefused() async throws {
    let read = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = CalmStatic.descriptor.defaultParameters[Snowglobe.Parameter.flakes]
    }
    let written = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      var parameters = Snowglobe.descriptor.defaultParameters
      parameters[Trace.Parameter.tolerance] = 1
      parameters[Trace.Parameter.haptics] = 1
    }
    for result in [read, written] {
      #expect(Self.says("a parameter that the scene does not have", result.standardErrorContent))
    }
  }

  @Test func populationOfAnotherSceneIsRefused() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      var counts = PopulationCounts(count: CalmStatic.Population.allCases.count)
      counts.set(Snowglobe.Population.onCanvas, to: 1)
    }
    #expect(Self.says("a population that the scene does not count", result.standardErrorContent))
  }
}
