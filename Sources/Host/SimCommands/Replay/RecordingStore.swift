import SimFormats
import SimHarness
import SimInput
import SimPlatform
import SimReport
import SimRuntime

/// Reads recordings, and checks written ones by reading them back.
enum RecordingStore {
  /// A scenario's file name without folder and extension, with the case of its matrix.
  static func stem(_ path: String) -> String {
    let run = path.split(separator: "/").last.map { String($0) } ?? ""
    return run.replacing(".json", with: "").replacing("[", with: "-").replacing("]", with: "")
  }

  /// Reads a recording.
  static func read(_ path: String) throws -> Recording {
    let bytes = try FileStore.read(path, limitByteCount: RecordingFile.limitByteCount)
    return try RecordingFile.read(bytes, file: path)
  }

  /// Reads a written recording back and compares it.
  ///
  /// - Returns: A message for the user.
  /// - Throws: `broken` if it differs from the recording that was to be written.
  static func verify(_ recording: Recording, at path: String) throws -> String {
    let all = FigureText.grouped(UInt64(recording.stepCount))
    let things = recording.header.kind.recordedUnit + "s"
    guard FileStore.isFile(path) else { return "\(all) \(things) written, but not read back" }
    let bytes = try FileStore.read(path, limitByteCount: .max, isInput: false)
    guard let read = try? RecordingFile.read(bytes, file: path, limitByteCount: .max) else {
      throw CommandError.broken("\(path): the written file is not a valid recording when read back")
    }
    let equal = recording.equalStepCount(read)
    guard read == recording, equal == recording.stepCount else {
      throw CommandError.broken("\(path): \(equal) of \(all) \(things) are equal when read back")
    }
    return "\(all) of \(all) \(things) equal when read back, "
      + Quantity.bytes(Int64(bytes.count))
  }

  /// The comments of a recording, in addition to its plan.
  ///
  /// - Parameter path: Its future path; paths of images are relative to it.
  static func header(
    _ scenario: Scenario, _ scene: SceneDescriptor, loadedFrom file: String, at path: String
  ) -> RecordingHeader {
    var header = RecordingHeader(scenario.plan, of: scene)
    header.device = Array(scenario.device.name.utf8)
    let files = scenario.pictureFiles.map { ScenarioLoader.resolved($0, beside: file) }
    for (index, file) in files.enumerated() where index < header.pictures.count {
      header.pictures[index].path = Array(RelativePath.path(to: file, fromFolderOf: path).utf8)
    }
    let folder = Environment.executablePath.map { ScenarioLoader.folder(of: $0) }
    let commit = folder.flatMap { try? Git.commit(in: $0) }.map { ", commit \($0)" } ?? ""
    header.tool = Array("\(Simbench.versionText)\(commit)".utf8)
    return header
  }
}

extension Recording {
  /// Counts frames with the input and digest of another recording.
  fileprivate func equalStepCount(_ other: Recording) -> UInt32 {
    var (mine, theirs) = (FrameInput(), FrameInput())
    var active: UInt32 = 0
    var equal: UInt32 = 0
    for step in 0..<min(stepCount, other.stepCount) {
      let index = Int(step)
      let isSame =
        (index < digests.count ? digests[index] : nil)
        == (index < other.digests.count ? other.digests[index] : nil)
      if header.kind == .model {
        guard index < events.count, index < other.events.count,
          events[index] == other.events[index]
        else { continue }
      } else if !isInBackground(step) {
        input.replay(active, at: 0, into: &mine)
        other.input.replay(active, at: 0, into: &theirs)
        active += 1
        if !mine.isIdentical(to: theirs) { continue }
      }
      if isSame { equal += 1 }
    }
    return equal
  }
}
