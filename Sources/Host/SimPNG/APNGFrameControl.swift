/// The control data of one frame of an animation.
struct APNGFrameControl {
  /// What to do with the frame's rectangle after its display time.
  enum Disposal: UInt8 {
    /// Keep it.
    case none = 0
    /// Make it fully transparent.
    case background = 1
    /// Restore its content from before the frame.
    case previous = 2
  }

  /// How the frame's pixels are combined with the canvas.
  enum Blending: UInt8 {
    /// Replace the canvas.
    case source = 0
    /// Composite over the canvas.
    case over = 1
  }

  var width: Int
  var height: Int
  var x: Int
  var y: Int
  var delay: APNGDelay
  var disposal: Disposal
  var blending: Blending
  /// Whether the frame is the file's default image.
  var usesPictureData: Bool

  /// Makes the control data of a frame that replaces its rectangle and is kept.
  init(width: Int, height: Int, x: Int, y: Int, delay: APNGDelay) {
    self.width = width
    self.height = height
    self.x = x
    self.y = y
    self.delay = delay
    disposal = .none
    blending = .source
    usesPictureData = false
  }

  /// Reads a chunk with a valid length and sequence number.
  init(
    _ chunk: PNGChunk, in bytes: [UInt8], header: PNGHeader, usesPictureData: Bool
  ) throws(PNGError) {
    let start = chunk.content.lowerBound
    func number(_ offset: Int) -> UInt32 { PNGChunkReader.bigEndian(bytes, at: start + offset) }
    func bad(_ field: String, _ value: UInt32) -> PNGError {
      .badValue(chunk: chunk.text, field: field, value: value, byteOffset: chunk.byteOffset)
    }
    let size = (width: number(4), height: number(8))
    let corner = (x: number(12), y: number(16))
    let isWhole = size.width == header.width && size.height == header.height
    // In 64 bits, since the sum of the two fields may exceed 32 bits.
    func fits(_ length: UInt32, _ offset: UInt32, _ side: Int) -> Bool {
      length > 0 && UInt64(offset) + UInt64(length) <= UInt64(side)
    }
    // Sizes without their offsets first, so that the error blames an offset only if the size fits.
    guard fits(size.width, 0, header.width), isWhole || !usesPictureData else {
      throw bad("width", size.width)
    }
    guard fits(size.height, 0, header.height) else { throw bad("height", size.height) }
    guard fits(size.width, corner.x, header.width) else { throw bad("x offset", corner.x) }
    guard fits(size.height, corner.y, header.height) else { throw bad("y offset", corner.y) }
    guard let disposal = Disposal(rawValue: bytes[start + 24]) else {
      throw bad("disposal", UInt32(bytes[start + 24]))
    }
    guard let blending = Blending(rawValue: bytes[start + 25]) else {
      throw bad("blending", UInt32(bytes[start + 25]))
    }
    let ticks = number(20)
    self.init(
      width: Int(size.width), height: Int(size.height), x: Int(corner.x), y: Int(corner.y),
      delay: APNGDelay(
        numerator: UInt16(ticks >> 16), denominator: UInt16(truncatingIfNeeded: ticks)))
    self.disposal = disposal
    self.blending = blending
    self.usesPictureData = usesPictureData
  }

  /// The content of the frame control chunk.
  func content(sequenceNumber: UInt32) -> [UInt8] {
    let numbers = [
      sequenceNumber, UInt32(width), UInt32(height), UInt32(x), UInt32(y),
      UInt32(delay.numerator) << 16 | UInt32(delay.denominator),
    ]
    return numbers.flatMap { PNGChunkWriter.bigEndian($0) }
      + [disposal.rawValue, blending.rawValue]
  }
}
