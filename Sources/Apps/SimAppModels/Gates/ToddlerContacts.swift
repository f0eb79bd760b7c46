import SimbenchKit

/// A way in which a toddler touches the glass.
package enum ToddlerHands: UInt8, CaseIterable, Sendable {
  /// Bursts of fingers and palms, and held fingers.
  case mashing
  /// Taps and drags, and now and then a finger that rests anywhere.
  case tapping
  /// A finger that rests in the corner of BabySafe's gate, and taps.
  case restingInCorner
  /// A finger that rests right at the spot, and taps.
  case restingAtSpot

  /// The generators with their events per minute.
  fileprivate var sources: [ToddlerSource] {
    switch self {
    case .mashing: [.generator(.toddlerMash, 10), .generator(.hold, 8)]
    case .tapping: [.generator(.tap, 40), .generator(.drag, 15), .rest(.anywhere, 6, 1.5, 1)]
    case .restingInCorner: [.rest(.corner, 2, 1.5, 1), .generator(.tap, 10)]
    case .restingAtSpot: [.rest(.spot, 1, 2, 0.6), .generator(.tap, 5)]
    }
  }
}

/// Where a finger comes to rest.
private enum RestPlace: UInt8 {
  /// Anywhere on the canvas.
  case anywhere
  /// In the 120 points of the top right corner.
  case corner
  /// About the center of the gate's square, with a standard deviation of 25 points.
  case spot
}

/// A source of contacts: a generator of the input synthesis, or `rest`.
///
/// `rest` has a place, events per minute, the median duration in seconds, and the standard
/// deviation of the duration's natural logarithm.
private enum ToddlerSource {
  case generator(InputGenerator.Kind, Float)
  case rest(RestPlace, Float, Float, Float)

  var eventsPerMinute: Float {
    switch self {
    case .generator(_, let rate), .rest(_, let rate, _, _): rate
    }
  }
}

/// A contact of a toddler from landing to lifting, on a straight way.
package struct ToddlerContact: Sendable {
  /// When it lands, in nanoseconds.
  package var begin: UInt64 = 0
  /// When it lifts.
  package var end: UInt64 = 0
  /// Where it lands, in points.
  package var start = Vector2.zero
  /// How far it drifts over its life.
  package var drift = Vector2.zero
  /// The radius in points.
  package var radius: Float = 8
}

/// The contacts of a toddler in the order in which they land.
package struct ToddlerContacts: Sendable {
  private let canvas: GateCanvas
  private let sources: [ToddlerSource]
  private let planners: [ContactPlanner]
  private var streams: [RandomStream] = []
  private var times: [UInt64] = []
  /// Contacts of a burst that have not landed yet, the next one last.
  private var pending: [ToddlerContact] = []

  /// Creates the contacts of a seed.
  package init(_ hands: ToddlerHands, on canvas: GateCanvas, seed: UInt64) {
    self.canvas = canvas
    sources = hands.sources
    planners = sources.map { source in
      var generator = InputGenerator.standard(.tap)
      if case .generator(let kind, let rate) = source {
        generator = InputGenerator(kind: kind, eventsPerMinute: rate)
      }
      return ContactPlanner(generator: generator, generatorIndex: 0, canvas: canvas.size)
    }
    for index in sources.indices {
      let number = UInt32(hands.rawValue) * 16 + UInt32(index)
      streams.append(RandomStream(seed: seed, name: "toddler", index: number))
      times.append(0)
      schedule(index)
    }
  }

  private mutating func schedule(_ index: Int) {
    let gap = 60 / Double(sources[index].eventsPerMinute) * Double(streams[index].exponential())
    times[index] &+= UInt64(gap * 1e9)
  }

  /// The next contact to land.
  package mutating func next() -> ToddlerContact {
    while true {
      var first = 0
      for index in times.indices where times[index] < times[first] { first = index }
      if let contact = pending.last, contact.begin <= times[first] {
        pending.removeLast()
        return contact
      }
      plan(first)
      schedule(first)
    }
  }

  /// Plans the contacts of a source's next event.
  private mutating func plan(_ index: Int) {
    if case .rest(let place, _, let median, let deviation) = sources[index] {
      return add(rest(place, median, deviation, index))
    }
    let count = planners[index].contactCount(&streams[index])
    let center = planners[index].position(&streams[index])
    for number in 0..<count {
      let plan = planners[index].contact(
        &streams[index], time: times[index], center: center, contactIndex: number)
      var contact = ToddlerContact()
      (contact.begin, contact.end) = (plan.startNanoseconds, plan.endNanoseconds)
      (contact.start, contact.radius) = (plan.start, plan.radius)
      contact.drift = plan.position(atNanoseconds: plan.endNanoseconds) - plan.start
      add(contact)
    }
  }

  private mutating func add(_ contact: ToddlerContact) {
    var place = pending.count
    while place > 0, pending[place - 1].begin < contact.begin { place -= 1 }
    pending.insert(contact, at: place)
  }

  /// A finger that comes to rest: it drifts 0 to 40 points, any way, over its life.
  private mutating func rest(
    _ place: RestPlace, _ median: Float, _ deviation: Float, _ index: Int
  ) -> ToddlerContact {
    var contact = ToddlerContact()
    contact.begin = times[index]
    let seconds = median * Math.exp(deviation * streams[index].normal())
    contact.end = contact.begin &+ UInt64(Double(seconds) * 1e9)
    let size = canvas.size
    switch place {
    case .anywhere:
      contact.start = Vector2(
        streams[index].range(0, size.x), streams[index].range(0, size.y))
    case .corner:
      contact.start = Vector2(
        streams[index].range(size.x - 120, size.x), streams[index].range(0, 120))
    case .spot:
      let center = canvas.center(of: .topRight)
      contact.start = Vector2(
        center.x + 25 * streams[index].normal(), center.y + 25 * streams[index].normal())
    }
    let (sine, cosine) = Math.sinCos(streams[index].range(0, 6.2831855))
    let length = streams[index].range(0, 40)
    contact.drift = Vector2(cosine * length, sine * length)
    contact.radius = streams[index].range(5, 12)
    return contact
  }
}
