import SimMath

/// What a recording says of its run before the first frame: everything that decides the run beside
/// what comes from outside.
///
/// Names are ASCII. What a recording leaves out has the value that a header has when it is made.
public struct RecordingHeader: Equatable, Sendable {
  /// What was recorded.
  public enum Kind: UInt8, CaseIterable, Sendable {
    /// A scene, frame by frame.
    case scene
    /// A model of an app's logic, event by event.
    case model

    /// The kind's name in files.
    package var name: StaticString {
      switch self {
      case .scene: "scene"
      case .model: "model"
      }
    }
  }

  /// The value of one of the scene's or model's parameters.
  public struct Parameter: Equatable, Sendable {
    /// The kebab-case name.
    public var name: [UInt8]
    /// The value.
    public var value: Float

    /// Makes a parameter.
    public init(name: [UInt8], value: Float) {
      self.name = name
      self.value = value
    }
  }

  /// A picture that a camera saw; the recording tells it from others, and has not its pixels.
  public struct Picture: Equatable, Sendable {
    /// Whether the front camera saw it.
    public var isFront: Bool
    /// The digest of its size and pixels.
    public var digest: UInt64
    /// Where its file lies, relative to the recording.
    public var path: [UInt8]

    /// Makes a picture.
    public init(isFront: Bool, digest: UInt64, path: [UInt8]) {
      self.isFront = isFront
      self.digest = digest
      self.path = path
    }
  }

  /// The version of what all scenes share, as in `BehaviorVersion`; nil when it is not pinned.
  public var behaviorVersion: UInt32?
  /// What was recorded.
  public var kind = Kind.scene
  /// The name of the scene or model.
  public var name: [UInt8]
  /// The version of how it behaves; nil when it is not pinned.
  public var ownBehaviorVersion: UInt32?
  /// The name of the device class.
  public var device: [UInt8]
  /// The canvas of the first frame; that of an iPhone 12 unless told.
  public var canvas = Canvas(widthPoints: 390, heightPoints: 844, scale: 3)
  /// The frame rate, 1 to 1,000.
  public var framesPerSecond: UInt32 = 60
  /// Points per millimeter of the display.
  public var pointsPerMillimeter = defaultPointsPerMillimeter
  /// Where all randomness comes from.
  public var seed: UInt64 = 1
  /// Parameters that have another value than their default, or all.
  public var parameters: [Parameter] = []
  /// Whether the person asked the system for less motion.
  public var isMotionReduced = false
  /// Whether the device reports motion at all.
  public var hasMotion = true
  /// What the cameras saw.
  public var pictures: [Picture] = []
  /// Frames for which each picture is seen.
  public var framesPerPicture: UInt32 = 1
  /// What wrote the recording: version and commit, or anything without a line's end.
  public var tool: [UInt8] = []

  /// Makes the header of a run of a scene or model.
  public init(name: [UInt8]) {
    self.name = name
    device = Self.bytes(of: "iphone-12")
  }

  /// 460 pixels per inch at 3 pixels per point.
  package static var defaultPointsPerMillimeter: Float { 460 / 3 / 25.4 }

  /// The bytes of a fixed text.
  package static func bytes(of text: StaticString) -> [UInt8] {
    text.withUTF8Buffer { unsafe Array($0) }
  }
}

extension RecordingHeader {
  /// Whether both have the same bits in every number.
  package func isIdentical(to other: RecordingHeader) -> Bool {
    guard self == other, canvas.isIdentical(to: other.canvas),
      pointsPerMillimeter.bitPattern == other.pointsPerMillimeter.bitPattern
    else { return false }
    for index in parameters.indices
    where parameters[index].value.bitPattern != other.parameters[index].value.bitPattern {
      return false
    }
    return true
  }
}

extension Canvas {
  /// Whether both have the same bits.
  func isIdentical(to other: Canvas) -> Bool {
    widthPoints.bitPattern == other.widthPoints.bitPattern
      && heightPoints.bitPattern == other.heightPoints.bitPattern
      && scale.bitPattern == other.scale.bitPattern && orientation == other.orientation
  }
}
