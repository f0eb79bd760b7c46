import SimText

/// An error in an input file: the location, the found value and the allowed values.
///
/// All readers of this module throw it; its `message` is always a single line.
package struct FormatError: Error, Equatable, Sendable {
  /// The file's name as given by the user.
  package var file: String
  /// The position in the file; nil if the error concerns the whole file.
  package var position: TextPosition?
  /// The path of the value, such as `input[2].kind`, or a table's column; empty for the root.
  package var path: String
  /// The error with the found values.
  package var problem: Problem

  /// Makes an error.
  package init(
    file: String, position: TextPosition? = nil, path: String = "", problem: Problem
  ) {
    self.file = file
    self.position = position
    self.path = path
    self.problem = problem
  }

  /// The kind of a name in a file.
  package enum Part: String, Equatable, Sendable {
    /// A key of a JSON object.
    case key
    /// A column of a table.
    case column
  }

  /// All kinds of errors.
  ///
  /// `found`, `expected` and `allowed` are parts of a message, quoted if necessary; names are
  /// unquoted.
  package enum Problem: Equatable, Sendable {
    /// The file has content of another, recognized kind.
    case foreign(FileContent, expected: String)
    /// The text is not valid JSON.
    case malformed(JSONError.Kind)
    /// A value of the wrong type: `found string "ten", expected a whole number`.
    case unexpected(found: String, expected: String)
    /// A value of the right type that is not allowed: `found 601, allowed 0 to 600`.
    case notAllowed(found: String, allowed: String)
    /// A feature that this device class lacks: `found a pencil, allowed a finger`, and the reason.
    case lacking(found: String, allowed: String, reason: String)
    /// A string that is not one of the allowed names.
    case unknownName(found: String, suggestion: String?, allowed: [String])
    /// A key or column that the format does not define.
    case unknown(Part, name: String, suggestion: String?, allowed: [String])
    /// A required key or column; `misspelling` is a similar name that is present.
    case missing(Part, name: String, misspelling: String?)
    /// A column that appears twice.
    case repeated(Part, name: String)
    /// Any other error, as a sentence without a capital and a period.
    case other(String)
  }

  /// The file, position, path and error in one line.
  package var message: String {
    var parts = [position.map { "\(file):\($0.text)" } ?? file]
    if !path.isEmpty { parts.append(path) }
    parts.append(problem.message)
    return MessageText.message(parts.joined(separator: ": "))
  }

  /// The found value, as shown in the message; nil if a value is missing.
  package var found: String? {
    switch problem {
    case .foreign(let content, _): content.name
    case .unexpected(let found, _), .notAllowed(let found, _), .lacking(let found, _, _): found
    case .unknownName(let found, _, _): MessageText.quoted(found)
    case .unknown(_, let name, _, _), .repeated(_, let name): MessageText.quoted(name)
    case .malformed, .missing, .other: nil
    }
  }

  /// The allowed values, as shown in the message.
  package var allowed: String? {
    switch problem {
    case .unexpected(_, let expected), .foreign(_, let expected): expected
    case .notAllowed(_, let allowed), .lacking(_, let allowed, _): allowed
    case .unknownName(_, _, let allowed), .unknown(_, _, _, let allowed):
      MessageText.list(allowed)
    case .missing(_, let name, _): MessageText.named(name)
    case .malformed, .repeated, .other: nil
    }
  }

  /// The correct spelling nearest to the found one.
  package var suggestion: String? {
    switch problem {
    case .unknownName(_, let suggestion, _), .unknown(_, _, let suggestion, _): suggestion
    case .missing(_, let name, let misspelling): misspelling == nil ? nil : name
    default: nil
    }
  }
}

extension FormatError.Problem {
  /// The error without file, position and path.
  package var message: String {
    switch self {
    case .foreign(let content, let expected):
      return content.message(expected: expected)
    case .malformed(let kind):
      return kind.message
    case .unexpected(let found, let expected):
      return "found \(found), expected \(expected)"
    case .notAllowed(let found, let allowed):
      return "found \(found), allowed \(allowed)"
    case .lacking(let found, let allowed, let reason):
      return "found \(found), allowed \(allowed): \(reason)"
    case .unknownName(let found, let suggestion, let allowed):
      let choice = Self.choice(suggestion, allowed)
      return "found \(MessageText.quoted(found))\(choice)"
    case .unknown(let part, let name, let suggestion, let allowed):
      let choice = Self.choice(suggestion, allowed)
      return "unknown \(part.rawValue) \(MessageText.quoted(name))\(choice)"
    case .missing(let part, let name, let misspelling):
      let hint = misspelling.map { "; is \(MessageText.quoted($0)) a misspelling of it?" } ?? ""
      return "missing \(part.rawValue) \(MessageText.named(name))\(hint)"
    case .repeated(let part, let name):
      return "\(part.rawValue) \(MessageText.quoted(name)) appears twice"
    case .other(let sentence):
      return sentence
    }
  }

  private static func choice(_ suggestion: String?, _ allowed: [String]) -> String {
    guard !allowed.isEmpty else { return "; nothing is allowed here" }
    let hint = suggestion.map { "did you mean \(MessageText.named($0))? " } ?? ""
    return "; \(hint)allowed: \(MessageText.list(allowed))"
  }
}
