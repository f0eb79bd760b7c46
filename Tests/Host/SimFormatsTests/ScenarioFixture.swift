import SimFormats
import SimRuntime

/// Scenes made up for these tests, and scenarios of them.
enum ScenarioFixture {
  static var snow: SceneDescriptor {
    SceneDescriptor(
      name: "snowglobe", summary: "Snow.", requirements: ["BV-SNOW"],
      parameters: [
        .whole("flakes", "Flakes.", 0...600, default: 600),
        .number("gain", "Gain.", 0.1...0.7, default: 0.5),
      ],
      populations: [
        .members("flakes", "All.", cap: 600, requirement: "BV-SNOW"),
        .gauge("sparks", "Gauge.", requirement: "BV-SNOW"),
      ],
      commandCapacity: 1)
  }

  static var calm: SceneDescriptor {
    SceneDescriptor(
      name: "calm-static", summary: "Calm.", requirements: [], commandCapacity: 1)
  }

  static var phone: Device {
    Device(
      name: "phone", title: "Phone", widthPoints: 400, heightPoints: 800, scale: 3,
      pixelsPerInch: 460, refreshRate: 120, touchSamplesPerSecond: 240,
      pencilSamplesPerSecond: 240, pipelineDepth: 2)
  }

  /// Reads a scenario of the snowglobe with further members.
  static func read(_ members: String, file: String = "a/quiet.json") throws -> ScenarioFile {
    let rest = members.isEmpty ? "" : ",\n" + members
    return try ScenarioFile.read(
      Array("{\"scene\": \"snowglobe\"\(rest)}".utf8), file: file, scenes: [calm, snow])
  }

  /// Reads and completes it.
  static func scenario(
    _ members: String, overrides: ScenarioOverrides = ScenarioOverrides()
  ) throws -> Scenario {
    try read(members).scenario(device: phone, motion: nil, overrides: overrides)
  }

  /// The message of the error that a scenario with further members gives; nil when it is read.
  static func message(_ members: String) -> String? {
    do {
      _ = try read(members)
      return nil
    } catch {
      return (error as? FormatError)?.message ?? "another error: \(error)"
    }
  }
}
