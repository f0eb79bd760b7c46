import SimInput
import SimMath
import SimRuntime

extension ShrinkCase {
  /// Whether a touch screen could say it: a contact has one place in a frame.
  var isSound: Bool {
    contacts.allSatisfy { contact in
      zip(contact.points, contact.points.dropFirst()).allSatisfy { $0.frame < $1.frame }
    } && backgroundSpans.allSatisfy { $0.start < $0.end }
      && zip(canvasChanges, canvasChanges.dropFirst()).allSatisfy { $0.frame < $1.frame }
      && zip(gateActions, gateActions.dropFirst()).allSatisfy { $0.frame <= $1.frame }
      && zip(readings, readings.dropFirst()).allSatisfy { $0.frame < $1.frame }
      && zip(presses, presses.dropFirst()).allSatisfy { $0.frame < $1.frame }
  }

  // MARK: - Leaving out

  /// Without some elements of a list.
  func removing<Element>(
    _ list: WritableKeyPath<ShrinkCase, [Element]>, _ range: Range<Int>
  ) -> ShrinkCase {
    var smaller = self
    smaller[keyPath: list].removeSubrange(range.clamped(to: 0..<smaller[keyPath: list].count))
    return smaller
  }

  /// Without some points of a contact; it then moves from the point before to the one after.
  func removingPoints(ofContact index: Int, _ range: Range<Int>) -> ShrinkCase {
    var smaller = self
    guard contacts.indices.contains(index) else { return smaller }
    var points = contacts[index].points
    let range = range.clamped(to: 0..<points.count)
    guard !range.isEmpty else { return smaller }
    points.removeSubrange(range)
    if range.lowerBound > 0, range.lowerBound < points.count {
      points[range.lowerBound].touch.previousPosition =
        points[range.lowerBound - 1].touch.position
    }
    smaller.contacts[index].points = points
    return smaller
  }

  /// Without the frames from one on.
  mutating func cut(to frame: UInt32) {
    guard frame < frameCount else { return }
    let active = activeFrames(upTo: frame)
    frameCount = frame
    for index in contacts.indices { contacts[index].points.removeAll { $0.frame >= active } }
    contacts.removeAll { $0.points.isEmpty }
    readings.removeAll { $0.frame >= active }
    presses.removeAll { $0.frame >= active }
    canvasChanges.removeAll { $0.frame >= frame }
    gateActions.removeAll { $0.frame >= frame }
    backgroundSpans.removeAll { $0.start >= frame }
    for index in backgroundSpans.indices {
      backgroundSpans[index].end = min(backgroundSpans[index].end, frame)
    }
  }

  /// The first frame after one in which something comes from outside; nil when nothing does.
  func nextEvent(after frame: UInt32) -> UInt32? {
    var frames = readings.map { $0.frame } + presses.map { $0.frame }
    frames += canvasChanges.map { $0.frame } + gateActions.map { $0.frame }
    for contact in contacts { frames += contact.points.map { $0.frame } }
    return frames.filter { $0 > frame }.min()
  }

  /// Without some frames, so that all that follows comes sooner.
  ///
  /// - Precondition: nothing is spent in the background.
  func removingFrames(_ range: Range<UInt32>) -> ShrinkCase {
    var smaller = self
    let clock = FrameClock(framesPerSecond: header.framesPerSecond)
    let count = UInt32(range.count)
    func moved(_ frame: UInt32) -> UInt32 {
      frame >= range.upperBound ? frame - count : min(frame, range.lowerBound)
    }
    func moved(_ time: UInt64, ofFrame frame: UInt32) -> UInt64 {
      let passed = clock.startNanoseconds(ofFrame: frame)
      let sooner = clock.startNanoseconds(ofFrame: moved(frame))
      return time - min(time, passed - sooner)
    }
    for contact in contacts.indices {
      for index in contacts[contact].points.indices {
        var point = contacts[contact].points[index]
        point.touch.timestampNanoseconds = moved(
          point.touch.timestampNanoseconds, ofFrame: point.frame)
        for sample in point.samples.indices {
          point.samples[sample].timestampNanoseconds = moved(
            point.samples[sample].timestampNanoseconds, ofFrame: point.frame)
        }
        point.frame = moved(point.frame)
        smaller.contacts[contact].points[index] = point
      }
    }
    for index in readings.indices { smaller.readings[index].frame = moved(readings[index].frame) }
    for index in presses.indices { smaller.presses[index].frame = moved(presses[index].frame) }
    for index in canvasChanges.indices {
      smaller.canvasChanges[index].frame = moved(canvasChanges[index].frame)
    }
    for index in gateActions.indices {
      smaller.gateActions[index].frame = moved(gateActions[index].frame)
    }
    smaller.frameCount -= min(count, frameCount - 1)
    return smaller
  }

