import SimFormats
import SimHarness
import SimInput
import SimPlatform
import SimReport
import SimRuntime

/// The variants in which `verify` runs a scenario, with their results.
///
/// A model has the variants that rasterize nothing.
struct VerifyVariants {
  /// The names of the variants, in the order in which they run.
  enum Name: String, CaseIterable {
    case repeated = "repeat"
    case rewind
    case twoThreads = "threads-2"
    case sevenThreads = "threads-7"
    case process
    case concurrentProcesses = "concurrent-processes"
    case environment
    case filledMemory = "filled-memory"
    case noAVX2 = "no-avx2"
    case smallStack = "small-stack"
    case flushToZero = "flush-to-zero"
    case build
    case wasm32
    case aarch64
  }

  /// The variants that `check` runs, since they need only this program and little time.
  static let quick: [Name] = [
    .repeated, .rewind, .twoThreads, .process, .environment, .filledMemory,
  ]

  private let run: ComparedRun
  private let console: Console
  private var request: LogRequest
  private let choices: Choices
  private let logger: (UInt32) -> FrameLogger

  /// The choices of a command line.
  struct Choices {
    /// The variants; nil means all.
    var only: [Name]?
    /// Another build: a file or a commit; nil means none.
    var against: String?
    /// Folder of the programs for other targets.
    var targetFolder = ".build-lanes"
    /// The last frame that is compared; nil means that of the run.
    var last: UInt32?

    /// Chooses all variants that need no other build.
    init() {}

    /// Reads the folder of programs for other targets from a command line.
    init(_ parsed: ParsedCommand) {
      targetFolder = parsed.string("targets") ?? targetFolder
    }
  }

  init(
    _ run: ComparedRun, _ console: Console, _ choices: Choices,
    logger: @escaping (UInt32) -> FrameLogger
  ) {
    self.run = run
    self.console = console
    self.choices = choices
    self.logger = logger
    request = run.request
    if let last = choices.last { request.last = last }
  }

  /// Options with absolute paths, for a process that starts in another folder.
  static func absolute(_ options: [String]) -> [String] {
    var options = options
    for index in options.indices.dropLast()
    where ["--devices", "--motion"].contains(options[index]) {
      options[index + 1] = Environment.absolutePath(options[index + 1])
    }
    return options
  }

  // MARK: - Running

  /// Runs some variants without progress, for other commands than `verify`.
  ///
  /// - Parameter last: The last frame that is compared; nil means that of the run.
  static func silentReport(
    _ run: ComparedRun, _ names: [Name], last: UInt32? = nil, executable: String?
  ) throws -> (report: VerifyReport, kept: DivergenceKeeper) {
    let console = Console.silent(executable: executable)
    var choices = Choices()
    (choices.only, choices.last) = (names, last)
    let variants = VerifyVariants(run, console, choices) { _ in
      var logger = FrameLogger()
      logger.isInterrupted = { Interrupt.isRequested }
      return logger
    }
    var keeper = DivergenceKeeper()
    return (try variants.report(&keeper, StatusLine(console, isShown: false)), keeper)
  }

  /// Runs all variants and compares each with the reference run.
  func report(
    _ keeper: inout DivergenceKeeper, _ status: StatusLine
  ) throws -> VerifyReport {
    defer { status.clear() }
    var report = run.report
    let reference = local.reference
    status.show("\(run.path): \(reference.name)")
    let expected = try reference.log(request)
    for variant in Name.allCases where choices.only?.contains(variant) ?? true {
      let name = variant.rawValue
      switch try choice(of: variant) {
      case .none: continue
      case .missing(let reason):
        report.variants.append(VerifyReport.Variant(name, .notRun, words: reason))
      case .notices(let process, let words):
        status.show("\(run.path): \(name)")
        report.variants.append(try judged(name) { try noticed(name, process, words) })
      case .runs(let variant):
        report.variants.append(
          try judged(name) { try compare(variant, reference, expected, &keeper, status) })
      }
    }
    return report
  }

