import SimFormats
import SimImageAnalysis
import SimPNG
import SimPlatform

/// Feeds image files to the flash analyzer, frame by frame, as a screen would show them.
///
/// A still image is one frame. An image of an animated PNG lasts as many frames as its delay, at
/// least one. Delays are cut after six seconds, since by then every window is empty.
struct FlashShowing: ~Copyable {
  /// The flashes of every frame.
  private(set) var frames: [FlashFrame] = []
  /// The findings; nil before the second frame.
  private(set) var flash: FlashSafety?
  /// Number of different images.
  private(set) var pictureCount: UInt32 = 0
  /// Columns of pixels.
  private(set) var width: Int32 = 0
  /// Rows of pixels.
  private(set) var height: Int32 = 0
  /// Color and orientation chunks that are not applied, each once with the first file.
  private(set) var ignored: [String] = []
  /// Whether everything is shown twice, as for an animation that repeats.
  private(set) var isLoop: Bool

  private let paths: [String]
  private let framesPerSecond: UInt32
  private let scale: Float
  private var analyzer: FlashAnalyzer?
  /// The file and index of each shown image, and its first frame.
  private var origins: [(path: Int, picture: Int, frame: Int)] = []

  /// The chunks ignored so far, without the files.
  private var ignoredWords: Set<String> = []
  private let limit: PictureLimit

  init(
    paths: [String], framesPerSecond: UInt32, scale: Float, isLoop: Bool, limit: PictureLimit
  ) {
    self.paths = paths
    self.limit = limit
    self.framesPerSecond = framesPerSecond
    self.scale = scale
    self.isLoop = isLoop
  }

  /// Shows everything once, or twice in a loop.
  mutating func run() throws {
    try showAll()
    pictureCount = UInt32(origins.count)
    if isLoop { try showAll() }
    flash = analyzer?.result
  }

  private mutating func showAll() throws {
    for index in paths.indices {
      var decoder = try Self.decoder(paths[index])
      let isAnimation = decoder.frameCount > 1
      // Number of plays: 0 means forever.
      if isAnimation, paths.count == 1, decoder.playCount != 1 { isLoop = true }
      try limit.check(width: decoder.width, height: decoder.height, paths[index])
      try adopt(decoder.width, decoder.height, paths[index])
      try checkLength(decoder, index)
      for words in decoder.ignored where ignoredWords.insert(words).inserted {
        ignored.append("\(words) of \(paths[index])")
      }
      var (shown, seconds, imageIndex) = (0.0, 0.0, 0)
      while let frame = try Self.next(&decoder, paths[index]) {
        guard !Interrupt.isRequested else { throw CommandError.interrupted }
        seconds += frame.delay.seconds
        let count = frameCount(until: seconds, shown: shown, isAnimation)
        shown += count
        origins.append((index, imageIndex, frames.count))
        imageIndex += 1
        let surface = frame.image.makeSurface()
        for _ in 0..<observedCount(count) {
          guard !Interrupt.isRequested else { throw CommandError.interrupted }
          analyzer?.observe(surface)
          if let latest = analyzer?.frame { frames.append(latest) }
        }
      }
    }
  }

  /// Number of frames for which an image is shown that lasts until a time.
  private func frameCount(until seconds: Double, shown: Double, _ isAnimation: Bool) -> Double {
    // Rounded from the start of the file, so that the errors of short delays do not add up.
    isAnimation ? max(1, (seconds * Double(framesPerSecond)).rounded() - shown) : 1
  }

  /// Number of these frames that are analyzed.
  private func observedCount(_ count: Double) -> Int {
    Int(min(count, Double(framesPerSecond) * 6))
  }

  /// Refuses too many frames before the first one of a file is decoded; each later file counts as
  /// one frame.
  private func checkLength(
    _ decoder: borrowing APNGDecoder, _ index: Int
  ) throws {
    var (count, shown, seconds) = (UInt64(frames.count + paths.count - index - 1), 0.0, 0.0)
    for delay in decoder.delays {
      seconds += delay.seconds
      let due = frameCount(until: seconds, shown: shown, decoder.frameCount > 1)
      shown += due
      count += UInt64(observedCount(due))
    }
    // In the first showing, the second is still to come.
    if isLoop, pictureCount == 0 { count *= 2 }
    try limit.check(
      frames: count, width: decoder.width, height: decoder.height, paths[index])
  }

  private mutating func adopt(
    _ width: Int32, _ height: Int32, _ path: String
  ) throws {
    guard self.width > 0 else {
      guard Float(min(width, height)) >= scale else {
        throw CommandError.badInput("\(path): \(width) by \(height) pixels are less than a point")
      }
      (self.width, self.height) = (width, height)
      analyzer = FlashAnalyzer(
        width: width, height: height, scale: scale, framesPerSecond: framesPerSecond)
      return
    }
    guard (width, height) == (self.width, self.height) else {
      throw CommandError.badInput(
        "\(path): \(width) by \(height) pixels, but earlier images have \(self.width) by "
          + "\(self.height)")
    }
  }

  /// Rereads the image of a frame.
  func picture(ofFrame frame: UInt32) throws -> FramePicture {
    let origin = origins.last { $0.frame <= Int(frame) } ?? (0, 0, 0)
    let path = paths[origin.path]
    var decoder = try Self.decoder(path)
    for _ in 0..<origin.picture { _ = try Self.next(&decoder, path) }
    guard let shown = try Self.next(&decoder, path) else {
      throw CommandError.badInput("\(path): the file has changed")
    }
    return FramePicture(frame: frame, surface: shown.image.makeSurface())
  }

  private static func decoder(_ path: String) throws -> APNGDecoder {
    let bytes = try FileStore.read(path, limitByteCount: Limits.filmBytes.count)
    return try PictureFile.decode(bytes, file: path) { (bytes) throws(PNGError) in
      try APNGDecoder(bytes)
    }
  }

  private static func next(
    _ decoder: inout APNGDecoder, _ path: String
  ) throws -> APNGFrame? {
    do {
      return try decoder.next()
    } catch {
      throw CommandError.badInput("\(path): \(error.message)")
    }
  }
}
