import SimMath
import SimFormats
import SimPlatform

/// What a scenario's file, its device class, its recorded motion and its pictures come to: two
/// runs with one fingerprint and one seed do the same work.
package enum ScenarioFingerprint {
  /// Members of the file that change nothing in the run, or that a baseline names apart.
  private static let ignored = [
    "$schema", "name", "budgets", "load", "device", "seed", "frames", "reduceMotion", "matrix",
  ]

  /// Sixteen hexadecimal digits.
  ///
  /// - Parameters:
  ///   - path: the file that the scenario was loaded from.
  ///   - motionFile: recorded motion that replaces the scenario's.
  /// - Throws: `FileError` or `FormatError`, when a file changed since it was loaded.
  package static func hexadecimal(
    _ scenario: Scenario, path: String, motionFile: String?
  ) throws(LoadError) -> String {
    var digest = StateDigest(seed: 1)
    digest.combine(bytes: contents(of: scenario))
    digest.combine(bytes: Array(deviceText(scenario.device).utf8))
    let ownMotion = scenario.motionFile.map { ScenarioLoader.resolved($0, beside: path) }
    if let motion = motionFile ?? ownMotion { digest.combine(bytes: try read(motion)) }
    if let recording = scenario.recordingFile {
      digest.combine(
        bytes: try read(
          ScenarioLoader.resolved(recording, beside: path),
          limitByteCount: RecordingFile.limitByteCount))
    }
    if let touches = scenario.touchFile {
      digest.combine(bytes: try read(ScenarioLoader.resolved(touches, beside: path)))
    }
    for file in scenario.pictureFiles {
      let path = ScenarioLoader.resolved(file, beside: path)
      digest.combine(
        bytes: try read(path, limitByteCount: ScenarioLoader.pictureLimitByteCount))
    }
    return HexadecimalText.digest(digest.finalize())
  }

  /// What the file says of the run, values of its matrix in their places.
  private static func contents(of scenario: Scenario) -> [UInt8] {
    guard let contents = scenario.contents, case .object(let members) = JSONOutput(contents) else {
      preconditionFailure("a scenario of a file has its contents")
    }
    // The order of keys means nothing in JSON, least of all in a fingerprint.
    let kept = members.filter { !ignored.contains($0.0) }.sorted { $0.0 < $1.0 }
    return JSONWriter.bytes(of: .object(kept), style: .compact)
  }

  private static func deviceText(_ device: Device) -> String {
    "\(device.name) \(device.widthPoints) \(device.heightPoints) \(device.scale) "
      + "\(device.pixelsPerInch) \(device.refreshRate) \(device.touchSamplesPerSecond) "
      + "\(device.pencilSamplesPerSecond) \(device.touchContacts) \(device.pipelineDepth)"
      + (device.latencyAllowance.map { " \($0)" } ?? "")
  }

  private static func read(
    _ path: String, limitByteCount: Int = ScenarioLoader.limitByteCount
  ) throws(LoadError) -> [UInt8] {
    do {
      return try FileStore.read(path, limitByteCount: limitByteCount)
    } catch {
      throw .file(error)
    }
  }
}
