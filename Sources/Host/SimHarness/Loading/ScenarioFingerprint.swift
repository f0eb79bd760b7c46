import SimFormats
import SimJSON
import SimMath

/// The digest of a scenario file, its device class and its recorded input: two runs with equal
/// digest and seed do the same work.
package struct ScenarioFingerprint {
  /// Members of the file that do not change a run, or that a baseline names separately.
  private static let ignored = [
    "$schema", "name", "budgets", "load", "device", "seed", "frames", "reduceMotion", "matrix",
  ]

  private var digest = StateDigest(seed: 1)

  /// Starts with the file and the device class.
  ///
  /// - Parameter contents: The file with the values of the run's matrix in their places.
  init(_ contents: JSONNode?, on device: Device) {
    guard let contents, case .object(let members) = JSONOutput(contents) else {
      preconditionFailure("a scenario is an object")
    }
    // The order of keys has no meaning in JSON.
    let kept = members.filter { !Self.ignored.contains($0.0) }.sorted { $0.0 < $1.0 }
    add(JSONWriter.bytes(of: .object(kept), style: .compact))
    add(Array(Self.text(device).utf8))
  }

  /// The digest of a scenario of a scene that need not be registered, without recorded input.
  ///
  /// - Throws: `FormatError` if the bytes are not a JSON object.
  package static func text(
    ofScenario bytes: [UInt8], on device: Device
  ) throws(FormatError) -> String {
    let root = try JSONDocument.read(bytes, file: "scenario").root
    _ = try root.object()
    return ScenarioFingerprint(root, on: device).text
  }

  /// Adds a file of recorded input: motion first, then the recording, the touches and the images,
  /// since baselines hold digests in this order.
  mutating func add(_ bytes: [UInt8]) { digest.combine(bytes: bytes) }

  /// Sixteen hexadecimal digits.
  var text: String { HexadecimalText.digest(digest.finalize()) }

  private static func text(_ device: Device) -> String {
    "\(device.name) \(device.widthPoints) \(device.heightPoints) \(device.scale) "
      + "\(device.pixelsPerInch) \(device.refreshRate) \(device.touchSamplesPerSecond) "
      + "\(device.pencilSamplesPerSecond) \(device.touchContacts) \(device.pipelineDepth)"
      + (device.latencyAllowance.map { " \($0)" } ?? "")
  }
}
