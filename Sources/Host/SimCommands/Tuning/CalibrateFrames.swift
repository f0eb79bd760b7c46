import SimFormats
import SimHarness
import SimPlatform
import SimReport

/// `simbench calibrate --from`: what a renderer costs a device, by frames that an app recorded.
struct CalibrateFrames {
  private let path: String
  private let renderer: String
  private let loader: ScenarioLoader
  private let deviceName: String
  private let outPath: String?
  private let deviceFolder: String?
  private let output: FindingOutput
  private let console: Console

  /// Takes the options that `--from` needs; nil without it.
  init?(
    _ parsed: ParsedCommand, _ scenes: SceneRegistry, _ output: FindingOutput, _ console: Console
  ) throws(CommandError) {
    guard let path = parsed.string("from") else {
      for option in ["device", "renderer", "devices", "out"] where parsed.isGiven(option) {
        throw .badInput("--\(option) needs --from: it is of frames that an app recorded")
      }
      return nil
    }
    for option in ["repetitions", "frames", "frames-to"] where parsed.isGiven(option) {
      throw .badInput("--from and --\(option): only one of them: what was recorded runs no scene")
    }
    guard let device = parsed.string("device"), let renderer = parsed.string("renderer") else {
      throw .badInput("--from needs --device and --renderer: what the frames were recorded on")
    }
    self.path = path
    self.renderer = renderer
    deviceName = device
    deviceFolder = parsed.string("devices")
    outPath = parsed.string("out")
    var loader = ScenarioLoader(scenes: scenes.descriptors)
    loader.deviceName = device
    loader.deviceFolder = deviceFolder
    self.loader = loader
    self.output = output
    self.console = console
    guard outPath != "-" || !output.isPrinted else {
      throw .badInput(
        "--json and --out: only one of them can be printed; name a file for the other")
    }
  }

  /// Where the device class goes: as told, or among those of the folder, where nothing is replaced.
  private var target: String { outPath ?? "\(deviceFolder ?? "devices")/\(deviceName).json" }

  /// Reads everything, fits, and writes what is believed; with exit 7 when some of it is not.
  func run() throws(CommandError) -> ExitCode {
    if outPath == nil, FileStore.exists(target) {
      throw .badInput(
        "\(target): is already there; nothing is overwritten unless --out names it")
    }
    let device: Device
    do throws(LoadError) {
      device = try loader.chosenDevice()
    } catch {
      throw .badInput(error.message)
    }
    let isUpdate = FileStore.exists(target)
    try output.checkNames(
      outPath == "-" || isUpdate ? [] : [target], updates: isUpdate ? [target] : [],
      inputs: [path])
    let rows = try read()
    return renderer == Device.softwareRenderer
      ? try software(device, rows) : try other(device, rows)
  }

  private func read() throws(CommandError) -> FrameRows {
    let bytes = try files { () throws(FileError) in
      try FileStore.read(path, limitByteCount: Limits.recordedBytes.count)
    }
    let rows: FrameRows
    do throws(FormatError) {
      rows = try FrameRows.read(bytes, file: path)
    } catch {
      throw .badInput(error.message)
    }
    guard rows.renderer == renderer else {
      throw .badInput(
        "\(path): the frames are of \(MessageText.quoted(rows.renderer)), not of "
          + MessageText.quoted(renderer))
    }
    let isSoftware = renderer == Device.softwareRenderer
    let unknown =
      isSoftware ? Calibration.unknownCounters(rows) : RendererFit.unknownCounters(rows)
    if let first = unknown.first {
      throw .badInput(
        "\(path): the counter \(MessageText.quoted(first)) has no place in a device file")
    }
    return rows
  }

  private func software(
    _ device: Device, _ rows: FrameRows
  ) throws(CommandError) -> ExitCode {
    let result = Calibration.fit(rows)
    var device = device
    let isBelieved = !result.table.isEmpty
    if isBelieved {
      var costs = result.deviceCosts
      costs.sustained = device.costs?.sustained ?? []
      costs.sustainedSource = device.costs?.sustainedSource ?? ""
      device.costs = costs
    }
    try write(
      isBelieved ? device : nil, CalibrationReport.output.object([result]),
      CalibrationReport.text(result))
    return CalibrationReport.refusal(result) == nil ? .pass : .inconclusive
  }

  private func other(
    _ device: Device, _ rows: FrameRows
  ) throws(CommandError) -> ExitCode {
    let old = device.renderer(named: renderer)
    let result = RendererFit.fit(rows, hasGraphics: old != nil)
    let costs = result.costs(replacing: old)
    var device = device
    if let costs {
      device.renderers.removeAll { $0.name == renderer }
      device.renderers.append(costs)
    }
    let finding = RendererCalibrationReport.Finding(result, costs)
    try write(
      costs == nil ? nil : device, RendererCalibrationReport.output.object([finding]),
      RendererCalibrationReport.text(finding))
    return RendererCalibrationReport.refusal(result) == nil ? .pass : .inconclusive
  }

  private func write(
    _ device: Device?, _ value: JSONOutput, _ text: String
  ) throws(CommandError) {
    let transaction = FileTransaction()
    defer { transaction.discard() }
    var text = text
    let file = device.map { JSONWriter.text(of: Device.shape.object($0)) }
    if let file, outPath != "-" {
      try files { () throws(FileError) in
        try transaction.stage(file, at: target, existing: outPath == nil ? .kept : .updated)
      }
      text += "wrote \(target)\n"
    } else if file == nil {
      text += "nothing was written\n"
    }
    try output.write(value, outPath == "-" ? "" : text, with: transaction)
    if let file, outPath == "-" { _ = console.output(file) }
  }
}
