import SimRuntime

/// What work costs on a device class, where the figures come from, and how far to trust them.
package struct DeviceCosts: Equatable, Sendable {
  /// Where the costs come from.
  package enum Origin: Equatable, Sendable {
    /// Measured on a device of the class.
    case measured(CostTable)
    /// Derived from the reference machine, of which the class has so many times the speed.
    case estimated(speed: Double)
  }

  /// How fast the device still is after being busy for a while.
  package struct Sustained: Equatable, Sendable {
    /// Seconds of work after which the speed holds.
    package var afterSeconds: UInt32
    /// The speed as a share of that of a cool device.
    package var speed: Double

    /// Makes a point of the curve.
    package init(afterSeconds: UInt32, speed: Double) {
      self.afterSeconds = afterSeconds
      self.speed = speed
    }
  }

  /// Where the costs come from.
  package var origin: Origin
  /// The document, or the machine's description, that they come from.
  package var source: String
  /// How much longer a frame may really take, as a share of the prediction.
  package var uncertainty: Double
  /// The speed after seconds of work, ascending; empty when nothing is known.
  package var sustained: [Sustained] = []
  /// Where that comes from; empty when nothing is known.
  package var sustainedSource = ""

  /// Makes costs.
  package init(origin: Origin, source: String, uncertainty: Double) {
    self.origin = origin
    self.source = source
    self.uncertainty = uncertainty
  }

  /// Whether the class itself has not been measured.
  package var isEstimated: Bool {
    if case .estimated = origin { true } else { false }
  }

  /// The costs of a cool device.
  package var table: CostTable {
    switch origin {
    case .measured(let table): table
    case .estimated(let speed): ReferenceCosts.table.divided(by: speed)
    }
  }

  /// The speed after seconds of work, as a share of that of a cool device: straight lines between
  /// the points, from 1 at the start; the last point's beyond it.
  package func speed(afterSeconds seconds: Double) -> Double {
    ThermalCurve.speed(
      sustained.map { (Double($0.afterSeconds), $0.speed) }, afterSeconds: seconds)
  }

  /// Nanoseconds per pixel that a scene's pixel stages write or mix; the table has no unit for it.
  package var stagePixel: CostInterval {
    switch origin {
    case .measured: ReferenceCosts.stagePixel
    case .estimated(let speed): ReferenceCosts.stagePixel.map { $0 / speed }
    }
  }
}
