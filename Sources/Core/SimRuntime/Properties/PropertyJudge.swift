/// Is told after every step what holds, and keeps how often and where it did not.
///
/// Properties are named by the keys of their scene or model.
public struct PropertyJudge: Sendable {
  /// What was found of a property.
  package struct Tally: Equatable, Sendable {
    /// How often it was looked at: of a condition, how often that began.
    package var checked: UInt64 = 0
    /// How often it held, or happened.
    package var held: UInt64 = 0
    /// The step in which the condition under way began; nil when there is none.
    package var since: UInt32?
  }

  /// What did not hold.
  package struct Failure: Equatable, Sendable {
    /// The property's place in the list.
    package var property: Int
    /// The step.
    package var step: UInt32
    /// What was found; nil where nothing was said of it.
    package var value: Float?
    /// What was allowed; nil where nothing was said of it.
    package var limit: Float?
    /// Which of several it is about; nil for the whole.
    package var entity: UInt32?

    /// Describes a failure.
    package init(property: Int, step: UInt32, value: Float?, limit: Float?, entity: UInt32?) {
      self.property = property
      self.step = step
      self.value = value
      self.limit = limit
      self.entity = entity
    }
  }

  /// The step that is judged.
  public package(set) var step: UInt32 = 0
  /// What was found of every property.
  package private(set) var tallies: [Tally]
  /// The first that did not hold.
  package private(set) var failure: Failure?

  private let limits: [UInt32]
  /// Which of the first 64 properties should happen now and then.
  private let marks: UInt64

  /// Makes a judge of properties that were not looked at yet.
  package init(_ properties: [PropertyDescriptor]) {
    tallies = Array(repeating: Tally(), count: properties.count)
    var marks: UInt64 = 0
    for (index, property) in properties.enumerated()
    where index < 64 && property.kind == .sometimes {
      marks |= 1 &<< UInt64(index)
    }
    self.marks = marks
    limits = properties.map {
      guard case .leadsTo(let steps) = $0.kind else { return 0 }
      return steps
    }
  }

  /// Whether a property holds.
  ///
  /// - Parameters:
  ///   - value: what was found, for the report.
  ///   - limit: what is allowed, for the report.
  ///   - entity: which of several it is about, for the report.
  /// - Precondition: the key is the scene's own.
  public mutating func always(
    _ key: some PropertyKey, _ holds: Bool, value: Float? = nil, limit: Float? = nil,
    entity: UInt32? = nil
  ) {
    let property = place(of: key)
    tallies[property].checked &+= 1
    if holds {
      tallies[property].held &+= 1
    } else if failure == nil {
      failure = Failure(
        property: property, step: step, value: value, limit: limit, entity: entity)
    }
  }

  /// Whether what should happen now and then happens in this step.
  ///
  /// - Precondition: the key is the scene's own.
  public mutating func sometimes(_ key: some PropertyKey, _ happens: Bool) {
    let property = place(of: key)
    tallies[property].checked &+= 1
    if happens { tallies[property].held &+= 1 }
  }

  /// Whether a condition goes on, and whether what has to follow from it has come.
  ///
  /// - Precondition: the key is the scene's own.
  public mutating func leadsTo(_ key: some PropertyKey, from isUnderWay: Bool, to hasCome: Bool) {
    let property = place(of: key)
    guard isUnderWay, !hasCome else {
      if tallies[property].since != nil, hasCome { tallies[property].held &+= 1 }
      tallies[property].since = nil
      return
    }
    guard let since = tallies[property].since else {
      tallies[property].checked &+= 1
      tallies[property].since = step
      return
    }
    if step &- since >= limits[property], failure == nil {
      failure = Failure(
        property: property, step: step, value: Float(step &- since),
        limit: Float(limits[property]), entity: nil)
    }
  }

  /// Says of all properties that are looked at after every step which are broken, and which of
  /// those that should happen now and then happen; a bit for each, by the raw value of its key.
  ///
  /// As `always` and `sometimes` for every key, at once.
  ///
  /// - Precondition: there are 64 properties at most, and none of them follows from a condition.
  public mutating func tell(broken: UInt64, reached: UInt64) {
    precondition(tallies.count <= 64, "a bit for each property")
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
