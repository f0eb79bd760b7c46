import SimText
import SimFormats
import SimPlatform
import SimRuntime

/// Counts the instructions of a scenario's frames with valgrind, in separate processes.
///
/// Valgrind executes the step some thirty times more slowly, so it runs no more frames than it
/// needs and no pixels; the state does not depend on them.
package struct InstructionMeter {
  /// The environment variable that names the phase which a process under valgrind collects.
  package static var variable: String { "SIMBENCH_COLLECT" }
  /// Frames that are counted at most.
  package static var maximumFrames: UInt32 { 600 }
  /// Phases that are counted by themselves.
  package static var phases: [FramePhase] { [.step, .draw] }

  /// The tool.
  package var executable: String
  /// What follows `run`: the scenario and what differs from it, without its length.
  package var arguments: [String]
  /// Frames that the scenario plans.
  package var plannedFrames: UInt32

  /// Makes a meter that has run nothing yet.
  package init(executable: String, arguments: [String], plannedFrames: UInt32) {
    self.executable = executable
    self.arguments = arguments
    self.plannedFrames = plannedFrames
  }

  /// Counts with the first source that works; the hardware's counter is not among them, since it
  /// is read in the process that runs the frames.
  ///
  /// - Parameter reasons: why better sources did not count.
  /// - Throws: `MeasureError.interrupted`; everything else becomes a note.
  package func count(
    _ ladder: [InstructionSource], reasons: [String] = [],
    onProgress: (String) -> Void = { _ in }
  ) throws(MeasureError) -> InstructionSummary {
    var reasons = reasons
    for source in ladder where source == .valgrind || source == .difference {
      do {
        var summary =
          source == .valgrind ? try regions(onProgress) : try difference(onProgress)
        if !reasons.isEmpty { summary.note = reasons.joined(separator: "; ") }
        return summary
      } catch {
        guard case .failed(let reason) = error else { throw error }
        reasons.append("\(source.rawValue): \(reason)")
      }
    }
    return .none(reasons.isEmpty ? "not asked for" : reasons.joined(separator: "; "))
  }

  private var countedFrames: UInt32 { min(plannedFrames, Self.maximumFrames) }

  private func regions(
    _ onProgress: (String) -> Void
  ) throws(MeasureError) -> InstructionSummary {
    guard Valgrind.canMark else { throw .failed("cannot be told where a phase begins here") }
    var counts: [InstructionCount] = []
    var frames: UInt32 = 0
    for phase in Self.phases {
      let name = phase.name.description
      onProgress("valgrind counts \(name)")
      let run = try run(countedFrames, phase: name)
      guard run.instructions > 0 else { throw .failed("nothing of \(name) was collected") }
      counts.append(InstructionCount(name: name, total: run.instructions))
      frames = run.frames
    }
    return InstructionSummary(source: .valgrind, note: nil, frames: frames, counts: counts)
  }

  private func difference(
    _ onProgress: (String) -> Void
  ) throws(MeasureError) -> InstructionSummary {
    guard countedFrames >= 2 else { throw .failed("a run of one frame has no shorter one") }
    onProgress("valgrind counts a long run")
    let long = try run(countedFrames, phase: nil)
    onProgress("valgrind counts a short run")
    let short = try run(countedFrames / 2, phase: nil)
    guard long.frames > short.frames, long.instructions > short.instructions else {
      throw .failed("the longer run took no more instructions")
    }
    return InstructionSummary(
      source: .difference, note: nil, frames: long.frames - short.frames,
      counts: [
        InstructionCount(name: "frame", total: long.instructions - short.instructions)
      ])
  }

  /// What one process under valgrind collected, and its frames in the foreground.
  private func run(
    _ frames: UInt32, phase: String?
  ) throws(MeasureError) -> (instructions: UInt64, frames: UInt32) {
    guard Valgrind.canStart else {
      throw .machine(
        "/proc: not mounted, and valgrind needs it; mount it, or run with --instructions none")
    }
    do {
      let folder = try FileStore.makeTemporaryDirectory(prefix: "simbench-count")
      defer { try? FileStore.removeTree(folder) }
      let copy = folder + "/simbench"
      try FileStore.copyExecutableWithoutSections(executable, to: copy)
      let (counts, result) = (folder + "/counts", folder + "/result.json")
      var environment = Environment.variables
      environment[Self.variable] = phase
      // Under valgrind frames are late, and a second run would count twice.
      environment[MeasuredProcess.singleRunVariable] = "1"
      // The order of sets decides in which order the heap is used, and where a buffer lies decides
      // how many instructions a copy of it takes.
      environment["SWIFT_DETERMINISTIC_HASHING"] = "1"
      environment[PlantedWork.variable] = Environment.value(PlantedWork.variable)
      let options = [
        // Its pipes for a debugger would stay in the temporary folder when it is killed.
        "--tool=callgrind", "--vgdb=no", "--callgrind-out-file=\(counts)",
        "--log-file=\(folder)/log",
        "--collect-atstart=\(phase == nil ? "yes" : "no")", copy, "run",
      ]
      let length = ["--frames", "\(frames)", "--no-render", "--quiet"]
      let ended = try ProcessRunner.run(
        "valgrind", options + arguments + length + ["--out", folder, "--json", result],
        environment: environment)
      try MeasureError.check(ended, "valgrind")
      let text = try FileStore.readText(counts, limitByteCount: 1 << 28, isInput: false)
      let bytes = try FileStore.read(
        result, limitByteCount: JSONScanner.maximumByteCount, isInput: false)
      let root = JSONOutput(try JSONDocument.read(bytes, file: result).root)
      guard let instructions = Self.total(inCallgrind: text),
        let run = ResultFile.rows(in: root).first, let ran = run["frames"]?.uint64
      else { throw MeasureError.failed("counts that cannot be read") }
      let aside = run["input"]?["framesInBackground"]?.uint64 ?? 0
      return (instructions, UInt32(clamping: ran - min(aside, ran)))
    } catch {
      throw MeasureError(error, "valgrind")
    }
  }

  /// The sum at the end of what callgrind writes; nil when there is none.
  package static func total(inCallgrind text: String) -> UInt64? {
    let prefix = "totals: "
    return text.split(separator: "\n").last { $0.hasPrefix(prefix) }.flatMap {
      UInt64($0.dropFirst(prefix.count))
    }
  }
}
