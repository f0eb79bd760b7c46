import SimFormats
import SimHarness
import SimPlatform
import SimbenchKit

/// What has to hold for any bytes given as a recording or a saved state: one line of complaint, or
/// a recording that is the same from both files, or a state that is put back whole.
enum RecordingCheck {
  /// Memory beside ten times the file.
  private static let memoryAllowance: UInt64 = 32 << 20

  static func check(
    _ input: FuzzInput, measuresMemory: Bool = false
  ) throws(FuzzFinding) {
    guard let name = input.arguments.first else { return }
    let bytes = input.bytes
    guard name != "state" else { return try state(bytes) }
    let before = measuresMemory ? MemoryUse.peakResidentBytes() : nil
    let recording: Recording
    do throws(FormatError) {
      recording = try RecordingFile.read(bytes, file: "x.txt")
    } catch {
      return try TextRules.checkMessage(error.message, name)
    }
    if let before, let after = MemoryUse.peakResidentBytes() {
      guard after - before <= memoryAllowance + UInt64(bytes.count) * 10 else {
        throw FuzzFinding(
          "recording: memory", "\((after - before) >> 20) MiB for \(bytes.count) bytes")
      }
    }
    for file in ["x.txt", "x.txt.gz"] {
      let written = RecordingFile.bytes(of: recording, at: file)
      guard let again = try? RecordingFile.read(written, file: file), again == recording else {
        throw FuzzFinding("recording: another one after it was written", name)
      }
    }
    guard recording.header.kind == .scene else { return }
    do throws(FormatError) {
      let plan = try RecordingFile.plan(
        of: recording, RecordingCases.entry.descriptor, file: "x.txt")
      play(plan, recording)
    } catch {
      try TextRules.checkMessage(error.message, name)
    }
  }

  /// Plays a little of it: whatever it says, a scene can be told.
  private static func play(_ plan: RunPlan, _ recording: Recording) {
    var plan = plan
    plan.frameCount = min(plan.frameCount, 50)
    plan.backgroundSpans.removeAll { $0.start >= plan.frameCount }
    plan.canvasChanges.removeAll { $0.frame >= plan.frameCount }
    guard String(decoding: recording.header.name, as: UTF8.self) == "snowglobe" else { return }
    let session = RecordingCases.entry.open(plan, false, ThreadCrew())
    while session.frame < plan.frameCount { session.advance() }
  }

  /// Puts a state back, or leaves everything as it was.
  private static func state(_ bytes: [UInt8]) throws(FuzzFinding) {
    let session = RecordingCases.entry.open(RecordingCases.plan, false, ThreadCrew())
    session.advance()
    let before = session.stateDigest
    do {
      try session.restore(Snapshot(bytes: bytes))
    } catch {
      guard session.stateDigest == before, session.frame == 1 else {
        throw FuzzFinding("state: refused, and not left as it was", "\(error)")
      }
      return
    }
    // What was restored is what is saved.
    var saved = Snapshot()
    session.save(to: &saved)
    guard saved.bytes == bytes else {
      // The digest at the beginning differs in any case.
      let place = zip(saved.bytes, bytes).enumerated().first {
        $0.offset >= 24 && $0.element.0 != $0.element.1
      }
      throw FuzzFinding(
        "state: another one after it was restored",
        "\(bytes.count) bytes, \(saved.byteCount) when saved, other at \(place?.offset ?? -1)")
    }
  }
}
