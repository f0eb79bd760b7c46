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

/// The kinds of faults of every world.
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
    }
  }

  /// The index of a model's first kind of fault.
  package static var firstOwn: UInt8 { 24 }
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
