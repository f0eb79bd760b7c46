import SimHarness
import SimPlatform
import SimReport

/// The repository of the current folder; code hosts identify files by paths relative to its root.
struct SourceTree {
  /// The root and the current folder; nil outside of a repository.
  private let root: SARIFReport.Root?

  /// Searches for the nearest `.git` above the current folder, then for `GITHUB_WORKSPACE`, since a
  /// checkout can lack git's files.
  init(_ console: Console) {
    let folder = Environment.currentDirectory
    let workspace = console.environment("GITHUB_WORKSPACE").flatMap { path in
      FileStore.isDirectory(path) ? Environment.resolvedPath(path) : nil
    }
    let top = folder.flatMap { FileStore.nearestFolder(holding: ".git", from: $0) } ?? workspace
    root = top.flatMap { top in
      folder.map { SARIFReport.Root(top: top, workingDirectory: $0) }
    }
  }

  /// The findings as SARIF 2.1.0.
  ///
  /// - Parameter version: The version of simbench.
  func sarif(_ findings: [Finding], version: String) -> String {
    SARIFReport.text(located(findings), version: version, root: root)
  }

  /// The findings as annotations.
  func annotations(_ findings: [Finding]) -> String { AnnotationReport.text(located(findings)) }

  /// The findings with paths relative to the root; files outside of it get absolute paths, so they
  /// cannot be confused with files of the repository.
  private func located(_ findings: [Finding]) -> [Finding] {
    guard let root else { return findings }
    return findings.map { finding in
      var finding = finding
      finding.file = finding.file.map { Self.path(of: $0, from: root.top) }
      return finding
    }
  }

  private static func path(of file: String, from top: String) -> String {
    let prefix = (top.hasSuffix("/") ? top : top + "/").utf8
    let folder = ScenarioLoader.folder(of: file)
    let real = Environment.resolvedPath(folder.isEmpty ? "." : folder)
    // A symbolic link is resolved, unless only the link is in the repository.
    let found = [Environment.resolvedPath(file), "\(real)/\(file.dropFirst(folder.count))"]
      .first { $0.utf8.starts(with: prefix) }
    return found.map { String(Substring($0.utf8.dropFirst(prefix.count))) }
      ?? Environment.absolutePath(file)
  }
}
