/// The keys at a device's edge.
public struct KeyPresses: OptionSet, Equatable, Sendable {
  /// One bit for each key.
  public let rawValue: UInt32

  /// Makes a set of bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The upper volume key.
  public static var volumeUp: KeyPresses { KeyPresses(rawValue: 1) }
  /// The lower volume key.
  public static var volumeDown: KeyPresses { KeyPresses(rawValue: 2) }
  /// The camera's own key, pressed fully.
  public static var cameraControl: KeyPresses { KeyPresses(rawValue: 4) }
  /// How many keys there are.
  static var count: UInt32 { 3 }
}
