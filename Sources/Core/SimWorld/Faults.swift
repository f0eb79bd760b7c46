import SimRuntime
import SimMath

/// A kind of injected fault, which occurs at random while it is enabled.
public struct FaultDescriptor: Sendable {
  /// The kebab-case name.
  package var name: StaticString
  /// A one-sentence description of the fault.
  package var summary: StaticString

  /// Creates a descriptor.
  public init(_ name: StaticString, _ summary: StaticString) {
    self.name = name
    self.summary = summary
  }
}

/// The kinds of faults of a model, one case each.
///
/// Raw values must count from 0 without gaps, as they do by default.
public protocol FaultKey: CaseIterable, RawRepresentable, Sendable where RawValue == UInt8 {
  /// The name and description of the kind.
  var descriptor: FaultDescriptor { get }
}

extension FaultKey {
  /// The descriptors of all cases in order.
  public static var descriptors: [FaultDescriptor] { inOrder { $0.descriptor } }
}

/// The kinds of faults of the world: those of every run, then those of services, which occur only
/// in models that use them.
public enum WorldFault: UInt8, CaseIterable, Sendable {
  /// A request or its response is lost.
  case lostRequest
  /// A request never receives a response.
  case hangingRequest
  /// A response arrives twice.
  case duplicateResponse
  /// A disk operation fails with no partial effect.
  case diskError
  /// A disk operation takes 1,000 times as long.
  case slowDisk
  /// The disk is full for a while.
  case diskFull
  /// The network is unavailable for a while.
  case offline
  /// The wall clock jumps.
  case clockJump
  /// The time zone changes.
  case zoneChange
  /// A system alert or call makes the app inactive for a while.
  case interruption
  /// The app goes to the background and is suspended.
  case suspension
  /// The process is killed without notice.
  case kill
  /// The device reboots.
  case reboot
  /// Power loss: each unsynced sector holds its old content, the new content, or zeros.
  case powerLoss

  // A model's own kinds lie between those of every run and those of services; see `firstOwn`.

  /// A purchase fails with an error.
  case purchaseFails = 40
  /// A transaction cannot be verified.
  case unverifiedTransaction
  /// A transaction update arrives twice.
  case duplicateUpdate
  /// A transaction update is delivered only at the next launch.
  case missedUpdate
  /// The entitlements lack recent changes for 30 s after launch.
  case staleEntitlements
  /// The entitlements are empty for 30 s after launch.
  case emptyEntitlements
  /// The store responds slowly.
  case slowStore
  /// A renewal fails and is tried again later.
  case billingRetry
  /// A purchase waits for a parent's approval.
  case askToBuy
  /// Syncing with the store fails.
  case syncFails

  /// Biometry is not available or not enrolled.
  case noBiometry = 50
  /// Biometry is locked after failed attempts.
  case biometryLockout
  /// The system cancels an authentication.
  case systemCancel
  /// The result of a canceled authentication arrives late.
  case lateAuthentication
  /// The result of an authentication arrives twice.
  case doubleAuthentication
  /// An authentication never ends.
  case hangingAuthentication
  /// The device has no passcode.
  case noPasscode

  /// A change reaches other devices late.
  case delayedSync = 57
  /// Changes reach the cloud in another order than made.
  case reorderedSync
  /// A device cannot reach the cloud for a while.
  case partition
  /// The account changes for a while.
  case accountChange
  /// The quota is exceeded.
  case syncQuota
  /// A change notification arrives twice.
  case duplicateChange
  /// A read returns an old value.
  case staleRead

