import SimMath

/// Checks properties after every step, counts the checks and records the first failure.
///
/// The keys or names of a scene or model identify its properties.
public struct PropertyChecker: Sendable {
  /// The check counts of a property.
  package struct Tally: Equatable, Sendable {
    /// The number of checks; for a leads-to property, how often its condition began.
    package var checked: UInt64 = 0
    /// The number of checks that were true; for a leads-to property, how often the consequence came
    /// after the condition began.
    package var held: UInt64 = 0
    /// The step in which the current condition began; nil without one.
    package var since: UInt32?
    /// The time at which it began, in nanoseconds since the start of the run.
    package var sinceNanoseconds: UInt64 = 0
  }

  /// A property that did not hold in a step.
  package struct Failure: Equatable, Sendable {
    /// The index of the property.
    package var property: Int
    /// The step.
    package var step: UInt32
    /// The value found; nil if not reported.
    package var value: Float?
    /// The allowed limit; nil if not reported.
    package var limit: Float?
    /// The index of the entity concerned; nil if not reported.
    package var entity: UInt32?

    /// Creates a failure.
    package init(property: Int, step: UInt32, value: Float?, limit: Float?, entity: UInt32?) {
      self.property = property
      self.step = step
      self.value = value
      self.limit = limit
      self.entity = entity
    }
  }

  /// The current step.
  public package(set) var step: UInt32 = 0
  /// The time of the current step, in nanoseconds since the start of the run.
  package var nanoseconds: UInt64 = 0
  /// The check counts of every property.
  package private(set) var tallies: [Tally]
  /// The first failure.
  package private(set) var failure: Failure?

  private let names: [StaticString]
  private let deadlines: [PropertyDescriptor.Deadline]
  /// The coverage goals among the first 64 properties, one bit each.
  private let marks: UInt64

  /// Creates a checker without results for the properties of a scene.
  public init(_ descriptor: SceneDescriptor) { self.init(descriptor.properties) }

  /// Creates a checker without results.
  package init(_ properties: [PropertyDescriptor]) {
    tallies = Array(repeating: Tally(), count: properties.count)
    var marks: UInt64 = 0
    for (index, property) in properties.enumerated()
    where index < 64 && property.kind == .sometimes {
      marks |= 1 &<< UInt64(index)
    }
    self.marks = marks
    names = properties.map { $0.name }
    deadlines = properties.map {
      guard case .leadsTo(let deadline) = $0.kind else { return .frames(1) }
      return deadline
    }
  }

  /// The name and the step of the first property that did not hold; nil if all have held.
  public var violation: InvariantViolation? {
    failure.map { InvariantViolation(names[$0.property], value: UInt64($0.step)) }
  }

  /// Checks a property that must hold after every step.
  ///
  /// - Parameters:
  ///   - value: the value found, for the report.
  ///   - limit: the allowed limit, for the report.
  ///   - entity: the index of the entity concerned, for the report.
  /// - Precondition: the key belongs to the scene.
  public mutating func always(
    _ key: some PropertyKey, _ holds: Bool, value: Float? = nil, limit: Float? = nil,
    entity: UInt32? = nil
  ) {
    always(at: place(of: key), holds, value, limit, entity)
  }

  /// Checks a property that must hold after every step, by the name in the descriptor.
  ///
  /// A name that the descriptor does not list ends the process with a message.
  ///
  /// - Parameters:
  ///   - value: the value found, for the report.
  ///   - limit: the allowed limit, for the report.
  ///   - entity: the index of the entity concerned, for the report.
  /// - Complexity: O(properties)
  public mutating func always(
    _ name: StaticString, _ holds: Bool, value: Float? = nil, limit: Float? = nil,
    entity: UInt32? = nil
  ) {
    always(at: names.place(of: name, kind: "property"), holds, value, limit, entity)
  }

  private mutating func always(
    at property: Int, _ holds: Bool, _ value: Float?, _ limit: Float?, _ entity: UInt32?
  ) {
    tallies[property].checked &+= 1
    if holds {
      tallies[property].held &+= 1
    } else if failure == nil {
      failure = Failure(
        property: property, step: step, value: value, limit: limit, entity: entity)
    }
  }

  /// Records whether a coverage goal is reached in this step.
  ///
  /// - Precondition: the key belongs to the scene.
  public mutating func sometimes(_ key: some PropertyKey, _ happens: Bool) {
    sometimes(at: place(of: key), happens)
  }

