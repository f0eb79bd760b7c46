/// The CPU time that Linux control groups allow a process, as `docker run --cpus` limits it.
package enum ProcessorQuota {
  /// The quota of this process as a number of processors; nil without a quota.
  static var processorCount: Int? {
    func text(_ path: String) -> String? {
      try? FileStore.readText(path, limitByteCount: 1 << 16, isInput: false)
    }
    return text("/proc/self/cgroup").flatMap { processorCount(groups: $0, read: text) }
  }

  /// The lowest quota of a process's groups in processors, rounded up, at least 1; nil without one.
  ///
  /// Reads `cpu.max` (cgroup v2) or `cpu.cfs_quota_us` and `cpu.cfs_period_us` (v1) of the
  /// process's group and of all groups above it, since each limits those below.
  ///
  /// - Parameters:
  ///   - groups: Contents of `/proc/self/cgroup`.
  ///   - read: Returns the text of a file; nil if it cannot be read.
  package static func processorCount(groups: String, read: (String) -> String?) -> Int? {
    groups.split(separator: "\n").compactMap { line -> Int? in
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { return nil }
      let isUnified = parts[1].isEmpty
      guard isUnified || parts[1].split(separator: ",").contains("cpu") else { return nil }
      // A system with both versions mounts the second in a folder of the first.
      let roots = isUnified ? ["", "/unified"] : ["/cpu", "/\(parts[1])"]
      return roots.flatMap { root in
        folders(parts[2]).compactMap { folder in
          count("/sys/fs/cgroup\(root)\(folder)", isUnified: isUnified, read)
        }
      }.min()
    }.min()
  }

  /// A path and those above it, the root as nothing.
  private static func folders(_ path: Substring) -> [Substring] {
    let starts = path.indices.filter { path[$0] == "/" }
    return starts.map { path[..<$0] } + [path == "/" ? "" : path]
  }

  private static func count(
    _ folder: String, isUnified: Bool, _ read: (String) -> String?
  ) -> Int? {
    let files =
      isUnified ? ["cpu.max"] : ["cpu.cfs_quota_us", "cpu.cfs_period_us"]
    // Microseconds of CPU time per period, and the period. No limit is "max" or -1.
    let numbers = files.compactMap { read("\(folder)/\($0)") }
      .flatMap { $0.split { $0.isWhitespace } }.map { UInt64($0) }
    guard numbers.count == 2, let quota = numbers[0], let period = numbers[1], period > 0 else {
      return nil
    }
    return Int(clamping: max(1, quota / period + (quota % period > 0 ? 1 : 0)))
  }
}
