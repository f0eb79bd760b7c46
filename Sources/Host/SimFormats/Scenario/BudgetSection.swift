import SimRuntime
import SimText

/// A budget whose limit may still depend on the device.
struct BudgetSection: Sendable {
  var id = ""
  var measure = Measure.nothing
  var bound = Budget.Bound.atMost
  /// Nil stands for the frame interval: when a frame is due on the device.
  var limit: Double?
  /// The line that sets it.
  var line: UInt32 = 0

  /// What a limit says to mean the frame interval, whole refreshes of the device.
  static var frameInterval: String { "frame-interval" }
  /// Limits a budget may have.
  static var limitRange: ClosedRange<Double> { 0...1e15 }

  /// Budgets on what can be measured of a scene; of any for no scene.
  static func shape(_ scene: SceneDescriptor?) -> Shape<BudgetSection> {
    let named = Codec<Measure>.named(Measure.all(for: scene).map { ($0.path, $0) })
    let measure = scene == nil ? named.described(by: .pattern(Measure.pattern)) : named
    return Shape(
      BudgetSection(), "A limit on a metric, with its requirement.", isClosed: true,
      choice: .exactlyOne(Budget.Bound.allCases.map { $0.rawValue }),
      keywords: intervalsOfTimesAlone,
      [
        Member("id", \.id, .requirement, "The requirement, such as BV-ALLOC."),
        // Before the limits, since the metric decides what a limit may be.
        Member(
          "metric", \.measure, measure,
          "The measured value's path in the result; frame times are in milliseconds, hitches "
            + "in milliseconds of lateness per second."),
      ] + Budget.Bound.allCases.map(member)
    ) { (budget, node) in budget.line = UInt32(clamping: node.position.line) }
  }

  /// The member of a bound that sets the limit.
  private static func member(_ bound: Budget.Bound) -> Member<BudgetSection> {
    let (key, codec) = (bound.rawValue, limitCodec)
    return Member(
      key, codec, bound.meaning, isRequired: false,
      write: { $0.bound == bound ? codec.write($0.limit) : nil },
      read: { (budget, reader) throws(FormatError) in
        guard let node = reader.optional(key) else { return }
        budget.bound = bound
        // Only what is a time can be compared with when frames are due.
        budget.limit =
          try budget.measure.isFrameTime ? codec.read(node) : node.double(in: limitRange)
      })
  }

  /// A number or, as nil, the frame interval.
  private static var limitCodec: Codec<Double?> {
    let number = Codec<Double>.number(limitRange)
    let text = Codec<String>.always(frameInterval)
    return Codec<Double?>(
      .either([number.rule, text.rule]),
      write: { $0.map(number.write) ?? text.write(frameInterval) },
      read: { (node) throws(FormatError) in
        guard case .string = node.value else { return try number.read(node) }
        _ = try text.read(node)
        return nil
      })
  }

  /// That limits of all but frame times are numbers.
  private static var intervalsOfTimesAlone: [(String, JSONOutput)] {
    let times = Measure.all(for: nil).filter { $0.isFrameTime }.map { JSONOutput.string($0.path) }
    let isTime = JSONOutput.object([
      ("properties", .object([("metric", .object([("enum", .array(times))]))]))
    ])
    let number = JSONOutput.object([("type", .string("number"))])
    let numbers = Budget.Bound.allCases.map { ($0.rawValue, number) }
    return [("if", isTime), ("else", .object([("properties", .object(numbers))]))]
  }
}

extension Codec where Value == String {
  /// A requirement's name; it is shown on terminals, so nothing odd may be in it.
  fileprivate static var requirement: Codec {
    Codec(
      .pattern("^[A-Za-z0-9.-]{1,64}$"), write: { .string($0) },
      read: { (node) throws(FormatError) in
        let id = try node.string()
        let isName =
          (1...64).contains(id.utf8.count)
          && id.utf8.allSatisfy { "-.".utf8.contains($0) || ScenarioMatrix.isAlphanumeric($0) }
        guard isName else {
          throw node.failure(
            .unexpected(
              found: node.foundText,
              expected: "1 to 64 letters, digits, hyphens and points, such as BV-SNOW"))
        }
        return id
      })
  }
}
