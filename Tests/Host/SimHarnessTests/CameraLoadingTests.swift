import SimFormats
import SimHarness
import SimPNG
import SimPlatform
import SimRaster
import SimRuntime
import Testing

/// Goal: the pictures that a scenario names are what its cameras see, or one line says why not.
///
/// Method: small PNG files, files that are none, and sizes that only a header claims.
struct CameraLoadingTests {
  /// A folder that is gone when the test ends.
  private final class Folder {
    let path: String
    init() throws { path = try FileStore.makeTemporaryDirectory(prefix: "camera-tests") }
    deinit { try? FileStore.removeTree(path) }

    func write(_ name: String, _ bytes: [UInt8]) throws {
      try FileStore.write(bytes, to: "\(path)/\(name)")
    }

    /// What loading a scenario with this camera gives.
    func load(_ camera: String) throws -> Scenario {
      var scene = PlantScene.descriptor
      scene.hasCamera = true
      let text = "{\"scene\": \"plant\", \"input\": {\"camera\": \(camera)}}"
      try FileStore.write(text, to: "\(path)/a.json")
      return try ScenarioLoader(scenes: [scene]).load("\(path)/a.json")
    }

    /// What is said about a camera, without the folder.
    func message(_ camera: String) -> String {
      do {
        _ = try load(camera)
        return "loaded"
      } catch let error as LoadError {
        #expect(!error.message.contains("\n"))
        return error.message.split(separator: "\(path)/").joined()
      } catch { return "another error: \(error)" }
    }
  }

  private static func png(_ width: Int32, _ height: Int32, _ rgba: [UInt8]) -> [UInt8] {
    PNGEncoder.encode(rgba, width: width, height: height, layout: .rgba)
  }

  @Test func picturesAreRead() throws {
    let folder = try Folder()
    // Opaque, half transparent and wholly transparent.
    try folder.write(
      "a.png", Self.png(3, 1, [10, 20, 30, 255, 200, 100, 0, 128, 90, 90, 90, 0]))
    try folder.write("b.png", Self.png(1, 2, [1, 2, 3, 255, 4, 5, 6, 255]))
    let plan = try folder.load(
      "{\"front\": [\"b.png\", \"a.png\"], \"back\": [\"b.png\"], \"framesPerPicture\": 4}"
    ).plan
    let camera = try #require(plan.camera)
    #expect(camera.framesPerPicture == 4 && camera.back == [camera.front[0]])
    #expect(camera.front[0].width == 1 && camera.front[0].height == 2)
    #expect(camera.front[0].pixels == [0xFF03_0201, 0xFF06_0504])
    #expect(camera.front[1].pixels == [0xFF1E_140A, 0xFF00_3264, 0xFF00_0000])
  }

  @Test func badFilesAreNamed() throws {
    let folder = try Folder()
    let good = Self.png(1, 1, [1, 2, 3, 255])
    try folder.write("good.png", good)
    try folder.write("text.png", Array("hello".utf8))
    try folder.write("cut.png", Array(good.dropLast(20)))
    let place = "a.json:1:"
    #expect(
      folder.message("{\"front\": [\"good.png\", \"none.png\"]}")
        == place + "63: input.camera.front[1]: none.png: no such file or directory")
    #expect(
      folder.message("{\"back\": [\"text.png\"]}")
        == place + "50: input.camera.back[0]: text.png: not a PNG file")
    #expect(folder.message("{\"back\": [\"cut.png\"]}").contains("cut.png: "))
    #expect(folder.message("{\"back\": [\"cut.png\"]}") != "loaded")
    #expect(folder.message("{\"back\": [\"good.png\"]}") == "loaded")
  }

  /// What a picture says of color is not applied, and named once.
  @Test func whatIsIgnoredIsNamed() throws {
    let folder = try Folder()
    var bytes = Self.png(1, 1, [1, 2, 3, 255])
    try folder.write("plain.png", bytes)
    // A cICP chunk of HDR behind the header, with its check value.
    bytes.insert(
      contentsOf: [0, 0, 0, 4, 0x63, 0x49, 0x43, 0x50, 9, 16, 0, 1, 0x4D, 0x23, 0x23, 0xFE],
      at: 33)
    try folder.write("wide.png", bytes)
    let scenario = try folder.load(
      "{\"front\": [\"wide.png\", \"plain.png\"], \"back\": [\"wide.png\"]}")
    #expect(scenario.ignored == ["cICP 9 16 0 1 of wide.png"])
    #expect(try folder.load("{\"front\": [\"plain.png\"]}").ignored == [])
  }

  /// A baseline of one picture says nothing about another.
  @Test func fingerprintDependsOnThePictures() throws {
    let folder = try Folder()
    func fingerprint(_ level: UInt8) throws -> String {
      try folder.write("a.png", Self.png(1, 1, [level, 2, 3, 255]))
      return try #require(try folder.load("{\"front\": [\"a.png\"]}").digest)
    }
    let first = try fingerprint(1)
    #expect(try fingerprint(2) != first)
    #expect(try fingerprint(1) == first)
  }

  /// Only the first chunk is read: a decoder would ask for pixels that are not there.
  @Test func sizesAreCheckedBeforePixelsAreRead() throws {
    let folder = try Folder()
    func claimed(_ width: UInt16, _ height: UInt16) -> [UInt8] {
      var bytes = Self.png(1, 1, [1, 2, 3, 255])
      for (index, side) in [width, height].enumerated() {
        bytes[18 + 4 * index] = UInt8(side >> 8)
        bytes[19 + 4 * index] = UInt8(side & 255)
      }
      // The chunk's own checksum, bit by bit.
      var register: UInt32 = .max
      for byte in bytes[12..<29] {
        register ^= UInt32(byte)
        for _ in 0..<8 { register = register >> 1 ^ (register & 1 == 1 ? 0xEDB8_8320 : 0) }
      }
      for index in 0..<4 { bytes[29 + index] = UInt8(~register >> UInt32(24 - 8 * index) & 255) }
      return bytes
    }
    try folder.write("wide.png", claimed(4_097, 1))
    try folder.write("large.png", claimed(4_096, 4_096))
    #expect(
      folder.message("{\"front\": [\"wide.png\"]}").hasSuffix(
        "wide.png: 4097 by 1 pixels; a camera's picture has at most 4096 by 4096"))
    #expect(folder.message("{\"front\": [\"large.png\"]}").contains("large.png: the data of chunk"))
    #if !DEBUG
      // Three of them fit and the fourth is too much: 64,000,000 is less than four times 2²⁴.
      let pixels = [UInt8](repeating: 7, count: 3 * 4_096 * 4_096)
      try folder.write(
        "full.png",
        PNGEncoder.encode(pixels, width: 4_096, height: 4_096, layout: .rgb, options: .fast))
      let list = Array(repeating: "\"full.png\"", count: 3).joined(separator: ", ")
      #expect(folder.message("{\"front\": [\(list)]}") == "loaded")
      #expect(
        folder.message("{\"front\": [\(list), \"large.png\"]}").hasSuffix(
          "large.png: the pictures of a scenario have at most 64000000 pixels together"))
    #endif
  }
}
