import TestTier

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Cases of whole processes: killed at a write, with a failed call, several at once, read slowly.
enum ProcessCases {
  /// Command lines that write, most of them more than one file.
  static let writingLines: [[String]] = [
    [
      "run", "FOLDER/tiny.json", "--json", "FOLDER/new.json", "--html", "FOLDER/new.html", "--csv",
      "FOLDER/new.csv", "--junit", "FOLDER/new.xml", "--out", "FOLDER/out",
    ],
    ["run", "FOLDER/tiny.json", "--json", "FOLDER/result.json", "--out", "FOLDER/out"],
    ["history", "FOLDER/history.ndjson", "--append", "FOLDER/result.json", "--commit", "x"],
    [
      "golden", "update", "--goldens", "FOLDER/goldens", "--record", "all", "--out", "FOLDER/out",
    ],
    ["baseline", "update", "FOLDER/tiny.json", "--baselines", "FOLDER/baselines"],
    ["init", "quiet-snow", "--out", "FOLDER/out"],
    ["init", "quiet-snow", "--scene", "--out", "FOLDER/out"],
    ["render", "FOLDER/tiny.json", "--at", "0,3", "--out", "FOLDER/out"],
    [
      "report", "FOLDER/result.json", "--html", "FOLDER/new.html", "--sarif", "FOLDER/new.sarif",
      "--markdown", "FOLDER/new.md", "--bmf", "FOLDER/bmf.json", "--openmetrics",
      "FOLDER/new.txt",
    ],
    ["image", "diff", "FOLDER/a.png", "FOLDER/b.png", "--heatmap", "FOLDER/a2.png"],
    ["score", "a", "FOLDER/strokes.csv", "--out", "FOLDER/out", "--json", "FOLDER/new.json"],
    ["validate", "FOLDER/tiny.json", "--json", "FOLDER/result.json"],
  ]

  /// A command line, and at which of its changes to the disk it is killed.
  static func kill(_ seed: UInt64) -> FuzzInput {
    var numbers = FuzzNumbers(seed: seed)
    let line = numbers.pick(writingLines)
    return FuzzInput(["\(1 + numbers.below(numbers.once(in: 3) ? 60 : 20))"] + line)
  }

  /// System calls that fail, and the errors that each of them returns on a faulty machine.
  static let faults: [(call: String, codes: [Int32])] = [
    ("open", [EMFILE, EIO, ENOMEM, EROFS, ENOSPC, EINTR]), ("read", [EIO, ENOMEM, EINTR]),
    ("write", [ENOSPC, EIO, EINTR]), ("rename", [EROFS, EIO, ENOSPC, EBUSY]),
    ("mkdir", [ENOSPC, EROFS, EIO]), ("flock", [ENOLCK, EIO, EINTR]), ("wait", [EINTR]),
    ("spawn", [EAGAIN, ENOMEM]), ("thread", [EAGAIN]), ("child", [SIGKILL]),
  ]

  /// Command lines that start processes beside those that write: runs at a time, variants.
  static let startingLines: [[String]] = [
    [
      "run", "FOLDER/tiny.json", "FOLDER/trace.json", "--jobs", "2", "--json", "FOLDER/new.json",
      "--out", "FOLDER/out",
    ],
    ["verify", "FOLDER/tiny.json", "--json", "FOLDER/new.json"],
  ]

  /// A command line, and which of its system calls fails with which error.
  static func fault(_ seed: UInt64) -> FuzzInput {
    var numbers = FuzzNumbers(seed: seed)
    let fault = numbers.pick(faults)
    let check = ["golden", "check", "--goldens", "FOLDER/goldens", "--out", "FOLDER/out"]
    let isOfChildren = ["child", "spawn", "wait"].contains(fault.call) && !numbers.once(in: 4)
    let line = numbers.pick(isOfChildren ? startingLines : writingLines + [check])
    let nth = 1 + numbers.below(numbers.once(in: 3) ? 40 : 10)
    let code = numbers.pick(fault.codes)
    // A full disk stays full. A call that is interrupted is made again, and then it is not.
    let lasts = code != EINTR && numbers.once(in: 4) ? "+" : ""
    return FuzzInput(["\(fault.call):\(nth)\(lasts):\(code)"] + line)
  }

  /// What several processes change at once.
  static func writers(_ seed: UInt64) -> FuzzInput {
    var numbers = FuzzNumbers(seed: seed)
    // A debug build records no baseline.
    let kinds = Tier.isDebug ? ["history"] : ["history", "baseline"]
    return FuzzInput([numbers.pick(kinds), "\(3 + numbers.below(6))"])
  }

  /// A command line that prints, and how it is read.
  static func pipe(_ seed: UInt64) -> FuzzInput {
    var numbers = FuzzNumbers(seed: seed)
    let lines: [[String]] = [
      ["run", "FOLDER/tiny.json", "--out", "FOLDER/out", "--json"],
      ["run", "FOLDER/tiny.json", "--out", "FOLDER/out", "--ndjson"],
      ["report", "FOLDER/result.json", "--sarif"], ["report", "FOLDER/result.json", "--json"],
      ["report", "FOLDER/result.json", "--benchmark-json"],
      ["list", "scenes", "--json"], ["history", "FOLDER/history.ndjson", "--json"],
    ]
    return FuzzInput([numbers.pick(["slow", "short", "fifo"])] + numbers.pick(lines))
  }
}