  /// The first frame of the loop before which both are the same run.
  func firstDifference(from other: ShrinkCase) -> UInt32 {
    guard header == other.header else { return 0 }
    var first = min(frameCount, other.frameCount)
    func compare<Element: Equatable>(
      _ one: [Element], _ two: [Element], _ frame: (Element) -> UInt32
    ) {
      for index in 0..<max(one.count, two.count) {
        let (mine, theirs) = (
          index < one.count ? one[index] : nil, index < two.count ? two[index] : nil
        )
        guard mine != theirs else { continue }
        first = min(first, mine.map(frame) ?? .max, theirs.map(frame) ?? .max)
        return
      }
    }
    compare(backgroundSpans, other.backgroundSpans) { $0.start }
    compare(canvasChanges, other.canvasChanges) { $0.frame }
    compare(gateActions, other.gateActions) { $0.frame }
    compare(readings, other.readings) { $0.frame }
    compare(presses, other.presses) { $0.frame }
    // Contacts overlap, so that a later one may say something sooner.
    let mine = contacts.flatMap { $0.points }.sorted { Self.isSooner($0, $1) }
    let theirs = other.contacts.flatMap { $0.points }.sorted { Self.isSooner($0, $1) }
    compare(mine, theirs) { $0.frame }
    return first
  }

  private static func isSooner(_ a: Point, _ b: Point) -> Bool {
    (a.frame, a.touch.id) < (b.frame, b.touch.id)
  }

  // MARK: - Plainer contacts

  /// With contacts numbered from 1 in the order in which they arrive.
  func renumbered() -> ShrinkCase {
    var plainer = self
    for index in contacts.indices {
      let id = UInt32(truncatingIfNeeded: index + 1)
      for point in contacts[index].points.indices {
        plainer.contacts[index].points[point].touch.id = id
        for sample in contacts[index].points[point].samples.indices {
          plainer.contacts[index].points[point].samples[sample].touchID = id
        }
      }
    }
    return plainer
  }

  /// With fingers of the usual size in place of palms and pencils, each told once a frame.
  func withPlainTouches() -> ShrinkCase {
    var plainer = self
    for index in contacts.indices {
      for point in contacts[index].points.indices {
        plainer.contacts[index].points[point].touch.kind = .finger
        plainer.contacts[index].points[point].touch.radius = 8
        plainer.contacts[index].points[point].touch.pressure = 0
        let last = contacts[index].points[point].samples.suffix(1)
        plainer.contacts[index].points[point].samples = last.map {
          TouchSample(
            touchID: $0.touchID, position: $0.position,
            timestampNanoseconds: $0.timestampNanoseconds)
        }
      }
    }
    return plainer
  }

  // MARK: - Plainer canvases

  /// With a number of pixels per point on every canvas.
  func withDensity(_ scale: Float) -> ShrinkCase {
    var plainer = self
    plainer.header.canvas.scale = scale
    for index in canvasChanges.indices { plainer.canvasChanges[index].canvas.scale = scale }
    return plainer
  }

