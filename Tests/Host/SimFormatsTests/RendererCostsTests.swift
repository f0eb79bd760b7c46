import SimFormats
import SimRaster
import Testing

/// Goal: costs of renderers are read strictly, written as they were read, and those built in are in
/// the order in which the chips are.
///
/// Method: a device file with every key, each spoiled; the built-in classes compared in pairs.
struct RendererCostsTests {
  private static let full = """
    "mine": {
      "kind": "measured", "source": "s",
      "cpu": {
        "frame": [1, 2, 3], "canvasPixel": [0, 0, 1], "primitives": [4, 5, 6],
        "sustained": [{ "afterSeconds": 60, "speed": [1, 0.9, 0.8] }]
      },
      "gpu": { "pixelsBlended": [0.5, 0.5, 0.5], "passes": [0, 1, 2] },
      "sustainedSource": "t",
      "caps": [{ "scene": "bubbles", "frameRate": 60, "count": [30, 20, 10] }]
    }
    """

  private func read(_ renderers: String) throws(FormatError) -> Device {
    let device = BuiltInDevices.all[0]
    let members = Device.shape.write(device).filter { $0.0 != "renderers" }
    let text = JSONWriter.text(of: .object(members))
    guard let end = text.lastIndex(of: "}") else { return device }
    let whole = text[..<end] + ", \"renderers\": {\(renderers)}}"
    return try DeviceFile.read(Array(whole.utf8), file: "d.json")
  }

  @Test func everythingIsReadAndWritten() throws {
    let device = try read(Self.full)
    let costs = try #require(device.renderer(named: "mine"))
    #expect(costs.isMeasured && costs.source == "s" && costs.sustainedSource == "t")
    #expect(costs.processor.frame == CostInterval(1, 2, 3))
    #expect(costs.processor[.primitives] == CostInterval(4, 5, 6))
    #expect(costs.graphics[.passes] == CostInterval(0, 1, 2))
    #expect(costs.measuredCaps.first?.count == CostInterval(30, 20, 10))
    let text = JSONWriter.bytes(of: .object(Device.shape.write(device)))
    #expect(try DeviceFile.read(text, file: "d.json") == device)
  }

  @Test func timesAreCountsTimesCosts() throws {
    let costs = try #require(try read(Self.full).renderer(named: "mine"))
    var work = DisplayWork()
    work[.primitives] = 10
    work[.passes] = 3
    work[.pixelsBlended] = 100
    #expect(costs.processor.nanoseconds(work, canvasPixels: 7).pessimistic == 3 + 7 + 60)
    #expect(costs.processor.nanoseconds(work, canvasPixels: 7).nominal == 2 + 50)
    #expect(costs.graphics.nanoseconds(work, canvasPixels: 7).optimistic == 50)
    #expect(costs.graphics.nanoseconds(work, canvasPixels: 7).nominal == 53)
    let part = costs.processor
    #expect(part.speed(afterSeconds: 0, load: 1, .pessimistic) == 1)
    #expect(abs(part.speed(afterSeconds: 30, load: 1, .pessimistic) - 0.9) < 1e-12)
    #expect(abs(part.speed(afterSeconds: 600, load: 0.5, .pessimistic) - 0.9) < 1e-12)
    #expect(part.speed(afterSeconds: 600, load: 9, .nominal) == 0.9)
  }

  @Test(arguments: [
    ("\"mine\"", "\"Mine\""), ("measured", "guessed"),
    ("\"source\": \"s\",", ""), ("[1, 2, 3]", "[1, 2]"), ("[1, 2, 3]", "[3, 2, 1]"),
    ("[1, 2, 3]", "[-1, 2, 3]"), ("\"passes\"", "\"passages\""), ("\"caps\"", "\"cap\""),
    ("[1, 0.9, 0.8]", "[0.8, 0.9, 1]"), ("[1, 0.9, 0.8]", "[2, 0.9, 0.8]"),
    ("\"sustainedSource\": \"t\",", ""), ("[30, 20, 10]", "[10, 20, 30]"),
    ("\"frameRate\": 60", "\"frameRate\": 0"), ("\"frame\": [1, 2, 3]", "\"frame\": 1"),
  ])
  func spoiledCostsAreRefused(old: String, new: String) throws {
    let text = Self.full.replacing(old, with: new)
    #expect(text != Self.full)
    #expect(throws: FormatError.self) { try read(text) }
  }

  /// At equal refresh and pixels: A13, A14, A15, M1, M2, each at least as fast as the one before.
  @Test func builtInCostsFollowTheChips() throws {
    let order = ["iphone-se-2", "iphone-12", "iphone-se-3", "ipad-air-m1", "ipad-pro-12-9-m2"]
    for name in ["canvas", "sprites"] {
      let costs = try order.map { device in
        try #require(BuiltInDevices.device(named: device)?.renderer(named: name))
      }
      for (slow, fast) in zip(costs, costs.dropFirst()) {
        for end in CostEnd.allCases {
          for unit in DisplayWork.Unit.allCases {
            #expect(fast.processor[unit][end] <= slow.processor[unit][end])
            #expect(fast.graphics[unit][end] <= slow.graphics[unit][end])
          }
          #expect(fast.processor.frame[end] <= slow.processor.frame[end])
        }
      }
      // The A17 Pro has the fastest processor, and fills less than the M1: tables have to say so.
      let phone = try #require(
        BuiltInDevices.device(named: "iphone-15-pro")?.renderer(named: name))
      #expect(phone.processor[.primitives].nominal < costs[4].processor[.primitives].nominal)
      #expect(phone.graphics[.pixelsBlended].nominal > costs[3].graphics[.pixelsBlended].nominal)
    }
    for device in BuiltInDevices.all {
      #expect(device.renderers.map(\.name) == ["canvas", "sprites"])
      for costs in device.renderers {
        #expect(!costs.isMeasured && costs.source.contains("https://"))
        #expect(costs.processor.sustained.count == 2 && costs.graphics.sustained.count == 2)
      }
      #expect(!device.hardwareIdentifiers.isEmpty)
    }
    let identifiers = BuiltInDevices.all.flatMap(\.hardwareIdentifiers)
    #expect(Set(identifiers).count == identifiers.count && identifiers.contains("iPhone12,8"))
  }
}
