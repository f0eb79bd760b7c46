/// The maximum distance from the path that counts as on it.
package enum TraceTolerance: UInt8, CaseIterable, Equatable, Sendable {
  /// Six millimeters.
  case sixMillimeters
  /// A quarter of an inch, 6.35 mm.
  case quarterInch

  /// The name on the command line and in files.
  package var name: StaticString {
    switch self {
    case .sixMillimeters: "6mm"
    case .quarterInch: "quarter-inch"
    }
  }

  /// The tolerance in millimeters.
  package var millimeters: Float {
    switch self {
    case .sixMillimeters: 6
    case .quarterInch: 6.35
    }
  }
}
