import SimFormats
import SimPlatform

/// Which part of a sweep's runs a process does.
struct Shard: Equatable {
  /// The shard, counted from 1; nil for all runs.
  var number: UInt32?
  /// The file whose existence tells a batch engine that its shards are known; nil without one.
  private(set) var statusPath: String?

  /// The shard that a text names: `3/32`, `auto` for what a batch engine says, or nil for all.
  ///
  /// - Parameters:
  ///   - count: the plan's shards.
  ///   - environment: the value of an environment variable.
  init(
    _ text: String?, of count: UInt32, _ environment: (String) -> String?
  ) throws {
    guard let text else {
      number = nil
      return
    }
    guard text == "auto" else {
      let words = text.split(separator: "/", omittingEmptySubsequences: false)
      guard words.count == 2, let number = UInt32(words[0]), let total = UInt32(words[1]) else {
        throw CommandError.badInput(
          "--shard: expected a shard and their number, such as 3/\(count), or auto, found "
            + MessageText.quoted(text))
      }
      self.number = try Self.checked("--shard", UInt64(number), total, of: count)
      return
    }
    guard let found = try Self.engines(count, environment).first else {
      throw CommandError.badInput(
        "--shard auto: no batch engine says which shard this is: none of SLURM_ARRAY_TASK_ID, "
          + "JOB_COMPLETION_INDEX and TEST_SHARD_INDEX is set; name it, such as --shard 1/\(count)")
    }
    number = try Self.checked(
      "--shard auto, by \(found.name)", found.number, found.total, of: count)
    if found.name == Self.bazel { statusPath = environment("TEST_SHARD_STATUS_FILE") }
  }

  /// Tells the batch engine that shards are known: Bazel takes them for ignored unless its file is
  /// there.
  func acknowledge() throws {
    guard let statusPath else { return }
    try FileStore.write([], to: statusPath)
  }

  private static func checked(
    _ source: String, _ number: UInt64, _ total: UInt32, of count: UInt32
  ) throws -> UInt32 {
    guard total == count else {
      throw CommandError.badInput("\(source): there are \(total) shards, and the plan has \(count)")
    }
    guard number >= 1, number <= count else {
      throw CommandError.badInput("\(source): shard \(number) is not one of 1 to \(count)")
    }
    return UInt32(number)
  }

  private static var bazel: String { "TEST_SHARD_INDEX" }

  /// What batch engines say; more than one is fine as long as they agree.
  private static func engines(
    _ count: UInt32, _ environment: (String) -> String?
  ) throws -> [(name: String, number: UInt64, total: UInt32)] {
    func number(_ name: String) throws -> UInt32? {
      guard let text = environment(name), !text.isEmpty else { return nil }
      guard let value = UInt32(text) else {
        throw CommandError.badInput(
          "\(name): expected a whole number from 0 to \(UInt32.max), found "
            + MessageText.quoted(text))
      }
      return value
    }
    var found: [(name: String, number: UInt64, total: UInt32)] = []
    if let task = try number("SLURM_ARRAY_TASK_ID") {
      let first = try number("SLURM_ARRAY_TASK_MIN") ?? 0
      let step = max(1, try number("SLURM_ARRAY_TASK_STEP") ?? 1)
      guard task >= first else {
        throw CommandError.badInput(
          "SLURM_ARRAY_TASK_ID: \(task) is below SLURM_ARRAY_TASK_MIN, \(first)")
      }
      found.append(
        (
          "SLURM_ARRAY_TASK_ID", UInt64((task - first) / step) + 1,
          try number("SLURM_ARRAY_TASK_COUNT") ?? count
        ))
    }
    if let index = try number("JOB_COMPLETION_INDEX") {
      found.append(("JOB_COMPLETION_INDEX", UInt64(index) + 1, count))
    }
    if let index = try number(bazel) {
      found.append((bazel, UInt64(index) + 1, try number("TEST_TOTAL_SHARDS") ?? count))
    }
    for other in found.dropFirst() where other.number != found[0].number {
      throw CommandError.badInput(
        "--shard auto: \(found[0].name) says shard \(found[0].number), \(other.name) says "
          + "\(other.number); name it, such as --shard \(found[0].number)/\(count)")
    }
    return found
  }
}
