/// CPU speed of a device class, by which costs of the scenes' CPU work are estimated.
package struct DeviceCosts: Equatable, Sendable {
  /// Speed relative to the reference machine.
  package var speed: Double
  /// Address or title of the source of the speed.
  package var source: String
  /// Maximum error of a predicted time, as a fraction of it.
  package var uncertainty: Double

  /// Makes costs.
  package init(speed: Double, source: String, uncertainty: Double) {
    self.speed = speed
    self.source = source
    self.uncertainty = uncertainty
  }
}

extension DeviceCosts {
  /// Form in a device file.
  package static let shape = Shape<DeviceCosts>(
    DeviceCosts(speed: 1, source: "", uncertainty: 0),
    "CPU speed, by which costs of the scenes' CPU work are estimated.",
    isClosed: true,
    [
      Member("speed", \.speed, .number(0.01...100), "Speed relative to the reference machine."),
      Member(
        "source", \.source, .text(1...800, "a document's address or title"),
        "Address or title of the source of the speed."),
      Member(
        "uncertainty", \.uncertainty, .number(0...10),
        "Maximum error of a predicted time, as a fraction of it."),
    ])
}
