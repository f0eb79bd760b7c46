/// How the owner of the device may authenticate.
public enum AuthenticationPolicy: UInt8, Sendable {
  /// By biometry alone.
  case deviceOwnerAuthenticationWithBiometrics
  /// By biometry if usable, otherwise or then by the passcode.
  case deviceOwnerAuthentication
}

/// A reason why an authentication fails, as LocalAuthentication's `LAError` names it.
public enum AuthenticationError: UInt8, CaseIterable, Error, Sendable {
  /// The person failed three times.
  case authenticationFailed = 1
  /// The person canceled.
  case userCancel
  /// The person asked for another method.
  case userFallback
  /// The system canceled, for example because the app went to the background.
  case systemCancel
  /// The device has no passcode.
  case passcodeNotSet
  /// The device has no biometry, or the app may not use it.
  case biometryNotAvailable
  /// No finger or face is enrolled.
  case biometryNotEnrolled
  /// Biometry is locked after five failed attempts, until the passcode is entered.
  case biometryLockout
  /// The app canceled: it invalidated the context, or asked again.
  case appCancel
  /// The context was invalidated before.
  case invalidContext
  /// Nothing can be shown, since the app is in the background.
  case notInteractive

  /// The code of `LAError`.
  public var code: Int32 { self == .notInteractive ? -1004 : -Int32(rawValue) }

  /// The error of a response; nil if it is a success or not a result at all.
  public init?(_ response: WorldEvent) {
    self.init(rawValue: UInt8(truncatingIfNeeded: response.second))
  }

  /// The second argument of a response for the description of its event: 0 is a success.
  public static var result: ArgumentDescriptor {
    ArgumentDescriptor(
      "result",
      .choice([
        "success", "authentication-failed", "user-cancel", "user-fallback", "system-cancel",
        "passcode-not-set", "biometry-not-available", "biometry-not-enrolled", "biometry-lockout",
        "app-cancel", "invalid-context", "not-interactive",
      ]))
  }
}

/// What the person at the device does while an authentication is shown.
public enum AuthenticationAction: UInt8, CaseIterable, Sendable {
  /// Shows the enrolled face or finger.
  case match
  /// Shows another face or finger.
  case mismatch
  /// Enters the passcode.
  case passcode
  /// Enters a wrong passcode.
  case wrongPasscode
  /// Asks for another method.
  case fallback
  /// Cancels.
  case cancel

  /// The argument that is an action, for the description of a model's event.
  public static var argument: ArgumentDescriptor {
    ArgumentDescriptor(
      "action",
      .choice(["match", "mismatch", "passcode", "wrong-passcode", "fallback", "cancel"]))
  }
}
