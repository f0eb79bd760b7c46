import SimMath
import SimRuntime

/// The configuration of a model: seed, parameters, and the bug that a test plants.
///
/// No file or option can select a planted bug.
public struct ModelContext: Sendable {
  /// The seed.
  public var seed: UInt64
  /// The values of the model's parameters.
  public var parameters: ParameterValues
  /// The bug that a test plants to check its detection; 0 for none.
  package var plantedBug: UInt16 = 0

  /// The bug that a test plants to check its detection; nil for none.
  public func plantedBug<Bug: RawRepresentable>(_ bugs: Bug.Type) -> Bug?
  where Bug.RawValue == UInt16 {
    plantedBug == 0 ? nil : Bug(rawValue: plantedBug)
  }
}

/// The static description of a model, for listing it, reading its scenarios and describing its
/// runs.
public struct ModelDescriptor: Sendable {
  /// The kebab-case name used on the command line, in files and in reports.
  package var name: StaticString
  /// A one-sentence description for users.
  package var summary: StaticString
  /// The requirements the model follows, such as `SM-FLOW`.
  package var requirements: [StaticString]
  /// The parameters that a scenario can set.
  package var parameters: [ParameterDescriptor]
  /// The version of the model's behavior.
  package var behaviorVersion: UInt32
  /// The model's events; `WorldModel.described` sets these and the following members.
  package var events: [EventDescriptor] = []
  /// The model's observable effects.
  package var effects: [EffectDescriptor] = []
  /// The properties that are checked.
  package var properties: [PropertyDescriptor] = []
  /// The platform's services that the model uses.
  package var services: [WorldService]
  /// The model's kinds of faults.
  package var faults: [FaultDescriptor] = []
  /// The rates that the model counts.
  package var shares: [RateDescriptor] = []

  /// Creates a descriptor.
  public init(
    name: StaticString, summary: StaticString, requirements: [StaticString] = [],
    parameters: [ParameterDescriptor] = [], services: [WorldService] = [],
    behaviorVersion: UInt32 = 1
  ) {
    self.name = name
    self.summary = summary
    self.requirements = requirements
    self.parameters = parameters
    self.services = services
    self.behaviorVersion = behaviorVersion
  }

  /// The kinds of faults of the world that its runs meet.
  package var worldFaults: [WorldFault] {
    WorldFault.allCases.filter { fault in
      guard let service = fault.service else { return true }
      return services.contains(service)
    }
  }

  /// The default parameter values of the model.
  public var defaultParameters: ParameterValues {
    ParameterValues(of: parameters)
  }
}

/// A rate that a model counts, such as the success rate of requests.
public struct RateDescriptor: Sendable {
  /// The kebab-case name.
  package var name: StaticString
  /// The counted part and its whole, in one sentence.
  package var summary: StaticString
  /// The requirement concerned; empty if there is none.
  package var requirement: StaticString

  /// Creates a descriptor.
  public init(_ name: StaticString, _ summary: StaticString, requirement: StaticString = "") {
    self.name = name
    self.summary = summary
    self.requirement = requirement
  }
}

/// The counts of a rate: a part and its whole.
public struct RateCount: Equatable, Sendable {
  /// The part.
  public var part: UInt64
  /// The whole.
  public var whole: UInt64

  /// Creates counts.
  public init(_ part: UInt64, of whole: UInt64) {
    self.part = part
    self.whole = whole
  }
}

/// An app's logic in a simulated world.
///
/// A model is a value: the app's in-memory state, an oracle to check it against, and one list of
/// these fields. It receives one event at a time and performs all I/O through the world: timers,
/// requests and disk operations. It has no access to other clocks, files or networks.
public protocol WorldModel: StateFields, Sendable {
  /// The events of the model.
  associatedtype Event: EventKey
  /// The observable effects of the app.
  associatedtype Effect: EffectKey
  /// The properties to check.
  associatedtype Property: PropertyKey
  /// The model's kinds of faults.
  associatedtype Fault: FaultKey

  /// The name, parameters and other static facts of the model.
  static var descriptor: ModelDescriptor { get }

  /// Creates the model before the first event; the app is not running.
  init(_ context: ModelContext)

  /// Applies an event.
  ///
  /// User actions arrive only while the app is in front, timers and responses only while its
  /// process exists and is not suspended.
  mutating func apply(_ event: WorldEvent, in world: inout World)

  /// Discards in-memory state after the process ends.
  mutating func loseMemory()

  /// Checks the properties after a step.
  mutating func judge(_ world: borrowing World, by judge: inout PropertyChecker)

  /// Whether no work is pending, one minute after the last fault.
  func isSettled(_ world: borrowing World) -> Bool

  /// The rates that the model counts; empty by default.
  static var shares: [RateDescriptor] { get }

  /// The counts of the rate at an index.
  func share(at place: Int) -> RateCount

  /// Generates the users' actions for one run.
  static func act(_ history: inout WorkloadGenerator, _ context: ModelContext)
}

extension WorldModel {
  /// No rates.
  public static var shares: [RateDescriptor] { [] }

  /// A rate without samples: 0 of 0.
  public func share(at place: Int) -> RateCount { RateCount(0, of: 0) }

  /// The descriptor, completed with the descriptors of the model's keys.
  public static var described: ModelDescriptor {
    var descriptor = Self.descriptor
    descriptor.events = Event.inOrder { $0.descriptor }
    descriptor.effects = Effect.inOrder { $0.descriptor }
    descriptor.properties = Property.descriptors
    descriptor.faults = Fault.descriptors
    descriptor.shares = shares
    return descriptor
  }
}

/// The fault keys of models without their own kinds of faults.
public enum NoFault: UInt8, FaultKey {
  /// A placeholder, which is not in `allCases`.
  case none

  /// The descriptor of the placeholder.
  public var descriptor: FaultDescriptor { FaultDescriptor("none", "No fault.") }
  /// Empty.
  public static var allCases: [NoFault] { [] }
}

extension PropertyChecker {
  /// Creates a checker without results for the properties of a model.
  public init<Model: WorldModel>(_ model: Model.Type) { self.init(Model.Property.descriptors) }
}
