import SimFormats
import SimHarness
import SimPlatform

/// Checks the verdicts of `run` on fast frames, slow frames and frames that wait by their own
/// fault, on this machine as it is and next to more busy threads than it has CPUs.
struct BusyTrials {
  /// The delay that is planted in the frames.
  enum Frames: String, CaseIterable {
    case fast
    case slow
    case waiting

    /// The correct exit code.
    var code: ExitCode { self == .fast ? .pass : .budgetFailed }
  }

  let executable: String
  let trials: Int
  let firstSeed: Int
  /// Receives progress messages.
  var onProgress: (String) -> Void = { _ in }

  /// Frames per run: few, but enough that 1 % of them is more than one frame.
  private static let frames = 320
  /// Duration of a frame in nanoseconds, long enough for other threads to interrupt it.
  private static let plainNanoseconds = 400_000.0
  /// Additional duration of a slow frame, and the interval between slow frames.
  private static let (slowNanoseconds, slowInterval) = (20_000_000.0, 32)

  /// Budgets that fast frames meet with a factor of a hundred, and that slow ones exceed fourfold.
  private static var scenario: String {
    """
    {
      "name": "selftest-busy",
      "scene": "snowglobe",
      "parameters": { "flakes": 20 },
      "canvasSize": { "width": 160, "height": 80 },
      "frames": \(frames),
      "budgets": [
        { "id": "TIME", "metric": "timing.frame.p99", "atMost": 5 },
        { "id": "HITCHES", "metric": "timing.hitchMsPerSecond", "atMost": 1 }
      ]
    }
    """
  }

  /// Runs all cases; reports each row when it is complete.
  func run(_ show: (SelfTestResult.Row) -> Void) throws {
    let folder = try FileStore.makeTemporaryDirectory(prefix: "simbench-selftest")
    defer { try? FileStore.removeTree(folder) }
    try FileStore.write(Self.scenario, to: folder + "/busy.json")
    // Before the load starts, which then lasts to the end.
    for frames in Frames.allCases { show(try row(frames, isBusy: false, folder)) }
    // Threads of this process end with it, even if it crashes.
    let load = BusyThreads(count: 2 * Environment.machine.coreCount)
    defer { withExtendedLifetime(load) {} }
    for frames in Frames.allCases { show(try row(frames, isBusy: true, folder)) }
  }

  /// Fast frames must never fail and slow ones must always fail, no matter how busy the machine is.
  private func row(
    _ frames: Frames, isBusy: Bool, _ folder: String
  ) throws -> SelfTestResult.Row {
    let name = "\(frames.rawValue) frames" + (isBusy ? ", busy machine" : "")
    let answer = frames != .fast ? "fail" : isBusy ? "not red" : "pass"
    var row = SelfTestResult.Row(name: name, answer: answer, needed: trials)
    for trial in 0..<trials {
      onProgress("\(name) \(trial + 1)/\(trials)")
      let code = try exitCode(frames, trial, folder)
      let isOpen = frames == .fast && code == ExitCode.inconclusive.rawValue
      row.add(
        isRight: code == frames.code.rawValue || (isBusy && isOpen), isInconclusive: isOpen)
    }
    return row
  }

  private func exitCode(
    _ frames: Frames, _ trial: Int, _ folder: String
  ) throws -> Int32 {
    var environment = Environment.variables
    environment[PlantedWork.variable] = Self.plant(frames)
    // An inherited value would forbid the second run that these verdicts rest on.
    environment[MeasuredProcess.singleRunVariable] = nil
    let ended = try ProcessRunner.run(
      executable,
      [
        "run", folder + "/busy.json", "--no-render", "--quiet", "--out", folder, "--seed",
        "\(firstSeed + trial)",
      ], environment: environment, limitSeconds: 300)
    guard !Interrupt.isRequested, ended.exitCode != ExitCode.interrupted.rawValue else {
      throw CommandError.interrupted
    }
    return ended.exitCode
  }

  private static func plant(_ frames: Frames) -> String {
    func work(_ nanoseconds: Double) -> String {
      "work=\(Int(nanoseconds / PlantedWork.nanosecondsPerIteration()))"
    }
    let plain = work(plainNanoseconds)
    switch frames {
    case .fast: return plain
    case .slow: return "\(plain),\(work(slowNanoseconds))/\(slowInterval)"
    case .waiting: return "\(plain),wait=\(Int(slowNanoseconds / 1_000))/\(slowInterval)"
    }
  }
}
