import SimText

/// Getters that check a value and describe its errors.
///
/// All throw `FormatError` with the file, the position, the path, the found value and the allowed
/// values.
extension JSONNode {
  /// An integer, written without fraction and exponent.
  package func uint64(in range: ClosedRange<UInt64> = 0...UInt64.max) throws(FormatError) -> UInt64
  {
    try integer(in: range)
  }

  /// An integer, written without fraction and exponent.
  package func uint32(in range: ClosedRange<UInt32> = 0...UInt32.max) throws(FormatError) -> UInt32
  {
    try integer(in: range)
  }

  /// An integer, written without fraction and exponent.
  package func int(in range: ClosedRange<Int>) throws(FormatError) -> Int {
    try integer(in: range)
  }

  /// A seed: a whole number, or a string of its decimal digits.
  package func seed() throws(FormatError) -> UInt64 {
    guard kind == .string else { return try uint64() }
    guard let seed = UInt64(seed: document.string(at: index)) else {
      throw unexpected("a string of decimal digits, at most \(UInt64.max)")
    }
    return seed
  }

  /// A number; the result is the double nearest to its text.
  package func double(in range: ClosedRange<Double>) throws(FormatError) -> Double {
    let lower = JSONOutput.text(of: range.lowerBound)
    let upper = JSONOutput.text(of: range.upperBound)
    guard case .number(let number) = value else {
      throw unexpected("a number from \(lower) to \(upper)")
    }
    let double = number.double
    guard range.contains(double) else {
      throw notAllowed("\(lower) to \(upper)")
    }
    return double
  }

  /// A string of any length.
  package func string() throws(FormatError) -> String {
    guard kind == .string else { throw unexpected("a string") }
    return document.string(at: index)
  }

  /// A readable string: at most 1,000 characters, without hidden ones.
  package func line() throws(FormatError) -> String {
    let text = try string()
    guard text.unicodeScalars.count <= 1000,
      !text.unicodeScalars.contains(where: MessageText.isHidden)
    else {
      throw unexpected("a text of at most 1000 characters, none of them a control character")
    }
    return text
  }

  /// A string that equals one of the names byte by byte.
  package func string(oneOf names: [String]) throws(FormatError) -> String {
    guard kind == .string else {
      throw unexpected("one of the strings \(MessageText.list(names))")
    }
    let found = document.string(at: index)
    if let name = names.first(where: { $0.utf8.elementsEqual(found.utf8) }) { return name }
    let suggestion = nearestSpelling(of: found, in: names)
    throw failure(.unknownName(found: found, suggestion: suggestion, allowed: names))
  }

  /// `true` or `false`.
  package func bool() throws(FormatError) -> Bool {
    switch kind {
    case .yes: return true
    case .no: return false
    default: throw unexpected("true or false")
    }
  }

  /// The elements of an array; their number must be in a range.
  package func array(count: ClosedRange<Int> = 0...Int.max) throws(FormatError) -> [JSONNode] {
    guard kind == .array else { throw unexpected("an array") }
    let elements = elements
    guard count.contains(elements.count) else {
      let noun = elements.count == 1 ? "element" : "elements"
      let problem = FormatError.Problem.notAllowed(
        found: "\(elements.count) \(noun)", allowed: Self.text(of: count))
      throw failure(problem)
    }
    return elements
  }

  /// A reader for the members of an object; its `finish()` must be called.
  package func object() throws(FormatError) -> ObjectReader {
    guard kind == .object else { throw unexpected("an object") }
    let reader = ObjectReader(self)
    if let schema = reader.schema { _ = try schema.string() }
    return reader
  }

  /// Reads an object with `body`, then rejects keys that `body` did not read.
  package func object<Result>(
    _ body: (inout ObjectReader) throws(FormatError) -> Result
  ) throws(FormatError) -> Result {
    var reader = try object()
    let result = try body(&reader)
    try reader.finish()
    return result
  }

  /// An error at this value, for checks that a range cannot express.
  package func failure(_ problem: FormatError.Problem) -> FormatError {
    FormatError(file: document.file, position: position, path: path, problem: problem)
  }

  /// The value, as shown in messages: `string "ten"`, `601`, `an array`.
  package var foundText: String {
    switch kind {
    case .null, .yes, .no, .number: MessageText.short(text)
    case .string: "string \(MessageText.quoted(document.string(at: index)))"
    case .array: "an array"
    case .object: "an object"
    }
  }

  private func unexpected(_ expected: String) -> FormatError {
    failure(.unexpected(found: foundText, expected: expected))
  }

  private func notAllowed(_ allowed: String) -> FormatError {
    failure(.notAllowed(found: foundText, allowed: allowed))
  }

  func integer<Integer: FixedWidthInteger>(
    in range: ClosedRange<Integer>
  ) throws(FormatError) -> Integer {
    var allowed = Self.text(of: range)
    // "0 or more" would not explain why a number beyond the type is refused.
    if case .number(let number) = value, range.upperBound == Integer.max,
      number.double >= Double(range.upperBound)
    {
      allowed = "\(range.lowerBound) to \(range.upperBound)"
    }
    let isOpen = range.upperBound == Integer.max || range.lowerBound == range.upperBound
    let expected = "a whole number" + (isOpen ? ", " : " from ") + allowed
    guard case .number(let number) = value else {
      throw unexpected(expected)
    }
    guard number.isIntegral else {
      // 2.0 and 1e3 are whole, so that only their spelling can be blamed.
      let isWhole = number.double == number.double.rounded()
      let manner = isWhole ? ", written with digits only" : ""
      throw unexpected(expected + manner)
    }
    guard let integer = number.integer(as: Integer.self), range.contains(integer) else {
      throw notAllowed(allowed)
    }
    return integer
  }

  private static func text<Integer: FixedWidthInteger>(
    of range: ClosedRange<Integer>
  ) -> String {
    if range.lowerBound == range.upperBound { return "only \(range.lowerBound)" }
    if range.upperBound == Integer.max { return "\(range.lowerBound) or more" }
    return "\(range.lowerBound) to \(range.upperBound)"
  }
}
