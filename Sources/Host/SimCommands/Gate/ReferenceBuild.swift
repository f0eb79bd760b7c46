import SimPlatform

/// Builds the commit where this branch left another one, to compare with.
struct ReferenceBuild {
  /// The commit.
  let commit: String
  /// The tool as it was built there.
  let executable: String

  /// Finds the merge base and builds it, unless an earlier call already did.
  ///
  /// The build stays in `.simbench/builds` at the top of the repository; the working tree it was
  /// made in does not.
  /// One process builds a commit at a time; others wait for it.
  init(
    against reference: String, ownExecutable: String, _ console: Console,
    onBuild: (String) -> Void
  ) throws {
    let top = try Self.git(["rev-parse", "--show-toplevel"], in: nil)
    _ = try Self.git(["rev-parse", "--verify", "--quiet", "\(reference)^{commit}"], in: nil) {
      "--against: no commit \"\(reference)\" in this repository"
    }
    commit = try Self.git(["merge-base", "HEAD", reference], in: nil) {
      "--against: HEAD and \"\(reference)\" have no commit in common"
    }
    let name = ownExecutable.split(separator: "/").last.map { String($0) } ?? ownExecutable
    let folder = "\(top)/.simbench/builds/\(commit.prefix(12))"
    let package = try Self.packageFolder(below: top)
    let bin = "\(folder)/build/release/\(name)"
    executable = bin
    guard !FileStore.isFile(bin) else { return }
    let lock = try FileLock.waited(
      for: ["\(folder)/build"], console, limitSeconds: Self.buildLimitSeconds)
    defer { lock.release() }
    guard !FileStore.isFile(bin) else { return }
    onBuild(String(commit.prefix(12)))
    try Self.build(name, at: commit, package: package, in: folder, top: top)
    FileRegister.current?.note(bin)
    guard FileStore.isFile(bin) else {
      throw CommandError.badInput(
        "--against: commit \(commit.prefix(12)) has no product \"\(name)\"")
    }
  }

  /// As long as a build of all of it may take on a slow machine.
  private static let buildLimitSeconds = 1800.0

  private static func build(
    _ product: String, at commit: String, package: String, in folder: String, top: String
  ) throws {
    let source = "\(folder)/source"
    if FileStore.exists(source) { try FileStore.removeTree(source) }
    _ = try git(["worktree", "prune"], in: top)
    // For the second signal, which leaves no time to call git.
    var noted = [source]
    TemporaryFolders.note(source)
    defer { for folder in noted { TemporaryFolders.forget(folder) } }
    defer { clean(source, top) }
    _ = try git(["worktree", "add", "--detach", "--force", source, commit], in: top)
    if let records = records(of: source) {
      TemporaryFolders.note(records)
      noted.append(records)
    }
    let arguments = [
      "build", "-c", "release", "--package-path", source + package, "--scratch-path",
      "\(folder)/build", "--product", product,
    ]
    let built = try run("swift", arguments, in: nil)
    guard built.exitCode == 0 else {
      let lines = (built.outputText + built.errorText).split(separator: "\n")
      let error = lines.first { $0.contains("error:") } ?? lines.last ?? "no output"
      throw CommandError.badInput("--against: commit \(commit.prefix(12)) does not build: \(error)")
    }
  }

  /// Takes the working tree away, after a signal too.
  private static func clean(_ source: String, _ top: String) {
    let remove = ["worktree", "remove", "--force", source]
    _ = try? ProcessRunner.run("git", remove, workingDirectory: top, cleansUp: true)
    // What git left unfinished when it was stopped is no working tree that it would remove.
    if FileStore.exists(source) { try? FileStore.removeTree(source) }
    _ = try? ProcessRunner.run("git", ["worktree", "prune"], workingDirectory: top, cleansUp: true)
  }

  /// Where git keeps what it knows of a working tree; nil when the tree does not say.
  private static func records(of source: String) -> String? {
    guard let text = try? FileStore.readText(source + "/.git", limitByteCount: 1 << 16),
      text.hasPrefix("gitdir: ")
    else { return nil }
    return text.dropFirst(8).split(separator: "\n").first.map { String($0) }
  }

  /// The folder of the nearest `Package.swift`, as a path that follows the repository's.
  private static func packageFolder(below top: String) throws -> String {
    guard var folder = Environment.currentDirectory else {
      throw CommandError.badInput("the current folder is gone")
    }
    while folder.hasPrefix(top) {
      if FileStore.isFile(folder + "/Package.swift") { return String(folder.dropFirst(top.count)) }
      guard let slash = folder.lastIndex(of: "/") else { break }
      folder = String(folder[..<slash])
    }
    throw CommandError.badInput(
      "--against: no Package.swift here or in a folder above, within \(top)")
  }

  private static func git(
    _ arguments: [String], in folder: String?, failure: (() -> String)? = nil
  ) throws -> String {
    let result = try run("git", arguments, in: folder)
    guard result.exitCode == 0 else {
      let words = result.errorText.split(separator: "\n").first.map { String($0) } ?? "no reason"
      throw CommandError.badInput(failure?() ?? "git \(arguments[0]): \(words)")
    }
    return result.outputText.split(separator: "\n").first.map { String($0) } ?? ""
  }

  private static func run(
    _ program: String, _ arguments: [String], in folder: String?
  ) throws -> ProcessResult {
    let result: ProcessResult
    do {
      result = try ProcessRunner.run(program, arguments, workingDirectory: folder)
    } catch {
      if Interrupt.isRequested { throw CommandError.interrupted }
      throw CommandError.badInput(error.message)
    }
    guard !Interrupt.isRequested, result.exitCode != 130 else { throw CommandError.interrupted }
    return result
  }
}
