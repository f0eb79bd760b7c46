import SimMath

/// A kind of fault: what goes wrong now and then while it is on.
public struct FaultDescriptor: Sendable {
  /// The kebab-case name.
  package var name: StaticString
  /// What goes wrong, in a sentence.
  package var summary: StaticString

  /// Describes a kind of fault.
  public init(_ name: StaticString, _ summary: StaticString) {
    self.name = name
    self.summary = summary
  }
}

/// The kinds of faults that a model has of its own, one case each.
///
/// Raw values count from 0 without a gap, which is what they are unless told.
public protocol FaultKey: CaseIterable, RawRepresentable, Sendable where RawValue == UInt8 {
  /// What the kind is called, and what goes wrong.
  var descriptor: FaultDescriptor { get }
}

extension FaultKey {
  /// What a model lists: all cases in their order.
  public static var descriptors: [FaultDescriptor] { allCases.map { $0.descriptor } }
}

/// The kinds of faults that every world has.
public enum WorldFault: UInt8, CaseIterable, Sendable {
  /// A request or its answer is lost on the way.
  case lostRequest
  /// A request is never answered.
  case hangingRequest
  /// An answer comes twice.
  case doubledAnswer
  /// A step on the disk fails as a whole.
  case diskError
  /// A step on the disk takes a thousand times as long.
  case slowDisk
  /// The disk is full for a while.
  case diskFull
  /// The network is gone for a while.
  case offline
  /// The wall clock jumps.
  case clockJump
  /// The time zone changes.
  case zoneChange
  /// Something lies over the app for a while.
  case interruption
  /// The app is put away, and suspended.
  case suspension
  /// The process ends, unannounced.
  case kill
  /// The device is booted anew.
  case reboot
  /// The power fails: what was not synced is old, new or zero, sector by sector.
  case powerLoss

  /// What the kind is called, and what goes wrong.
  package var descriptor: FaultDescriptor {
    switch self {
    case .lostRequest:
      FaultDescriptor("lost-request", "A request or its answer is lost on the way.")
    case .hangingRequest: FaultDescriptor("hanging-request", "A request is never answered.")
    case .doubledAnswer: FaultDescriptor("doubled-answer", "An answer comes twice.")
    case .diskError: FaultDescriptor("disk-error", "A step on the disk fails as a whole.")
    case .slowDisk:
      FaultDescriptor("slow-disk", "A step on the disk takes a thousand times as long.")
    case .diskFull: FaultDescriptor("disk-full", "The disk is full for a while.")
    case .offline: FaultDescriptor("offline", "The network is gone for a while.")
    case .clockJump: FaultDescriptor("clock-jump", "The wall clock jumps.")
    case .zoneChange: FaultDescriptor("zone-change", "The time zone changes.")
    case .interruption: FaultDescriptor("interruption", "Something lies over the app for a while.")
    case .suspension: FaultDescriptor("suspension", "The app is put away, and suspended.")
    case .kill: FaultDescriptor("kill", "The process ends, unannounced.")
    case .reboot: FaultDescriptor("reboot", "The device is booted anew.")
    case .powerLoss:
      FaultDescriptor(
        "power-loss",
        "The power fails: what was not synced is old, new or zero, sector by sector.")
    }
  }

  /// The place of a model's first kind of its own.
  package static var firstOwn: UInt8 { 24 }
}

/// Which kinds of faults are on.
public struct FaultMask: Equatable, Sendable, StateFields {
  /// A bit for each kind.
  package var bits: UInt64 = 0

  /// Makes a mask with no kind on.
  public init() {}

  /// Whether one of the world's kinds is on.
  public func contains(_ fault: WorldFault) -> Bool { contains(place: fault.rawValue) }

  /// Whether one of the model's kinds is on.
  public func contains(_ fault: some FaultKey) -> Bool {
    contains(place: WorldFault.firstOwn &+ fault.rawValue)
  }

  /// Whether the kind at a place is on.
  package func contains(place: UInt8) -> Bool { place < 64 && bits & 1 &<< UInt64(place) != 0 }

  /// Turns the kind at a place on.
  package mutating func insert(place: UInt8) { if place < 64 { bits |= 1 &<< UInt64(place) } }

  /// Shows the bits.
  @specialized(where Visitor == StateDigest)
  @specialized(where Visitor == SnapshotWriter)
  @specialized(where Visitor == SnapshotReader)
  public mutating func visitState<Visitor: StateVisitor>(_ visitor: inout Visitor) {
    visitor.field(&bits, "bits")
  }
}
