import SimText
import SimFormats
import SimPlatform
import SimRuntime
import SimInput
import SimWorld

/// Finds scenarios, the device classes, recordings and pictures they name, and puts them together.
package struct ScenarioLoader {
  /// The scenes that exist.
  package var scenes: [SceneDescriptor]
  /// The models that exist.
  package var models: [ModelDescriptor]
  /// A folder of further device classes.
  package var deviceFolder: String?
  /// A device class instead of the scenario's.
  package var deviceName: String?
  /// Recorded motion instead of the scenario's, relative to the current folder.
  package var motionFile: String?
  /// What the numbers of recorded motion mean, as far as options say it.
  package var motionConventions = MotionConventions()
  /// What else the command line says differently.
  package var overrides = ScenarioOverrides()

  /// The largest scenario, device or recording that is read.
  package static var limitByteCount: Int { JSONScanner.maximumByteCount }

  /// Makes a loader.
  package init(scenes: [SceneDescriptor], models: [ModelDescriptor] = []) {
    (self.scenes, self.models) = (scenes, models)
  }

  /// Loads one scenario with everything it names.
  ///
  /// - Throws: `LoadError` with one line that names the file and the position.
  package func load(_ document: ScenarioDocument) throws(LoadError) -> Scenario {
    let files = try scenarioFiles(document)
    guard files.count == 1 else { throw .format(files[0].isOneOfMany) }
    return try scenario(files[0])
  }

  /// Loads one scenario from a path that is read for this alone.
  ///
  /// - Throws: `LoadError` with one line that names the file and the position.
  package func load(_ path: String) throws(LoadError) -> Scenario {
    try load(ScenarioDocument(path))
  }

  /// Loads every run that a file stands for, or the one that is meant.
  ///
  /// - Throws: `LoadError` with one line that names the file and the position.
  package func loadAll(_ document: ScenarioDocument) throws(LoadError) -> [Scenario] {
    var scenarios: [Scenario] = []
    for file in try scenarioFiles(document) { scenarios.append(try scenario(file)) }
    return scenarios
  }

  private func scenario(_ file: ScenarioFile) throws(LoadError) -> Scenario {
    let device = try device(for: file)
    var fingerprint = ScenarioFingerprint(file.contents, on: device)
    let motion = try motion(for: file, &fingerprint)
    let recording = try recording(for: file, &fingerprint)
    let touches = try touches(for: file, &fingerprint)
    var ignored: [String] = []
    let camera = try camera(for: file, &ignored, &fingerprint)
    do {
      var scenario = try file.scenario(
        device: device, motion: motion?.track, camera: camera, recording: recording,
        touches: touches,
        overrides: overrides)
      scenario.ignored = ignored
      scenario.digest = fingerprint.text
      scenario.assumed = motion?.assumptions ?? []
      return scenario
    } catch {
      throw .format(error)
    }
  }

  private func scenarioFiles(_ document: ScenarioDocument) throws(LoadError) -> [ScenarioFile] {
    let json = try document.json
    let files: [ScenarioFile]
    do {
      files = try ScenarioFile.readAll(json, scenes: scenes)
    } catch {
      throw .format(error)
    }
    guard let caseName = document.caseName else { return files }
    let names = files.compactMap { $0.caseName }
    guard let file = files.first(where: { $0.caseName == caseName }) else {
      throw .format(ScenarioMatrix.lacks(caseName, of: names, file: document.file))
    }
    return [file]
  }

  /// A file and which of its runs is meant: `snow.json[a]`; a file of that very name is meant
  /// before.
  package static func parts(_ path: String) -> (file: String, caseName: String?) {
    guard path.hasSuffix("]"), let start = path.lastIndex(of: "["), !FileStore.exists(path) else {
      return (path, nil)
    }
    return (String(path[..<start]), String(path[path.index(after: start)...].dropLast()))
  }

  /// Searches next to the scenario, then in the given folder, then among the built-in ones.
  private func device(for file: ScenarioFile) throws(LoadError) -> Device {
    let name = deviceName ?? file.deviceName
    let beside = Self.folder(of: file.file) + "devices"
    return try device(named: name, in: [beside], node: deviceName == nil ? file.device?.node : nil)
  }

  /// The device class of `deviceName`, without a scenario.
  ///
  /// - Precondition: `deviceName` is set.
  package func chosenDevice() throws(LoadError) -> Device {
    guard let deviceName else { preconditionFailure("a device class was named") }
    return try device(named: deviceName, in: ["scenarios/devices"], node: nil)
  }

  /// - Parameter node: Where a scenario names it; nil when the command line does.
  private func device(
    named name: String, in folders: [String], node: JSONNode?
  ) throws(LoadError) -> Device {
    let folders = folders + (deviceFolder.map { [$0] } ?? [])
    try checkDeviceFolder()
    if KebabName.isOne(name) {
      for folder in folders {
        let path = "\(folder)/\(name).json"
        if FileStore.exists(path) { return try deviceFile(path) }
      }
      if let device = BuiltInDevices.device(named: name) { return device }
    }
    let names = try Self.deviceNames(in: folders)
    let problem = FormatError.Problem.unknownName(
      found: name, suggestion: nearestSpelling(of: name, in: names), allowed: names)
    guard let node else {
      throw .format(FormatError(file: "--device", problem: problem))
    }
    throw .format(node.failure(problem))
  }

  /// A folder given by an option must exist; the one next to the scenario need not.
  private func checkDeviceFolder() throws(LoadError) {
    guard let deviceFolder, !FileStore.isDirectory(deviceFolder) else { return }
    let isThere = FileStore.exists(deviceFolder)
    throw .file(isThere ? .notADirectory(path: deviceFolder) : .notFound(path: deviceFolder))
  }

  private func deviceFile(_ path: String) throws(LoadError) -> Device {
    let bytes = try read(path)
    do {
      return try DeviceFile.read(bytes, file: path)
    } catch {
      throw .format(error)
    }
  }

  private func motion(
    for file: ScenarioFile, _ fingerprint: inout ScenarioFingerprint
  ) throws(LoadError) -> RecordedMotion? {
    guard let path = motionFile ?? file.motion.map({ Self.resolved($0.value, beside: file.file) })
    else {
      guard let option = motionConventions.said.first?.option else { return nil }
      throw .format(
        FormatError(
          file: file.file, path: "--\(option)", problem: .other("there is no recorded motion")))
    }
    let bytes: [UInt8]
    do {
      bytes = try read(path)
    } catch {
      // A recording that the scenario names is the scenario's mistake; say where.
      guard motionFile == nil, let node = file.motion?.node else { throw error }
      throw .format(node.failure(.other(error.message)))
    }
    fingerprint.add(bytes)
    // Refusing gaps changes no run.
    for said in motionConventions.said where said.option != "motion-gaps" {
      fingerprint.add(Array("\(said.option) \(said.value)".utf8))
    }
    do {
      // What the scenario says is about its own file.
      let own = motionFile == nil ? file.motionConventions : MotionConventions()
      let conventions = own.overridden(by: motionConventions)
      let table = try MotionCSV(parsing: bytes, file: path, conventions)
      return try RecordedMotion(table, conventions, file: path)
    } catch {
      throw .format(error)
    }
  }

  private func recording(
    for file: ScenarioFile, _ fingerprint: inout ScenarioFingerprint
  ) throws(LoadError) -> Recording? {
    guard let named = file.recording else { return nil }
    return try content(of: named, beside: file, RecordingFile.limitByteCount, &fingerprint) {
      (bytes, path) throws(FormatError) in try RecordingFile.read(bytes, file: path)
    }
  }

  private func touches(
    for file: ScenarioFile, _ fingerprint: inout ScenarioFingerprint
  ) throws(LoadError) -> [ScriptedTouch] {
    guard let named = file.touchFile else { return [] }
    return try content(of: named, beside: file, Self.limitByteCount, &fingerprint) {
      (bytes, path) throws(FormatError) in try TouchFile.read(bytes, file: path)
    }
  }

  /// Content of a file that the scenario names; errors are those of the scenario.
  private func content<Value>(
    of named: Located<String>, beside file: ScenarioFile, _ limit: Int,
    _ fingerprint: inout ScenarioFingerprint,
    _ read: ([UInt8], String) throws(FormatError) -> Value
  ) throws(LoadError) -> Value {
    let path = Self.resolved(named.value, beside: file.file)
    do {
      let bytes = try FileStore.read(path, limitByteCount: limit)
      fingerprint.add(bytes)
      return try read(bytes, path)
    } catch let error as FileError {
      throw .format(named.node.failure(.other(error.message)))
    } catch let error as FormatError {
      throw .format(named.node.failure(.other(error.message)))
    } catch {
      preconditionFailure("nothing else is thrown")
    }
  }

  /// A path in a file, which is relative to that file's folder.
  package static func resolved(_ path: String, beside file: String) -> String {
    path.hasPrefix("/") ? path : folder(of: file) + path
  }

  private func read(_ path: String) throws(LoadError) -> [UInt8] {
    do {
      return try FileStore.read(path, limitByteCount: Self.limitByteCount)
    } catch {
      throw .file(error)
    }
  }

  /// Every device class: those of the folders that exist, then the built-in ones they lack.
  ///
  /// - Throws: `LoadError` if a file of a folder is not a device class.
  package func devices(in folders: [String]) throws(LoadError) -> [Device] {
    try checkDeviceFolder()
    var devices: [Device] = []
    for name in try Self.deviceNames(in: folders) {
      let path = folders.map { "\($0)/\(name).json" }.first { FileStore.exists($0) }
      if let path {
        devices.append(try deviceFile(path))
      } else if let device = BuiltInDevices.device(named: name) {
        devices.append(device)
      }
    }
    return devices
  }

  /// Every device class by name: those of the folders that exist, then the built-in ones.
  package static func deviceNames(in folders: [String]) throws(LoadError) -> [String] {
    var names: [String] = []
    for folder in folders where FileStore.isDirectory(folder) {
      do {
        for entry in try FileStore.list(directory: folder) where entry.hasSuffix(".json") {
          let name = String(entry.dropLast(5))
          if !names.contains(name) { names.append(name) }
        }
      } catch {
        throw .file(error)
      }
    }
    for device in BuiltInDevices.all where !names.contains(device.name) {
      names.append(device.name)
    }
    return names
  }

  /// The folder part of a path with its slash, or nothing.
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return String(path[...slash])
  }
}
