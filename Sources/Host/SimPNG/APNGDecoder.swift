/// Decodes an animated PNG file frame by frame.
///
/// Each frame is a whole canvas, composed as the file specifies. A file without an animation is one
/// frame with a delay of 0. Frames have 8 bits per channel.
package struct APNGDecoder: Sendable {
  /// Columns of the canvas.
  package let width: Int32
  /// Rows of the canvas.
  package let height: Int32
  /// The number of plays; 0 is forever, nil is a still image.
  package let playCount: UInt32?
  /// The number of frames, at least 1.
  package let frameCount: Int
  /// Whether the image that viewers without animation support show is not one of the frames.
  package let hasStandIn: Bool
  /// Color and orientation information that is not applied, in words.
  package let ignored: [String]

  private let bytes: [UInt8]
  private let header: PNGHeader
  private let colors: PNGColorTable
  private let frames: [PNGLayout.Frame]
  private var nextIndex = 0
  /// The canvas before the next frame, as straight RGBA.
  private var canvas: [UInt8]

  /// Reads the structure of a file without decoding its frames.
  ///
  /// - Throws: The `PNGError` for the first error.
  package init(_ bytes: [UInt8]) throws(PNGError) {
    let layout = try PNGLayout(bytes, readsFrames: true)
    self.bytes = bytes
    header = layout.header
    colors = layout.colors
    width = Int32(header.width)
    height = Int32(header.height)
    playCount = layout.playCount
    ignored = layout.notes.ignored
    if layout.playCount == nil {
      var still = APNGFrameControl(
        width: header.width, height: header.height, x: 0, y: 0,
        delay: APNGDelay(numerator: 0, denominator: 1))
      // Otherwise `hasStandIn` would say that the only picture is not a frame.
      still.usesPictureData = true
      frames = [PNGLayout.Frame(control: still, data: layout.data)]
    } else {
      frames = layout.frames
    }
    frameCount = frames.count
    hasStandIn = !frames.contains { $0.control.usesPictureData }
    canvas = []
  }

  /// The delay of each frame, known before decoding.
  package var delays: [APNGDelay] { frames.map(\.control.delay) }

  /// Decodes all frames of a file at once.
  ///
  /// - Throws: The `PNGError` for the first error.
  /// - Complexity: O(*n* · *m*) in frames and pixels, also in memory; `next()` holds one frame.
  package static func decodeFrames(_ bytes: [UInt8]) throws(PNGError) -> [APNGFrame] {
    var decoder = try APNGDecoder(bytes)
    var frames: [APNGFrame] = []
    while let frame = try decoder.next() { frames.append(frame) }
    return frames
  }

  /// Decodes the next frame; nil after the last.
  ///
  /// - Throws: The `PNGError` for the first error in the frame.
  /// - Complexity: O(*n*) in the pixels of the canvas.
  package mutating func next() throws(PNGError) -> APNGFrame? {
    guard nextIndex < frames.count else { return nil }
    let frame = frames[nextIndex]
    let control = frame.control
    var frameHeader = header
    frameHeader.width = control.width
    frameHeader.height = control.height
    let picture = try PNGDecoder.image(
      bytes, header: frameHeader, colors: colors, data: frame.data, ignored: ignored)
    // Allocated late, so that a file whose data is too short for its size costs no memory.
    if canvas.isEmpty { canvas = [UInt8](repeating: 0, count: header.width * header.height * 4) }
    // A second canvas only if the disposal requires it.
    let before = control.disposal == .previous && nextIndex > 0 ? canvas : []
    compose(picture.pixels, control)
    let shown = PNGImage(
      width: width, height: height, colorType: header.colorType, ignored: ignored, pixels: canvas)
    switch control.disposal {
    case .none: break
    case .previous where nextIndex > 0: canvas = before
    // Before the first frame the canvas is empty, so both are equivalent.
    case .background, .previous: clear(control)
    }
    nextIndex += 1
    return APNGFrame(image: shown, delay: control.delay)
  }

  private mutating func clear(_ control: APNGFrameControl) {
    for y in control.y..<(control.y + control.height) {
      let start = (y * header.width + control.x) * 4
      for index in start..<(start + control.width * 4) { canvas[index] = 0 }
    }
  }

  private mutating func compose(_ pixels: [UInt8], _ control: APNGFrameControl) {
    let canvasWidth = header.width
    canvas.withUnsafeMutableBufferPointer { canvas in
      pixels.withUnsafeBufferPointer { pixels in
        for y in 0..<control.height {
          let source = y * control.width * 4
          let target = ((control.y + y) * canvasWidth + control.x) * 4
          switch control.blending {
          case .source:
            for i in 0..<(control.width * 4) { canvas[target + i] = pixels[source + i] }
          case .over:
            for x in 0..<control.width {
              Self.blend(pixels, source + x * 4, over: canvas, target + x * 4)
            }
          }
        }
      }
    }
  }

  /// Composites a straight pixel over another, rounding to nearest.
  private static func blend(
    _ pixels: UnsafeBufferPointer<UInt8>, _ source: Int,
    over canvas: UnsafeMutableBufferPointer<UInt8>, _ target: Int
  ) {
    let alpha = UInt32(pixels[source + 3])
    let below = UInt32(canvas[target + 3])
    // These cases equal the formula below, but two clear pixels would make it divide by 0.
    if alpha == 0 { return }
    if alpha == 255 || below == 0 {
      for i in 0..<4 { canvas[target + i] = pixels[source + i] }
      return
    }
    let weight = alpha * 255
    let weightBelow = (255 - alpha) * below
    let total = weight + weightBelow
    for i in 0..<3 {
      let sum = UInt32(pixels[source + i]) * weight + UInt32(canvas[target + i]) * weightBelow
      canvas[target + i] = UInt8((sum + total / 2) / total)
    }
    canvas[target + 3] = UInt8((total + 127) / 255)
  }
}
