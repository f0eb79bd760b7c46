import SimRaster

/// An image that passes through pixel stages, with scratch storage for the next stage.
///
/// Pixels are opaque 8-bit sRGB, red in the low byte, row by row from the top. Storage is allocated
/// once for the largest image, so that resizing does not allocate.
public struct PixelFrame: Sendable {
  /// The number of columns.
  public private(set) var width: Int32 = 1
  /// The number of rows.
  public private(set) var height: Int32 = 1
  /// The work of the stages since `show` last returned it.
  package var work = RasterWork()
  /// The storage of the image; the first `count` pixels are the image.
  package var storage: [UInt32]
  /// The output storage of stages that cannot work in place.
  package var spare: [UInt32]

  /// Allocates storage for a number of pixels, at least 1.
  public init(capacity: Int32) {
    storage = [UInt32](repeating: 0xFF00_0000, count: Int(max(1, capacity)))
    // Not a copy of `storage`: the first write to shared storage would allocate.
    spare = [UInt32](repeating: 0xFF00_0000, count: Int(max(1, capacity)))
  }

  /// The number of pixels of the image.
  public var count: Int { Int(width) * Int(height) }

  /// The pixels of the image; indices start at 0.
  public var pixels: ArraySlice<UInt32> { storage[0..<count] }

  /// Resizes the image; its pixels are undefined until a stage writes them.
  ///
  /// - Precondition: the size fits the capacity.
  package mutating func reshape(width: Int32, height: Int32) {
    precondition(width > 0 && height > 0, "an image has a positive size")
    precondition(Int(width) * Int(height) <= storage.count, "an image exceeds its capacity")
    self.width = width
    self.height = height
  }

  /// Swaps image and `spare`, after a stage wrote to `spare`.
  package mutating func exchange() { swap(&storage, &spare) }

  /// Reallocates the image's storage if `show` received a smaller one in exchange.
  package mutating func restore() {
    if storage.count < spare.count {
      storage = [UInt32](repeating: 0xFF00_0000, count: spare.count)
    }
  }

  /// Computes an image of another size from the current one.
  ///
  /// - Parameter body: Receives the current pixels and those of the new image.
  /// - Precondition: the size fits the capacity.
  public mutating func rewrite(
    width: Int32, height: Int32, _ body: (Span<UInt32>, inout MutableSpan<UInt32>) -> Void
  ) {
    let newCount = Int(width) * Int(height)
    Self.change(&spare, newCount, from: storage, count, body)
    exchange()
    reshape(width: width, height: height)
  }

  /// Changes the pixels of the image in place.
  public mutating func edit(_ body: (inout MutableSpan<UInt32>) -> Void) {
    Self.change(&storage, count, body)
  }

  /// Runs a stage and notifies an observer.
  public mutating func apply<Stage: PixelStage, Observer: PhaseObserver & ~Copyable>(
    _ stage: inout Stage, _ settings: Stage.Settings, as key: StageKey, _ observer: inout Observer
  ) {
    observer.begin(stage: key)
    stage.apply(settings, to: &self)
    observer.end(stage: key)
  }

  /// Shows the image in a display list by replacing the pixels of a registered image.
  ///
  /// Nothing is copied: the registered image's previous storage is used for the next frame.
  ///
  /// - Returns: the work that the stages reported since the last call.
  public mutating func show(as image: ImageHandle, in list: inout DisplayList) -> RasterWork {
    list.exchangeImage(image, width: width, height: height, with: &storage)
    restore()
    defer { work = RasterWork() }
    return work
  }

  private static func change(
    _ target: inout [UInt32], _ targetCount: Int, from source: [UInt32], _ sourceCount: Int,
    _ body: (Span<UInt32>, inout MutableSpan<UInt32>) -> Void
  ) {
    let pixels = source.span.extracting(0..<sourceCount)
    change(&target, targetCount) { target in body(pixels, &target) }
  }

  // A mutable span of a part of an array has no public name in every toolchain yet.
  private static func change(
    _ storage: inout [UInt32], _ count: Int, _ body: (inout MutableSpan<UInt32>) -> Void
  ) {
    unsafe storage.withUnsafeMutableBufferPointer { buffer in
      var pixels = unsafe UnsafeMutableBufferPointer(rebasing: buffer[..<count]).mutableSpan
      body(&pixels)
    }
  }
}

/// An operation on a whole image, such as a camera frame.
///
/// A stage keeps no data between frames that affects a pixel, so an image depends only on the state
/// of its frame. After initialization, a stage must not allocate.
public protocol PixelStage {
  /// The per-frame settings of the stage.
  associatedtype Settings

  /// The kebab-case name in reports.
  static var name: StaticString { get }

  /// Changes the image.
  mutating func apply(_ settings: Settings, to frame: inout PixelFrame)
}
