import SimFormats
import SimHarness
import SimPlatform
import SimRuntime
import SimInput
import Testing

/// Goal: a scenario finds its device and its motion, or says in one line why not.
///
/// Method: folders of small files made for each test.
struct LoaderTests {
  /// A folder that is gone when the test ends.
  private final class Folder {
    let path: String
    init() throws { path = try FileStore.makeTemporaryDirectory(prefix: "loader-tests") }
    deinit { try? FileStore.removeTree(path) }

    /// Writes a file and returns its path.
    @discardableResult
    func write(_ name: String, _ text: String) throws -> String {
      let file = "\(path)/\(name)"
      if let slash = file.lastIndex(of: "/") {
        try FileStore.makeDirectory(String(file[..<slash]))
      }
      try FileStore.write(text, to: file)
      return file
    }
  }

  private static var loader: ScenarioLoader { ScenarioLoader(scenes: [PlantScene.descriptor]) }

  private static func scenario(_ members: String = "") -> String {
    "{\"scene\": \"plant\"\(members.isEmpty ? "" : ", " + members)}"
  }

  private static func device(_ name: String, width: Int) -> String {
    """
    {"name": "\(name)", "title": "A device", "widthPoints": \(width), "heightPoints": 400,
    "scale": 2, "pixelsPerInch": 300, "refreshRate": 60, "touchSamplesPerSecond": 60,
    "pencilSamplesPerSecond": 0, "pipelineDepth": 2}
    """
  }

  private static func message(
    _ loader: ScenarioLoader, _ path: String
  ) -> String {
    do {
      _ = try loader.load(path)
      return "loaded"
    } catch {
      #expect(!error.message.contains("\n"))
      return error.message
    }
  }

  /// What the machine cannot read is no fault of the file.
  @Test func aFileThatTheMachineCannotReadIsItsFault() {
    let fault = FileError.machine(path: "a.json", reason: "cannot be read: no memory")
    #expect(SimbenchError(LoadError.file(fault)) == .machine(fault.message))
    let missing = FileError.notFound(path: "a.json")
    #expect(SimbenchError(LoadError.file(missing)) == .badInput(missing.message))
  }

  @Test func smallestScenarioLoadsWithBuiltInDevice() throws {
    let folder = try Folder()
    let scenario = try Self.loader.load(folder.write("quiet.json", Self.scenario()))
    #expect(scenario.name == "quiet" && scenario.device.name == "iphone-12")
    #expect(scenario.plan.frameCount == 3600 && scenario.plan.parameters.values == [0, 0, 8])
    #expect(scenario.plan.motionTrack == nil)
  }

  @Test func deviceIsLookedUpBesideThenInTheFolderThenBuiltIn() throws {
    let (folder, further) = (try Folder(), try Folder())
    let path = try folder.write("a.json", Self.scenario("\"device\": \"iphone-12\""))
    var loader = Self.loader
    #expect(try loader.load(path).device.widthPoints == 390)
    loader.deviceFolder = further.path
    #expect(try loader.load(path).device.widthPoints == 390)
    try further.write("iphone-12.json", Self.device("iphone-12", width: 222))
    #expect(try loader.load(path).device.widthPoints == 222)
    try folder.write("devices/iphone-12.json", Self.device("iphone-12", width: 111))
    #expect(try loader.load(path).device.widthPoints == 111)
    loader.deviceName = "ipad-9"
    #expect(try loader.load(path).device.widthPoints == 810)
  }

