import SimMath

/// The cameras of a device.
public enum CameraPosition: UInt8, CaseIterable, Sendable {
  /// Above the display, towards the person who holds the device.
  case front
  /// On the other side.
  case back

  /// The other camera.
  public var other: CameraPosition { self == .front ? .back : .front }

  /// Whether both are the same camera.
  ///
  /// As the compiler would derive it, but within other modules without a call: it is asked several
  /// times in every frame of the ring light.
  @inlinable public static func == (a: CameraPosition, b: CameraPosition) -> Bool {
    switch (a, b) {
    case (.front, .front), (.back, .back): true
    default: false
    }
  }
}

/// A picture that stands for what a camera sees: upright and not mirrored, as a photo is kept.
public struct CameraPicture: Equatable, Sendable {
  /// Columns, 1 to 4,096.
  public let width: Int32
  /// Rows, 1 to 4,096.
  public let height: Int32
  /// Opaque 8-bit sRGB, red in the low byte, row after row from the top.
  public let pixels: [UInt32]
  /// What tells the picture from others in digests.
  package let hash: UInt64

  /// Sides that a picture may have.
  package static var sideRange: ClosedRange<Int32> { 1...4_096 }

  /// Makes a picture.
  ///
  /// - Precondition: sides within `sideRange`, and as many pixels as they say.
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

/// Pictures that stand for what the cameras of a run see, shown in turn, over and over.
///
/// A camera without pictures sees what the scene makes up.
public struct CameraPictures: Equatable, Sendable {
  /// What the front camera sees.
  public var front: [CameraPicture]
  /// What the back camera sees.
  public var back: [CameraPicture]
  /// Frames for which each picture is seen, at least 1.
  public var framesPerPicture: UInt32

  /// Pictures of one camera at most.
  package static var maximumCount: Int { 32 }
  /// Pixels of all pictures of a run at most, so that they fit the memory of any machine.
  package static var maximumPixelCount: Int { 64_000_000 }

  /// Makes pictures for both cameras.
  ///
  /// - Precondition: at least one frame per picture.
  public init(front: [CameraPicture], back: [CameraPicture], framesPerPicture: UInt32) {
    precondition(framesPerPicture > 0, "a picture must be seen in a frame")
    self.front = front
    self.back = back
    self.framesPerPicture = framesPerPicture
  }

  /// What a camera sees.
  public func pictures(of position: CameraPosition) -> [CameraPicture] {
    position == .front ? front : back
  }

  /// Which of a camera's pictures is seen in a frame; 0 when it has none.
  public func index(in frame: UInt32, of position: CameraPosition) -> Int {
    let count = pictures(of: position).count
    return count == 0 ? 0 : Int(frame / framesPerPicture % UInt32(count))
  }
}
