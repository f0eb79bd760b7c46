import Foundation
import SimPlatform
import Testing

/// Runs cases of a class one after another; the environment says which and how many.
///
/// `SIMBENCH_FUZZ_CLASS` is the only class that runs, `SIMBENCH_FUZZ_CASES` how many cases of it,
/// `SIMBENCH_FUZZ_SEED` the seed of the first; the next has the next. `SIMBENCH_FUZZ_STATE` names a
/// file that always holds the seed of the case that runs, for a process that crashes.
/// `SIMBENCH_FUZZ_FINDINGS` is a folder for what was found, `SIMBENCH_FUZZ_INPUT` a finding to be
/// tried again, `SIMBENCH_FUZZ_SHRINK` a finding to be made smaller there.
/// `SIMBENCH_FUZZ_PLANT` plants a trap, a hang or a lie that some inputs meet.
struct FuzzRun {
  let kind: FuzzClass
  let folder: CommandFolder
  private let state = StateFile(Environment.value("SIMBENCH_FUZZ_STATE"))
  private let plant = Environment.value("SIMBENCH_FUZZ_PLANT")
  /// Whether this process does nothing else, so that its memory and its alarm are the case's.
  private let isAlone = Environment.value("SIMBENCH_FUZZ_CLASS") != nil

  init(_ kind: FuzzClass) throws {
    self.kind = kind
    folder = try CommandFolder()
  }

  /// The classes that run.
  static var classes: [FuzzClass] {
    guard let name = Environment.value("SIMBENCH_FUZZ_CLASS") else { return FuzzClass.allCases }
    return FuzzClass(rawValue: name).map { [$0] } ?? []
  }

  /// Seconds that a case may take.
  static var limitSeconds: UInt32 {
    Environment.value("SIMBENCH_FUZZ_LIMIT").flatMap { UInt32($0) } ?? 30
  }

  /// The executable that whole processes run: the one built beside these tests.
  static let executable: String = {
    if let path = Environment.value("SIMBENCH_FUZZ_EXECUTABLE") { return path }
    var folder = URL(filePath: Environment.executablePath ?? "/").deletingLastPathComponent()
    for _ in 0..<4 {
      let candidate = folder.appending(path: "simbench").path(percentEncoded: false)
      if FileStore.isFile(candidate) { return candidate }
      folder = folder.deletingLastPathComponent()
    }
    return "simbench"
  }()

  /// Runs what the environment asks for and says what it found.
  func run() throws {
    if let path = Environment.value("SIMBENCH_FUZZ_SHRINK") { return try shrink(path) }
    if let path = Environment.value("SIMBENCH_FUZZ_INPUT") {
      guard let finding = check(try Self.input(path)) else { return }
      state.write(finding.kind)
      Issue.record("\(finding)")
      return
    }
    let first = Environment.value("SIMBENCH_FUZZ_SEED").flatMap { UInt64($0) } ?? 1
    let count = Environment.value("SIMBENCH_FUZZ_CASES").flatMap { Int($0) } ?? kind.normalCases
    var found = 0
    for index in 0..<count {
      let seed = first &+ UInt64(index)
      state.write("\(seed) \(index)")
      guard let finding = check(kind.input(seed)) else { continue }
      found += 1
      try keep(finding, seed)
      Issue.record(
        "\(finding)\nrepeat: .ci/long fuzz --class \(kind.rawValue) --seed \(seed) --cases 1")
    }
    print("fuzz \(kind.rawValue): \(count) cases from seed \(first), \(found) findings")
  }

  /// What a case finds; nil when everything holds.
  private func check(_ input: FuzzInput) -> FuzzFinding? {
    if isAlone { alarm(Self.limitSeconds) }
    defer { if isAlone { alarm(0) } }
    do {
      try Self.meet(plant, input)
      try kind.check(input, in: folder, isAlone: isAlone)
      return nil
    } catch {
      return error
    }
  }