  @Test func unknownDeviceGetsASuggestion() throws {
    let folder = try Folder()
    let path = try folder.write("a.json", Self.scenario("\"device\": \"iphone-21\""))
    try folder.write("devices/own-phone.json", Self.device("own-phone", width: 300))
    let message = Self.message(Self.loader, path)
    #expect(message.hasPrefix("\(path):1:"))
    #expect(message.contains("did you mean \"iphone-12\"?") && message.contains("own-phone"))
    var loader = Self.loader
    loader.deviceName = "own-fone"
    #expect(Self.message(loader, path).hasPrefix("--device: found \"own-fone\""))
    #expect(Self.message(loader, path).contains("did you mean \"own-phone\"?"))
    for name in ["../a", "", "own-phone.json", "/etc/passwd"] {
      loader.deviceName = name
      #expect(Self.message(loader, path).hasPrefix("--device: found"))
    }
  }

  @Test func deviceFileWithAFaultIsNamed() throws {
    let folder = try Folder()
    let path = try folder.write("a.json", Self.scenario("\"device\": \"odd\""))
    let device = try folder.write("devices/odd.json", "{\"name\": \"odd\"}")
    #expect(Self.message(Self.loader, path).hasPrefix(device))
  }

  @Test func deviceNamesAreListedOnce() throws {
    let (first, second) = (try Folder(), try Folder())
    for folder in [first, second] {
      try folder.write("iphone-12.json", Self.device("iphone-12", width: 321))
      try folder.write("own.json", Self.device("own", width: 322))
    }
    try second.write("notes.txt", "no device")
    let folders = [first.path, second.path, "\(first.path)/missing"]
    let names = try ScenarioLoader.deviceNames(in: folders)
    #expect(Set(names).count == names.count)
    #expect(names.count == BuiltInDevices.all.count + 1 && names.contains("own"))
    let devices = try Self.loader.devices(in: folders)
    #expect(devices.map(\.name) == names)
    #expect(devices.first { $0.name == "iphone-12" }?.widthPoints == 321)
  }

  @Test func motionFileIsRelativeToTheScenario() throws {
    let folder = try Folder()
    let columns = MotionCSV.columnNames.joined(separator: ",")
    let path = try folder.write(
      "a.json", Self.scenario("\"input\": {\"motion\": \"recorded/walk.csv\"}"))
    #expect(Self.message(Self.loader, path).contains("recorded/walk.csv: no such file"))
    try folder.write("recorded/walk.csv", "\(columns)\n0,1,0,0,0,0,0\n0.5,2,0,0,0,0,0\n")
    let track = try #require(try Self.loader.load(path).plan.motionTrack)
    #expect(track.samples.map(\.accelerationX) == [1, 2])
    #expect(track.timesNanoseconds == [0, 500_000_000])
    let other = try folder.write("other.csv", "\(columns)\n0,7,0,0,0,0,0\n1,8,0,0,0,0,0\n")
    var loader = Self.loader
    loader.motionFile = other
    let replaced = try #require(try loader.load(path).plan.motionTrack)
    #expect(replaced.samples.map(\.accelerationX) == [7, 8])
    try folder.write("recorded/walk.csv", "\(columns)\n0,1,0,0,0,0,oops\n1,0,0,0,0,0,0\n")
    #expect(Self.message(Self.loader, path).contains("walk.csv:2:"))
  }

  /// Whatever becomes of the file, kind, runs and digests are those of what was read.
  @Test func aDocumentIsReadOnce() throws {
    let folder = try Folder()
    let path = try folder.write(
      "a.json", Self.scenario("\"seed\": 1, \"matrix\": {\"seed\": [1, 2]}"))
    let document = ScenarioDocument("\(path)[2]")
    #expect(document.file == path && document.caseName == "2" && !document.isModel)
    let before = try Self.loader.load(document)
    try folder.write("a.json", "{")
    let after = try Self.loader.load(document)
    #expect(after.plan == before.plan && after.plan.seed == 2 && after.digest == before.digest)
    let all = try Self.loader.loadAll(document.run(nil))
    #expect(all.map { $0.plan.seed } == [1, 2] && Set(all.map { $0.digest }) == [before.digest])
    #expect(Self.message(Self.loader, path).hasPrefix("\(path):1:"))
  }

