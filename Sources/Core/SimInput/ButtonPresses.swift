/// The hardware buttons of a device.
public struct ButtonPresses: OptionSet, Equatable, Sendable {
  /// One bit per button.
  public let rawValue: UInt32

  /// Creates a set from its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The volume-up button.
  public static var volumeUp: ButtonPresses { ButtonPresses(rawValue: 1) }
  /// The volume-down button.
  public static var volumeDown: ButtonPresses { ButtonPresses(rawValue: 2) }
  /// The camera button, fully pressed.
  public static var cameraControl: ButtonPresses { ButtonPresses(rawValue: 4) }
  /// The number of buttons.
  static var count: UInt32 { 3 }
}
