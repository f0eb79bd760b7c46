import SimMath

/// Contacts whose paths are known beforehand: written by a synthetic writer, or recorded.
///
/// A track says where each contact is at any time; when the sensor looks, and what is lost on the
/// way to the application, is up to the synthesizer. Between two points a contact moves in a
/// straight line at constant speed. Building a track allocates; reading it does not.
public struct TouchTrack: Equatable, Sendable {
  /// One contact from landing to lifting.
  package struct Contact: Equatable, Sendable {
    /// What touches.
    package var kind: TouchKind
    /// Whether the system takes it away instead of the finger lifting.
    package var isCancelled: Bool
    /// The contact's radius in points.
    package var radius: Float
    /// Where its points start in the track.
    package var firstPoint: UInt32
    /// How many points it has, at least 1.
    package var pointCount: UInt32
  }

  /// A point on the way of a contact.
  public struct Point: Equatable, Sendable {
    /// When, in nanoseconds from the start of the run.
    package var timeNanoseconds: UInt64
    /// Where, in points.
    package var position: Vector2
    /// Pressure, 0 to 1; 0 for fingers.
    package var pressure: Float

    /// Makes a point.
    public init(timeNanoseconds: UInt64, position: Vector2, pressure: Float = 0) {
      self.timeNanoseconds = timeNanoseconds
      self.position = position
      self.pressure = pressure
    }
  }

  /// The contacts by ascending start.
  package private(set) var contacts: [Contact] = []
  /// All points, contact by contact.
  package private(set) var points: [Point] = []
  /// After how long the track starts again; 0 when it does not.
  package private(set) var periodNanoseconds: UInt64 = 0
  /// A digest of all that the track says; 0 for an empty track.
  package private(set) var hash: UInt64 = 0

  /// Makes an empty track.
  public init() {}

  /// Adds a contact.
  ///
  /// - Precondition: at least one point, times ascending strictly, no earlier start than that of
  ///   the contact before, finite positions, a track that is not repeated yet.
  public mutating func append(
    _ path: [Point], kind: TouchKind, radius: Float, isCancelled: Bool = false
  ) {
    precondition(!path.isEmpty, "a contact has at least one point")
    precondition(periodNanoseconds == 0, "a repeated track is complete")
    if let last = contacts.last {
      let start = points[Int(last.firstPoint)].timeNanoseconds
      precondition(path[0].timeNanoseconds >= start, "contacts start in order")
    }
    contacts.append(
      Contact(
        kind: kind, isCancelled: isCancelled, radius: radius, firstPoint: UInt32(points.count),
        pointCount: UInt32(path.count)))
    var digest = StateDigest(seed: hash)
    digest.combine(UInt32(kind.rawValue))
    digest.combine(isCancelled)
    digest.combine(radius)
    for (index, point) in path.enumerated() {
      precondition(
        index == 0 || point.timeNanoseconds > path[index - 1].timeNanoseconds,
        "times ascend strictly")
      precondition(point.position.isFinite, "positions are finite")
      points.append(point)
      digest.combine(point.timeNanoseconds)
      digest.combine(point.position)
      digest.combine(point.pressure)
    }
    hash = digest.finalize()
  }

  /// Lets the track start again and again.
  ///
  /// - Precondition: the period is longer than the track, which is not empty.
  package mutating func `repeat`(everyNanoseconds period: UInt64) {
    precondition(!points.isEmpty, "an empty track has no period")
    for point in points {
      precondition(point.timeNanoseconds < period, "the period is longer than the track")
    }
    periodNanoseconds = period
    var digest = StateDigest(seed: hash)
    digest.combine(period)
    hash = digest.finalize()
  }

  /// When a contact lands.
  func startNanoseconds(ofContact index: Int) -> UInt64 {
    points[Int(contacts[index].firstPoint)].timeNanoseconds
  }

  /// When a contact lifts.
  func endNanoseconds(ofContact index: Int) -> UInt64 {
    let contact = contacts[index]
    return points[Int(contact.firstPoint + contact.pointCount) - 1].timeNanoseconds
  }

  /// Where a contact is, and how hard it presses; before and after its life at its ends.
  ///
  /// - Complexity: O(log points)
  func position(ofContact index: Int, atNanoseconds time: UInt64) -> (Vector2, Float) {
    let contact = contacts[index]
    let first = Int(contact.firstPoint)
    var low = first
    var high = first + Int(contact.pointCount)
    // The last point at or before the time.
    while high - low > 1 {
      let middle = (low + high) / 2
      if points[middle].timeNanoseconds <= time { low = middle } else { high = middle }
    }
    let begin = points[low]
    guard time > begin.timeNanoseconds, low + 1 < first + Int(contact.pointCount) else {
      return (begin.position, begin.pressure)
    }
    let end = points[low + 1]
    let span = Double(end.timeNanoseconds - begin.timeNanoseconds)
    let share = Float(Double(time - begin.timeNanoseconds) / span)
    return (
      begin.position + (end.position - begin.position) * share,
      begin.pressure + (end.pressure - begin.pressure) * share
    )
  }
}

/// How far a synthesizer is in its track.
struct TrackState: Sendable {
  let track: TouchTrack
  /// The next contact to land.
  var nextContact: UInt32 = 0
  /// How often the track has started again.
  var lap: UInt32 = 0
  var defectStream: RandomStream

  init(_ track: TouchTrack, seed: UInt64) {
    self.track = track
    defectStream = RandomStream(seed: seed, name: "input/defects", index: .max)
  }

  /// When the current lap began.
  var lapNanoseconds: UInt64 { UInt64(lap) * track.periodNanoseconds }

  /// When the next contact lands; nil when the track is over.
  var nextStartNanoseconds: UInt64? {
    guard Int(nextContact) < track.contacts.count else { return nil }
    return lapNanoseconds + track.startNanoseconds(ofContact: Int(nextContact))
  }

  /// The next contact's life; the one after it is next then.
  mutating func takeContact() -> ContactPlan {
    let index = Int(nextContact)
    let contact = track.contacts[index]
    var plan = ContactPlan()
    plan.trackContact = nextContact
    plan.kind = contact.kind
    plan.isCancelled = contact.isCancelled
    plan.radius = contact.radius
    plan.startNanoseconds = lapNanoseconds + track.startNanoseconds(ofContact: index)
    plan.endNanoseconds = lapNanoseconds + track.endNanoseconds(ofContact: index)
    nextContact += 1
    if Int(nextContact) == track.contacts.count && track.periodNanoseconds > 0 {
      nextContact = 0
      lap += 1
    }
    return plan
  }

  /// Where a contact of the track is, and how hard it presses.
  func position(of plan: ContactPlan, atNanoseconds time: UInt64) -> (Vector2, Float) {
    let index = Int(plan.trackContact)
    let start = track.startNanoseconds(ofContact: index)
    let since = time > plan.startNanoseconds ? time - plan.startNanoseconds : 0
    return track.position(ofContact: index, atNanoseconds: start + since)
  }
}