  /// The digest has the motion of the scenario or of the option, and not the seed.
  @Test func digestHasFileDeviceAndMotion() throws {
    let folder = try Folder()
    let columns = MotionCSV.columnNames.joined(separator: ",")
    let path = try folder.write("a.json", Self.scenario("\"input\": {\"motion\": \"walk.csv\"}"))
    try folder.write("walk.csv", "\(columns)\n0,1,0,0,0,0,0\n0.5,2,0,0,0,0,0\n")
    var loader = Self.loader
    let digest = try #require(try loader.load(path).digest)
    #expect(digest.count == 16)
    loader.overrides.seed = 9
    #expect(try loader.load(path).digest == digest)
    loader.deviceName = "ipad-9"
    #expect(try loader.load(path).digest != digest)
    loader.deviceName = nil
    loader.motionFile = try folder.write(
      "other.csv", "\(columns)\n0,1,0,0,0,0,0\n0.5,3,0,0,0,0,0\n")
    #expect(try loader.load(path).digest != digest)
  }

  /// What the scenario says is about its own file; options win, and are about any.
  @Test func motionIsConvertedAsOptionsAndScenarioSay() throws {
    let folder = try Folder()
    func table(_ x: String) -> String {
      MotionCSV.columnNames.joined(separator: ",") + "\n"
        + (0..<20).map { "\($0 / 10).\($0 % 10),\(x),0,0,0,0,0\n" }.joined()
    }
    try folder.write("meters.csv", table("9.80665"))
    let other = try folder.write("g.csv", table("1"))
    func load(_ more: String, _ change: (inout ScenarioLoader) -> Void = { _ in }) -> [Float]? {
      guard
        let path = try? folder.write(
          "a.json", Self.scenario("\"input\": {\"motion\": \"meters.csv\"\(more)}"))
      else { return nil }
      var loader = Self.loader
      change(&loader)
      return (try? loader.load(path))?.plan.motionTrack?.samples.map { abs($0.accelerationX) }
    }
    let (units, gravity) = (#", "motionUnits": "m/s2""#, #", "motionGravity": "included""#)
    let zeros = [Float](repeating: 0, count: 20)
    #expect(load("") == nil && load(units) == nil && load(gravity) == nil)
    #expect(load(units + gravity) == zeros)
    #expect(load(units) { $0.motionConventions.gravity = .included } == zeros)
    #expect(load(units + gravity) { $0.motionConventions.gravity = .excluded }?[0] == 1)
    // A file of an option has nothing of the scenario's.
    #expect(load(units + gravity) { $0.motionFile = other } == nil)
    let included = load(units + gravity) {
      $0.motionFile = other
      $0.motionConventions.gravity = .included
    }
    #expect(included == zeros)
    let still = try folder.write("still.json", Self.scenario("\"seed\": 1"))
    var loader = Self.loader
    loader.motionConventions.gaps = .rest
    #expect(Self.message(loader, still) == "\(still): --motion-gaps: there is no recorded motion")
  }

  @Test func filesThatCannotBeReadAreNamed() throws {
    let folder = try Folder()
    let missing = "\(folder.path)/none.json"
    #expect(Self.message(Self.loader, missing) == "\(missing): no such file or directory")
    #expect(
      Self.message(Self.loader, folder.path)
        == "\(folder.path): is a directory, not a file")
    let limit = ScenarioLoader.limitByteCount
    let large = "\(folder.path)/large.json"
    try FileStore.write([UInt8](repeating: 32, count: limit + 1), to: large)
    #expect(Self.message(Self.loader, large).hasPrefix("\(large): holds \(limit + 1) bytes"))
    let text = try folder.write("text.json", "{\"scene\": \"plan\"}")
    #expect(Self.message(Self.loader, text).contains("did you mean \"plant\"?"))
    let broken = try folder.write("broken.json", "{\n\"scene\": }")
    #expect(Self.message(Self.loader, broken).hasPrefix("\(broken):2:"))
  }
}
