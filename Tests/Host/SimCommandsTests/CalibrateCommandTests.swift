import Foundation
import SimCommands
import SimFormats
import SimPlatform
import SimRaster
import SimRuntime
import TestTier
import Testing

/// Goal: recorded frames become a device file, or exit 7 and the reason; nothing is replaced that
/// was not named, and what is no recording is exit 2 with one line.
struct CalibrateCommandTests {
  private let folder: String

  init() throws {
    folder = try FileStore.makeTemporaryDirectory(prefix: "simbench-frames")
    try write(Self.recording(), to: "frames.ndjson")
  }

  private func at(_ name: String) -> String { "\(folder)/\(name)" }

  private func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(filePath: at(name)))
  }

  private func run(_ arguments: String...) -> CommandRun {
    CommandRun(["calibrate", "--from", at("frames.ndjson")] + arguments)
  }

  /// Frames of a device without noise.
  private static func recording(hot: Double = 0) -> String {
    var probe = FrameProbe(
      device: "a phone".utf8, renderer: "canvas", frameRate: 60, refreshRate: 60, capacity: 960)
    let counts = (0..<12).map { UInt64(50 + ($0 * 5 % 12) * 40) }
    for count in counts + counts.reversed() {
      probe.begin(scene: "snow", count: UInt32(count), canvasPixels: 2_000_000)
      for frame in 0..<40 as Range<UInt64> {
        var work = DisplayWork()
        work[.primitives] = count + frame % 7
        work[.batches] = 3
        work[.pixelsFilled] = 2_000_000
        work[.pixelsBlended] = count * 30 + (frame * 977 + count * 313) % 20_000
        let slower = 1 + hot * Double(probe.frameCount) / 960
        let row = probe.record(
          work, atNanoseconds: UInt64(probe.frameCount) * 16_666_667,
          processorNanoseconds: UInt64(Double(400_000 + work[.primitives] * 5000) * slower))
        if let row {
          let graphics = 900_000 + work[.primitives] * 90 + work[.pixelsBlended] * 20
          probe.setGraphics(nanoseconds: UInt64(Double(graphics) * slower), ofRow: row)
        }
      }
    }
    var bytes: [UInt8] = []
    probe.forEachLine { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(.enabled(if: !Tier.isDebug)) func framesBecomeADeviceFile() throws {
    let run = run("--device", "iphone-12", "--renderer", "canvas", "--out", at("new.json"))
    #expect(run.code == .pass, "\(run.output)\(run.error)")
    #expect(run.output.contains("pixelsFilled is always 2,000,000"), "\(run.output)")
    #expect(run.output.contains("wrote \(at("new.json"))"))
    let bytes = try FileStore.read(at("new.json"), limitByteCount: 1 << 20)
    let device = try DeviceFile.read(bytes, file: "new.json")
    let costs = try #require(device.renderer(named: "canvas"))
    #expect(costs.isMeasured && costs.source.contains("a phone"))
    #expect(abs(costs.processor[.primitives].nominal - 5000) < 50)
    #expect(abs(costs.graphics[.pixelsBlended].nominal - 20) < 0.2)
    #expect(device.renderer(named: "sprites") != nil && device.name == "iphone-12")
    // Named once more, it is replaced; the folder's own file is not.
    let again = self.run("--device", "iphone-12", "--renderer", "canvas", "--out", at("new.json"))
    #expect(again.code == .pass, "\(again.error)")
  }

  @Test func nothingIsReplacedUnasked() throws {
    let devices = at("devices")
    let first = run("--device", "iphone-12", "--renderer", "canvas", "--devices", folder)
    #expect(first.code == .pass, "\(first.error)")
    let path = at("iphone-12.json")
    let before = try FileStore.read(path, limitByteCount: 1 << 20)
    let second = run("--device", "iphone-12", "--renderer", "canvas", "--devices", folder)
    #expect(second.code == .usage && second.error.contains("already exists"))
    #expect(try FileStore.read(path, limitByteCount: 1 << 20) == before)
    #expect(!FileStore.exists(devices))
  }

  @Test func whatIsPrintedIsTheFileOrTheFinding() throws {
    let file = run("--device", "iphone-12", "--renderer", "canvas", "--out", "-")
    #expect(file.code == .pass)
    #expect(try DeviceFile.read(Array(file.output.utf8), file: "out").name == "iphone-12")
    let finding = run(
      "--device", "iphone-12", "--renderer", "canvas", "--out", at("x.json"), "--json", "-")
    let row = try finding.row("calibrations")
    #expect(try row["accepted"].bool() && row["gpu"]["costs"].elements.count == 3)
    let both = run("--device", "iphone-12", "--renderer", "canvas", "--out", "-", "--json", "-")
    #expect(both.code == .usage)
  }

  @Test func aHotDeviceIsRefused() throws {
    try write(Self.recording(hot: 0.2), to: "frames.ndjson")
    let run = run("--device", "iphone-12", "--renderer", "canvas", "--out", at("new.json"))
    #expect(run.code == .inconclusive, "\(run.output)")
    #expect(run.output.contains("refused: the same work took +"))
    #expect(run.output.contains("no file was written") && !FileStore.exists(at("new.json")))
  }

  @Test(arguments: [
    (["--device", "iphone-12"], "calibrate needs --from, --device and --renderer"),
    (["--device", "iphone-99", "--renderer", "canvas"], "iphone-99"),
    (["--device", "iphone-12", "--renderer", "sprites"], "recorded with renderer \"canvas\""),
  ])
  func wrongCommandLinesAreRefused(arguments: [String], words: String) {
    let run = CommandRun(["calibrate", "--from", at("frames.ndjson")] + arguments)
    #expect(run.code == .usage && run.error.contains(words), "\(run.error)")
  }

  @Test func otherFilesAreRefused() throws {
    let other = Self.recording().replacing("\"primitives\"", with: "\"flakes\"")
    try write(other, to: "frames.ndjson")
    let counters = run("--device", "iphone-12", "--renderer", "canvas", "--out", at("x.json"))
    #expect(counters.code == .usage && counters.error.contains("\"flakes\" is not a unit"))
    try write(String(Self.recording().dropLast(99)), to: "frames.ndjson")
    let cut = run("--device", "iphone-12", "--renderer", "canvas", "--out", at("x.json"))
    #expect(cut.code == .usage && cut.error.contains("frames.ndjson, line 961"))
    #expect(cut.error.split(separator: "\n").count == 1 && !FileStore.exists(at("x.json")))
  }
}
