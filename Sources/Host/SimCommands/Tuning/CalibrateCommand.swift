import SimFormats
import SimHarness
import SimPlatform
import SimReport

/// `simbench calibrate`: fits a renderer's costs on a device to an app's recorded frames.
struct CalibrateCommand: Command {
  private let path: String
  private let renderer: String
  private let loader: ScenarioLoader
  private let deviceName: String
  private let outPath: String?
  private let deviceFolder: String?
  private let output: FindingOutput
  private let console: Console

  init(
    _ parsed: ParsedCommand, _ scenes: SceneRegistry, _ console: Console
  ) throws {
    guard let path = parsed.string("from"), let device = parsed.string("device"),
      let renderer = parsed.string("renderer")
    else {
      throw CommandError.badInput(
        "calibrate needs --from, --device and --renderer: recorded frames, their device class "
          + "and their renderer")
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
    output = FindingOutput(parsed, console)
    self.console = console
    try FindingOutput.checkOneIsPrinted(
      (output.isPrinted ? ["json"] : []) + (outPath == "-" ? ["out"] : []))
  }

  /// The output file: `--out`, or a new file in the folder of device classes.
  private var target: String { outPath ?? "\(deviceFolder ?? "devices")/\(deviceName).json" }

  /// Fits the costs and writes the accepted ones; exit 7 if any is refused.
  func run() throws -> ExitCode {
    if outPath == nil, FileStore.exists(target) {
      throw CommandError.badInput(
        "\(target): already exists; to overwrite it, name it with --out")
    }
    var device: Device
    device = try loader.chosenDevice()
    let isUpdate = FileStore.exists(target)
    try output.checkNames(
      outPath == "-" || isUpdate ? [] : [target], updates: isUpdate ? [target] : [],
      inputs: [path])
    let rows = try read()
    let old = device.renderer(named: renderer)
    let result = RendererFit.fit(rows, hasGraphics: old != nil)
    let costs = result.costs(replacing: old)
    if let costs {
      device.renderers.removeAll { $0.name == renderer }
      device.renderers.append(costs)
    }
    try write(
      costs == nil ? nil : device, RendererCalibrationReport.Finding(result, costs))
    return RendererCalibrationReport.refusal(result) == nil ? .pass : .inconclusive
  }

  private func read() throws -> FrameRows {
    let bytes = try FileStore.read(path, limitByteCount: Limits.recordedBytes.count)
    let rows = try FrameRows.read(bytes, file: path)
    guard rows.renderer == renderer else {
      throw CommandError.badInput(
        "\(path): recorded with renderer \(MessageText.quoted(rows.renderer)), not "
          + MessageText.quoted(renderer))
    }
    if let first = RendererFit.unknownCounters(rows).first {
      throw CommandError.badInput(
        "\(path): the counter \(MessageText.quoted(first)) is not a unit of device files")
    }
    return rows
  }

  private func write(
    _ device: Device?, _ finding: RendererCalibrationReport.Finding
  ) throws {
    let transaction = FileTransaction()
    defer { transaction.discard() }
    var text = RendererCalibrationReport.text(finding)
    let file = device.map { JSONWriter.text(of: Device.shape.object($0)) }
    if let file, outPath != "-" {
      try transaction.stage(file, at: target, existing: outPath == nil ? .kept : .updated)
      text += "wrote \(target)\n"
    } else if file == nil {
      text += "no file was written\n"
    }
    try output.write(
      RendererCalibrationReport.output.object([finding]), outPath == "-" ? "" : text,
      with: transaction)
    if let file, outPath == "-" { _ = console.output(file) }
  }
}
