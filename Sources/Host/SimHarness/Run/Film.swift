import SimFormats
import SimPNG
import SimRuntime

/// Frames of a run as one animated PNG.
package struct Film: Sendable {
  /// Which frames, and how large.
  package struct Request: Sendable {
    /// The first frame.
    package var first: UInt32
    /// The last frame, at most.
    package var last: UInt32
    /// Frames from one picture to the next.
    package var every: UInt32
    /// Pixels of the longer side; a smaller canvas stays as it is.
    package var longestSide: UInt32

    /// Makes a request.
    package init(first: UInt32, last: UInt32, every: UInt32, longestSide: UInt32) {
      self.first = first
      self.last = last
      self.every = every
      self.longestSide = longestSide
    }

    /// How many pictures it has.
    package var pictureCount: UInt32 { (last - first) / every + 1 }

    /// Whether a frame is one of them.
    func takes(_ frame: UInt32) -> Bool {
      frame >= first && frame <= last && (frame - first) % every == 0
    }
  }

  /// Default number of pixels of the longer side.
  package static let defaultSide: UInt32 = 480
  /// Default frames per second.
  package static let defaultRate: UInt32 = 30

  /// The file, an animated PNG that plays over and over.
  package private(set) var bytes: [UInt8] = []
  /// How many pictures it has.
  package private(set) var pictureCount: UInt32 = 0
  /// Columns.
  package private(set) var width: Int32 = 0
  /// Rows.
  package private(set) var height: Int32 = 0

  /// Makes a film of a run from its first frame on.
  ///
  /// In memory are the file so far, the picture before and the one that is made: frames that are
  /// not shown cost none. A canvas that turns or changes its size is scaled into the first one's
  /// pictures, on black.
  ///
  /// - Parameters:
  ///   - session: the run, which renders pixels.
  ///   - rate: Frames per second.
  ///   - byteLimit: how large the file may get.
  ///   - onFrame: Receives every frame that was run, with the bytes so far.
  ///   - isInterrupted: is asked between frames whether to stop.
  /// - Returns: nil when the file would get larger than the limit.
  package static func make(
    of session: any Session, _ request: Request, rate: UInt32, byteLimit: Int,
    onFrame: (UInt32) -> Void = { _ in }, isInterrupted: () -> Bool = { false }
  ) throws(RunError) -> Film? {
    var film = Film()
    var encoder: APNGEncoder?
    var last: FramePicture?
    let delay = APNGDelay(
      numerator: UInt16(clamping: request.every), denominator: UInt16(clamping: rate))
    while session.frame <= request.last {
      guard !isInterrupted() else { throw .interrupted }
      let frame = session.frame
      session.paints = request.takes(frame)
      session.advance()
      onFrame(frame)
      guard request.takes(frame) else { continue }
      // In the background the screen shows what it showed.
      if let picture = session.picture { last = picture }
      guard let picture = last else { continue }
      if encoder == nil {
        let size = FramePicture.size(
          width: Int(picture.width), height: Int(picture.height),
          fitting: Int(request.longestSide))
        (film.width, film.height) = (Int32(size.width), Int32(size.height))
        encoder = APNGEncoder(width: film.width, height: film.height, layout: .rgb)
      }
      encoder?.append(picture.fitted(columns: film.width, rows: film.height).rgb, delay: delay)
      film.pictureCount += 1
      guard (encoder?.byteCount ?? 0) <= byteLimit else { return nil }
    }
    film.bytes = encoder?.finish() ?? []
    return film
  }
}
