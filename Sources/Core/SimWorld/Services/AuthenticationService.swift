import SimMath
import SimRuntime

/// LocalAuthentication on a simulated device: biometry, the passcode, and one context of the app.
///
/// A model stores the service as a field, keeps it in `loseMemory`, and first thing in its own
/// `apply` passes it every event. What the person does is a decision of the model's plan, which the
/// model hands to `act`; without an authentication on the screen it has no effect.
///
///     service.apply(event, in: &world)
///     switch event.own(Event.self) {
///     case .ask:
///       service.evaluate(
///         .deviceOwnerAuthentication, Event.answer, request: 7, identity: event.identity,
///         in: &world)
///     case .person: service.act(event, in: &world)
///     case .answer: isOpen = event.first == 7 && AuthenticationError(event) == nil
///     }
public struct AuthenticationService: Equatable, Sendable, StateFields {
  /// What is on the screen.
  private enum Sheet: UInt8 {
    case none, biometry, passcode
    /// The authentication is under way and never ends.
    case hung
  }

  /// The number of failed attempts in a row that lock biometry.
  public static var attemptLimit: UInt32 { 5 }
  /// The number of failures that end one authentication.
  private static var failureLimit: UInt32 { 3 }

  /// Failed attempts at biometry since the last success.
  public private(set) var failedAttempts: UInt32 = 0
  /// Whether the context is valid.
  private var isContextValid = true
  private var sheet = Sheet.none
  private var policy = AuthenticationPolicy.deviceOwnerAuthentication
  /// Failures on this sheet, of biometry and of the passcode.
  private var failures: UInt32 = 0
  /// When the system cancels the authentication; `.max` for never.
  private var cancelTime = UInt64.max
  private var code: UInt16 = 0
  private var request: UInt64 = 0
  private var identity: UInt64 = 0

  /// The time for which a device lacks biometry or a passcode, while such a fault is enabled.
  private static var period: UInt64 { 2 * Nanoseconds.minute }

  /// Creates a service with biometry, a passcode and a valid context.
  public init() {}

  /// Whether biometry is locked until the passcode is entered.
  public var isLockedOut: Bool { failedAttempts >= Self.attemptLimit }

  /// Whether an authentication is under way: on the screen, or never ending.
  public func isEvaluating(_ world: borrowing World) -> Bool {
    sheet != .none && world.clock.now < cancelTime
  }

  // MARK: - Requests of the app

  /// Why a policy cannot be evaluated now; nil if it can.
  public func canEvaluate(
    _ policy: AuthenticationPolicy, in world: inout World
  ) -> AuthenticationError? {
    guard isContextValid else { return .invalidContext }
    guard Self.hasPasscode(&world) else { return .passcodeNotSet }
    return policy == .deviceOwnerAuthentication ? nil : biometryError(&world)
  }

  /// Asks the person to authenticate; the result arrives as an event.
  ///
  /// Its first argument is the request; its second is 0 for a success, otherwise an
  /// `AuthenticationError`. An authentication under way ends with `appCancel`.
  ///
  /// - Parameters:
  ///   - response: an event described as `response`.
  ///   - request: tells the app's requests apart.
  ///   - identity: distinguishes the request from all others of the run, such as the identity of
  ///     the event that causes it.
  public mutating func evaluate(
    _ policy: AuthenticationPolicy, _ response: some EventKey, request: UInt64, identity: UInt64,
    in world: inout World
  ) {
    cancel(.appCancel, in: &world)
    (code, self.request, self.identity) = (response.code, request, identity)
    (self.policy, failures, cancelTime) = (policy, 0, .max)
    var stream = world.draw("authentication", identity)
    let isHanging = stream.chance(1, in: 8)
    let isLocked = stream.chance(1, in: 5)
    let isCanceled = stream.chance(1, in: 5)
    let delay = Nanoseconds.second / 5 &+ UInt64(3e9 * Double(stream.exponential()))
    if isLocked, world.strikes(.biometryLockout) { failedAttempts = Self.attemptLimit }
    if let error = canEvaluate(policy, in: &world) { return reply(error, &world) }
    switch world.process {
    case .active, .inactive: break
    case .background, .suspended, .dead: return reply(.notInteractive, &world)
    }
    sheet = biometryError(&world) == nil ? .biometry : .passcode
    if isHanging, world.strikes(.hangingAuthentication) {
      sheet = .hung
    } else if isCanceled, world.strikes(.systemCancel) {
      cancelTime = world.clock.now &+ delay
      answer(after: delay, AuthenticationError.systemCancel.rawValue, in: &world)
    }
  }

  /// Ends an authentication under way with `appCancel`; the context is then invalid.
  public mutating func invalidate(in world: inout World) {
    cancel(.appCancel, in: &world)
    isContextValid = false
  }

  /// Replaces the context by a valid one; an authentication under way ends with `appCancel`.
  public mutating func makeContext(in world: inout World) {
    cancel(.appCancel, in: &world)
    isContextValid = true
  }

  // MARK: - The device

  /// Applies a change of the process: in the background and with the process, authentications end.
  public mutating func apply(_ event: WorldEvent, in world: inout World) {
    switch event.common {
    case .background: cancel(.systemCancel, in: &world)
    case .kill, .reboot, .powerLoss: (sheet, cancelTime, isContextValid) = (.none, .max, true)
    default: break
    }
  }

