import SimRaster

/// A picture on its way through pixel stages: what the last stage left, and scratch for the next
/// one.
///
/// Pixels are opaque 8-bit sRGB, red in the low byte, row after row from the top. Storage is taken
/// once for the largest picture, so that changing the size allocates nothing.
public struct PixelFrame: Sendable {
  /// Columns.
  public private(set) var width: Int32 = 1
  /// Rows.
  public private(set) var height: Int32 = 1
  /// What the stages did, since it was last read.
  package var work = RasterWork()
  /// The picture; the first `width * height` are valid.
  public package(set) var pixels: [UInt32]
  /// Where a stage that cannot work in place writes.
  package var spare: [UInt32]

  /// Takes storage for so many pixels, at least 1.
  public init(capacity: Int32) {
    pixels = [UInt32](repeating: 0xFF00_0000, count: Int(max(1, capacity)))
    // Not a copy of the other: the first write to it would take the storage.
    spare = [UInt32](repeating: 0xFF00_0000, count: Int(max(1, capacity)))
  }

  /// How many pixels the picture has.
  public var count: Int { Int(width) * Int(height) }

  /// Gives the picture another size; its pixels are then undefined until a stage writes them.
  ///
  /// - Precondition: the size fits the capacity.
  package mutating func reshape(width: Int32, height: Int32) {
    precondition(width > 0 && height > 0, "a picture must have a size")
    precondition(Int(width) * Int(height) <= pixels.count, "a picture beyond its capacity")
    self.width = width
    self.height = height
  }

  /// Makes what was written to `spare` the picture.
  package mutating func exchange() { swap(&pixels, &spare) }

  /// Takes storage again where a smaller one came back in exchange.
  package mutating func restore() {
    if pixels.count < spare.count {
      pixels = [UInt32](repeating: 0xFF00_0000, count: spare.count)
    }
  }

  /// Writes a picture of another size from the one there is, which then is the spare one.
  public mutating func rewrite(
    width: Int32, height: Int32, _ body: (Span<UInt32>, inout MutableSpan<UInt32>) -> Void
  ) {
    Self.write(pixels, &spare, body)
    exchange()
    reshape(width: width, height: height)
  }

  /// Changes the picture where it lies; the first `count` pixels of the span are its own.
  public mutating func edit(_ body: (inout MutableSpan<UInt32>) -> Void) {
    var span = pixels.mutableSpan
    body(&span)
  }

  /// Runs a stage and tells an observer.
  public mutating func apply<Stage: PixelStage, Observer: PhaseObserver & ~Copyable>(
    _ stage: inout Stage, _ settings: Stage.Settings, as key: StageKey, _ observer: inout Observer
  ) {
    observer.begin(stage: key)
    stage.apply(settings, to: &self)
    observer.end(stage: key)
  }

  /// Hands the picture to a list's image, which shows it in place of its own.
  ///
  /// Nothing is copied: what the image showed before is the storage for the next frame.
  ///
  /// - Returns: what the stages said they did since the picture was shown last.
  public mutating func show(as image: ImageHandle, in list: inout DisplayList) -> RasterWork {
    list.exchangeImage(image, width: width, height: height, with: &pixels)
    restore()
    defer { work = RasterWork() }
    return work
  }

  private static func write(
    _ source: [UInt32], _ target: inout [UInt32],
    _ body: (Span<UInt32>, inout MutableSpan<UInt32>) -> Void
  ) {
    var span = target.mutableSpan
    body(source.span, &span)
  }
}

/// Work on a whole picture, from picture to picture: for what cameras see.
///
/// A stage keeps nothing from frame to frame that decides a pixel, so that a picture depends on the
/// state of its frame alone, and allocates nothing once it is made.
public protocol PixelStage {
  /// What a frame asks of the stage.
  associatedtype Settings

  /// The kebab-case name in reports.
  static var name: StaticString { get }

  /// Changes the picture.
  mutating func apply(_ settings: Settings, to frame: inout PixelFrame)
}
