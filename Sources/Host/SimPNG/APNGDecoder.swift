/// Turns the bytes of an animated PNG file into frames, one after another.
///
/// Frames come out as whole canvases, composed as the file demands. A file without an animation
/// is one frame of delay 0. Every frame keeps 8 bits a channel.
package struct APNGDecoder: Sendable {
  /// Columns of the canvas.
  package let width: Int32
  /// Rows of the canvas.
  package let height: Int32
  /// How often the animation plays; 0 is forever, nil is a still picture.
  package let playCount: UInt32?
  /// How many frames there are, at least 1.
  package let frameCount: Int
  /// What the file says of color and orientation that is not applied, in words.
  package let ignored: [String]

  private let bytes: [UInt8]
  private let header: PNGHeader
  private let colors: PNGColorTable
  private let frames: [PNGLayout.Frame]
  private var nextIndex = 0
  /// The canvas as the next frame finds it: straight RGBA.
  private var canvas: [UInt8]

  /// Reads the structure of a file, not yet its frames.
  ///
  /// - Throws: the case of `PNGError` for the first thing that is wrong.
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
      still.usesPictureData = true
      frames = [PNGLayout.Frame(control: still, data: layout.data)]
    } else {
      frames = layout.frames
    }
    frameCount = frames.count
    canvas = []
  }

  /// How long each frame stays; they are known before any frame is decoded.
  package var delays: [APNGDelay] { frames.map(\.control.delay) }

  /// All frames of a file at once.
  ///
  /// - Throws: the case of `PNGError` for the first thing that is wrong.
  /// - Complexity: O(*n* · *m*) in frames and pixels, in memory too; `next()` holds one frame.
  package static func decodeFrames(_ bytes: [UInt8]) throws(PNGError) -> [APNGFrame] {
    var decoder = try APNGDecoder(bytes)
    var frames: [APNGFrame] = []
    while let frame = try decoder.next() { frames.append(frame) }
    return frames
  }

  /// The next frame; nil after the last.
  ///
  /// - Throws: the case of `PNGError` for the first thing that is wrong with it.
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
    // Taken only now: a file whose data is too short for its size must not cost memory.
    if canvas.isEmpty { canvas = [UInt8](repeating: 0, count: header.width * header.height * 4) }
    // A second canvas only where one is asked for.
    let before = control.disposal == .previous && nextIndex > 0 ? canvas : []
    compose(picture.pixels, control)
    let shown = PNGImage(
      width: width, height: height, colorType: header.colorType, ignored: ignored, pixels: canvas)
    switch control.disposal {
    case .none: break
    case .previous where nextIndex > 0: canvas = before
    // Before the first frame the canvas is empty, so both come to the same.
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

  /// Puts one straight pixel over another, rounding to nearest.
  private static func blend(
    _ pixels: UnsafeBufferPointer<UInt8>, _ source: Int,
    over canvas: UnsafeMutableBufferPointer<UInt8>, _ target: Int
  ) {
    let alpha = UInt32(pixels[source + 3])
    let below = UInt32(canvas[target + 3])
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
