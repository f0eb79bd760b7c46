import SimbenchKit

/// The camera: lights the painted subject or a supplied picture, exposes it and adds sensor noise.
///
/// It stands in for hardware, so its time belongs to the simulation, not to the app.
///
/// Method: everything that is constant while the subject stands still, albedo and the light's
/// distribution, is painted once into planes of 16 bits. A frame is computed from the upper halves
/// of products of 16-bit integers, with full vectors, one channel after the other; noise comes from
/// a table that every row enters at a different place, and sRGB from a table of 4,096 entries. The
/// simple form paints and encodes every pixel of every frame in floating point.
package struct CameraStage: PixelStage {
  /// Light, exposure and noise of a frame.
  package struct Settings: Sendable {
    /// The size of the frame.
    package var size: PictureSize
    /// The room's light on the sensor, including exposure.
    package var room: LinearColor
    /// The ring's light on the sensor, including exposure; also used for reflections.
    package var ring: LinearColor
    /// The displacement by camera shake in sensor pixels, within the map's margin.
    package var offset: (x: Int32, y: Int32)
    /// The standard deviation of the noise in 8-bit levels.
    package var noiseLevels: Float
    /// Selects the noise of the frame.
    package var noiseFrame: UInt32
    /// The index of the supplied picture; 0 if there are none.
    package var picture: Int

    /// Makes settings.
    package init(
      size: PictureSize, room: LinearColor, ring: LinearColor, offset: (x: Int32, y: Int32),
      noiseLevels: Float, noiseFrame: UInt32, picture: Int
    ) {
      self.size = size
      self.room = room
      self.ring = ring
      self.offset = offset
      self.noiseLevels = noiseLevels
      self.noiseFrame = noiseFrame
      self.picture = picture
    }
  }

  /// The name in reports.
  package static var name: StaticString { "camera" }
  /// The maximum light, so that the brightest value fits 16 bits.
  private static var lightRange: Float { 8 }

  private let subject: Subject
  private let given: CameraPictures?
  private let tables: LightTables
  private var map: SubjectMap
  /// The layout and camera for which the map was painted.
  private var shown: (layout: PreviewLayout, camera: CameraPosition)?
  /// 8-bit sRGB for linear light in units of 1/4,096.
  private let codes: [UInt32]
  private var redRow: [UInt16]
  private var greenRow: [UInt16]
  private var blueRow: [UInt16]
  /// The noise of a row in 1/512 level.
  private var grainRow: [Int16]
  /// Normally distributed noise in 1/32 standard deviation, 256 rows of 256.
  private let noise: [Int8]

  /// Makes a camera without a layout.
  package init(
    subject: Subject, given: CameraPictures?, seed: UInt64, tables: LightTables, capacity: Int,
    maximumSide: Int
  ) {
    self.subject = subject
    self.given = given
    self.tables = tables
    codes = tables.coarse.map { UInt32($0) }
    redRow = [UInt16](repeating: 0, count: maximumSide)
    greenRow = [UInt16](repeating: 0, count: maximumSide)
    blueRow = [UInt16](repeating: 0, count: maximumSide)
    grainRow = [Int16](repeating: 0, count: maximumSide)
    map = SubjectMap(
      capacity: capacity, pictureCount: max(given?.front.count ?? 0, given?.back.count ?? 0))
    var stream = RandomStream(seed: seed, name: "sensor-noise")
    // Sums of four bytes are close enough to a normal distribution, and need only 16,384 words.
    var noise: [Int8] = []
    noise.reserveCapacity(65_536)
    for _ in 0..<32_768 {
      let word = stream.nextUInt64()
      for half: UInt64 in [0, 32] {
        let bits = word >> half
        let sum = (bits & 255) + (bits >> 8 & 255) + (bits >> 16 & 255) + (bits >> 24 & 255)
        noise.append(Int8((Int32(truncatingIfNeeded: sum) - 510) * 32 / 148))
      }
    }
    self.noise = noise
  }

  /// Sets the layout and the camera; required before the first frame.
  ///
  /// - Complexity: O(points of the map) if the layout or camera changed, otherwise O(1).
  package mutating func show(_ layout: PreviewLayout, _ camera: CameraPosition) {
    if let shown, shown == (layout, camera) { return }
    shown = (layout, camera)
    let turn = SensorTurn(layout.orientation, camera)
    if let pictures = given?.pictures(of: camera), !pictures.isEmpty {
      map.lay(pictures, litAs: subject, layout, turn, tables)
    } else {
      map.paint(subject, layout, turn)
    }
  }

  /// Renders the sensor's frame.
  package mutating func apply(_ settings: Settings, to frame: inout PixelFrame) {
    frame.reshape(width: settings.size.width, height: settings.size.height)
    let light = Light(settings, range: Self.lightRange)
    let (width, height) = (Int(frame.width), Int(frame.height))
    let margin = Int(map.margin)
    var offsets = NoiseOffsets(frame: settings.noiseFrame)
    var pixels = frame.storage.mutableSpan
    for row in 0..<height {
      let place = (row + margin + Int(settings.offset.y)) * Int(map.width)
      let start = place + margin + Int(settings.offset.x)
      let shift = offsets.next()
      let noiseStart = ((row &+ shift.row) & 255) * 256
      Self.grain(width, noise, noiseStart, shift.column, light.noise, &grainRow)
      lightRow(width, from: start, light, settings.picture)
      encodeRow(row * width, width, &pixels)
    }
    frame.work.pixelsFilled &+= UInt32(truncatingIfNeeded: frame.count)
  }

  /// Light as integers: 65,536 represents `range`.
  private struct Light {
    let room: SIMD4<UInt16>
    let ring: SIMD4<UInt16>
    let noise: Int32

    init(_ settings: Settings, range: Float) {
      func fixed(_ value: Float) -> UInt16 {
        UInt16(max(0, min(value / range, 0.999)) * 65_536)
      }
      func lanes(_ color: LinearColor) -> SIMD4<UInt16> {
        SIMD4(fixed(color.red), fixed(color.green), fixed(color.blue), 0)
      }
      room = lanes(settings.room)
      ring = lanes(settings.ring)
      noise = Int32(max(0, min(settings.noiseLevels, 16)) * 256 + 0.5)
    }
  }

  /// Computes the noise of a row.
  private static func grain(
    _ count: Int, _ noise: [Int8], _ start: Int, _ shift: Int, _ strength: Int32,
    _ row: inout [Int16]
  ) {
    let table = noise.span
    var grains = row.mutableSpan
    precondition(start >= 0 && start + 256 <= table.count && count <= grains.count, "the noise")
    var column = 0
    while column < count {
      // Up to the place where the table's row of 256 values repeats.
      let place = (column &+ shift) & 255
      let end = min(count, column &+ 256 &- place)
      let offset = start &+ place &- column
      for column in column..<end {
        // Within the bounds checked above.
        let value = unsafe Int32(table[unchecked: offset &+ column])
        unsafe grains[unchecked: column] = Int16(truncatingIfNeeded: (value &* strength) &>> 4)
      }
      column = end
    }
  }

  /// Lights a row, one channel after the other.
  private mutating func lightRow(
    _ count: Int, from start: Int, _ light: Light, _ picture: Int
  ) {
    let (room, ring) = (light.room, light.ring)
    let colors = map.colors[picture]
    Self.lit(count, start, map, colors.red, grainRow, room[0], ring[0], &redRow)
    Self.lit(count, start, map, colors.green, grainRow, room[1], ring[1], &greenRow)
    Self.lit(count, start, map, colors.blue, grainRow, room[2], ring[2], &blueRow)
  }

  /// Linear light of one channel in units of 1/4,096, with noise; the loop vectorizes.
  ///
  /// Noise is scaled roughly by the inverse slope of sRGB, so that all levels have the same noise.
  private static func lit(
    _ count: Int, _ start: Int, _ map: SubjectMap, _ albedo: [UInt16], _ grains: [Int16],
    _ roomLight: UInt16, _ ringLight: UInt16, _ row: inout [UInt16]
  ) {
    let (albedo, room, ring) = (albedo.span, map.room.span, map.ring.span)
    let (gloss, grains) = (map.gloss.span, grains.span)
    precondition(start >= 0 && start + count <= albedo.count, "outside the subject")
    precondition(start + count <= room.count && start + count <= ring.count, "outside it")
    precondition(start + count <= gloss.count && count <= row.count, "outside the row")
    precondition(count <= grains.count, "outside the noise")
    var target = row.mutableSpan
    for column in 0..<count {
      let at = start &+ column
      // Within the bounds checked above.
      let (roomShare, ringShare) = unsafe (room[unchecked: at], ring[unchecked: at])
      let (given, mirrorShare) = unsafe (albedo[unchecked: at], gloss[unchecked: at])
      // Halved, so that the sum of two lights fits. White is 1/8 of the range, or 2¹³ of 2¹⁶; half
      // of that is the 12 bits of the result.
      let arriving =
        (high(roomShare, roomLight) &>> 1) &+ (high(ringShare, ringLight) &>> 1)
      let matte = min(high(given, arriving), 4095)
      let mirrored = min(high(mirrorShare, ringLight) &>> 1, 4095)
      let light = matte &+ mirrored
      let slope = Int32(158 &+ ((light &* 9) &>> 5)) &<< 2
      let grain = unsafe grains[unchecked: column]
      let noise = Int16(truncatingIfNeeded: (Int32(grain) &* slope) &>> 16)
      let noisy = Int16(truncatingIfNeeded: light) &+ noise
      unsafe target[unchecked: column] = UInt16(
        truncatingIfNeeded: max(0, min(noisy, 4095)))
    }
  }

  /// The upper half of a product.
  @inline(__always)
  private static func high(_ first: UInt16, _ second: UInt16) -> UInt16 {
    UInt16(truncatingIfNeeded: (UInt32(first) &* UInt32(second)) &>> 16)
  }

  /// Encodes a row as 8-bit sRGB.
  private func encodeRow(_ target: Int, _ count: Int, _ pixels: inout MutableSpan<UInt32>) {
    let codes = codes.span
    let (red, green, blue) = (redRow.span, greenRow.span, blueRow.span)
    precondition(codes.count == 4096 && target >= 0 && target + count <= pixels.count, "pixels")
    precondition(count <= red.count && count <= green.count && count <= blue.count, "a row")
    for column in 0..<count {
      // Within the bounds checked above; the rows hold numbers below 4,096.
      let pixel =
        unsafe codes[unchecked: Int(red[unchecked: column])]
        | codes[unchecked: Int(green[unchecked: column])] << 8
        | codes[unchecked: Int(blue[unchecked: column])] << 16
      unsafe pixels[unchecked: target &+ column] = pixel | 0xFF00_0000
    }
  }
}

/// The start of each row in the noise table.
private struct NoiseOffsets {
  private var state: UInt32

  init(frame: UInt32) { state = frame &* 0x9E37_79B9 ^ 0x85EB_CA6B }

  mutating func next() -> (row: Int, column: Int) {
    // Xorshift by Marsaglia, 2003; its state must not be zero.
    if state == 0 { state = 1 }
    state ^= state << 13
    state ^= state >> 17
    state ^= state << 5
    return (Int(state >> 8 & 255), Int(state >> 20 & 255))
  }
}