  /// Applies the action of the person that is an event's first argument.
  public mutating func act(_ event: WorldEvent, in world: inout World) {
    guard let action = AuthenticationAction(rawValue: UInt8(truncatingIfNeeded: event.first)),
      isEvaluating(world)
    else { return }
    switch (action, sheet) {
    case (.match, .biometry):
      failedAttempts = 0
      finish(0, in: &world)
    case (.mismatch, .biometry): mismatch(in: &world)
    case (.passcode, .passcode):
      failedAttempts = 0
      finish(0, in: &world)
    case (.wrongPasscode, .passcode):
      failures &+= 1
      guard failures >= Self.failureLimit else { return }
      finish(AuthenticationError.authenticationFailed.rawValue, in: &world)
    case (.fallback, .biometry): leaveBiometry(.userFallback, in: &world)
    case (.cancel, .biometry), (.cancel, .passcode):
      finish(AuthenticationError.userCancel.rawValue, in: &world)
    default: break
    }
  }

  private mutating func mismatch(in world: inout World) {
    failedAttempts &+= 1
    failures &+= 1
    if isLockedOut {
      leaveBiometry(.biometryLockout, in: &world)
    } else if failures >= Self.failureLimit {
      leaveBiometry(.authenticationFailed, in: &world)
    }
  }

  /// Goes on to the passcode if the policy allows it; otherwise ends with an error.
  private mutating func leaveBiometry(_ error: AuthenticationError, in world: inout World) {
    guard policy == .deviceOwnerAuthentication else { return finish(error.rawValue, in: &world) }
    (sheet, failures) = (.passcode, 0)
  }

  // MARK: - Responses

  private func biometryError(_ world: inout World) -> AuthenticationError? {
    var stream = world.draw("authentication.biometry", world.clock.now / Self.period)
    let isMissing = stream.chance(1, in: 4)
    let isEnrolled = stream.chance(1, in: 2)
    if isMissing, world.strikes(.noBiometry) {
      return isEnrolled ? .biometryNotAvailable : .biometryNotEnrolled
    }
    return isLockedOut ? .biometryLockout : nil
  }

  private static func hasPasscode(_ world: inout World) -> Bool {
    var stream = world.draw("authentication.passcode", world.clock.now / period)
    return !(stream.chance(1, in: 4) && world.strikes(.noPasscode))
  }

  private func reply(_ error: AuthenticationError, _ world: inout World) {
    answer(after: 20 * Nanoseconds.millisecond, error.rawValue, in: &world)
  }

  private func answer(after nanoseconds: UInt64, _ result: UInt8, in world: inout World) {
    world.respond(
      after: nanoseconds, code: code, request, UInt64(result), identity: identity)
  }

  /// Ends the authentication on the screen with the result that the person caused.
  private mutating func finish(_ result: UInt8, in world: inout World) {
    var stream = world.draw("authentication.end", identity)
    let latency = UInt64(stream.range(0.2, 0.9) * 1e9)
    let isDoubled = stream.chance(1, in: 4)
    let pause = UInt64(stream.range(0.05, 4) * 1e9)
    withdraw(in: &world)
    sheet = .none
    answer(after: latency, result, in: &world)
    if isDoubled, world.strikes(.doubleAuthentication) {
      answer(after: latency &+ pause, result, in: &world)
    }
  }

  /// Ends an authentication under way, if any; the person may just have succeeded nevertheless.
  private mutating func cancel(_ error: AuthenticationError, in world: inout World) {
    defer { (sheet, cancelTime) = (.none, .max) }
    guard isEvaluating(world), sheet != .hung else { return }
    var stream = world.draw("authentication.cancel", identity)
    let isLate = stream.chance(1, in: 2)
    let isMatched = stream.chance(1, in: 2)
    let pause = UInt64(stream.range(0.2, 8) * 1e9)
    withdraw(in: &world)
    guard isLate, world.strikes(.lateAuthentication) else {
      return answer(after: 20 * Nanoseconds.millisecond, error.rawValue, in: &world)
    }
    answer(after: pause, isMatched ? 0 : error.rawValue, in: &world)
  }

  /// Removes the cancellation that the system had in store.
  private mutating func withdraw(in world: inout World) {
    guard cancelTime != .max else { return }
    world.removeResponses(code: code, identity: identity)
    cancelTime = .max
  }

  // MARK: - State

  /// Visits every field.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  public mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.field(&failedAttempts, "failedAttempts")
    visitor.field(&isContextValid, "isContextValid")
    visitor.field(&sheet, "sheet")
    visitor.field(&policy, "policy")
    visitor.field(&failures, "failures")
    visitor.field(&cancelTime, "cancelTime")
    visitor.field(&code, "code")
    visitor.field(&request, "request")
    visitor.field(&identity, "identity")
  }
}

extension World {
  /// Delivers a response of a service whose event is known by its code.
  fileprivate mutating func respond(
    after nanoseconds: UInt64, code: UInt16, _ first: UInt64, _ second: UInt64, identity: UInt64
  ) {
    queue.insert(
      WorldEvent(
        time: clock.now &+ nanoseconds, order: .response, channel: .service, code: code,
        first: first, second: second, identity: identity))
  }

  /// Removes the pending responses of a service to one request.
  fileprivate mutating func removeResponses(code: UInt16, identity: UInt64) {
    queue.removeAll { $0.channel == .service && $0.code == code && $0.identity == identity }
  }
}
