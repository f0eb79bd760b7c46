import SimbenchKit

/// The camera's subject, painted once at the sensor's resolution and orientation, with a margin on
/// every side, so that a camera frame only has to light it.
///
/// Values from 0 to 65,535 represent 0 to 1. Supplied pictures each have their own colors and share
/// the same light.
package struct SubjectMap: Sendable {
  /// The albedo.
  struct Colors: Sendable {
    /// Red.
    fileprivate(set) var red: [UInt16]
    /// Green.
    fileprivate(set) var green: [UInt16]
    /// Blue.
    fileprivate(set) var blue: [UInt16]

    fileprivate init(capacity: Int) {
      red = [UInt16](repeating: 0, count: capacity)
      green = [UInt16](repeating: 0, count: capacity)
      blue = [UInt16](repeating: 0, count: capacity)
    }
  }

  /// Columns of the map, including both margins.
  private(set) var width: Int32 = 0
  /// The width of the margin in columns and rows.
  private(set) var margin: Int32 = 0
  /// The colors of the painted subject, or of each supplied picture.
  private(set) var colors: [Colors]
  /// The fraction of the room's light that arrives.
  private(set) var room: [UInt16]
  /// The fraction of the ring's light that arrives.
  private(set) var ring: [UInt16]
  /// The strength of the ring's reflection.
  private(set) var gloss: [UInt16]

  /// Allocates storage for up to `capacity` points, including margins, and `pictureCount` pictures.
  init(capacity: Int, pictureCount: Int) {
    colors = (0..<max(1, pictureCount)).map { _ in Colors(capacity: capacity) }
    room = [UInt16](repeating: 0, count: capacity)
    ring = [UInt16](repeating: 0, count: capacity)
    gloss = [UInt16](repeating: 0, count: capacity)
  }

  /// Paints a subject.
  ///
  /// - Parameters:
  ///   - subject: The subject to paint.
  ///   - layout: The upright frame and its margin.
  ///   - turn: The rotation of the sensor.
  /// - Complexity: O(points), with some hundred operations each.
  mutating func paint(_ subject: Subject, _ layout: PreviewLayout, _ turn: SensorTurn) {
    forEachPoint(layout, turn) { map, index, x, y in
      let position = layout.position(x, y)
      let sample = subject.sample(
        u: position.x, v: position.y, blur: 1 / Float(layout.camera.height))
      map.store(sample, at: index)
      map.colors[0].red[index] = Self.fixed(sample.albedo[0])
      map.colors[0].green[index] = Self.fixed(sample.albedo[1])
      map.colors[0].blue[index] = Self.fixed(sample.albedo[2])
    }
  }

  /// Places supplied pictures, flat and at the distance of a face.
  ///
  /// - Precondition: There are at most as many pictures as the storage holds.
  /// - Complexity: O(points + pixels of the pictures).
  mutating func lay(
    _ pictures: [CameraPicture], litAs subject: Subject, _ layout: PreviewLayout,
    _ turn: SensorTurn, _ tables: LightTables
  ) {
    precondition(pictures.count <= colors.count, "more pictures than storage")
    forEachPoint(layout, turn) { map, index, x, y in
      let position = layout.position(x, y)
      map.store(subject.flat(.zero, u: position.x, v: position.y), at: index)
    }
    for picture in pictures.indices {
      let sampler = PictureSampler(pictures[picture], tables: tables)
      let placement = PicturePlacement(pictures[picture], over: layout.camera)
      forEachPoint(layout, turn) { map, index, x, y in
        let light = sampler.mean(columns: placement.columns(x), rows: placement.rows(y))
        map.colors[picture].red[index] = light[0]
        map.colors[picture].green[index] = light[1]
        map.colors[picture].blue[index] = light[2]
      }
    }
  }

  /// Visits every position of the sensor with its index and its upright position.
  private mutating func forEachPoint(
    _ layout: PreviewLayout, _ turn: SensorTurn,
    _ body: (inout SubjectMap, Int, Int32, Int32) -> Void
  ) {
    margin = layout.margin
    let upright = PictureSize(
      width: layout.camera.width + 2 * margin, height: layout.camera.height + 2 * margin)
    let sensor = upright.turned(by: turn)
    precondition(Int(sensor.count) <= room.count, "a map beyond its capacity")
    width = sensor.width
    for row in 0..<sensor.height {
      for column in 0..<sensor.width {
        let position = sensor.upright(column, row, turn)
        body(&self, Int(row * sensor.width + column), position.x - margin, position.y - margin)
      }
    }
  }

  private mutating func store(_ sample: Subject.Sample, at index: Int) {
    room[index] = Self.fixed(sample.room)
    ring[index] = Self.fixed(sample.ring)
    gloss[index] = Self.fixed(sample.gloss)
  }

  private static func fixed(_ value: Float) -> UInt16 {
    UInt16(max(0, min(value, 1)) * 65_535 + 0.5)
  }
}
