import SimPlatform

/// Builds the merge base of this branch with another one, to compare with.
struct ReferenceBuild {
  /// The commit.
  let commit: String
  /// The executable built from it.
  let executable: String

  /// Finds the merge base and builds it, unless it is already built.
  ///
  /// The build is kept in `.simbench/builds` at the root of the repository; its working tree is
  /// removed. Only one process builds a commit at a time; others wait for it.
  init(
    against reference: String, ownExecutable: String, _ console: Console,
    onBuild: (String) -> Void
  ) throws {
    commit = try Self.mergeBase(with: reference)
    let top = try Git.line(["rev-parse", "--show-toplevel"])
    let name = ownExecutable.split(separator: "/").last.map { String($0) } ?? ownExecutable
    let folder = "\(top)/.simbench/builds/\(commit.prefix(12))"
    let package = try Self.packageFolder(below: top)
    let bin = "\(folder)/build/release/\(name)"
    executable = bin
    guard !FileStore.isFile(bin) else { return }
    // No lock is needed for a build that exists; after waiting, another process may have made it.
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

  /// The merge base of the checked-out branch with another one.
  static func mergeBase(with reference: String) throws -> String {
    _ = try Git.commit()
    _ = try commit(
      ["rev-parse", "--verify", "--quiet", "\(reference)^{commit}"],
      else: "no commit \"\(reference)\" in this repository",
      ifShallow: "has no commit \"\(reference)\"")
    return try commit(
      ["merge-base", "HEAD", reference],
      else: "HEAD and \"\(reference)\" have no common commit",
      ifShallow: "lacks the merge base of HEAD and \"\(reference)\"")
  }

  /// The commit that git prints.
  ///
  /// - Parameters:
  ///   - words: The error if it prints none.
  ///   - lack: What a shallow clone lacks, for the error.
  private static func commit(
    _ arguments: [String], else words: String, ifShallow lack: String
  ) throws -> String {
    do {
      return try Git.line(arguments)
    } catch is GitError {
      guard try Git.line(["rev-parse", "--is-shallow-repository"]) == "true" else {
        throw CommandError.badInput("--against: \(words)")
      }
      // A shallow clone often tracks only one branch, so the command names all branches.
      throw CommandError.badInput(
        "--against: this clone is shallow and \(lack); give actions/checkout fetch-depth: 0, or "
          + "run git fetch --unshallow origin '+refs/heads/*:refs/remotes/origin/*'")
    }
  }

  /// Time limit of a full build on a slow machine.
  private static let buildLimitSeconds = 1800.0

  private static func build(
    _ product: String, at commit: String, package: String, in folder: String, top: String
  ) throws {
    let source = "\(folder)/source"
    // A process that was killed leaves its working tree, which git would not replace.
    if FileStore.exists(source) { try FileStore.removeTree(source) }
    try Git.line(["worktree", "prune"], in: top)
    // Registered for the second signal, after which there is no time to call git.
    var noted = [source]
    TemporaryFolders.note(source)
    defer { for folder in noted { TemporaryFolders.forget(folder) } }
    defer { clean(source, top) }
    try Git.line(["worktree", "add", "--detach", "--force", source, commit], in: top)
    if let records = records(of: source) {
      TemporaryFolders.note(records)
      noted.append(records)
    }
    let arguments = [
      "build", "-c", "release", "--package-path", source + package, "--scratch-path",
      "\(folder)/build", "--product", product,
    ]
    let built = try ProcessRunner.interruptible("swift", arguments, in: nil)
    guard built.exitCode == 0 else {
      let lines = (built.outputText + built.errorText).split(separator: "\n")
      let error = lines.first { $0.contains("error:") } ?? lines.last ?? "no output"
      throw CommandError.badInput("--against: commit \(commit.prefix(12)) does not build: \(error)")
    }
  }

  /// Removes the working tree, even after a signal.
  private static func clean(_ source: String, _ top: String) {
    let remove = ["worktree", "remove", "--force", source]
    _ = try? ProcessRunner.run("git", remove, workingDirectory: top, cleansUp: true)
    // If git was stopped early, it does not recognize the folder as a working tree and would not
    // remove it.
    if FileStore.exists(source) { try? FileStore.removeTree(source) }
    _ = try? ProcessRunner.run("git", ["worktree", "prune"], workingDirectory: top, cleansUp: true)
  }

  /// The folder where git keeps the metadata of a working tree; nil if unknown.
  private static func records(of source: String) -> String? {
    guard let text = try? FileStore.readText(source + "/.git", limitByteCount: 1 << 16),
      text.hasPrefix("gitdir: ")
    else { return nil }
    return text.dropFirst(8).split(separator: "\n").first.map { String($0) }
  }

  /// The folder of the nearest `Package.swift`, as a path relative to the repository.
  private static func packageFolder(below top: String) throws -> String {
    guard let current = Environment.currentDirectory else {
      throw CommandError.badInput("the current folder no longer exists")
    }
    guard let folder = FileStore.nearestFolder(holding: "Package.swift", from: current),
      folder.hasPrefix(top)
    else {
      throw CommandError.badInput(
        "--against: no Package.swift in this folder or a parent folder within \(top)")
    }
    return String(folder.dropFirst(top.count))
  }
}