  /// The row of a variant, or that the machine failed.
  private func judged(
    _ name: String, _ body: () throws -> VerifyReport.Variant
  ) throws -> VerifyReport.Variant {
    switch try NotJudgedRun.attempt(run.path, [], body) {
    case .success(let variant): variant
    case .failure(let run): VerifyReport.Variant(name, .notJudged, words: run.reason)
    }
  }

  private func compare(
    _ variant: RunVariant, _ reference: RunVariant, _ expected: FrameLog,
    _ keeper: inout DivergenceKeeper,
    _ status: StatusLine
  ) throws -> VerifyReport.Variant {
    status.show("\(run.path): \(variant.name)")
    let found: FrameLog
    do {
      found = try variant.log(request)
    } catch .unknownScene {
      return VerifyReport.Variant(
        variant.name, .notRun,
        words: "\(variant.words) does not contain \(run.report.subject.title)")
    } catch .failed(let words) {
      // A variant that fails differs from the reference run, which finished.
      return VerifyReport.Variant(variant.name, .different, words: words)
    } catch {
      throw CommandError(error)
    }
    let comparison = LogComparison(expected, found, comparesSource: variant.hasSameSource)
    var row = VerifyReport.Variant(
      variant.name, comparison.isEqual ? .equal : .different, compared: comparison.compared,
      painted: comparison.painted, words: variant.words)
    guard comparison.frame != nil else { return row }
    // That the runs differ is known, even if the machine keeps the field from being found.
    let divergence = try NotJudgedRun.attempt(run.path, []) {
      try Divergence.find(
        reference, variant, logs: (expected, found), request,
        open: ({ open() }, { open() }))
    }
    if let divergence = divergence.judged ?? nil {
      if divergence.isUnexplained { row.outcome = .unexplained }
      row.divergence = keeper.report(
        divergence, "\(run.name)-\(variant.name)", ("reference", variant.name))
    }
    return row
  }

  private func noticed(
    _ name: String, _ process: ProcessVariant, _ words: String
  ) throws -> VerifyReport.Variant {
    let result = try process.result(process.arguments + ["--until", "0"])
    guard !Interrupt.isRequested else { throw CommandError.interrupted }
    if let words = result.killWords { throw CommandError.machine("\(name): \(words)") }
    let isNoticed = result.exitCode == ExitCode.determinismBroken.rawValue
    return VerifyReport.Variant(name, isNoticed ? .detected : .undetected, words: words)
  }

  /// Opens a run of the scenario.
  func open(crew: ThreadCrew = ThreadCrew()) -> any Session { run.open(crew) }

  // MARK: - The variants

  /// How a variant is run here.
  enum Choice {
    /// It runs and is compared.
    case runs(RunVariant)
    /// It runs and must detect the change by itself.
    case notices(ProcessVariant, String)
    /// It cannot be run here.
    case missing(String)
    /// It was not requested.
    case none
  }

  /// Chooses how the variant of a name is run.
  func choice(of name: Name) throws -> Choice {
    switch name {
    // Threads only rasterize.
    case .twoThreads: return run.paintedCount == nil ? .none : try threads(2)
    case .sevenThreads: return run.paintedCount == nil ? .none : try threads(7)
    case .repeated: return .runs(local.repeated)
    case .rewind: return .runs(local.rewound)
    case .build:
      return try choices.against.map { value throws in try build(value) } ?? .none
    case .wasm32, .aarch64: return try target(name.rawValue)
    case .process, .concurrentProcesses, .environment, .filledMemory, .noAVX2, .smallStack,
      .flushToZero:
      return try process(name)
    }
  }

  /// The variants in this process.
  var local: LocalVariants { LocalVariants(open: run.open, logger: logger) }

  private func threads(_ count: Int) throws -> Choice {
    local.threads(count).map { .runs($0) }
      ?? .missing("the system cannot start \(count) threads")
  }

  /// The scenario in a separate process.
  func ownProcess(of executable: String) -> ProcessVariant {
    ProcessVariant(
      executable: executable, scenario: Environment.absolutePath(run.path),
      options: run.options)
  }