  /// Records whether a coverage goal is reached in this step, by the name in the descriptor.
  ///
  /// A name that the descriptor does not list ends the process with a message.
  ///
  /// - Complexity: O(properties)
  public mutating func sometimes(_ name: StaticString, _ happens: Bool) {
    sometimes(at: names.place(of: name, kind: "property"), happens)
  }

  private mutating func sometimes(at property: Int, _ happens: Bool) {
    tallies[property].checked &+= 1
    if happens { tallies[property].held &+= 1 }
  }

  /// Checks a leads-to property: whether its condition is true, and whether its consequence has
  /// come.
  ///
  /// - Precondition: the key belongs to the scene.
  public mutating func leadsTo(_ key: some PropertyKey, from isUnderWay: Bool, to hasCome: Bool) {
    leadsTo(at: place(of: key), isUnderWay, hasCome)
  }

  /// Checks a leads-to property by the name in the descriptor: whether its condition is true, and
  /// whether its consequence has come.
  ///
  /// A name that the descriptor does not list ends the process with a message.
  ///
  /// - Complexity: O(properties)
  public mutating func leadsTo(_ name: StaticString, from isUnderWay: Bool, to hasCome: Bool) {
    leadsTo(at: names.place(of: name, kind: "property"), isUnderWay, hasCome)
  }

  private mutating func leadsTo(at property: Int, _ isUnderWay: Bool, _ hasCome: Bool) {
    guard isUnderWay, !hasCome else {
      if tallies[property].since != nil, hasCome { tallies[property].held &+= 1 }
      tallies[property].since = nil
      return
    }
    guard tallies[property].since != nil else {
      tallies[property].checked &+= 1
      tallies[property].since = step
      tallies[property].sinceNanoseconds = nanoseconds
      return
    }
    checkDeadline(of: property)
  }

  /// Checks whether a leads-to property has waited too long for its consequence.
  private mutating func checkDeadline(of property: Int) {
    guard failure == nil, let since = tallies[property].since else { return }
    let value: Float
    let limit: Float
    switch deadlines[property] {
    case .frames(let frames):
      guard step &- since >= max(1, frames) else { return }
      value = Float(step &- since)
      limit = Float(max(1, frames))
    case .seconds(let seconds):
      let elapsed = nanoseconds &- tallies[property].sinceNanoseconds
      guard elapsed >= Self.nanoseconds(of: seconds) else { return }
      value = Float(Double(elapsed) / 1e9)
      limit = Float(seconds)
    }
    failure = Failure(property: property, step: step, value: value, limit: limit, entity: nil)
  }

  /// Checks at the end of a run, after its last step, which consequences are overdue by then.
  ///
  /// - Parameter nanoseconds: the end, in nanoseconds since the start of the run.
  /// - Complexity: O(properties)
  package mutating func end(at nanoseconds: UInt64) {
    self.nanoseconds = nanoseconds
    for property in deadlines.indices { checkDeadline(of: property) }
  }

  /// A positive duration in whole nanoseconds, to the nearest; at least 1, at most 31 years.
  private static func nanoseconds(of seconds: Double) -> UInt64 {
    guard seconds > 0 else { return 1 }
    return max(1, UInt64((seconds < 1e9 ? seconds : 1e9) * 1e9 + 0.5))
  }

  /// Checks all properties at once, as `always` and `sometimes` do one by one.
  ///
  /// - Parameters:
  ///   - broken: the properties that do not hold, one bit each by the raw value of their keys.
  ///   - reached: the coverage goals reached in this step, likewise.
  /// - Precondition: there are at most 64 properties and no leads-to property among them.
  public mutating func tell(broken: UInt64, reached: UInt64) {
    precondition(tallies.count <= 64, "at most 64 properties")
    for property in tallies.indices {
      let bit: UInt64 = 1 &<< UInt64(property)
      let isMark = marks & bit != 0
      let isHeld = isMark ? reached & bit != 0 : broken & bit == 0
      tallies[property].checked &+= 1
      tallies[property].held &+= isHeld ? 1 : 0
      if !isMark, !isHeld, failure == nil {
        failure = Failure(property: property, step: step, value: nil, limit: nil, entity: nil)
      }
    }
  }

  private func place(of key: some PropertyKey) -> Int {
    let place = Int(key.rawValue)
    precondition(place < tallies.count, "a property that the scene does not have")
    return place
  }
}
