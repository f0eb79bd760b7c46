import SimMath

/// The configuration of a recorded run: everything that determines it besides external input.
///
/// Names are ASCII. Values missing in a file are those of a new header.
public struct RecordingHeader: Equatable, Sendable {
  /// The kind of recording.
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

  /// The value of a parameter of the scene or model.
  public struct Parameter: Equatable, Sendable {
    /// The kebab-case name.
    public var name: [UInt8]
    /// The value.
    public var value: Float

    /// Creates a parameter.
    public init(name: [UInt8], value: Float) {
      self.name = name
      self.value = value
    }
  }

  /// An input image of a camera; the recording contains its digest, but not its pixels.
  public struct Picture: Equatable, Sendable {
    /// Whether it belongs to the front camera.
    public var isFront: Bool
    /// The digest of its size and pixels.
    public var digest: UInt64
    /// The path of its file, relative to the recording.
    public var path: [UInt8]

    /// Creates an image.
    public init(isFront: Bool, digest: UInt64, path: [UInt8]) {
      self.isFront = isFront
      self.digest = digest
      self.path = path
    }
  }

  /// The shared version `BehaviorVersion`; nil if any version is valid.
  public var behaviorVersion: UInt32?
  /// The kind of recording.
  public var kind = Kind.scene
  /// The name of the scene or model.
  public var name: [UInt8]
  /// The behavior version of the scene or model; nil if any version is valid.
  public var ownBehaviorVersion: UInt32?
  /// The parents' gate in front of a scene; nil for none.
  package var gate: SceneGate?
  /// The name of the device class.
  public var device: [UInt8]
  /// The canvas of the first frame; by default that of an iPhone 12.
  public var canvas = SceneCanvas(widthPoints: 390, heightPoints: 844, scale: 3)
  /// The frame rate, 1 to 1,000.
  public var framesPerSecond: UInt32 = 60
  /// Points per millimeter of the display.
  public var pointsPerMillimeter = defaultPointsPerMillimeter
  /// The seed of all random streams.
  public var seed: UInt64 = 1
  /// Parameters; those that are missing have their default values.
  public var parameters: [Parameter] = []
  /// Whether the user enabled Reduce Motion.
  public var isMotionReduced = false
  /// Whether the device has motion sensors.
  public var hasMotion = true
  /// The input images of the cameras.
  public var pictures: [Picture] = []
  /// The number of frames per image.
  public var framesPerPicture: UInt32 = 1
  /// The program that wrote the recording: version and commit, or any text without line ends.
  public var tool: [UInt8] = []

  /// Creates the header of a run of a scene or model.
  public init(name: [UInt8]) {
    self.name = name
    device = Self.bytes(of: "iphone-12")
  }

  /// The density of 460 pixels per inch at 3 pixels per point.
  package static var defaultPointsPerMillimeter: Float { 460 / 3 / 25.4 }

  /// The bytes of a string literal.
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

extension SceneCanvas {
  /// Whether both have the same bits.
  func isIdentical(to other: SceneCanvas) -> Bool {
    widthPoints.bitPattern == other.widthPoints.bitPattern
      && heightPoints.bitPattern == other.heightPoints.bitPattern
      && scale.bitPattern == other.scale.bitPattern && orientation == other.orientation
  }
}