  private func process(_ name: Name) throws -> Choice {
    guard let executable = console.executable else {
      return .missing("cannot start another process: the path of this executable is unknown")
    }
    var process = ownProcess(of: executable)
    var words: String
    switch name {
    case .concurrentProcesses: words = "two new processes at once"
    case .environment:
      process.folder = "/"
      process.variables = [
        "TZ": "Pacific/Kiritimati", "LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8",
        "HOME": "/nonexistent", "SWIFT_DETERMINISTIC_HASHING": "1",
      ]
      words = "another time zone, locale, folder and hash seed"
    case .filledMemory:
      // Fills each allocation and each freed block with nonzero bytes, since fresh memory is often
      // zero.
      process.variables = [
        "MALLOC_PERTURB_": "165", "GLIBC_TUNABLES": "glibc.malloc.perturb=165",
        "MallocPreScribble": "1", "MallocScribble": "1",
      ]
      words = "memory filled with 165 before it is used"
    case .noAVX2:
      process.variables = ["GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4"]
      words = "the C library without AVX2 and FMA"
    case .smallStack:
      process.launcher = ["/bin/sh", "-c", "ulimit -s 512 && exec \"$0\" \"$@\""]
      words = "a stack of 512 KiB"
    case .flushToZero:
      process.variables = [Arithmetic.flushVariable: "1"]
      guard Arithmetic.setFlushing(false) else {
        return .missing("cannot set flush-to-zero on this CPU")
      }
      return .notices(process, "subnormal numbers flushed to zero, which ends the command")
    default: words = "a new process"
    }
    guard name == .concurrentProcesses else { return .runs(process.variant(name.rawValue, words)) }
    return .runs(beside(process, words))
  }

  /// Two processes at once; if they differ from each other, the second one counts.
  private func beside(_ process: ProcessVariant, _ words: String) -> RunVariant {
    RunVariant("concurrent-processes", words) { (request) throws(VariantError) in
      let logs = try JobQueue.run(2, atOnce: 2) { (_) throws(VariantError) in
        try process.variant("concurrent-processes", "").log(request)
      }
      let comparison = LogComparison(logs[0], logs[1], comparesSource: true)
      return comparison.isEqual ? logs[0] : logs[1]
    }
  }

  private func build(_ value: String) throws -> Choice {
    let (executable, words) = try Self.executable(value, console)
    return .runs(ownProcess(of: executable).variant("build", words))
  }

  /// A build: a file, or the build of a commit.
  static func executable(
    _ value: String, _ console: Console
  ) throws -> (path: String, words: String) {
    if FileStore.isFile(value) { return (Environment.absolutePath(value), "build \(value)") }
    guard let own = console.executable else {
      throw CommandError.badInput(
        "\(value): no such file, and the path of this executable is unknown, so no commit can "
          + "be built")
    }
    let build = try ReferenceBuild(against: value, ownExecutable: own, console) { commit in
      console.error("building \(commit), which takes minutes the first time\n")
    }
    return (build.executable, "merge base \(build.commit.prefix(12))")
  }

  /// The variant of another target; nil if there is no such target.
  func target(_ name: String) throws -> Choice {
    guard let known = TargetVariant.known.first(where: { $0.name == name }) else { return .none }
    let file = "\(choices.targetFolder)/\(known.file)"
    guard FileStore.isFile(file) else {
      return .missing("no \(file); build it with .ci/lanes of a checkout")
    }
    guard let runner = Self.found(known.runner[0]) else {
      return .missing("no \(known.runner[0]) in PATH")
    }
    if let missing = run.missing { return .missing(missing) }
    return .runs(
      TargetVariant(
        command: [runner] + known.runner.dropFirst() + [file], recording: try run.recording()
      ).variant(name, file))
  }

  private static func found(_ program: String) -> String? {
    (Environment.value("PATH") ?? "").split(separator: ":").map { "\($0)/\(program)" }
      .first { FileStore.isFile($0) }
  }
}
