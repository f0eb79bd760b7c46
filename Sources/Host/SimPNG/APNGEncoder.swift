/// Encodes an animated PNG file frame by frame.
///
/// The first frame is also the image shown by programs without animation support. Of each later
/// frame only the bounding box of the changed pixels is stored. All frames have the same size and
/// byte layout.
package struct APNGEncoder {
  private let header: PNGHeader
  private let options: PNGEncoder.Options
  private let playCount: UInt32
  private var writer = PNGChunkWriter(continuing: true)
  private var frameCount: UInt32 = 0
  private var sequenceNumber: UInt32 = 0
  /// The previous frame, as straight bytes.
  private var previous: [UInt8] = []

  /// Starts a file.
  ///
  /// - Parameter playCount: The number of plays; 0 is forever.
  /// - Precondition: Width and height are 1 to 16,384.
  package init(
    width: Int32, height: Int32, layout: PNGEncoder.ByteLayout = .rgba, playCount: UInt32 = 0,
    options: PNGEncoder.Options = .standard
  ) {
    let sides = 1...Int32(PNGFormat.largestSide)
    precondition(
      sides.contains(width) && sides.contains(height), "PNG sides must be 1 to 16,384 pixels")
    header = PNGHeader(
      width: Int(width), height: Int(height), colorType: layout.colorType, bitDepth: 8,
      isInterlaced: false)
    self.playCount = playCount
    self.options = options
  }

  /// Adds a frame of straight pixels, row by row from the top.
  ///
  /// - Precondition: `pixels` has exactly the number of bytes for the size and layout.
  /// - Complexity: O(*n*) in the number of pixels.
  package mutating func append(_ pixels: [UInt8], delay: APNGDelay) {
    let channelCount = header.colorType.channelCount
    precondition(
      pixels.count == header.width * header.height * channelCount,
      "pixels do not match the animation's size")
    let isFirst = frameCount == 0
    let control = isFirst ? wholeFrame(delay) : changedFrame(pixels, delay)
    writer.append("fcTL", control.content(sequenceNumber: takeSequenceNumber()))
    var part = header
    part.width = control.width
    part.height = control.height
    // IDAT has no number, since programs without animation support read it, too.
    let number = isFirst ? [] : PNGChunkWriter.bigEndian(takeSequenceNumber())
    let options = options
    let stride = header.width * channelCount
    writer.append(isFirst ? "IDAT" : "fdAT") { output in
      output += number
      pixels.withUnsafeBufferPointer { pixels in
        PNGEncoder.compress(part, options: options, to: &output) { _, y, row in
          let start = (control.y + y) * stride + control.x * channelCount
          _ = row.update(fromContentsOf: pixels[start..<(start + row.count)])
        }
      }
    }
    frameCount += 1
    previous = pixels
  }

  /// The number of bytes so far.
  package var byteCount: Int { writer.bytes.count }

  /// The bytes of the whole file.
  ///
  /// - Precondition: At least one frame was added.
  package func finish() -> [UInt8] {
    precondition(frameCount > 0, "an animation without frames")
    // acTL precedes the frames but has their count, so the head of the file is made last.
    var file = PNGChunkWriter()
    file.append("IHDR", header.content)
    // Perceptual rendering intent, the usual one for images.
    file.append("sRGB", [0])
    file.append(
      "acTL", PNGChunkWriter.bigEndian(frameCount) + PNGChunkWriter.bigEndian(playCount))
    var end = writer
    end.append("IEND", [])
    return file.bytes + end.bytes
  }

  private mutating func takeSequenceNumber() -> UInt32 {
    defer { sequenceNumber += 1 }
    return sequenceNumber
  }

  private func wholeFrame(_ delay: APNGDelay) -> APNGFrameControl {
    APNGFrameControl(width: header.width, height: header.height, x: 0, y: 0, delay: delay)
  }

  /// The bounding box of the changes; a single pixel if there are none, since a frame must not be
  /// empty.
  private func changedFrame(_ pixels: [UInt8], _ delay: APNGDelay) -> APNGFrameControl {
    let channelCount = header.colorType.channelCount
    let stride = header.width * channelCount
    var rows = (first: header.height, last: -1)
    var columns = (first: header.width, last: -1)
    pixels.withUnsafeBufferPointer { pixels in
      previous.withUnsafeBufferPointer { previous in
        for y in 0..<header.height {
          let row = (y * stride)..<((y + 1) * stride)
          guard let first = row.first(where: { pixels[$0] != previous[$0] }),
            let last = row.last(where: { pixels[$0] != previous[$0] })
          else { continue }
          rows = (min(rows.first, y), y)
          columns.first = min(columns.first, (first - row.lowerBound) / channelCount)
          columns.last = max(columns.last, (last - row.lowerBound) / channelCount)
        }
      }
    }
    guard rows.last >= 0 else {
      return APNGFrameControl(width: 1, height: 1, x: 0, y: 0, delay: delay)
    }
    return APNGFrameControl(
      width: columns.last - columns.first + 1, height: rows.last - rows.first + 1,
      x: columns.first, y: rows.first, delay: delay)
  }
}