  /// The name and description of the kind.
  package var descriptor: FaultDescriptor {
    switch self {
    case .lostRequest:
      FaultDescriptor("lost-request", "A request or its response is lost.")
    case .hangingRequest: FaultDescriptor("hanging-request", "A request never receives a response.")
    case .duplicateResponse: FaultDescriptor("duplicate-response", "A response arrives twice.")
    case .diskError: FaultDescriptor("disk-error", "A disk operation fails with no partial effect.")
    case .slowDisk:
      FaultDescriptor("slow-disk", "A disk operation takes 1,000 times as long.")
    case .diskFull: FaultDescriptor("disk-full", "The disk is full for a while.")
    case .offline: FaultDescriptor("offline", "The network is unavailable for a while.")
    case .clockJump: FaultDescriptor("clock-jump", "The wall clock jumps.")
    case .zoneChange: FaultDescriptor("zone-change", "The time zone changes.")
    case .interruption:
      FaultDescriptor(
        "interruption", "A system alert or call makes the app inactive for a while.")
    case .suspension:
      FaultDescriptor("suspension", "The app goes to the background and is suspended.")
    case .kill: FaultDescriptor("kill", "The process is killed without notice.")
    case .reboot: FaultDescriptor("reboot", "The device reboots.")
    case .powerLoss:
      FaultDescriptor(
        "power-loss",
        "Power loss: each unsynced sector holds its old content, the new content, or zeros.")
    case .purchaseFails: FaultDescriptor("purchase-fails", "A purchase fails with an error.")
    case .unverifiedTransaction:
      FaultDescriptor("unverified-transaction", "A transaction cannot be verified.")
    case .duplicateUpdate:
      FaultDescriptor("duplicate-update", "A transaction update arrives twice.")
    case .missedUpdate:
      FaultDescriptor(
        "missed-update", "A transaction update is delivered only at the next launch.")
    case .staleEntitlements:
      FaultDescriptor(
        "stale-entitlements", "The entitlements lack recent changes for 30 s after launch.")
    case .emptyEntitlements:
      FaultDescriptor("empty-entitlements", "The entitlements are empty for 30 s after launch.")
    case .slowStore: FaultDescriptor("slow-store", "The store responds slowly.")
    case .billingRetry:
      FaultDescriptor("billing-retry", "A renewal fails and is tried again later.")
    case .askToBuy: FaultDescriptor("ask-to-buy", "A purchase waits for a parent's approval.")
    case .syncFails: FaultDescriptor("sync-fails", "Syncing with the store fails.")
    case .noBiometry: FaultDescriptor("no-biometry", "Biometry is not available or not enrolled.")
    case .biometryLockout:
      FaultDescriptor("biometry-lockout", "Biometry is locked after failed attempts.")
    case .systemCancel: FaultDescriptor("system-cancel", "The system cancels an authentication.")
    case .lateAuthentication:
      FaultDescriptor(
        "late-authentication", "The result of a canceled authentication arrives late.")
    case .doubleAuthentication:
      FaultDescriptor("double-authentication", "The result of an authentication arrives twice.")
    case .hangingAuthentication:
      FaultDescriptor("hanging-authentication", "An authentication never ends.")
    case .noPasscode: FaultDescriptor("no-passcode", "The device has no passcode.")
    case .delayedSync: FaultDescriptor("delayed-sync", "A change reaches other devices late.")
    case .reorderedSync:
      FaultDescriptor("reordered-sync", "Changes reach the cloud in another order than made.")
    case .partition:
      FaultDescriptor("partition", "A device cannot reach the cloud for a while.")
    case .accountChange:
      FaultDescriptor("account-change", "The account changes for a while.")
    case .syncQuota: FaultDescriptor("sync-quota", "The quota is exceeded.")
    case .duplicateChange:
      FaultDescriptor("duplicate-change", "A change notification arrives twice.")
    case .staleRead: FaultDescriptor("stale-read", "A read returns an old value.")
    }
  }

  /// The service that the kind belongs to; nil for the kinds of every run.
  package var service: WorldService? {
    switch rawValue {
    case 40..<50: .store
    case 50..<57: .authentication
    case 57...: .syncedStore
    default: nil
    }
  }

  /// The index of a model's first kind of fault, of 16 at most.
  package static var firstOwn: UInt8 { 24 }
}

/// A service of the platform, which a model lists in its descriptor to meet its kinds of faults.
public enum WorldService: UInt8, CaseIterable, Sendable {
  /// `StoreService`.
  case store
  /// `AuthenticationService`.
  case authentication
  /// `SyncedStore`.
  case syncedStore
}

/// The enabled kinds of faults.
public struct FaultMask: Equatable, Sendable, StateFields {
  /// One bit per kind.
  package var bits: UInt64 = 0

  /// Creates a mask with all kinds disabled.
  public init() {}

  /// Whether a kind of the world is enabled.
  public func contains(_ fault: WorldFault) -> Bool { contains(place: fault.rawValue) }

  /// Whether a kind of the model is enabled.
  public func contains(_ fault: some FaultKey) -> Bool {
    contains(place: WorldFault.firstOwn &+ fault.rawValue)
  }

  /// Whether the kind at an index is enabled.
  package func contains(place: UInt8) -> Bool { place < 64 && bits & 1 &<< UInt64(place) != 0 }

  /// Enables the kind at an index.
  package mutating func insert(place: UInt8) { if place < 64 { bits |= 1 &<< UInt64(place) } }

  /// Visits the bits.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  public mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.field(&bits, "bits")
  }
}
