import SimPlatform

/// The commit of a checkout.
enum CheckedOutCommit {
  /// Twelve digits of the commit that is checked out in a folder, or in the current one; nil where
  /// there is none.
  static func short(in folder: String?) -> String? {
    let place = folder.map { ["-C", $0.isEmpty ? "." : $0] } ?? []
    let found = try? ProcessRunner.run("git", place + ["rev-parse", "--short=12", "HEAD"])
    guard let found, found.exitCode == 0 else { return nil }
    return found.outputText.split(separator: "\n").first.map { String($0) }
  }
}
