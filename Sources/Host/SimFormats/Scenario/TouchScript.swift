import SimInput
import SimMath
import SimRuntime
import SimText

/// The `input.touches` part of a scenario: contacts written by hand, in the file or in a table next
/// to it.
package enum TouchScript: Sendable {
  /// The contacts.
  case list([ScriptedTouch])
  /// The table, relative to the scenario.
  case file(Located<String>)

  /// A list of contacts, or the name of a table.
  static let codec = Codec<TouchScript>(
    .either([list.rule, Codec<String>.text.rule]),
    write: { script in
      switch script {
      case .list(let touches): list.write(touches)
      case .file(let name): .string(name.value)
      }
    },
    read: { (node) throws(FormatError) in
      if case .string = node.value { return .file(try Codec<String>.text.located.read(node)) }
      return .list(try list.read(node))
    })

  private static let list = ScriptedTouch.shape.codec.list(0...maximumCount)

  /// The most contacts of a scenario.
  package static let maximumCount = 10_000
}

/// A contact written by hand; positions are fractions of the first canvas.
package struct ScriptedTouch: Sendable {
  /// A place on its way.
  package struct Step: Equatable, Sendable {
    /// Seconds since it landed.
    package var seconds: Double
    /// How far to the right.
    package var x: Float
    /// How far down.
    package var y: Float
  }

  /// When it lands, in seconds.
  package var startSeconds = 0.0
  /// Where.
  package var x: Float = 0
  /// Where.
  package var y: Float = 0
  /// How long it stays, when it goes nowhere.
  package var seconds = ScriptedTouch.tapSeconds
  /// Where it goes.
  package var path: [Step] = []
  /// The radius in points.
  package var radius: Float = 8
  /// Whether it is a stylus.
  package var isPencil = false

  /// How long a tap lasts.
  package static let tapSeconds = 0.1
  /// The shortest time between two places.
  package static let shortestSeconds = 0.001
  /// The longest time: ten hours.
  package static let longestSeconds = 36_000.0

  static let shape = Shape(
    ScriptedTouch(), name: "touch", "A contact that was written down.", isClosed: true,
    choice: .oneAtMost("seconds", "path"),
    [
      Member(
        "at", \.startSeconds, .number(0...longestSeconds), "When it lands, in seconds."),
      Member("x", \.x, .share, "How far to the right, as a share of the first canvas."),
      Member("y", \.y, .share, "How far down, as a share of the first canvas."),
      Member(
        "seconds", \.seconds, .number(shortestSeconds...longestSeconds),
        "How long it stays where it is; a path has times of its own.", default: tapSeconds),
      Member(
        given: "path", \.path, Step.codec.list(1...10_000, following: Step.check),
        "Where it goes: lists of seconds since it landed, x and y."),
      Member(
        "radius", \.radius, .number(0.5...100), "Its radius in points.", default: 8),
      Member(
        "pencil", \.isPencil, .bool, "Whether it is a stylus.", default: false),
    ])

  /// The same, on a canvas.
  fileprivate func points(_ canvas: SceneCanvas) -> [TouchTrack.Point] {
    let start = ScriptedTouch.nanoseconds(startSeconds)
    func point(_ seconds: Double, _ x: Float, _ y: Float) -> TouchTrack.Point {
      // A place on the very edge is one that a finger reaches.
      TouchTrack.Point(
        timeNanoseconds: start + ScriptedTouch.nanoseconds(seconds),
        position: Vector2(
          min(x * canvas.widthPoints, canvas.widthPoints.nextDown),
          min(y * canvas.heightPoints, canvas.heightPoints.nextDown)),
        pressure: isPencil ? 0.5 : 0)
    }
    return [point(0, x, y)]
      + (path.isEmpty ? [point(seconds, x, y)] : path.map { point($0.seconds, $0.x, $0.y) })
  }

  private static func nanoseconds(_ seconds: Double) -> UInt64 {
    UInt64((seconds * 1e9).rounded())
  }
}

extension ScriptedTouch.Step {
  private static let times = ScriptedTouch.shortestSeconds...ScriptedTouch.longestSeconds

