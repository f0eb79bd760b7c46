import SimFormats
import Foundation
import SimPNG
import SimPlatform

/// What has to hold for processes that are killed, run at once or are read slowly.
enum ProcessCheck {
  /// Processes of a case end within this time.
  private static let limitSeconds = 60.0

  // MARK: - Kills

  /// Kills a process at its nth change to the disk, or after a random time where that cannot be
  /// had, and looks at what is left.
  static func kill(_ input: FuzzInput, in folder: CommandFolder) throws(FuzzFinding) {
    guard let first = input.arguments.first, let number = Int(first) else { return }
    defer { folder.restore() }
    var environment = Environment.variables
    var limit = limitSeconds
    if let library = Environment.value("SIMBENCH_FUZZ_LIBRARY") {
      environment["LD_PRELOAD"] = library
      environment["SIMBENCH_FUZZ_KILL_AT"] = "\(number)"
    } else {
      limit = Double(number) / 1500
    }
    let line = input.arguments.dropFirst().map { $0.replacing("FOLDER", with: folder.path) }
    do throws(ProcessError) {
      _ = try ProcessRunner.run(
        FuzzRun.executable, line, environment: environment, workingDirectory: folder.path,
        limitSeconds: limit)
    } catch {
      guard case .timedOut = error else { throw FuzzFinding("kill: no process", error.message) }
    }
    try checkWhole(folder, input.arguments.count > 1 ? input.arguments[1] : "none")
  }

  private static func checkWhole(
    _ folder: CommandFolder, _ verb: String
  ) throws(FuzzFinding) {
    let changes = folder.changes()
    for name in changes.changed + changes.new {
      let place = "\(folder.path)/\(name)"
      guard FileStore.isFile(place) else {
        guard FileStore.isDirectory(place) else {
          throw FuzzFinding("kill: \(verb) lost a file", name)
        }
        continue
      }
      let last = name.split(separator: "/").last.map(String.init) ?? name
      if last.hasPrefix(".simbench-"), last.hasSuffix(".tmp") { continue }
      guard let bytes = try? FileStore.read(place, limitByteCount: 1 << 26) else {
        throw FuzzFinding("kill: \(verb) left an unreadable file", name)
      }
      guard isWhole(bytes, named: last) else {
        throw FuzzFinding("kill: \(verb) left half a file", "\(name), \(bytes.count) bytes")
      }
    }
  }

  /// Whether a file is complete, as far as its kind tells.
  static func isWhole(_ bytes: [UInt8], named name: String) -> Bool {
    switch name.split(separator: ".").last {
    case "json", "sarif":
      return bytes.last == UInt8(ascii: "\n") && (try? JSONDocument(parsing: bytes)) != nil
    case "ndjson":
      let lines = bytes.split(separator: UInt8(ascii: "\n"))
      return bytes.last == UInt8(ascii: "\n")
        && lines.allSatisfy { (try? JSONDocument(parsing: Array($0))) != nil }
    case "png": return (try? PNGDecoder.decode(bytes)) != nil
    case "html": return String(decoding: bytes.suffix(10), as: UTF8.self).contains("</html>")
    case "golden", "pending": return (try? GoldenManifest(parsing: bytes, file: name)) != nil
    default: return bytes.last == UInt8(ascii: "\n")
    }
  }

  // MARK: - Writers

