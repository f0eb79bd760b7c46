import SimFormats
import SimHarness
import SimPlatform
import SimReport

/// `simbench golden accept` and `golden reject`: decide about pending frames.
struct GoldenJudgeCommand: Command {
  private let store: GoldenStore
  private let names: [String]
  private let isRejection: Bool
  private let keepsOlder: Bool
  private let reason: String?
  private let output: FindingOutput
  private let console: Console

  init(
    _ parsed: ParsedCommand, _: SceneRegistry, _ console: Console
  ) throws {
    store = GoldenStore(folder: parsed.string("goldens") ?? GoldenReport.defaultFolder)
    isRejection = parsed.name == "golden reject"
    names = isRejection ? [parsed.requiredPositional("GOLDEN")] : parsed.positionals("GOLDEN")
    keepsOlder = !isRejection && parsed.flag("keep-existing")
    reason = isRejection ? parsed.string("reason").map(MessageText.oneLine) : nil
    if isRejection {
      guard let reason, reason.contains(where: { $0 != " " }) else {
        throw CommandError.badInput(
          "golden reject: --reason TEXT is required: describe what is wrong with the frame")
      }
    }
    output = FindingOutput(parsed, console)
    self.console = console
  }

  /// Reads every golden first; after an error, nothing is written.
  ///
  /// A lock prevents other simbench processes from changing the folder from the first read to the
  /// end.
  func run() throws -> ExitCode {
    try output.checkNames(
      updates: names.map { store.manifestPath($0) }, inputs: try store.allPaths())
    let lock = try store.lock(console)
    defer { lock.release() }
    let transaction = FileTransaction()
    defer { transaction.discard() }
    var (lines, outcomes): ([String], [GoldenDecision]) = ([], [])
    var done: [String] = []
    for name in names {
      let golden = try store.manifest(name)
      let pending = try store.pending(name)
      guard Self.isRecorded(pending, for: golden) else {
        throw CommandError.badInput(
          "\(store.pendingPath(name)): recorded for another manifest; rerun "
            + GoldenStore.updateCommand)
      }
      lines.append(
        isRejection
          ? try reject(name, golden, pending, transaction)
          : try accept(name, golden, pending, transaction))
      outcomes.append(
        GoldenDecision(
          name: name, outcome: isRejection ? .rejected : .accepted,
          path: store.manifestPath(name)))
      done.append(store.pendingPath(name))
      done += pending.pictures.map { store.pendingPicturePath(name, $0) }
    }
    try output.write(
      GoldenDecision.output.object(outcomes), lines.joined(separator: "\n") + "\n",
      with: transaction)
    for path in done where FileStore.exists(path) {
      try FileStore.remove(path)
    }
    return .pass
  }

  /// Whether all frames were recorded for the current contents of a manifest.
  private static func isRecorded(_ pending: GoldenManifest, for golden: GoldenManifest) -> Bool {
    func described(_ manifest: GoldenManifest) -> GoldenManifest {
      var manifest = manifest
      (manifest.comments, manifest.frames, manifest.rejections) = ([], [], [])
      return manifest
    }
    return described(pending) == described(golden)
      && pending.frames.count == Int(golden.frameCount)
  }

  private func accept(
    _ name: String, _ golden: GoldenManifest, _ pending: GoldenManifest,
    _ transaction: FileTransaction
  ) throws -> String {
    for (frame, digests) in pending.frames.enumerated() {
      for digest in digests {
        if let old = golden.rejection(of: digest, inFrame: UInt32(frame)) {
          throw CommandError.badInput(
            "\(store.pendingPath(name)): frame \(frame) was rejected: \(old.reason); to "
              + "accept it, first remove that line of \(store.manifestPath(name))")
        }
      }
    }
    var accepted = golden
    accepted.frames = pending.frames
    let isFirst = golden.frames.isEmpty
    if keepsOlder && !isFirst {
      for frame in golden.frames.indices {
        accepted.frames[frame] =
          golden.frames[frame] + pending.frames[frame].filter { !golden.frames[frame].contains($0) }
      }
    }
    try stage(accepted.text, store.manifestPath(name), .updated, transaction)
    for frame in pending.pictures where isFirst || !keepsOlder {
      let path = store.pendingPicturePath(name, frame)
      guard let picture = try store.picture(path, frame: frame) else {
        throw CommandError.badInput(
          "\(path): no such file; rerun \(GoldenStore.updateCommand) again")
      }
      // The folder's own images are registered first, so that no other output replaces them.
      try transaction.stage(
        picture.png, at: store.picturePath(name, frame), existing: .updated)
    }
    return "accepted  \(name)  ·  \(CountWords.counted(pending.frames.count, "frame"))"
  }

  private func reject(
    _ name: String, _ golden: GoldenManifest, _ pending: GoldenManifest,
    _ transaction: FileTransaction
  ) throws -> String {
    let digests = pending.frames.compactMap(\.first)
    guard let frame = GoldenFinding.firstDifference(golden.frames, digests) else {
      throw CommandError.badInput(
        "\(store.pendingPath(name)): all of its frames are accepted, so there is none to reject")
    }
    var rejected = golden
    rejected.rejections.append(
      .init(frame: frame, digest: digests[Int(frame)], reason: reason ?? ""))
    try stage(rejected.text, store.manifestPath(name), .updated, transaction)
    return "rejected  \(name)  ·  frame \(frame)"
  }

  private func stage(
    _ text: String, _ path: String, _ existing: FileTransaction.Existing,
    _ transaction: FileTransaction
  ) throws {
    try transaction.stage(text, at: path, existing: existing)
  }
}
