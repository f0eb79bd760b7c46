import SimMath

/// The cameras of a device.
public enum CameraPosition: UInt8, CaseIterable, Sendable {
  /// Above the display, facing the user.
  case front
  /// On the back of the device.
  case back

  /// The other camera.
  public var other: CameraPosition { self == .front ? .back : .front }

  /// Whether both are the same camera.
  ///
  /// Equal to the synthesized `==`, but inlinable in other modules: the ring light compares cameras
  /// several times per frame.
  @inlinable public static func == (a: CameraPosition, b: CameraPosition) -> Bool {
    switch (a, b) {
    case (.front, .front), (.back, .back): true
    default: false
    }
  }
}

/// A camera's input image: upright and not mirrored, like a saved photo.
public struct CameraPicture: Equatable, Sendable {
  /// The number of columns, 1 to 4,096.
  public let width: Int32
  /// The number of rows, 1 to 4,096.
  public let height: Int32
  /// Opaque 8-bit sRGB pixels, red in the low byte, row by row from the top.
  public let pixels: [UInt32]
  /// The hash of size and pixels, which identifies the image in digests.
  package let hash: UInt64

  /// The allowed width and height in pixels.
  package static var sideRange: ClosedRange<Int32> { 1...4_096 }

  /// Creates an image.
  ///
  /// - Precondition: both sides are within `sideRange`, and `pixels` has `width * height` elements.
  public init(width: Int32, height: Int32, pixels: [UInt32]) {
    precondition(
      Self.sideRange.contains(width) && Self.sideRange.contains(height), "camera picture size")
    precondition(pixels.count == Int(width) * Int(height), "camera picture size")
    self.width = width
    self.height = height
    self.pixels = pixels
    var digest = StateDigest()
    digest.combine(UInt32(width))
    for pixel in pixels { digest.combine(pixel) }
    hash = digest.finalize()
  }
}

/// Input images of the cameras of a run, shown in a loop.
///
/// A scene synthesizes the view of a camera without images.
public struct CameraPictures: Equatable, Sendable {
  /// Images of the front camera.
  public var front: [CameraPicture]
  /// Images of the back camera.
  public var back: [CameraPicture]
  /// The number of frames per image, at least 1.
  public var framesPerPicture: UInt32

  /// The maximum number of images per camera.
  package static var maximumCount: Int { 32 }
  /// The maximum number of pixels in all images of a run, which limits memory on every machine.
  package static var maximumPixelCount: Int { 64_000_000 }

  /// Creates the images of both cameras.
  ///
  /// - Precondition: `framesPerPicture` is at least 1.
  public init(front: [CameraPicture], back: [CameraPicture], framesPerPicture: UInt32) {
    precondition(framesPerPicture > 0, "an image lasts at least one frame")
    self.front = front
    self.back = back
    self.framesPerPicture = framesPerPicture
  }

  /// The images of a camera.
  public func pictures(of position: CameraPosition) -> [CameraPicture] {
    position == .front ? front : back
  }

  /// The index of a camera's image in a frame; 0 if it has no images.
  public func index(in frame: UInt32, of position: CameraPosition) -> Int {
    let count = pictures(of: position).count
    return count == 0 ? 0 : Int(frame / framesPerPicture % UInt32(count))
  }
}
