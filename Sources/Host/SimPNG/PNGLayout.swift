/// The structure of a file: header, colors, data and the frames of an animation.
struct PNGLayout {
  /// A frame of an animation: its control data and the location of its image data.
  struct Frame {
    var control: APNGFrameControl
    var data: PNGData
  }

  private(set) var header: PNGHeader
  private(set) var colors = PNGColorTable()
  /// Color and orientation information in the file.
  private(set) var notes = PNGColorNotes()
  /// The data of the default image.
  private(set) var data = PNGData(chunk: "IDAT", byteOffset: 0)
  /// The frames in order; empty for a still image, or if frames were not requested.
  private(set) var frames: [Frame] = []
  /// The number of plays; 0 is forever, nil is a still image.
  private(set) var playCount: UInt32?

  private var previous = PNGChunk.header
  private var hasTransparency = false
  private var declared: (frameCount: UInt32, byteOffset: Int)?
  private var nextSequenceNumber: UInt32 = 0
  /// A control chunk whose frame's data has not started yet.
  private var pending: (control: APNGFrameControl, byteOffset: Int)?

  /// Reads all chunks and checks their order.
  ///
  /// - Parameter readsFrames: Whether to read the animation's chunks; otherwise they are skipped,
  ///   as the format allows.
  init(_ bytes: [UInt8], readsFrames: Bool = false) throws(PNGError) {
    var reader = try PNGChunkReader(bytes)
    header = try PNGHeader(try reader.next(), in: bytes)
    while true {
      let chunk = try reader.next()
      if chunk.name == PNGChunk.end {
        try end(chunk)
        return
      }
      if readsFrames, try readAnimation(chunk, in: bytes) {
        previous = chunk.name
        continue
      }
      try read(chunk, in: bytes)
      previous = chunk.name
    }
  }

  private mutating func read(_ chunk: PNGChunk, in bytes: [UInt8]) throws(PNGError) {
    let misplaced = PNGError.misplaced(chunk: chunk.text, byteOffset: chunk.byteOffset)
    switch chunk.name {
    case PNGChunk.palette:
      let isAllowed = header.colorType != .gray && header.colorType != .grayAlpha
      guard data.pieces.isEmpty, colors.palette.isEmpty, !hasTransparency, isAllowed else {
        throw misplaced
      }
      try colors.readPalette(chunk, in: bytes, header: header)
    case PNGChunk.transparency:
      guard data.pieces.isEmpty, !hasTransparency else { throw misplaced }
      try colors.readTransparency(chunk, in: bytes, colorType: header.colorType)
      hasTransparency = true
    case PNGChunk.data:
      if header.colorType == .palette && colors.palette.isEmpty {
        throw .missing(chunk: "PLTE", byteOffset: chunk.byteOffset)
      }
      guard data.pieces.isEmpty || previous == PNGChunk.data else { throw misplaced }
      if data.pieces.isEmpty { data.byteOffset = chunk.byteOffset }
      data.pieces.append(chunk.content)
    // `init` has read the first one, so this is another.
    case PNGChunk.header: throw misplaced
    default:
      if chunk.isCritical {
        throw .unknownChunk(chunk: chunk.text, byteOffset: chunk.byteOffset)
      }
      notes.read(chunk, in: bytes)
    }
  }

  private mutating func end(_ chunk: PNGChunk) throws(PNGError) {
    guard chunk.content.isEmpty else {
      throw .badLength(
        chunk: chunk.text, byteOffset: chunk.byteOffset, byteCount: UInt32(chunk.content.count))
    }
    if data.pieces.isEmpty { throw .missing(chunk: "IDAT", byteOffset: chunk.byteOffset) }
    if let pending {
      // The default image's data comes first, so only the first control chunk can refer to it.
      throw .missing(
        chunk: pending.control.usesPictureData ? "IDAT" : "fdAT", byteOffset: chunk.byteOffset)
    }
    for index in frames.indices where frames[index].control.usesPictureData {
      frames[index].data = data
    }
    if let declared, Int(declared.frameCount) != frames.count {
      throw .badValue(
        chunk: "acTL", field: "frame count", value: declared.frameCount,
        byteOffset: declared.byteOffset)
    }
  }

  // MARK: - Animation

  /// Reads a chunk of an animation; returns false for other chunks.
  private mutating func readAnimation(
    _ chunk: PNGChunk, in bytes: [UInt8]
  ) throws(PNGError) -> Bool {
    let misplaced = PNGError.misplaced(chunk: chunk.text, byteOffset: chunk.byteOffset)
    switch chunk.name {
    case PNGChunk.animation:
      guard data.pieces.isEmpty, declared == nil else { throw misplaced }
      try checkLength(chunk, 8)
      let start = chunk.content.lowerBound
      let count = PNGChunkReader.bigEndian(bytes, at: start)
      guard count > 0 else {
        throw .badValue(
          chunk: chunk.text, field: "frame count", value: 0, byteOffset: chunk.byteOffset)
      }
      declared = (count, chunk.byteOffset)
      playCount = PNGChunkReader.bigEndian(bytes, at: start + 4)
    case PNGChunk.frameControl:
      guard declared != nil, pending == nil else { throw misplaced }
      try checkLength(chunk, 26)
      try checkSequenceNumber(chunk, in: bytes)
      // Only a control chunk before the image's data makes the default image a frame.
      let control = try APNGFrameControl(
        chunk, in: bytes, header: header, usesPictureData: data.pieces.isEmpty)
      pending = (control, chunk.byteOffset)
    case PNGChunk.frameData:
      guard declared != nil, !data.pieces.isEmpty else { throw misplaced }
      guard chunk.content.count >= 4 else { throw badLength(chunk) }
      try checkSequenceNumber(chunk, in: bytes)
      let content = chunk.content.dropFirst(4)
      let isContinued = previous == PNGChunk.frameData && pending == nil
      if let pending {
        var data = PNGData(chunk: chunk.text, byteOffset: chunk.byteOffset)
        data.pieces.append(content)
        frames.append(Frame(control: pending.control, data: data))
        self.pending = nil
      } else if isContinued, !frames.isEmpty {
        frames[frames.count - 1].data.pieces.append(content)
      } else {
        throw misplaced
      }
    case PNGChunk.data:
      if let pending, data.pieces.isEmpty {
        // Its data is set at the end, when all of it has been read.
        frames.append(Frame(control: pending.control, data: data))
        self.pending = nil
      }
      return false
    default: return false
    }
    return true
  }

  private mutating func checkSequenceNumber(
    _ chunk: PNGChunk, in bytes: [UInt8]
  ) throws(PNGError) {
    let number = PNGChunkReader.bigEndian(bytes, at: chunk.content.lowerBound)
    guard number == nextSequenceNumber else {
      throw .badValue(
        chunk: chunk.text, field: "sequence number", value: number, byteOffset: chunk.byteOffset)
    }
    nextSequenceNumber += 1
  }

  private func checkLength(_ chunk: PNGChunk, _ count: Int) throws(PNGError) {
    guard chunk.content.count == count else { throw badLength(chunk) }
  }

  private func badLength(_ chunk: PNGChunk) -> PNGError {
    .badLength(
      chunk: chunk.text, byteOffset: chunk.byteOffset, byteCount: UInt32(chunk.content.count))
  }
}