  /// On a canvas of another size in points, with contacts where they were in proportion.
  func resized(toWidth width: Float, height: Float) -> ShrinkCase {
    var smaller = self
    let (x, y) = (width / header.canvas.widthPoints, height / header.canvas.heightPoints)
    func moved(_ position: Vector2) -> Vector2 { Vector2(position.x * x, position.y * y) }
    (smaller.header.canvas.widthPoints, smaller.header.canvas.heightPoints) = (width, height)
    for contact in contacts.indices {
      for index in contacts[contact].points.indices {
        var point = contacts[contact].points[index]
        point.touch.position = moved(point.touch.position)
        point.touch.previousPosition = moved(point.touch.previousPosition)
        for sample in point.samples.indices {
          point.samples[sample].position = moved(point.samples[sample].position)
        }
        smaller.contacts[contact].points[index] = point
      }
    }
    return smaller
  }

  // MARK: - Numbers

  /// A number that can be another one.
  enum Number: Equatable {
    case x(contact: Int, point: Int)
    case y(contact: Int, point: Int)
    case motion(reading: Int, component: Int)
  }

  /// All numbers.
  var numbers: [Number] {
    var numbers: [Number] = []
    for contact in contacts.indices {
      for point in contacts[contact].points.indices {
        numbers.append(.x(contact: contact, point: point))
        numbers.append(.y(contact: contact, point: point))
      }
    }
    for reading in readings.indices {
      for component in 0..<6 { numbers.append(.motion(reading: reading, component: component)) }
    }
    return numbers
  }

  /// The number's value; a contact's next movement begins where it is set.
  subscript(number: Number) -> Float {
    get {
      switch number {
      case .x(let contact, let point): contacts[contact].points[point].touch.position.x
      case .y(let contact, let point): contacts[contact].points[point].touch.position.y
      case .motion(let reading, let component):
        readings[reading].motion[keyPath: Self.components[component].path]
      }
    }
    set {
      switch number {
      case .x(let contact, let point): move(contact, point, \.x, newValue)
      case .y(let contact, let point): move(contact, point, \.y, newValue)
      case .motion(let reading, let component):
        readings[reading].motion[keyPath: Self.components[component].path] = newValue
      }
    }
  }

  private mutating func move(
    _ contact: Int, _ point: Int, _ axis: WritableKeyPath<Vector2, Float>, _ value: Float
  ) {
    var points = contacts[contact].points
    points[point].touch.position[keyPath: axis] = value
    if point == 0 { points[point].touch.previousPosition[keyPath: axis] = value }
    if let last = points[point].samples.indices.last {
      points[point].samples[last].position[keyPath: axis] = value
    }
    if point + 1 < points.count {
      points[point + 1].touch.previousPosition[keyPath: axis] = value
    }
    contacts[contact].points = points
  }

  private static var components:
    [(name: String, path: WritableKeyPath<MotionSample, Float>, limit: Float)]
  {
    [
      ("acceleration x", \.accelerationX, 4), ("acceleration y", \.accelerationY, 4),
      ("acceleration z", \.accelerationZ, 4), ("rotation x", \.rotationRateX, 12),
      ("rotation y", \.rotationRateY, 12), ("rotation z", \.rotationRateZ, 12),
    ]
  }

  /// Between what a number can lie: the canvas, or what sensors tell.
  func limits(of number: Number) -> ClosedRange<Float> {
    switch number {
    case .x: 0...header.canvas.widthPoints
    case .y: 0...header.canvas.heightPoints
    case .motion(_, let component):
      -Self.components[component].limit...Self.components[component].limit
    }
  }

  /// What a number is called.
  func name(of number: Number) -> String {
    switch number {
    case .x(let contact, let point), .y(let contact, let point):
      var axis = "x"
      if case .y = number { axis = "y" }
      let touch = contacts[contact].points[point]
      return "\(axis) of touch \(touch.touch.id) in frame \(touch.frame)"
    case .motion(let reading, let component):
      return "\(Self.components[component].name) in frame \(readings[reading].frame)"
    }
  }
}
