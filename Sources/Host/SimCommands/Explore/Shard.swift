import SimFormats
import SimPlatform

/// The part of a sweep that a process runs.
struct Shard: Equatable {
  /// The shard, counted from 1; nil for all runs.
  var number: UInt32?
  /// File whose existence shows a batch engine that sharding is supported; nil without one.
  private(set) var statusPath: String?

  /// Parses a shard: `3/32`, `auto` for the one that a batch engine assigns, or nil for all.
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
          "--shard: expected K/N, such as 3/\(count), or auto, found "
            + MessageText.quoted(text))
      }
      self.number = try Self.checked("--shard", UInt64(number), total, of: count)
      return
    }
    guard let found = try Self.engines(count, environment).first else {
      throw CommandError.badInput(
        "--shard auto: no batch engine assigns a shard: none of SLURM_ARRAY_TASK_ID, "
          + "JOB_COMPLETION_INDEX and TEST_SHARD_INDEX is set; choose one, such as --shard "
          + "1/\(count)")
    }
    number = try Self.checked(
      "--shard auto, by \(found.name)", found.number, found.total, of: count)
    if found.name == Self.bazel { statusPath = environment("TEST_SHARD_STATUS_FILE") }
  }

  /// Shows the batch engine that sharding is supported: without this file, Bazel assumes that
  /// shards are ignored.
  func acknowledge() throws {
    guard let statusPath else { return }
    try FileStore.write([], to: statusPath)
  }

  private static func checked(
    _ source: String, _ number: UInt64, _ total: UInt32, of count: UInt32
  ) throws -> UInt32 {
    guard total == count else {
      throw CommandError.badInput("\(source): \(total) shards, but the plan has \(count)")
    }
    guard number >= 1, number <= count else {
      throw CommandError.badInput("\(source): shard \(number) is not one of 1 to \(count)")
    }
    return UInt32(number)
  }

  private static var bazel: String { "TEST_SHARD_INDEX" }

  /// The shards that batch engines assign; several engines are allowed if they agree.
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
    // An array may start at any number and skip some, such as 10-50:20.
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
      // Both engines count from 0, while shards count from 1.
      found.append((bazel, UInt64(index) + 1, try number("TEST_TOTAL_SHARDS") ?? count))
    }
    for other in found.dropFirst() where other.number != found[0].number {
      throw CommandError.badInput(
        "--shard auto: \(found[0].name) is shard \(found[0].number), \(other.name) is "
          + "\(other.number); choose one, such as --shard \(found[0].number)/\(count)")
    }
    return found
  }
}
