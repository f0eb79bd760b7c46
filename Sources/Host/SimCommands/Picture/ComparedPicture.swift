import SimFormats
import SimImageAnalysis
import SimPNG
import SimPlatform
import SimReport

/// An image with 8 bits per channel, or 16 if its file has 16.
enum DecodedPicture {
  /// Up to 8 bits.
  case plain(PNGImage)
  /// 16 bits.
  case deep(PNGDeepImage)

  /// Columns and rows.
  var size: ImageReport.Size {
    switch self {
    case .plain(let image): .init(width: UInt32(image.width), height: UInt32(image.height))
    case .deep(let image): .init(width: UInt32(image.width), height: UInt32(image.height))
    }
  }

  /// Red, green, blue and alpha in 8 bits.
  var bytes: [UInt8] {
    switch self {
    case .plain(let image): image.pixels
    case .deep(let image): image.pixels.map { PNGDeepImage.byte($0) }
    }
  }

  /// Red, green, blue and alpha in 16 bits.
  var deepened: [UInt16] {
    switch self {
    case .plain(let image): PNGDeepImage(image).pixels
    case .deep(let image): image.pixels
    }
  }
}

extension FramePicture {
  /// An image without alpha; everything outside of an area from the upper left corner is tinted.
  init(rgba: [UInt8], _ size: ImageReport.Size, tintedBeyond area: ImageReport.Size) {
    let orange: [UInt8] = [214, 122, 20]
    var rgb = [UInt8]()
    rgb.reserveCapacity(rgba.count / 4 * 3)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let start = (Int(y) * Int(size.width) + Int(x)) * 4
        for i in 0..<3 {
          let value = rgba[start + i]
          rgb.append(x < area.width && y < area.height ? value : value / 2 + orange[i] / 2)
        }
      }
    }
    self.init(frame: 0, width: Int32(size.width), height: Int32(size.height), rgb: rgb)
  }
}

/// A PNG file to compare: a still image, or an animation frame by frame.
struct ComparedPicture {
  private enum Content {
    case still(DecodedPicture)
    case animation(APNGDecoder)
  }

  let path: String
  let size: ImageReport.Size
  /// Chunks that are not applied, with the file's name.
  let ignored: [String]
  /// An animation's file; empty for a still image, to save memory.
  private(set) var file: [UInt8] = []
  private var content: Content
  private var isRead = false

  /// Reads a file: a still image entirely, and only the structure of an animation.
  init(_ path: String, _ limit: PictureLimit) throws {
    let bytes = try FileStore.read(path, limitByteCount: Limits.pictureBytes.count)
    try limit.checkSize(bytes, path)
    let decoder = try PictureFile.decode(bytes, file: path) { (bytes) throws(PNGError) in
      try APNGDecoder(bytes)
    }
    self.path = path
    size = .init(width: UInt32(decoder.width), height: UInt32(decoder.height))
    ignored = decoder.ignored.map { "\($0) of \(path)" }
    guard decoder.playCount != nil else {
      content = .still(try limit.decodeWhole(bytes, path))
      return
    }
    try limit.check(
      frames: UInt64(decoder.frameCount), width: decoder.width, height: decoder.height, path)
    content = .animation(decoder)
    file = bytes
  }

  /// The still image; nil for an animation.
  var still: DecodedPicture? { if case .still(let picture) = content { picture } else { nil } }

  private var animation: APNGDecoder? {
    if case .animation(let decoder) = content { decoder } else { nil }
  }

  /// The animation's description for reports; nil for a still image.
  var reported: ImageReport.Frames.Animation? {
    animation.map { animation in
      ImageReport.Frames.Animation(
        frames: UInt32(animation.frameCount),
        seconds: animation.delays.reduce(0) { $0 + $1.seconds }, plays: animation.playCount ?? 0)
    }
  }

  /// Whether viewers without animation show an image that is not one of the frames.
  var hasStandIn: Bool { animation?.hasStandIn ?? false }

  /// The file for the HTML page.
  func png() throws -> [UInt8] {
    file.isEmpty ? FramePicture(rgba: try standIn(), size, tintedBeyond: size).png : file
  }

  /// The image that viewers without animation show, in 8 bits.
  func standIn() throws -> [UInt8] {
    if let still { return still.bytes }
    return try PictureFile.decode(file, file: path, PNGDecoder.decode).pixels
  }

  /// The next frame in 8 bits and its duration in seconds; nil after the last one.
  mutating func next() throws -> (picture: [UInt8], seconds: Double)? {
    guard !Interrupt.isRequested else { throw CommandError.interrupted }
    switch content {
    case .still(let picture):
      guard !isRead else { return nil }
      isRead = true
      return (picture.bytes, 0)
    case .animation(var decoder):
      let frame = try PictureFile.decode(file, file: path) { (_) throws(PNGError) in
        try decoder.next()
      }
      content = .animation(decoder)
      return frame.map { ($0.image.pixels, $0.delay.seconds) }
    }
  }

  /// Adds a note if frames are compared at 8 bits but the file has 16.
  func depthNotes() throws -> [String] {
    let isDeep =
      switch content {
      case .still(.deep): true
      case .still: false
      case .animation: try PictureFile.decode(file, file: path, PNGDecoder.bitDepth) == 16
      }
    return isDeep ? ["the lower 8 of 16 bits of \(path)"] : []
  }

  // MARK: - Mismatches

  /// The differences other than pixels, one sentence each.
  func mismatches(_ other: ComparedPicture) -> [String] {
    var words: [String] = []
    if size != other.size {
      let area = ImageReport.Size(
        width: min(size.width, other.size.width), height: min(size.height, other.size.height))
      words.append(
        "sizes: \(size.words) and \(other.size.words) pixels; the upper left \(area.words) are "
          + "compared")
    }
    guard let first = animation, let second = other.animation else {
      if animation != nil || other.animation != nil {
        words.append("kinds: \(kind), \(other.kind)")
      }
      return words
    }
    if first.frameCount != second.frameCount {
      words.append("frames: \(first.frameCount) and \(second.frameCount)")
    }
    if let frame = zip(first.delays, second.delays).enumerated().first(where: {
      !$1.0.isEqual($1.1)
    }) {
      let texts = [frame.element.0, frame.element.1].map {
        Quantity.figure($0.seconds, decimals: 3)
      }
      words.append("delays: from frame \(frame.offset) on, \(texts[0]) and \(texts[1]) s")
    }
    if let one = first.playCount, let two = second.playCount, one != two {
      let texts = [one, two].map { $0 == 0 ? "without end" : "\($0)" }
      words.append("plays: \(texts[0]) and \(texts[1])")
    }
    return words
  }

  private var kind: String {
    guard let animation else { return "a still image" }
    return animation.frameCount == 1
      ? "an animation of 1 frame" : "an animation of \(animation.frameCount) frames"
  }
}

extension APNGDelay {
  /// Whether both durations are equal, regardless of how they are written.
  fileprivate func isEqual(_ other: APNGDelay) -> Bool {
    UInt32(numerator) * UInt32(other.denominator) == UInt32(other.numerator) * UInt32(denominator)
  }
}
