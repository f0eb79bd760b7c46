/// A parents' gate in front of a scene.
package enum SceneGate: UInt8, CaseIterable, Sendable {
  /// BabySafe's: a hold, then authentication.
  case babySafe
  /// Scribbly's: two corners.
  case scribbly

  /// The gate's name in files and reports.
  package var name: StaticString {
    switch self {
    case .babySafe: "babysafe"
    case .scribbly: "scribbly"
    }
  }
}

/// An event of a parents' gate that is not a contact: an answer, a lock, or a change of the app.
package struct GateAction: Equatable, Sendable {
  /// The kind of action; answers have the raw values of `AuthenticationError`, a success has 0.
  package enum Kind: UInt8, CaseIterable, Sendable {
    /// The owner of the device is recognized.
    case success
    /// The person failed.
    case authenticationFailed
    /// The person canceled.
    case userCancel
    /// The person asked for another method.
    case userFallback
    /// The system canceled.
    case systemCancel
    /// The device has no passcode.
    case passcodeNotSet
    /// The device has no biometry.
    case biometryNotAvailable
    /// No finger or face is enrolled.
    case biometryNotEnrolled
    /// Biometry is locked.
    case biometryLockout
    /// The app canceled.
    case appCancel
    /// The context was invalidated before.
    case invalidContext
    /// Nothing can be shown.
    case notInteractive
    /// A parent locks the gate.
    case lock
    /// The app becomes inactive, for example under Control Center, and loses all contacts.
    case inactive
    /// The app becomes active.
    case active

    /// Whether it answers a prompt.
    package var isAnswer: Bool { rawValue <= Kind.notInteractive.rawValue }

    /// The kind's name in files.
    package var name: StaticString {
      switch self {
      case .success: "success"
      case .authenticationFailed: "authentication-failed"
      case .userCancel: "user-cancel"
      case .userFallback: "user-fallback"
      case .systemCancel: "system-cancel"
      case .passcodeNotSet: "passcode-not-set"
      case .biometryNotAvailable: "biometry-not-available"
      case .biometryNotEnrolled: "biometry-not-enrolled"
      case .biometryLockout: "biometry-lockout"
      case .appCancel: "app-cancel"
      case .invalidContext: "invalid-context"
      case .notInteractive: "not-interactive"
      case .lock: "lock"
      case .inactive: "inactive"
      case .active: "active"
      }
    }
  }

  /// The frame of the loop, including those in the background.
  package var frame: UInt32
  /// The kind of action.
  package var kind: Kind
  /// The attempt that an answer belongs to, from 1; 0 for the attempt in progress.
  package var attempt: UInt32

  /// Creates an action.
  package init(frame: UInt32, _ kind: Kind, attempt: UInt32 = 0) {
    self.frame = frame
    self.kind = kind
    self.attempt = attempt
  }
}
