import SimRuntime
import SimText

/// A budget whose limit may still depend on the device.
struct BudgetSection {
  var id: String
  var measure: Measure
  var bound: Budget.Bound
  /// Nil stands for the frame interval: when a frame is due on the device.
  var limit: Double?
  /// The line that sets it.
  var line: UInt32

  /// What a limit says to mean the frame interval, whole refreshes of the device.
  static var frameInterval: String { "frame-interval" }
  /// Limits a budget may have.
  static var limitRange: ClosedRange<Double> { 0...1e15 }

  static func list(
    _ node: JSONNode?, _ scene: SceneDescriptor
  ) throws(FormatError) -> [BudgetSection] {
    guard let node else { return [] }
    let measures = Measure.all(for: scene)
    var budgets: [BudgetSection] = []
    for element in try node.array(count: 0...200) {
      budgets.append(
        try element.object { (reader) throws(FormatError) in
          try BudgetSection(&reader, element, measures)
        })
    }
    return budgets
  }

  private init(
    _ reader: inout ObjectReader, _ node: JSONNode, _ measures: [Measure]
  ) throws(FormatError) {
    line = UInt32(clamping: node.position.line)
    id = try Self.requirement(reader.required("id"))
    let path = try reader.required("measure").string(oneOf: measures.map { $0.path })
    guard let measure = measures.first(where: { $0.path == path }) else {
      preconditionFailure("the path was checked against the list")
    }
    self.measure = measure
    var given: [(bound: Budget.Bound, value: JSONNode)] = []
    for bound in Budget.Bound.allCases {
      if let value = reader.optional(bound.rawValue) { given.append((bound, value)) }
    }
    guard let first = given.first else {
      // A misspelled key says more than a missing one.
      try reader.finish()
      let keys = Budget.Bound.allCases.map { "\"\($0.rawValue)\"" }
      let (head, last) = (keys.dropLast().joined(separator: ", "), keys[keys.count - 1])
      throw node.failure(.other("missing key \(head) or \(last)"))
    }
    if given.count > 1 {
      let keys = given.map { $0.bound.rawValue }.joined(separator: " and ")
      throw given[1].value.failure(.other("\(keys) exclude each other"))
    }
    bound = first.bound
    limit = try Self.limit(first.value, of: measure)
  }

  private static func limit(
    _ node: JSONNode, of measure: Measure
  ) throws(FormatError) -> Double? {
    guard measure.isFrameTime, case .string = node.value else {
      return try node.double(in: limitRange)
    }
    _ = try node.string(oneOf: [frameInterval])
    return nil
  }

  /// Reads a requirement's name; it is shown on terminals, so nothing odd may be in it.
  private static func requirement(_ node: JSONNode) throws(FormatError) -> String {
    let id = try node.string()
    let isName =
      (1...64).contains(id.utf8.count)
      && id.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."): true
        default: false
        }
      }
    guard isName else {
      throw node.failure(
        .unexpected(
          found: node.foundText,
          expected: "1 to 64 letters, digits, hyphens and points, such as BV-SNOW"))
    }
    return id
  }
}
