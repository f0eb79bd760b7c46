import SimFormats
import SimHarness
import SimPlatform
import SimReport

/// `simbench init`: creates a scenario, or a starter package for a scene or model.
struct InitCommand: Command {
  private let name: String
  private let kind: StarterPackage.Kind?
  private let packageReference: String?
  private let folder: String
  private let parsed: ParsedCommand
  private let console: Console

  init(
    _ parsed: ParsedCommand, _: SceneRegistry, _ console: Console
  ) throws {
    name = parsed.requiredPositional("NAME")
    try parsed.requireAtMostOne(of: ["scene", "model"])
    kind = parsed.flag("scene") ? .scene : parsed.flag("model") ? .model : nil
    packageReference = parsed.string("package")
    folder = parsed.string("out") ?? "."
    self.parsed = parsed
    self.console = console
  }

  func run() throws -> ExitCode {
    guard KebabName.isOne(name), name.first?.isLetter == true else {
      throw CommandError.badInput(
        "NAME: found \(Self.shown(name)), expected a letter, then lower-case letters, digits and "
          + "hyphens, such as quiet-snow")
    }
    if let kind { return try makePackage(kind) }
    guard packageReference == nil else {
      throw CommandError.badInput(
        "--package needs --scene or --model: a scenario does not depend on a package")
    }
    return try write(
      [("\(name).json", StarterScenario.text(name: name))],
      below: folder, next: ShellCommand.simbench(["run", "\(Self.joined(folder, name)).json"]))
  }

  private func makePackage(_ kind: StarterPackage.Kind) throws -> ExitCode {
    let target = Self.joined(folder, name)
    let (source, root) = try packageSource(for: target)
    var starter = StarterPackage(name: name, kind: kind, source: source)
    starter.origin = root.flatMap { Self.origin(of: $0) }
    guard !StarterPackage.takenTypeNames.contains(starter.typeName) else {
      throw CommandError.badInput(
        "NAME: found \(Self.shown(name)), but \(starter.typeName) is the name of a module or type "
          + "already; choose another name")
    }
    guard !FileStore.exists(target) else {
      throw CommandError.badInput("\(target): already exists; nothing was written")
    }
    return try write(
      starter.files, below: target,
      next: "cd \(target) && \(starter.firstCommand)")
  }

  /// Writes all files or none of them.
  private func write(
    _ files: [(path: String, text: String)], below folder: String, next: String
  ) throws -> ExitCode {
    let transaction = FileTransaction()
    defer { transaction.discard() }
    for (path, text) in files {
      let target = Self.joined(folder, path)
      guard !FileStore.exists(target) else {
        throw CommandError.badInput("\(target): already exists; nothing was written")
      }
      try transaction.stage(text, at: target, existing: .kept)
    }
    guard !Interrupt.isRequested else { throw CommandError.interrupted }
    try transaction.commit()
    for (path, _) in files { console.say("wrote \(Self.joined(folder, path))\n") }
    console.say("next: \(next)\n")
    return .pass
  }

  /// Location of simbench for the new package: that of `--package`, or the checkout of this
  /// executable.
  ///
  /// - Parameter target: The new package's folder.
  /// - Returns: The location, and the folder if it is one.
  private func packageSource(
    for target: String
  ) throws -> (source: StarterPackage.Source, folder: String?) {
    if let package = packageReference {
      if package.contains("://") || package.hasPrefix("git@") {
        return (try Self.remote(package), nil)
      }
      guard FileStore.exists("\(package)/Package.swift") else {
        throw CommandError.badInput(
          "--package: \(Self.shown(package)) does not contain Package.swift")
      }
      // A relative path must be relative to the new package.
      let path =
        package.hasPrefix("/")
        ? Environment.absolutePath(package) : Self.relativePath(to: package, from: target)
      return (.path(path), package)
    }
    for start in [Environment.executablePath, Environment.currentDirectory] {
      guard let start, let root = Self.checkout(above: start) else { continue }
      let relative = Self.relativePath(to: root, from: target)
      let isNear = Self.sharesFolder(
        Environment.resolvedPath(root), Environment.resolvedPath(target))
      return (.path(isNear ? relative : root), root)
    }
    throw CommandError.badInput(
      "--package is required, since this simbench is not in a checkout: give the folder of "
        + "one, such as --package ../simbench, or a URL with a version, such as --package "
        + "https://example.com/simbench.git@\(EnvironmentSummary.toolVersion)")
  }

  /// The repository that a folder was cloned from; nil if others cannot reach it or its address
  /// may hold a password.
  private static func origin(of folder: String) -> StarterPackage.Origin? {
    guard FileStore.exists("\(folder)/.git"),
      let url = try? Git.line(["remote", "get-url", "origin"], in: folder),
      url.contains("://") && !url.hasPrefix("file:") || url.hasPrefix("git@"),
      !(url.hasPrefix("http") && url.contains("@")),
      let commit = try? Git.line(["rev-parse", "HEAD"], in: folder), !commit.isEmpty
    else { return nil }
    return StarterPackage.Origin(url: url, commit: commit)
  }

  /// A repository with the version after the last `@` of its name.
  private static func remote(_ text: String) throws -> StarterPackage.Source {
    let name = text.lastIndex { $0 == "/" || $0 == ":" } ?? text.startIndex
    guard let mark = text[name...].lastIndex(of: "@") else { return .url(text, version: nil) }
    let version = String(text[text.index(after: mark)...])
    let numbers = version.prefix { $0 != "-" && $0 != "+" }
      .split(separator: ".", omittingEmptySubsequences: false)
    guard numbers.count == 3,
      numbers.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
    else {
      throw CommandError.badInput(
        "--package: found the version \(shown(version)), expected three numbers such as 1.2.3")
    }
    return .url(String(text[..<mark]), version: version)
  }

  /// The relative path from one folder to another, with symbolic links resolved.
  private static func relativePath(to goal: String, from start: String) -> String {
    let (goal, start) = (parts(goal), parts(start))
    let shared = zip(goal, start).prefix { $0 == $1 }.count
    let path = [String](repeating: "..", count: start.count - shared) + goal[shared...]
    return path.isEmpty ? "." : path.joined(separator: "/")
  }

  private static func parts(_ path: String) -> [String] {
    Environment.resolvedPath(path).split(separator: "/").map { String($0) }
  }

  /// Whether two paths share a folder below the root, so that they are likely to move together.
  private static func sharesFolder(_ a: String, _ b: String) -> Bool {
    guard let first = parts(a).first, let other = parts(b).first else { return false }
    return first == other
  }

  /// The nearest folder above a path that contains the package simbench.
  private static func checkout(above path: String) -> String? {
    var parts = path.split(separator: "/")
    while !parts.isEmpty {
      let folder = "/" + parts.joined(separator: "/")
      if FileStore.exists("\(folder)/Sources/Host/SimCommands/Init/InitCommand.swift") {
        return folder
      }
      parts.removeLast()
    }
    return nil
  }

  private static func joined(_ folder: String, _ path: String) -> String {
    folder == "." ? path : folder.hasSuffix("/") ? folder + path : "\(folder)/\(path)"
  }

  private static func shown(_ text: String) -> String { MessageText.quoted(text) }
}
