import SimFormats
import Testing

/// Goal: costs of device classes are read strictly, and say where they come from.
///
/// Method: every key left out or spoiled, and the built-in classes.
struct DeviceCostsTests {
  private static let device = """
    "name": "pad-1", "title": "Pad", "widthPoints": 810, "heightPoints": 1080, "scale": 2,
    "pixelsPerInch": 264, "refreshRate": 120, "touchSamplesPerSecond": 240,
    "pencilSamplesPerSecond": 0, "pipelineDepth": 2
    """

  private func read(_ costs: String) throws(FormatError) -> Device {
    try DeviceFile.read(Array("{\(Self.device), \"costs\": {\(costs)}}".utf8), file: "pad.json")
  }

  @Test func costsAreReadAndWritten() throws {
    let device = try read(#""speed": 2, "source": "a page", "uncertainty": 0.5"#)
    let costs = try #require(device.costs)
    #expect(costs.speed == 2 && costs.source == "a page" && costs.uncertainty == 0.5)
    let text = JSONWriter.bytes(of: .object(Device.shape.write(device)))
    #expect(try DeviceFile.read(text, file: "pad.json") == device)
  }

  @Test(arguments: [
    "", #""source": "s", "uncertainty": 0"#, #""speed": 0, "source": "s", "uncertainty": 0"#,
    #""speed": 1, "source": "", "uncertainty": 0"#, #""speed": 1, "source": "s""#,
    #""speed": 1, "source": "s", "uncertainty": -1"#,
    #""kind": "estimated", "speed": 1, "source": "s", "uncertainty": 0"#,
    #""nanoseconds": {}, "speed": 1, "source": "s", "uncertainty": 0"#,
  ])
  func badCostsAreRefused(text: String) {
    #expect(throws: FormatError.self, "\(text)") { try read(text) }
  }

  @Test func theReferenceHasACostForEveryUnit() {
    for scene in ReferenceCosts.scenes {
      #expect(scene.nanoseconds.count == ReferenceCosts.units.count, "\(scene.name)")
    }
    for unit in ReferenceCosts.units.indices {
      #expect(ReferenceCosts.scenes.contains { $0.nanoseconds[unit] != nil })
    }
  }

  @Test func builtInClassesSayWhatTheirCostsAre() throws {
    for device in BuiltInDevices.all {
      let costs = try #require(device.costs)
      #expect(costs.source.hasPrefix("estimate: ") && costs.source.contains("https://"))
      #expect(costs.uncertainty >= 0.5)
    }
  }
}
