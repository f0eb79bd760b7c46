import SimMath
import SimRuntime

/// What a model is made from, beside its parameters: where its randomness comes from, and which of
/// its planted bugs is in it, which no file and no option can say.
public struct ModelContext: Sendable {
  /// The seed.
  public var seed: UInt64
  /// Values of the model's parameters.
  public var parameters: ParameterValues
  /// A bug that tests plant to see it found; 0 for none.
  package var plantedBug: UInt16 = 0

  /// The bug of one's own model that its tests plant to see it found; nil for none.
  public func plantedBug<Bug: RawRepresentable>(_ bugs: Bug.Type) -> Bug?
  where Bug.RawValue == UInt16 {
    plantedBug == 0 ? nil : Bug(rawValue: plantedBug)
  }
}

/// What a model says about itself: enough to list it, to read its scenarios and to tell what
/// happened.
public struct ModelDescriptor: Sendable {
  /// The kebab-case name used on the command line, in files and in reports.
  package var name: StaticString
  /// One sentence for people.
  package var summary: StaticString
  /// The requirements the model follows, such as `SM-FLOW`.
  package var requirements: [StaticString]
  /// What a scenario may set.
  package var parameters: [ParameterDescriptor]
  /// The version of how the model behaves.
  package var behaviorVersion: UInt32
  /// What can happen to it; this and what follows is filled in by `WorldModel.described`.
  package var events: [EventDescriptor] = []
  /// What it does that can be seen from outside.
  package var happenings: [HappeningDescriptor] = []
  /// What has to hold of it.
  package var properties: [PropertyDescriptor] = []
  /// Kinds of faults that it has of its own.
  package var faults: [FaultDescriptor] = []
  /// Parts of a whole that it counts.
  package var shares: [ShareDescriptor] = []

  /// Makes a descriptor.
  public init(
    name: StaticString, summary: StaticString, requirements: [StaticString],
    parameters: [ParameterDescriptor] = [], behaviorVersion: UInt32 = 1
  ) {
    self.name = name
    self.summary = summary
    self.requirements = requirements
    self.parameters = parameters
    self.behaviorVersion = behaviorVersion
  }

  /// The values that the model has when nobody chooses others.
  public var defaultParameters: ParameterValues {
    ParameterValues(parameters.map { $0.defaultValue })
  }
}

/// A part of a whole that a model counts, such as how much of what was asked for came.
public struct ShareDescriptor: Sendable {
  /// The kebab-case name.
  package var name: StaticString
  /// What is counted of what, in a sentence.
  package var summary: StaticString
  /// The requirement it is about; empty for none.
  package var requirement: StaticString

  /// Describes a share.
  public init(_ name: StaticString, _ summary: StaticString, requirement: StaticString = "") {
    self.name = name
    self.summary = summary
    self.requirement = requirement
  }
}

/// A part and its whole.
public struct ShareCount: Equatable, Sendable {
  /// The part.
  public var part: UInt64
  /// The whole.
  public var whole: UInt64

  /// Makes a count.
  public init(_ part: UInt64, of whole: UInt64) {
    self.part = part
    self.whole = whole
  }
}

/// An app's logic in a simulated world.
///
/// A model is a value: what the app has in memory, what stands beside it to judge it, and one list
/// of all of that. It is told one event after the other, and asks the world for all that it wants
/// done: reminders, requests, steps on the disk. It sees no clock, file or network but the world's.
public protocol WorldModel: StateFields, Sendable {
  /// What can happen to it.
  associatedtype Event: EventKey
  /// What it does that can be seen from outside.
  associatedtype Happening: HappeningKey
  /// What has to hold of it.
  associatedtype Property: PropertyKey
  /// Kinds of faults that it has of its own.
  associatedtype Fault: FaultKey

  /// What the model says about itself.
  static var descriptor: ModelDescriptor { get }

  /// Makes the model before its history; the app is not running.
  init(_ context: ModelContext)

  /// Is told what happens.
  ///
  /// User's events come only while the app is in front; reminders and answers only while its
  /// process lives and is not suspended.
  mutating func apply(_ event: WorldEvent, in world: inout World)

  /// Forgets what was in memory, since the process has ended.
  mutating func loseMemory()

  /// Says what holds after a step.
  mutating func judge(_ world: borrowing World, by judge: inout PropertyJudge)

  /// Whether nothing is under way any more, a minute after the last fault.
  func isSettled(_ world: borrowing World) -> Bool

  /// Parts of a whole that it counts; none unless told.
  static var shares: [ShareDescriptor] { get }

  /// What one of them has come to.
  func share(at place: Int) -> ShareCount

  /// Draws what people do in a history.
  static func act(_ history: inout HistoryWriter, _ context: ModelContext)
}

extension WorldModel {
  /// None.
  public static var shares: [ShareDescriptor] { [] }

  /// Nothing of nothing.
  public func share(at place: Int) -> ShareCount { ShareCount(0, of: 0) }

  /// The descriptor with all that the model's keys say.
  public static var described: ModelDescriptor {
    var descriptor = Self.descriptor
    descriptor.events = Event.allCases.map { $0.descriptor }
    descriptor.happenings = Happening.allCases.map { $0.descriptor }
    descriptor.properties = Property.descriptors
    descriptor.faults = Fault.descriptors
    descriptor.shares = shares
    return descriptor
  }
}

/// No kinds of faults, for models that have none of their own.
public enum NoFault: UInt8, FaultKey {
  /// There is no such kind: a model without kinds of its own never asks for this one.
  case none

  /// Says that there is none.
  public var descriptor: FaultDescriptor { FaultDescriptor("none", "Nothing goes wrong.") }
  /// None.
  public static var allCases: [NoFault] { [] }
}
