import DeterministicMath
import Raster
import Runtime

/// The camera: lights the painted subject, exposes it and adds the sensor's noise.
///
/// It stands in for the hardware, so its time is the simulation's and not the app's.
package struct CameraStage: PixelStage {
  /// How a frame is lit and exposed.
  package struct Settings: Sendable {
    /// Columns and rows of the picture.
    package var size: PictureSize
    /// What the room's light becomes on the sensor, exposure included.
    package var room: LinearColor
    /// What the ring's light becomes, on matte surfaces and mirrored.
    package var ring: LinearColor
    /// Where the hand has moved the device, in sensor pixels, within the map's margin.
    package var offset: (x: Int32, y: Int32)
    /// Standard deviation of the noise in levels of 8 bits.
    package var noiseLevels: Float
    /// Tells the noise of one frame from that of another.
    package var noiseFrame: UInt32

    /// Makes settings.
    package init(
      size: PictureSize, room: LinearColor, ring: LinearColor, offset: (x: Int32, y: Int32),
      noiseLevels: Float, noiseFrame: UInt32
    ) {
      self.size = size
      self.room = room
      self.ring = ring
      self.offset = offset
      self.noiseLevels = noiseLevels
      self.noiseFrame = noiseFrame
    }
  }

  /// The name in reports.
  package static var name: StaticString { "camera" }
  /// Light is counted up to this, so that the brightest fits 16 bits.
  private static var lightRange: Float { 8 }

  /// The subject.
  package var map: SubjectMap
  private let tables: LightTables
  /// Normal noise in 32nds of its standard deviation, 256 rows of 256.
  private let noise: [Int8]

  /// Makes the camera with an empty map.
  package init(seed: UInt64, tables: LightTables, capacity: Int) {
    self.tables = tables
    map = SubjectMap(capacity: capacity)
    var stream = RandomStream(seed: seed, name: "sensor-noise")
    // Sums of four bytes: near enough to a normal distribution, and 16,384 words are enough.
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

  /// Writes the sensor's picture.
  package mutating func apply(_ settings: Settings, to frame: inout PixelFrame) {
    frame.reshape(width: settings.size.width, height: settings.size.height)
    let light = Light(settings, range: Self.lightRange)
    let (width, height) = (Int(frame.width), Int(frame.height))
    let margin = Int(map.margin)
    var offsets = NoiseOffsets(frame: settings.noiseFrame)
    var pixels = frame.pixels.mutableSpan
    for row in 0..<height {
      let place = (row + margin + Int(settings.offset.y)) * Int(map.width)
      let start = place + margin + Int(settings.offset.x)
      let shift = offsets.next()
      fill(
        row * width, width, from: start, light,
        noiseRow: (row &+ shift.row) & 255, noiseColumn: shift.column, &pixels)
    }
    frame.work.pixelsFilled &+= UInt32(truncatingIfNeeded: frame.count)
  }

  /// Light as whole numbers: 65,536 for `range`.
  private struct Light {
    let room: SIMD4<UInt32>
    let ring: SIMD4<UInt32>
    let noise: Int32

    init(_ settings: Settings, range: Float) {
      func fixed(_ value: Float) -> UInt32 {
        UInt32(max(0, min(value / range, 0.999)) * 65_536)
      }
      func lanes(_ color: LinearColor) -> SIMD4<UInt32> {
        SIMD4(fixed(color.red), fixed(color.green), fixed(color.blue), 0)
      }
      room = lanes(settings.room)
      ring = lanes(settings.ring)
      noise = Int32(max(0, min(settings.noiseLevels, 60)) * 256 / 32 + 0.5)
    }
  }

  private func fill(
    _ target: Int, _ count: Int, from start: Int, _ light: Light, noiseRow: Int,
    noiseColumn: Int, _ pixels: inout MutableSpan<UInt32>
  ) {
    let coarse = tables.coarse.span
    let (red, green, blue) = (map.red.span, map.green.span, map.blue.span)
    let (room, ring, gloss) = (map.room.span, map.ring.span, map.gloss.span)
    let noise = self.noise.span
    let noiseStart = noiseRow * 256
    for column in 0..<count {
      let at = start &+ column
      let fromRoom = SIMD4<UInt32>(repeating: UInt32(room[at])) &* light.room
      let fromRing = SIMD4<UInt32>(repeating: UInt32(ring[at])) &* light.ring
      let mirrored = SIMD4<UInt32>(repeating: UInt32(gloss[at])) &* light.ring
      // Both sums stay below 2¹⁶: shares are at most 1, and so is each light of the range.
      let arriving = (fromRoom &>> 17) &+ (fromRing &>> 17)
      let albedo = SIMD4<UInt32>(UInt32(red[at]), UInt32(green[at]), UInt32(blue[at]), 0)
      // An eighth of the range is white: 2¹³ of 2¹⁶, halved above; 12 bits of white are wanted.
      let given = ((albedo &* arriving) &>> 16) &+ (mirrored &>> 17)
      let grain =
        (Int32(noise[noiseStart &+ (column &+ noiseColumn) & 255]) &* light.noise) >> 8
      let most = SIMD4<UInt32>(repeating: 4095)
      let level = given.replacing(with: most, where: given .> most)
      pixels[target &+ column] = Self.packed(
        Int32(coarse[Int(level[0])]) &+ grain, Int32(coarse[Int(level[1])]) &+ grain,
        Int32(coarse[Int(level[2])]) &+ grain)
    }
  }

  @inline(__always)
  private static func packed(_ red: Int32, _ green: Int32, _ blue: Int32) -> UInt32 {
    func byte(_ value: Int32) -> UInt32 {
      UInt32(truncatingIfNeeded: value < 0 ? 0 : value > 255 ? 255 : value)
    }
    return byte(red) | byte(green) << 8 | byte(blue) << 16 | 0xFF00_0000
  }
}

/// Where in the table of noise each row of a frame begins.
private struct NoiseOffsets {
  private var state: UInt32

  init(frame: UInt32) { state = frame &* 0x9E37_79B9 ^ 0x85EB_CA6B }

  mutating func next() -> (row: Int, column: Int) {
    // Xorshift by Marsaglia, 2003; zero would stay zero.
    if state == 0 { state = 1 }
    state ^= state << 13
    state ^= state >> 17
    state ^= state << 5
    return (Int(state >> 8 & 255), Int(state >> 20 & 255))
  }
}
