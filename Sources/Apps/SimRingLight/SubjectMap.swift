import SimMath
import SimRuntime

/// What a camera is pointed at, laid out once at the sensor's resolution and in the sensor's own
/// orientation, with a margin on every side, so that a frame of the camera only has to light it.
///
/// Planes of numbers from 0 to 65,535 for 0 to 1. Given pictures have colors each and stand in the
/// same light.
package struct SubjectMap: Sendable {
  /// What is given back of the light.
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

  /// Columns of the sensor with both margins.
  private(set) var width: Int32 = 0
  /// Columns and rows of the margin.
  private(set) var margin: Int32 = 0
  /// The colors of the painted subject, or of each picture.
  private(set) var colors: [Colors]
  /// How much of the room's light arrives.
  private(set) var room: [UInt16]
  /// How much of the ring's light arrives.
  private(set) var ring: [UInt16]
  /// How much of the ring is mirrored.
  private(set) var gloss: [UInt16]

  /// Takes storage for so many places, margins included, and so many pictures.
  init(capacity: Int, pictureCount: Int) {
    colors = (0..<max(1, pictureCount)).map { _ in Colors(capacity: capacity) }
    room = [UInt16](repeating: 0, count: capacity)
    ring = [UInt16](repeating: 0, count: capacity)
    gloss = [UInt16](repeating: 0, count: capacity)
  }

  /// Paints a subject.
  ///
  /// - Parameters:
  ///   - subject: what is painted.
  ///   - layout: the upright picture and its margin.
  ///   - turn: how the sensor lies.
  /// - Complexity: O(places); some hundred operations each.
  mutating func paint(_ subject: Subject, _ layout: PreviewLayout, _ turn: SensorTurn) {
    forEachPlace(layout, turn) { map, index, x, y in
      let place = layout.place(x, y)
      let sample = subject.sample(u: place.x, v: place.y, blur: 1 / Float(layout.camera.height))
      map.store(sample, at: index)
      map.colors[0].red[index] = Self.fixed(sample.albedo[0])
      map.colors[0].green[index] = Self.fixed(sample.albedo[1])
      map.colors[0].blue[index] = Self.fixed(sample.albedo[2])
    }
  }

  /// Lays out given pictures, flat and as far away as a face is.
  ///
  /// - Precondition: at most as many pictures as there is storage for.
  /// - Complexity: O(places and pixels of the pictures).
  mutating func lay(
    _ pictures: [CameraPicture], litAs subject: Subject, _ layout: PreviewLayout,
    _ turn: SensorTurn, _ tables: LightTables
  ) {
    precondition(pictures.count <= colors.count, "more pictures than storage")
    forEachPlace(layout, turn) { map, index, x, y in
      let place = layout.place(x, y)
      map.store(subject.flat(.zero, u: place.x, v: place.y), at: index)
    }
    for number in pictures.indices {
      let sampler = PictureSampler(pictures[number], tables: tables)
      let placement = PicturePlacement(pictures[number], over: layout.camera)
      forEachPlace(layout, turn) { map, index, x, y in
        let light = sampler.mean(columns: placement.columns(x), rows: placement.rows(y))
        map.colors[number].red[index] = light[0]
        map.colors[number].green[index] = light[1]
        map.colors[number].blue[index] = light[2]
      }
    }
  }

  /// Visits every place of the sensor with its number and where it is in the upright picture.
  private mutating func forEachPlace(
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
        let place = sensor.upright(column, row, turn)
        body(&self, Int(row * sensor.width + column), place.x - margin, place.y - margin)
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
