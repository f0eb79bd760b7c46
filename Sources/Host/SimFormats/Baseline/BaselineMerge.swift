/// A three-way merge of a baseline that two branches changed, per entry and per member.
///
/// A member that one branch changed, added or removed is taken from it. Members that only people
/// read never conflict: if both branches changed one, it stays as it is in the current branch.
package struct BaselineMerge {
  /// A member that both branches changed, each in its own way.
  package struct Conflict: Equatable, Sendable {
    /// The scenario and the run, such as `snowglobe, seed 1, 3600 frames, iphone-12`.
    package var run: String
    /// The path of the member in its entry, without `metrics`; empty for the entry itself.
    package var member: String
    /// The value of the current branch.
    package var current: String
    /// The value of the other branch.
    package var other: String

    /// The member with both values, in one line.
    package var words: String {
      "\(run): \(member.isEmpty ? "the entry" : member) is \(current) in this branch and \(other) "
        + "in the other"
    }
  }

  /// The merged baseline, with the current branch's value of each member in conflict.
  package private(set) var current: BaselineFile
  /// The merged baseline, with the other branch's value of each member in conflict.
  package private(set) var other: BaselineFile
  /// The members in conflict.
  package private(set) var conflicts: [Conflict] = []

  /// Merges two baselines.
  ///
  /// - Parameters:
  ///   - ancestor: the common ancestor; nil if both branches added the file.
  ///   - file: the file's name for errors.
  /// - Throws: `FormatError`, if the members do not make a baseline together.
  package init(
    _ ancestor: BaselineFile?, _ current: BaselineFile, _ other: BaselineFile, file: String
  ) throws(FormatError) {
    (self.current, self.other) = (current, other)
    let place = Place(run: MessageText.oneLine(current.scenario))
    let merged = merge(ancestor?.value, current.value, other.value, at: place)
    guard let ours = merged.current, let theirs = merged.other else {
      preconditionFailure("neither branch removed the whole file")
    }
    // Reading checks what a merge by members cannot: that they make a baseline together.
    self.current = try BaselineFile.shape.read(ours, file: file)
    self.other = try BaselineFile.shape.read(theirs, file: file)
  }

  /// A member's run and path.
  private struct Place {
    var run: String
    var path = ""
    var isForPeople = false

    func member(_ key: String) -> Place {
      var place = self
      if key != "metrics", key != "exact" { place.path += (path.isEmpty ? "" : ".") + key }
      if key == "recordedWith" || key == "wallTimes" { place.isForPeople = true }
      return place
    }

    func element(_ words: String) -> Place {
      var place = self
      if path.isEmpty { place.run += ", " + words } else { place.path += "[\(words)]" }
      return place
    }
  }

  /// The members that tell the elements of an array apart, by its key.
  private static let identities = [
    "exact": ["case", "seed", "frames", "milliseconds", "device", "reduceMotion"],
    "instructions": ["architecture", "toolchain", "build", "source"],
    "wallTimes": ["machine", "architecture", "toolchain", "build"],
  ]

  private typealias Sides = (current: JSONOutput?, other: JSONOutput?)

  /// Merges a value; both sides are equal unless it is in conflict.
  private mutating func merge(
    _ ancestor: JSONOutput?, _ current: JSONOutput?, _ other: JSONOutput?, at place: Place
  ) -> Sides {
    if current == other || other == ancestor { return (current, current) }
    if current == ancestor { return (other, other) }
    if case .object(let mine) = current, case .object(let theirs) = other {
      let keys = mine.map(\.0) + theirs.map(\.0).filter { current?[$0] == nil }
      var sides: (current: [(String, JSONOutput)], other: [(String, JSONOutput)]) = ([], [])
      for key in keys {
        let values = (ancestor?[key], current?[key], other?[key])
        let merged =
          Self.identities[key].map { mergeElements(values, by: $0, at: place.member(key)) }
          ?? merge(values.0, values.1, values.2, at: place.member(key))
        if let value = merged.current { sides.current.append((key, value)) }
        if let value = merged.other { sides.other.append((key, value)) }
      }
      return (.object(sides.current), .object(sides.other))
    }
    if place.isForPeople { return (current, current) }
    conflicts.append(
      Conflict(
        run: place.run, member: place.path, current: Self.words(current), other: Self.words(other)))
    return (current, other)
  }

  /// Merges arrays whose elements are identified by some of their members.
  private mutating func mergeElements(
    _ arrays: (JSONOutput?, JSONOutput?, JSONOutput?), by names: [String], at place: Place
  ) -> Sides {
    func elements(_ array: JSONOutput?) -> [(key: String, value: JSONOutput)] {
      guard case .array(let elements) = array else { return [] }
      return elements.map { element in
        let identity = names.map { element[$0] ?? .null }
        return (JSONWriter.text(of: .array(identity), style: .compact), element)
      }
    }
    let (mine, theirs) = (elements(arrays.1), elements(arrays.2))
    let ancestor = Dictionary(elements(arrays.0)) { first, _ in first }
    let current = Dictionary(mine) { first, _ in first }
    let other = Dictionary(theirs) { first, _ in first }
    var sides: (current: [JSONOutput], other: [JSONOutput]) = ([], [])
    for (key, element) in mine + theirs.filter({ current[$0.key] == nil }) {
      let place = place.element(Self.words(element, names))
      let merged = merge(ancestor[key], current[key], other[key], at: place)
      if let value = merged.current { sides.current.append(value) }
      if let value = merged.other { sides.other.append(value) }
    }
    // Without elements the member is absent, but for the entries.
    let isRequired = names.first == "case"
    return (
      sides.current.isEmpty && !isRequired ? nil : .array(sides.current),
      sides.other.isEmpty && !isRequired ? nil : .array(sides.other)
    )
  }

  /// The members that tell an element apart, in words.
  private static func words(_ element: JSONOutput, _ names: [String]) -> String {
    names.compactMap { name in
      guard let value = element[name] else { return nil }
      let text = value.text.map(MessageText.oneLine) ?? JSONWriter.text(of: value, style: .compact)
      switch name {
      case "case", "seed": return "\(name) \(text)"
      case "frames", "milliseconds": return "\(text) \(name)"
      case "reduceMotion": return text == "true" ? "Reduce Motion" : nil
      default: return text
      }
    }.joined(separator: ", ")
  }

  /// A value in a message.
  private static func words(_ value: JSONOutput?) -> String {
    guard let value else { return "removed" }
    return value.isScalar
      ? MessageText.oneLine(JSONWriter.text(of: value, style: .compact)) : "changed"
  }
}