  fileprivate static let codec = Codec<ScriptedTouch.Step>(
    .numbers([times, 0...1, 0...1]),
    write: { step in
      .array([.number(step.seconds), .number(Double(step.x)), .number(Double(step.y))])
    },
    read: { (node) throws(FormatError) in
      let values = try node.array(count: 3...3)
      return ScriptedTouch.Step(
        seconds: try values[0].double(in: times), x: Float(try values[1].double(in: 0...1)),
        y: Float(try values[2].double(in: 0...1)))
    })

  fileprivate static let check: @Sendable (Self, Self, JSONNode) throws(FormatError) -> Void = {
    (last, next, node) throws(FormatError) in
    guard next.seconds < last.seconds + ScriptedTouch.shortestSeconds else { return }
    throw node.failure(
      .notAllowed(
        found: "\(next.seconds) s",
        allowed: "at least \(last.seconds + ScriptedTouch.shortestSeconds) s, a millisecond after "
          + "the place before"))
  }
}

extension TouchTrack {
  /// Contacts that were written down, on a canvas.
  init(_ touches: [ScriptedTouch], on canvas: SceneCanvas) {
    self.init()
    let ordered = touches.enumerated().sorted {
      // The offset decides between equal times, since `sorted` promises no order of equals.
      ($0.element.startSeconds, $0.offset) < ($1.element.startSeconds, $1.offset)
    }
    for (_, touch) in ordered {
      append(
        touch.points(canvas), kind: touch.isPencil ? .pencil : .finger, radius: touch.radius)
    }
  }
}

/// A table of contacts: `contact,time,x,y`, one row per position.
///
/// `contact` is a whole number, the rows of one follow one another; `time` is in seconds and rises
/// by a millisecond at least within a contact; places are shares of the first canvas. A contact of
/// one row is a tap.
package enum TouchFile {
  private static let names = ["contact", "time", "x", "y"]

  /// Reads a table.
  ///
  /// - Throws: `FormatError` with line and column.
  /// - Complexity: O(bytes)
  package static func read(_ bytes: [UInt8], file: String) throws(FormatError) -> [ScriptedTouch] {
    var table = try TableReader(bytes: bytes, file: file)
    let columns = try table.columns(in: table.nextLine() ?? 0..<0, names: names)
    var touches: [ScriptedTouch] = []
    var contact = -1.0
    while let line = table.nextLine() {
      let fields = try table.values(in: line, count: names.count, "4, one for each column")
      var row = [0.0, 0.0, 0.0, 0.0]
      for (field, column) in zip(fields, columns) {
        let limits =
          column == 0 ? 0...1e6 : column == 1 ? 0...ScriptedTouch.longestSeconds : 0...1
        row[column] = try table.number(in: field, limits, names[column])
        guard column > 0 || row[0] == row[0].rounded() else {
          throw table.failure(
            at: field.lowerBound,
            .unexpected(found: table.short(field), expected: "a whole number"), names[0])
        }
      }
      let place = (x: Float(row[2]), y: Float(row[3]))
      if row[0] != contact || touches.isEmpty {
        guard touches.count < TouchScript.maximumCount else {
          throw table.failure(
            at: line.lowerBound,
            .notAllowed(
              found: "more contacts", allowed: "at most \(TouchScript.maximumCount)"))
        }
        contact = row[0]
        var touch = ScriptedTouch()
        (touch.startSeconds, touch.x, touch.y) = (row[1], place.x, place.y)
        touches.append(touch)
        continue
      }
      let index = touches.count - 1
      let seconds = row[1] - touches[index].startSeconds
      let least =
        // Differences of decimal times may fall short by rounding.
        (touches[index].path.last?.seconds ?? 0) + ScriptedTouch.shortestSeconds - 1e-9
      guard seconds >= least else {
        throw table.failure(
          at: line.lowerBound,
          .notAllowed(
            found: "\(row[1]) s", allowed: "at least a millisecond after the row before"), "time")
      }
      touches[index].path.append(
        ScriptedTouch.Step(seconds: seconds, x: place.x, y: place.y))
    }
    return touches
  }
}
