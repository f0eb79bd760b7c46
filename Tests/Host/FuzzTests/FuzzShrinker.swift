import SimFormats

/// Makes an input smaller that still fails.
enum FuzzShrinker {
  /// The smallest input found within so many trials.
  ///
  /// Tries, again and again until nothing helps: fewer files and arguments, shorter arguments,
  /// fewer members and elements where a file is JSON, simpler values, fewer bytes.
  ///
  /// - Parameter fails: Whether an input fails in the same way.
  static func shrunk(
    _ input: FuzzInput, trials: Int, fails: (FuzzInput) -> Bool
  ) -> FuzzInput {
    var best = input
    var left = trials
    var hasImproved = true
    while hasImproved, left > 0 {
      hasImproved = false
      var round = Candidates(best)
      while left > 0, let candidate = round.next() {
        guard candidate != best, candidate.size < best.size else { continue }
        left -= 1
        guard fails(candidate) else { continue }
        best = candidate
        hasImproved = true
        round.restart(from: best)
      }
    }
    return best
  }

  /// Ways to make one input smaller, the boldest first.
  private struct Candidates {
    private var input: FuzzInput
    private var place = 0
    private var steps: [(FuzzInput) -> FuzzInput] = []

    init(_ input: FuzzInput) {
      self.input = input
      steps = Self.steps(input)
    }

    /// Goes on at the same place: what was tried before it hardly helps now.
    mutating func restart(from input: FuzzInput) {
      self.input = input
      steps = Self.steps(input)
    }

    mutating func next() -> FuzzInput? {
      guard place < steps.count else { return nil }
      defer { place += 1 }
      return steps[place](input)
    }

    private static func steps(_ input: FuzzInput) -> [(FuzzInput) -> FuzzInput] {
      var steps: [(FuzzInput) -> FuzzInput] = []
      for index in input.arguments.indices.reversed() { steps += argument(index, input) }
      for index in input.files.indices {
        steps.append {
          var next = $0; next.files.remove(at: index); return next
        }
        if let value = FuzzShrinker.json(input.files[index].bytes) {
          for simpler in FuzzShrinker.simpler(value) {
            steps.append {
              var next = $0
              next.files[index].bytes = JSONWriter.bytes(of: simpler, style: .compact)
              return next
            }
          }
        } else {
          steps += bytesTaken(out: input.files[index].bytes.count, file: index)
        }
      }
      return steps
    }

    /// Leaves out an argument, or it and the next, or takes half of it.
    private static func argument(
      _ index: Int, _ input: FuzzInput
    ) -> [(FuzzInput) -> FuzzInput] {
      var steps: [(FuzzInput) -> FuzzInput] = [
        {
          var next = $0
          next.arguments.remove(at: index)
          return next
        }
      ]
      if index + 1 < input.arguments.count {
        steps.append {
          var next = $0
          next.arguments.removeSubrange(index...(index + 1))
          return next
        }
      }
      // Half of a path would be another place: it stays in the folder, and so does an odd name.
      let text = input.arguments[index]
      let head = text.hasPrefix("FOLDER/odd") ? "FOLDER/odd" : ""
      guard head != "" || !text.contains("FOLDER") else { return steps }
      let scalars = text.dropFirst(head.count).unicodeScalars
      for half in [scalars.prefix(scalars.count / 2), scalars.suffix(scalars.count / 2)] {
        let shorter = head + String(String.UnicodeScalarView(half))
        steps.append {
          var next = $0
          next.arguments[index] = shorter
          return next
        }
      }
      return steps
    }

    private static func bytesTaken(
      out count: Int, file index: Int
    ) -> [(FuzzInput) -> FuzzInput] {
      var steps: [(FuzzInput) -> FuzzInput] = []
      var length = count / 2
      while length > 0 {
        for start in stride(from: 0, to: count, by: length).reversed() {
          let range = start..<min(start + length, count)
          steps.append {
            var next = $0
            next.files[index].bytes.removeSubrange(
              range.clamped(to: next.files[index].bytes.indices))
            return next
          }
        }
        length /= 2
      }
      return steps
    }
  }

  private static func json(_ bytes: [UInt8]) -> JSONOutput? {
    (try? JSONDocument(parsing: bytes)).map { JSONOutput($0.root) }
  }

  /// Values with one part less, or with one part simpler, the largest parts first.
  static func simpler(_ value: JSONOutput) -> [JSONOutput] {
    var found: [JSONOutput] = []
    switch value {
    case .object(let members):
      for index in members.indices {
        found.append(.object(members.enumerated().filter { $0.offset != index }.map(\.element)))
      }
      for index in members.indices {
        for part in simpler(members[index].1) {
          var copy = members
          copy[index].1 = part
          found.append(.object(copy))
        }
      }
    case .array(let elements):
      if elements.count > 3 {
        found.append(.array(Array(elements.prefix(elements.count / 2))))
        found.append(.array(Array(elements.suffix(elements.count / 2))))
      }
      for index in elements.indices {
        found.append(.array(elements.enumerated().filter { $0.offset != index }.map(\.element)))
      }
      for index in elements.indices {
        for part in simpler(elements[index]) {
          var copy = elements
          copy[index] = part
          found.append(.array(copy))
        }
      }
    case .string(let text) where text.unicodeScalars.count > 1:
      let scalars = Array(text.unicodeScalars)
      for half in [scalars.prefix(scalars.count / 2), scalars.suffix(scalars.count / 2)] {
        var shorter = String.UnicodeScalarView()
        shorter.append(contentsOf: half)
        found.append(.string(String(shorter)))
      }
    case .integer(let number) where number.magnitude > 9:
      found = [.integer(0), .integer(number / 2)]
    case .unsigned(let number) where number > 9:
      found = [.integer(0), .unsigned(number / 2)]
    default: break
    }
    return found
  }
}
