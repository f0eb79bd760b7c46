import SimFormats

/// Words for counts, instructions and call sites that every output shares.
package enum CountWords {
  /// Columns of a function's name that are shown; demangled names have no bound.
  private static var nameWidth: Int { 160 }

  /// Who counted, and what.
  static func method(_ source: InstructionSource) -> String {
    switch source {
    case .hardware: "hardware counter"
    case .valgrind: "valgrind, inside the phases only"
    case .difference: "valgrind, a long run less a short one, observation included"
    case .none: "nothing"
    }
  }

  /// How that is done, to stand behind the method's name.
  static func detail(_ source: InstructionSource) -> String {
    switch source {
    case .hardware: "the processor\u{2019}s counter"
    case .valgrind: "inside the phases only"
    case .difference: "a long run less a short one, observation included"
    case .none: "nothing counted"
    }
  }

  /// A count of each frame in the mean: a whole number, or three digits of less.
  static func count(_ instructions: Double) -> String {
    Quantity.figure(max(instructions, 0))
  }

  /// A count before and now, told apart where they differ.
  static func counts(_ before: Double, _ now: Double) -> (before: String, now: String) {
    let (before, now) = (max(before, 0), max(now, 0))
    let digits = FigureText.digits(telling: [now], from: before) {
      Quantity.figure($0, digits: $1)
    }
    return (Quantity.figure(before, digits: digits), Quantity.figure(now, digits: digits))
  }

  /// So many of a thing: `1 check`, `2 checks`.
  package static func counted(
    _ count: some BinaryInteger, _ noun: String, plural: String? = nil
  ) -> String {
    let number = FigureText.grouped(UInt64(clamping: count))
    return "\(number) \(count == 1 ? noun : plural ?? noun + "s")"
  }

  /// A function's name on one line, cut where it gets too long.
  static func shortened(_ name: String) -> String {
    let line = MessageText.oneLine(name)
    return line.count <= nameWidth ? line : line.prefix(nameWidth - 1) + "…"
  }
}

extension InstructionSummary {
  /// The method's name, how it counts, and how many frames; of `none` the reason.
  var methodWords: String {
    guard source != .none else {
      return "none: \(MessageText.oneLine(note ?? "no reason given"))"
    }
    let frames = CountWords.counted(frames, "frame")
    return "\(source.rawValue) (\(CountWords.detail(source))), \(frames)"
  }

  /// Why no better method counted; nil when there is nothing to say.
  var noteWords: String? {
    source == .none ? nil : note.map { "no better method: \(MessageText.oneLine($0))" }
  }

  /// Instructions per frame by phase, in one line; empty if nothing was counted.
  var countWords: String {
    counts.map { "\($0.name) \(CountWords.count(perFrame($0)))" }.joined(separator: ", ")
  }
}

extension AllocationSites {
  /// What is not among the call sites that are named; empty when everything is.
  var restWords: [String] {
    var words: [String] = []
    let rest = siteCount - top.count
    if rest > 0 { words.append("and \(FigureText.grouped(UInt64(rest))) more") }
    if lostCount > 0 {
      words.append(
        CountWords.counted(lostCount, "allocation")
          + " of further places had no room")
    }
    return words
  }
}

extension AllocationSite {
  /// How often, where and since when, in the order that people ask.
  var facts: [String] {
    [
      "\(FigureText.grouped(count)) in \(MessageText.oneLine(phase))",
      Quantity.bytes(Int64(clamping: bytes)),
      "first in frame \(FigureText.grouped(UInt64(firstFrame)))",
    ]
  }
}
