import Simulation

/// A subject painted once at the sensor's resolution and in the sensor's own orientation, with a
/// margin on every side, so that a frame of the camera only has to light it.
///
/// Planes of numbers from 0 to 65,535 for 0 to 1.
package struct SubjectMap: Sendable {
  /// Columns of the sensor with both margins.
  package private(set) var width: Int32 = 0
  /// Rows of the sensor with both margins.
  package private(set) var height: Int32 = 0
  /// Columns and rows of the margin.
  package private(set) var margin: Int32 = 0
  /// Red that is given back.
  package private(set) var red: [UInt16]
  /// Green.
  package private(set) var green: [UInt16]
  /// Blue.
  package private(set) var blue: [UInt16]
  /// How much of the room's light arrives.
  package private(set) var room: [UInt16]
  /// How much of the ring's light arrives.
  package private(set) var ring: [UInt16]
  /// How much of the ring is mirrored.
  package private(set) var gloss: [UInt16]

  /// Takes storage for so many places, margins included.
  package init(capacity: Int) {
    red = [UInt16](repeating: 0, count: capacity)
    green = [UInt16](repeating: 0, count: capacity)
    blue = [UInt16](repeating: 0, count: capacity)
    room = [UInt16](repeating: 0, count: capacity)
    ring = [UInt16](repeating: 0, count: capacity)
    gloss = [UInt16](repeating: 0, count: capacity)
  }

  /// Paints a subject.
  ///
  /// - Parameters:
  ///   - subject: what is painted.
  ///   - size: the upright picture without margins.
  ///   - margin: columns and rows beyond it on every side.
  ///   - orientation: how the device is held.
  /// - Complexity: O(places); some hundred operations each.
  package mutating func paint(
    _ subject: Subject, size: PictureSize, margin: Int32, orientation: Orientation
  ) {
    let upright = PictureSize(width: size.width + 2 * margin, height: size.height + 2 * margin)
    let sensor = upright.turned(to: orientation)
    precondition(Int(sensor.width) * Int(sensor.height) <= red.count, "a map beyond its capacity")
    (width, height, self.margin) = (sensor.width, sensor.height, margin)
    let blur = 1 / Float(size.height)
    for row in 0..<height {
      for column in 0..<width {
        let place = sensor.upright(column, row, orientation)
        let u = (Float(place.x - margin) + 0.5 - Float(size.width) * 0.5) * blur
        let v = (Float(place.y - margin) + 0.5) * blur
        store(subject.sample(u: u, v: v, blur: blur), at: Int(row) * Int(width) + Int(column))
      }
    }
  }

  private mutating func store(_ sample: Subject.Sample, at index: Int) {
    func fixed(_ value: Float) -> UInt16 { UInt16(max(0, min(value, 1)) * 65_535 + 0.5) }
    red[index] = fixed(sample.albedo[0])
    green[index] = fixed(sample.albedo[1])
    blue[index] = fixed(sample.albedo[2])
    room[index] = fixed(sample.room)
    ring[index] = fixed(sample.ring)
    gloss[index] = fixed(sample.gloss)
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

  /// The sensor's size for an upright picture of this size, or the other way about: the sensor is
  /// built in lying on its side.
  package func turned(to orientation: Orientation) -> PictureSize {
    switch orientation {
    case .portrait, .portraitUpsideDown: PictureSize(width: height, height: width)
    case .landscapeLeft, .landscapeRight: self
    }
  }

  /// Where a pixel of a sensor of this size is in the upright picture.
  package func upright(
    _ column: Int32, _ row: Int32, _ orientation: Orientation
  ) -> (x: Int32, y: Int32) {
    switch orientation {
    case .portrait: (height - 1 - row, column)
    case .portraitUpsideDown: (row, width - 1 - column)
    case .landscapeLeft: (column, row)
    case .landscapeRight: (width - 1 - column, height - 1 - row)
    }
  }
}