  /// Fails as planted when the input holds an escape character.
  private static func meet(_ plant: String?, _ input: FuzzInput) throws(FuzzFinding) {
    guard let plant else { return }
    let bytes = input.files.flatMap(\.bytes) + input.arguments.flatMap { Array($0.utf8) }
    guard bytes.contains(0x1B) else { return }
    switch plant {
    case "trap": fatalError("planted")
    case "hang": while true { usleep(1000) }
    default: throw FuzzFinding("planted", "an escape character")
    }
  }

  private func keep(_ finding: FuzzFinding, _ seed: UInt64) throws {
    guard let folder = Environment.value("SIMBENCH_FUZZ_FINDINGS") else { return }
    let name = "\(folder)/\(kind.rawValue)-\(seed)"
    try FileStore.write("\(finding)\n", to: name + ".txt")
    try FileStore.write(kind.input(seed).encoded(kind), to: name + ".input")
  }

  private static func input(_ path: String) throws -> FuzzInput {
    let bytes = try FileStore.read(path, limitByteCount: 1 << 26)
    return try #require(FuzzInput.decode(bytes), "\(path) is no finding").input
  }
}

extension FuzzRun {
  /// How a child that tried one input ended.
  private enum Ending: Equatable {
    case passed
    case found(String)
    case crashed(Int32)
    case hung
  }

  /// Makes a finding smaller, each trial in a process of its own, and writes it beside the first.
  ///
  /// A path that is not there stands for the case of the seed in its name: its process crashed.
  private func shrink(_ path: String) throws {
    var input: FuzzInput
    if FileStore.exists(path) {
      input = try Self.input(path)
    } else {
      let digits = path.split(separator: "-").last.map { $0.filter(\.isNumber) } ?? ""
      input = kind.input(try #require(UInt64(digits), "\(path) holds no seed"))
      try FileStore.write(input.encoded(kind), to: path)
    }
    let trials = Environment.value("SIMBENCH_FUZZ_TRIALS").flatMap { Int($0) } ?? 250
    let expected = ending(input)
    guard expected != .passed else {
      print("fuzz \(kind.rawValue): it does not fail again by itself: \(path)")
      return
    }
    let small = FuzzShrinker.shrunk(input, trials: trials) { ending($0) == expected }
    try FileStore.write(small.encoded(kind), to: path + ".small")
    print(
      "fuzz \(kind.rawValue): \(expected), shrunk from \(input.size) to \(small.size) bytes: "
        + "\(path).small"
    )
    print(TextRules.shown(String(decoding: small.encoded(kind), as: UTF8.self)))
  }

  private func ending(_ input: FuzzInput) -> Ending {
    let place = folder.path + "/trial"
    let told = folder.path + "/told"
    var environment = Environment.variables
    environment["SIMBENCH_FUZZ_SHRINK"] = nil
    environment["SIMBENCH_FUZZ_INPUT"] = place
    environment["SIMBENCH_FUZZ_STATE"] = told
    do {
      try FileStore.write(input.encoded(kind), to: place)
      try FileStore.write("", to: told)
      let child = try ProcessRunner.run(
        Environment.arguments[0], Array(Environment.arguments.dropFirst()),
        environment: environment, workingDirectory: folder.path,
        limitSeconds: Double(Self.limitSeconds) * 2 + 5)
      if child.exitCode == 0 { return .passed }
      if child.signal == SIGALRM { return .hung }
      if let signal = child.signal { return .crashed(signal) }
      let kind = try FileStore.readText(told, limitByteCount: 4096)
      return .found(String(kind.prefix { $0 != "\n" }))
    } catch {
      return .hung
    }
  }
}

/// A file that is overwritten with what is going on, cheaply enough for every case.
private struct StateFile {
  private let descriptor: Int32

  init(_ path: String?) {
    descriptor = path.map { open($0, O_WRONLY | O_CREAT, 0o644) } ?? -1
  }

  func write(_ text: String) {
    guard descriptor >= 0 else { return }
    let line = Array((text.prefix(100) + "\n").utf8)
    _ = line.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
  }
}
