import SimText

/// What is wrong with an input file: where, what was found and what is allowed.
///
/// Every reader of this module throws it, and its `message` is always a single line.
package struct FormatError: Error, Equatable, Sendable {
  /// The file's name as the user gave it.
  package var file: String
  /// The position in the file; nil when the fault is the file's as a whole.
  package var position: TextPosition?
  /// The path of the value, such as `input[2].kind`, or a table's column; empty for the root.
  package var path: String
  /// What is wrong, with the values found.
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

  /// What a name in a file names.
  package enum Part: String, Equatable, Sendable {
    /// A key of a JSON object.
    case key
    /// A column of a table.
    case column
  }

  /// Everything that can be wrong.
  ///
  /// `found`, `expected` and `allowed` are pieces of a message, quoted where needed; names are
  /// the bare names.
  package enum Problem: Equatable, Sendable {
    /// The text is no JSON.
    case malformed(JSONError.Kind)
    /// A value of the wrong kind: `found string "ten", expected a whole number`.
    case unexpected(found: String, expected: String)
    /// A value of the right kind that is not allowed: `found 601, allowed 0 to 600`.
    case notAllowed(found: String, allowed: String)
    /// What other device classes have and this one lacks: `found a pencil, allowed a finger`, and
    /// why.
    case lacking(found: String, allowed: String, reason: String)
    /// A text that is none of the names allowed.
    case unknownName(found: String, suggestion: String?, allowed: [String])
    /// A key or column that the format does not have.
    case unknown(Part, name: String, suggestion: String?, allowed: [String])
    /// A key or column that must be there; `misspelling` is a present name near to it.
    case missing(Part, name: String, misspelling: String?)
    /// A column that is there twice.
    case repeated(Part, name: String)
    /// Anything else, as a sentence without capital and full stop.
    case other(String)
  }

  /// The file, the position, the path and what is wrong, in one line without a line end.
  package var message: String {
    var parts = [position.map { "\(file):\($0.text)" } ?? file]
    if !path.isEmpty { parts.append(path) }
    parts.append(problem.message)
    return MessageText.message(parts.joined(separator: ": "))
  }

  /// What stands in the file, as the message shows it; nil when something is missing.
  package var found: String? {
    switch problem {
    case .unexpected(let found, _), .notAllowed(let found, _), .lacking(let found, _, _): found
    case .unknownName(let found, _, _): MessageText.quoted(found)
    case .unknown(_, let name, _, _), .repeated(_, let name): MessageText.quoted(name)
    case .malformed, .missing, .other: nil
    }
  }

  /// What may stand there, as the message shows it.
  package var allowed: String? {
    switch problem {
    case .unexpected(_, let expected): expected
    case .notAllowed(_, let allowed), .lacking(_, let allowed, _): allowed
    case .unknownName(_, _, let allowed), .unknown(_, _, _, let allowed):
      MessageText.list(allowed)
    case .missing(_, let name, _): MessageText.named(name)
    case .malformed, .repeated, .other: nil
    }
  }

  /// The right spelling that is nearest to what was found.
  package var suggestion: String? {
    switch problem {
    case .unknownName(_, let suggestion, _), .unknown(_, _, let suggestion, _): suggestion
    case .missing(_, let name, let misspelling): misspelling == nil ? nil : name
    default: nil
    }
  }
}

extension FormatError.Problem {
  /// What is wrong, without file, position and path.
  package var message: String {
    switch self {
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