  /// Several processes change one file; afterwards it holds what each that succeeded put there.
  static func writers(_ input: FuzzInput, in folder: CommandFolder) throws(FuzzFinding) {
    guard input.arguments.count == 2, let count = Int(input.arguments[1]) else { return }
    defer { folder.restore() }
    let isHistory = input.arguments[0] == "history"
    let command =
      isHistory
      ? #"history "$F/history.ndjson" --append "$F/result.json" --commit "w$i""#
      : #"baseline update "$F/tiny.json" --seed "$i" --baselines "$F/baselines""#
    let script = """
      for i in $(seq 100 \(99 + count)); do
        { "$SIMBENCH" \(command) --quiet; echo $? > "$F/code-$i"; } &
      done; wait
      """
    try shell(script, in: folder)
    let file = isHistory ? "history.ndjson" : "baselines/tiny.json"
    let bytes = (try? FileStore.read("\(folder.path)/\(file)", limitByteCount: 1 << 26)) ?? []
    let succeeded = (100..<(100 + count)).filter { text(folder, "code-\($0)") == "0\n" }
    guard !succeeded.isEmpty else { throw FuzzFinding("writers: \(input.arguments[0]) all failed") }
    let missing = isHistory ? lost(history: bytes, succeeded) : lost(baseline: bytes, succeeded)
    guard missing.isEmpty else {
      throw FuzzFinding(
        "writers: \(input.arguments[0]) lost updates",
        "\(missing.count) of \(succeeded.count) that ended with 0")
    }
  }

  /// Writers of a history whose line is not there.
  static func lost(history bytes: [UInt8], _ writers: [Int]) -> [Int] {
    let commits = (try? HistoryFile.read(bytes, file: "h"))?.map(\.commit) ?? []
    return writers.filter { !commits.contains("w\($0)") }
  }

  /// Writers of a baseline whose entry is not there.
  static func lost(baseline bytes: [UInt8], _ writers: [Int]) -> [Int] {
    let seeds = (try? BaselineFile.read(bytes, file: "b"))?.entries.map(\.key.seed) ?? []
    return writers.filter { !seeds.contains(UInt64($0)) }
  }

  // MARK: - Pipes

  /// What is printed arrives whole at a slow reader, and a reader that goes away is no crash.
  static func pipe(_ input: FuzzInput, in folder: CommandFolder) throws(FuzzFinding) {
    guard input.arguments.count > 2 else { return }
    defer { folder.restore() }
    let how = input.arguments[0]
    let words = input.arguments.dropFirst().map {
      "'" + $0.replacing("FOLDER", with: folder.path).replacing("'", with: "") + "'"
    }.joined(separator: " ")
    let target = how == "fifo" ? #""$F/fifo""# : "-"
    let command = #"{ "$SIMBENCH" \#(words) \#(target); echo $? > "$F/code"; }"#
    switch how {
    case "slow": try shell(command + #" | { sleep 0.3; cat > "$F/got"; }"#, in: folder)
    case "short": try shell(command + #" | head -c 9 > "$F/got""#, in: folder)
    default:
      let reader = #"mkfifo "$F/fifo"; { sleep 0.2; cat "$F/fifo" > "$F/got"; } & "#
      try shell(reader + command + "; wait", in: folder)
    }
    guard let code = Int(text(folder, "code").filter(\.isNumber)), code < 128, code != 70 else {
      throw FuzzFinding("pipe: ended by a signal or an internal error", text(folder, "code"))
    }
    guard how != "short" else { return }
    let got = Array(text(folder, "got").utf8)
    let kind = words.contains("--ndjson") ? "x.ndjson" : "x.json"
    guard code == 2 || isWhole(got, named: kind) else {
      throw FuzzFinding("pipe: a \(how) reader got half of it", "\(got.count) bytes, code \(code)")
    }
    guard code < 2 || code == 8 else {
      throw FuzzFinding("pipe: refused", "\(how), code \(code)")
    }
  }

  private static func shell(_ script: String, in folder: CommandFolder) throws(FuzzFinding) {
    var environment = Environment.variables
    environment["SIMBENCH"] = FuzzRun.executable
    environment["F"] = folder.path
    do throws(ProcessError) {
      _ = try ProcessRunner.run(
        "/bin/sh", ["-c", script], environment: environment, workingDirectory: folder.path,
        limitSeconds: limitSeconds)
    } catch {
      throw FuzzFinding("process: does not end", error.message)
    }
  }

  private static func text(_ folder: CommandFolder, _ name: String) -> String {
    (try? FileStore.readText("\(folder.path)/\(name)", limitByteCount: 1 << 26)) ?? ""
  }
}
