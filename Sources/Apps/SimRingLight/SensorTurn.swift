import SimbenchKit

/// How far a sensor's picture is turned to stand upright.
///
/// Both sensors are built in lying on their side, so that a quarter turn clockwise makes their
/// pictures upright in portrait. Turning the device to the left turns the back camera with it, and
/// the front camera, which looks the other way, against it: in landscape one of them stands upright
/// and the other upside down. Sensors deliver no mirrored pictures; only the mirror stage mirrors.
package enum SensorTurn: UInt8, CaseIterable, Sendable {
  /// The picture is upright as it is.
  case none
  /// A quarter turn clockwise.
  case clockwise
  /// Half a turn.
  case half
  /// A quarter turn counterclockwise.
  case counterclockwise

  /// The turn for a camera of a device that is held in some way.
  package init(_ orientation: Orientation, _ camera: CameraPosition) {
    switch (orientation, camera) {
    case (.portrait, _): self = .clockwise
    case (.portraitUpsideDown, _): self = .counterclockwise
    case (.landscapeLeft, .back), (.landscapeRight, .front): self = .none
    case (.landscapeRight, .back), (.landscapeLeft, .front): self = .half
    }
  }

  /// Whether columns become rows.
  package var isQuarter: Bool { self == .clockwise || self == .counterclockwise }

  /// A way in the upright picture as a way on the sensor.
  func onSensor(_ x: Int32, _ y: Int32) -> (x: Int32, y: Int32) {
    switch self {
    case .none: (x, y)
    case .clockwise: (y, 0 - x)
    case .half: (0 - x, 0 - y)
    case .counterclockwise: (0 - y, x)
    }
  }
}

/// The size of a picture, and how pictures turn.
package struct PictureSize: Equatable, Sendable {
  /// Columns.
  package var width: Int32
  /// Rows.
  package var height: Int32

  /// Makes a size.
  package init(width: Int32, height: Int32) {
    self.width = width
    self.height = height
  }

  /// Columns times rows.
  package var count: Int32 { width * height }

  /// The sensor's size for an upright picture of this size, or the other way about.
  package func turned(by turn: SensorTurn) -> PictureSize {
    turn.isQuarter ? PictureSize(width: height, height: width) : self
  }

  /// Where a pixel of a sensor of this size is in the upright picture.
  package func upright(
    _ column: Int32, _ row: Int32, _ turn: SensorTurn
  ) -> (x: Int32, y: Int32) {
    switch turn {
    case .none: (column, row)
    case .clockwise: (height - 1 - row, column)
    case .half: (width - 1 - column, height - 1 - row)
    case .counterclockwise: (row, width - 1 - column)
    }
  }
}
