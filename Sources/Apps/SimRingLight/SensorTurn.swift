import SimbenchKit

/// The rotation that makes a sensor's frame upright.
///
/// Both sensors are mounted sideways: a clockwise quarter turn makes their frames upright in
/// portrait. Rotating the device to the left rotates the back camera with it, and the front camera,
/// which faces the other way, against it; in landscape one sensor is upright and the other upside
/// down. Sensor frames are not mirrored; only the mirror stage mirrors.
package enum SensorTurn: UInt8, CaseIterable, Sendable {
  /// No rotation.
  case none
  /// A quarter turn clockwise.
  case clockwise
  /// Half a turn.
  case half
  /// A quarter turn counterclockwise.
  case counterclockwise

  /// The rotation for a camera and a device orientation.
  package init(_ orientation: Orientation, _ camera: CameraPosition) {
    switch (orientation, camera) {
    case (.portrait, _): self = .clockwise
    case (.portraitUpsideDown, _): self = .counterclockwise
    case (.landscapeLeft, .back), (.landscapeRight, .front): self = .none
    case (.landscapeRight, .back), (.landscapeLeft, .front): self = .half
    }
  }

  /// Whether rows and columns are swapped.
  package var isQuarter: Bool { self == .clockwise || self == .counterclockwise }

  /// Converts a displacement in the upright frame to sensor coordinates.
  func onSensor(_ x: Int32, _ y: Int32) -> (x: Int32, y: Int32) {
    switch self {
    case .none: (x, y)
    case .clockwise: (y, 0 - x)
    case .half: (0 - x, 0 - y)
    case .counterclockwise: (0 - y, x)
    }
  }
}

/// The size of an image.
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

  /// The sensor size for an upright frame of this size, or vice versa.
  package func turned(by turn: SensorTurn) -> PictureSize {
    turn.isQuarter ? PictureSize(width: height, height: width) : self
  }

  /// The upright position of a pixel on a sensor of this size.
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
