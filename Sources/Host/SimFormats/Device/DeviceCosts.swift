/// What scenes' own work costs on a device class, where that comes from, and how far to trust it.
package struct DeviceCosts: Equatable, Sendable {
  /// How many times as fast as the reference machine the class is.
  package var speed: Double
  /// The document that the speed comes from.
  package var source: String
  /// How much longer a frame may really take, as a share of the prediction.
  package var uncertainty: Double

  /// Makes costs.
  package init(speed: Double, source: String, uncertainty: Double) {
    self.speed = speed
    self.source = source
    self.uncertainty = uncertainty
  }
}

extension DeviceCosts {
  /// The costs as a device file holds them.
  package static let shape = Shape<DeviceCosts>(
    DeviceCosts(speed: 1, source: "", uncertainty: 0),
    "What the scenes' own work costs on the class, estimated from the reference machine.",
    isClosed: true,
    [
      Member(
        "speed", \.speed, .number(0.01...100), "How many times as fast as the reference machine."),
      Member(
        "source", \.source, .text(1...800, "a document's address or title"),
        "The document that the speed comes from."),
      Member(
        "uncertainty", \.uncertainty, .number(0...10),
        "How much longer a frame may take than predicted, as a share."),
    ])
}
