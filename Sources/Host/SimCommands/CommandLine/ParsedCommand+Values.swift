import SimFormats

extension ParsedCommand {
  /// The value of an option as a whole number.
  ///
  /// Decimal digits, or hexadecimal ones after `0x`; `nil` if the option was not given.
  ///
  /// - Throws: `badValue` if it is not a number or outside `range`.
  package func unsigned(
    _ option: String, in range: ClosedRange<UInt64> = 0...UInt64.max
  ) throws(UsageError) -> UInt64? {
    let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    return try value(option, expected: expected) { text in
      guard let number = wholeNumber(text), range.contains(number) else { return nil }
      return number
    }
  }

  /// The value of an option as one of some words; `nil` if the option was not given.
  ///
  /// - Throws: `badValue` with the nearest word if the value is not one of them.
  package func oneOf(_ option: String, _ words: [String]) throws(UsageError) -> String? {
    guard let text = string(option) else { return nil }
    guard words.contains(text) else {
      throw UsageError(
        .badValue(
          subject: "option \(quoted("--\(option)"))", expected: alternatives(words), found: text,
          suggestion: nearestSpelling(of: text, in: words)),
        helpLine: helpLine)
    }
    return text
  }

  /// The value of an option as a length of time; `nil` if the option was not given.
  ///
  /// - Parameter convert: Parses a time such as `10m`; returns `nil` for other text.
  /// - Throws: `badValue` if `convert` returns `nil`.
  package func duration<Duration>(
    _ option: String, _ convert: (String) -> Duration?
  ) throws(UsageError) -> Duration? {
    try value(option, expected: "a time such as 10m, 90s, 1.5s or 500ms", convert)
  }

  /// The value of an option, converted by `convert`; `nil` if it was not given.
  ///
  /// - Parameter expected: What is allowed, to follow the word "takes".
  /// - Throws: `badValue` if `convert` returns `nil`.
  package func value<Value>(
    _ option: String, expected: String, _ convert: (String) -> Value?
  ) throws(UsageError) -> Value? {
    guard let text = string(option) else { return nil }
    guard let value = convert(text) else {
      throw badValue(option, expected: expected, found: text)
    }
    return value
  }

  /// The error for a value that a later check rejects.
  ///
  /// - Parameter expected: What is allowed, to follow the word "takes".
  package func badValue(_ option: String, expected: String, found: String) -> UsageError {
    UsageError(
      .badValue(
        subject: "option \(quoted("--\(option)"))", expected: expected, found: found,
        suggestion: nil),
      helpLine: helpLine)
  }

  /// Checks that no two of these options were given together.
  ///
  /// - Throws: `conflict` with the first two that were.
  package func requireAtMostOne(of options: [String]) throws(UsageError) {
    let given = options.filter(isGiven)
    guard given.count > 1 else { return }
    throw UsageError(.conflict("--\(given[0])", "--\(given[1])"), helpLine: helpLine)
  }
}

private func wholeNumber(_ text: String) -> UInt64? {
  let isHexadecimal = text.hasPrefix("0x")
  let digits = isHexadecimal ? text.dropFirst(2) : text[...]
  // The integer initializer alone would accept a plus sign.
  guard let first = digits.first, first.isASCII, first.isHexDigit else { return nil }
  return UInt64(digits, radix: isHexadecimal ? 16 : 10)
}
