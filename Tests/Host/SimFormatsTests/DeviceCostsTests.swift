import SimFormats
import SimRaster
import SimRuntime
import Testing

/// Goal: costs of device classes are read strictly, and say where they come from.
///
/// Method: every key left out or spoiled, speeds over time worked out on paper, and a table whose
/// unknown costs must never count for nothing.
struct DeviceCostsTests {
  private static let device = """
    "name": "pad-1", "title": "Pad", "widthPoints": 810, "heightPoints": 1080, "scale": 2,
    "pixelsPerInch": 264, "refreshRate": 120, "touchSamplesPerSecond": 240,
    "pencilSamplesPerSecond": 0, "pipelineDepth": 2
    """

  private func costs(_ text: String) throws(FormatError) -> DeviceCosts? {
    try DeviceFile.read(Array("{\(Self.device), \"costs\": {\(text)}}".utf8), file: "pad.json")
      .costs
  }

  @Test func measuredAndEstimatedCostsAreRead() throws {
    let estimated = try #require(
      try costs(#""kind": "estimated", "speed": 2, "source": "a page", "uncertainty": 0.5"#))
    #expect(estimated.isEstimated && estimated.origin == .estimated(speed: 2))
    #expect(estimated.uncertainty == 0.5 && estimated.speed(afterSeconds: 600) == 1)
    let measured = try #require(
      try costs(
        #""kind": "measured", "nanoseconds": {"raster.blended.glow": 2.5}, "source": "mine", "#
          + #""uncertainty": 0.1"#))
    let unit = try #require(WorkUnit(named: "raster.blended.glow"))
    #expect(!measured.isEstimated && measured.table[unit] == 2.5)
    #expect(WorkUnit.all.filter { measured.table[$0] != nil }.count == 1)
    let scenes = try #require(
      try costs(
        #""kind": "measured", "nanoseconds": {}, "source": "mine", "uncertainty": 0, "#
          + #""scenes": {"bubbles": {"raster.blended.glow": 3}}"#))
    #expect(scenes.table.costs(ofScene: "bubbles")[unit] == 3 && scenes.table[unit] == nil)
    for costs in [estimated, measured, scenes] {
      let text = JSONWriter.text(of: costs.json)
      let root = try JSONDocument.read(Array(text.utf8), file: "x").root
      let inner = root.members.map { "\"\($0.key)\": \($0.value.text)" }.joined(separator: ", ")
      #expect(try self.costs(inner) == costs, "\(text)")
    }
  }

  @Test(arguments: [
    "", #""kind": "guessed""#, #""kind": "estimated", "source": "s", "uncertainty": 0"#,
    #""kind": "estimated", "speed": 0, "source": "s", "uncertainty": 0"#,
    #""kind": "estimated", "speed": 1, "source": "", "uncertainty": 0"#,
    #""kind": "estimated", "speed": 1, "source": "s""#,
    #""kind": "estimated", "speed": 1, "source": "s", "uncertainty": -1"#,
    #""kind": "estimated", "speed": 1, "nanoseconds": {}, "source": "s", "uncertainty": 0"#,
    #""kind": "measured", "source": "s", "uncertainty": 0"#,
    #""kind": "measured", "nanoseconds": {"raster.blended.glove": 1}, "source": "s", "#
      + #""uncertainty": 0"#,
    #""kind": "measured", "nanoseconds": {}, "scenes": [], "source": "s", "uncertainty": 0"#,
    #""kind": "measured", "nanoseconds": {}, "scenes": {"a": {"step.frames": 1}}, "#
      + #""source": "s", "uncertainty": 0"#,
    #""kind": "estimated", "speed": 1, "scenes": {}, "source": "s", "uncertainty": 0"#,
    #""kind": "measured", "nanoseconds": {"step.frame": -1}, "source": "s", "uncertainty": 0"#,
    #""kind": "estimated", "speed": 1, "source": "s", "uncertainty": 0, "sustained": []"#,
    #""kind": "estimated", "speed": 1, "source": "s", "uncertainty": 0, "sustained": "#
      + #"[{"afterSeconds": 9, "speed": 1}]"#,
    #""kind": "estimated", "speed": 1, "source": "s", "uncertainty": 0, "sustainedSource": "s", "#
      + #""sustained": [{"afterSeconds": 9, "speed": 1}, {"afterSeconds": 9, "speed": 0.9}]"#,
  ])
  func badCostsAreRefused(text: String) {
    #expect(throws: FormatError.self, "\(text)") { try costs(text) }
  }

  @Test func aHotDeviceIsSlowerAlongStraightLines() {
    var costs = DeviceCosts(origin: .estimated(speed: 1), source: "s", uncertainty: 0.2)
    #expect(costs.speed(afterSeconds: 1e6) == 1)
    costs.sustained = [
      DeviceCosts.Sustained(afterSeconds: 100, speed: 0.8),
      DeviceCosts.Sustained(afterSeconds: 300, speed: 0.6),
    ]
    for (seconds, speed) in [(0, 1.0), (50, 0.9), (100, 0.8), (200, 0.7), (300, 0.6), (9e9, 0.6)] {
      #expect(abs(costs.speed(afterSeconds: seconds) - speed) < 1e-12, "\(seconds) s")
    }
  }

  @Test func unknownCostsNeverCountForNothing() throws {
    var table = CostTable()
    for unit in WorkUnit.all where unit.phase != .raster { table[unit] = 1 }
    func counts(_ work: FrameWork) -> PerWorkUnit<Double> {
      var counts = PerWorkUnit(repeating: 0.0)
      for unit in WorkUnit.all { counts[unit] = Double(unit.amount(in: work)) }
      return counts
    }
    var work = FrameWork()
    work.particleSteps = 600
    // One for each of input, step and draw, and the steps.
    #expect(try table.predict(counts(work)).total == 603)
    work.raster.blendedByKind[4] = 7
    let error = #expect(throws: UnknownCosts.self) { try table.predict(counts(work)) }
    #expect(error?.units == ["raster.blended.soft-disc"])
    #expect(try table.divided(by: 2).predict(counts(FrameWork())).total == 1.5)
  }

  @Test func builtInClassesSayWhatTheirCostsAre() throws {
    for device in BuiltInDevices.all {
      let costs = try #require(device.costs)
      #expect(costs.isEstimated && costs.source.hasPrefix("estimate: "))
      #expect(
        costs.source.contains("https://")
          && ["https://", "guess"].contains { costs.sustainedSource.contains($0) })
      #expect(costs.uncertainty >= 0.5)
      #expect(costs.table.scenes.count == 8 && costs.table.costs(ofScene: "new").isEmpty)
      // The reference knows every kind of work that the scenes do most.
      let snow = costs.table.costs(ofScene: "snowglobe")
      for name in ["raster.blended.soft-disc", "raster.filled.layer", "draw.command"] {
        let unit = try #require(WorkUnit(named: name))
        #expect(snow[unit] != nil, "\(name)")
      }
    }
  }
}
