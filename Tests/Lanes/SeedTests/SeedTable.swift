/// A table of `seeds/`: what a scene's seeds come to, and the behavior versions it holds for.
struct SeedTable {
  /// What is pinned of one frame.
  struct Row: Equatable {
    var seed: UInt64
    var frame: UInt32
    var state: String
    var pixels: String

    /// The frame's place in words.
    var place: String { "seed \(seed) frame \(frame)" }
  }

  /// A line that is no part of a table.
  struct BadLine: Error, Equatable {
    var line: String
  }

  /// The command that writes the tables anew.
  static let renewal = ".ci/renew-seeds"

  var scenario = ""
  /// The versions of what all scenes share and of the scene itself.
  var versions: [String] = []
  /// The other lines before the rows.
  var conditions: [String] = []
  var rows: [Row] = []

  /// Reads the tables of a text, one after the other.
  static func all(in text: String) throws(BadLine) -> [SeedTable] {
    var tables: [SeedTable] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      if words[0] == "scenario", words.count == 2 {
        tables.append(SeedTable(scenario: words[1]))
        continue
      }
      guard var table = tables.popLast() else { throw BadLine(line: String(line)) }
      switch words[0] {
      case "behavior-version", "scene-behavior-version": table.versions.append(String(line))
      case "canvas", "frame-rate", "columns": table.conditions.append(String(line))
      default: table.rows.append(try row(words))
      }
      tables.append(table)
    }
    guard text.hasSuffix("\n") else { throw BadLine(line: "no end of line") }
    return tables
  }

  private static func row(_ words: [String]) throws(BadLine) -> Row {
    guard words.count == 4, let seed = UInt64(words[0]), let frame = UInt32(words[1]),
      isDigest(words[2]), isDigest(words[3])
    else { throw BadLine(line: words.joined(separator: " ")) }
    return Row(seed: seed, frame: frame, state: words[2], pixels: words[3])
  }

  private static func isDigest(_ word: String) -> Bool {
    word.utf8.count == 16
      && word.utf8.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
      }
  }

  /// Says in one sentence how what a build gives differs from this table; nil when it does not.
  ///
  /// Seeds that were not run are not missed: `seeds` names those that were.
  func problem(with found: SeedTable, seeds: [UInt64]) -> String? {
    guard versions == found.versions else {
      return "seeds/\(scenario).txt is of \(versions.joined(separator: ", ")) and the build of "
        + "\(found.versions.joined(separator: ", ")): renew seeds with \(Self.renewal)"
    }
    guard conditions == found.conditions else {
      return "seeds/\(scenario).txt was made under other conditions: renew seeds with "
        + Self.renewal
    }
    let pinned = rows.filter { seeds.contains($0.seed) }
    for (row, expected) in zip(found.rows, pinned) where row != expected {
      guard row.seed == expected.seed, row.frame == expected.frame else {
        return "seeds/\(scenario).txt has \(expected.place) where \(row.place) belongs"
      }
      let isState = row.state != expected.state
      return "behavior changed, \(isState ? "state" : "pixels") first at \(row.place): raise "
        + "\(scenario)'s behaviorVersion, or BehaviorVersion.current if every scene changed, and "
        + "renew seeds with \(Self.renewal)"
    }
    guard found.rows.count == pinned.count else {
      return "seeds/\(scenario).txt has \(pinned.count) rows of these seeds, not "
        + "\(found.rows.count)"
    }
    return nil
  }
}
