import SimFormats
import SimRuntime
import Testing

/// Goal: a scenario names the pictures of its cameras, and a mistake in it is shown.
///
/// Method: scenarios of a scene with cameras and of one without; each mistake's whole message.
@Suite struct CameraSectionTests {
  private static var scenes: [SceneDescriptor] {
    var booth = ScenarioFixture.calm
    booth.name = "booth"
    booth.hasCamera = true
    return [ScenarioFixture.calm, booth]
  }

  private static func read(
    _ camera: String, scene: String = "booth"
  ) throws(FormatError) -> ScenarioFile {
    try ScenarioFile.read(
      Array("{\"scene\": \"\(scene)\", \"input\": {\"camera\": \(camera)}}".utf8), file: "x.json",
      scenes: scenes)
  }

  private static func message(_ camera: String, scene: String = "booth") -> String? {
    do {
      _ = try read(camera, scene: scene)
      return nil
    } catch { return error.message }
  }

  @Test func filesAreNamed() throws {
    let file = try Self.read(
      "{\"front\": [\"a.png\", \"b/c.png\"], \"back\": [\"d.png\"], \"framesPerPicture\": 7}")
    let camera = try #require(file.camera)
    #expect(camera.front.map(\.value) == ["a.png", "b/c.png"])
    #expect(camera.back.map(\.value) == ["d.png"])
    #expect(camera.front[1].node.path == "input.camera.front[1]")
    #expect(camera.framesPerPicture == 7)
    #expect(try Self.read("{\"back\": [\"d.png\"]}").camera?.framesPerPicture == 1)
    let pictures = CameraPictures(
      front: [CameraPicture(width: 1, height: 1, pixels: [9])], back: [], framesPerPicture: 7)
    let scenario = try file.scenario(
      device: ScenarioFixture.phone, motion: nil, camera: pictures)
    #expect(scenario.plan.camera == pictures)
    #expect(scenario.pictureFiles == ["a.png", "b/c.png", "d.png"])
  }

  @Test func mistakesAreShown() {
    #expect(
      Self.message("{\"front\": [\"a.png\"]}", scene: "calm-static")
        == "x.json:1:46: input.camera: scene calm-static has no camera")
    #expect(
      Self.message("{}") == "x.json:1:40: input.camera: missing key \"front\" or \"back\"")
    #expect(Self.message("{\"front\": []}")?.contains("input.camera.front: found") == true)
    let many = Array(repeating: "\"a.png\"", count: 33).joined(separator: ",")
    #expect(Self.message("{\"back\": [\(many)]}")?.contains("input.camera.back: found") == true)
    #expect(
      Self.message("{\"front\": [\"a.png\", 3]}")?.contains("input.camera.front[1]: found") == true)
    #expect(
      Self.message("{\"front\": [\"a.png\"], \"framesPerPicture\": 0}")?
        .contains("framesPerPicture: found 0, allowed 1 to 2160000") == true)
    #expect(
      Self.message("{\"frnt\": [\"a.png\"]}")?.contains("did you mean \"front\"?") == true)
  }
}
