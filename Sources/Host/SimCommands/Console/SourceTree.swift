import SimHarness
import SimPlatform
import SimReport

/// The repository around the current folder: code hosts know files by their paths from its top.
struct SourceTree {
  /// The top and the current folder; nil outside of any repository.
  private let root: SARIFReport.Root?

  /// Looks for the nearest `.git` above the current folder, then for `GITHUB_WORKSPACE`, since a
  /// checkout may come without git's files.
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
  /// - Parameter version: the version of the tool that found them.
  func sarif(_ findings: [Finding], version: String) -> String {
    SARIFReport.text(located(findings), version: version, root: root)
  }

  /// The findings as annotations.
  func annotations(_ findings: [Finding]) -> String { AnnotationReport.text(located(findings)) }

  /// The findings with paths from the top; files outside of it get paths from the file system's
  /// root, so that no file of the repository is taken for them.
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
    // A symbolic link stands for its target, unless only the link lies in the repository.
    let found = [Environment.resolvedPath(file), "\(real)/\(file.dropFirst(folder.count))"]
      .first { $0.utf8.starts(with: prefix) }
    return found.map { String(Substring($0.utf8.dropFirst(prefix.count))) }
      ?? Environment.absolutePath(file)
  }
}
