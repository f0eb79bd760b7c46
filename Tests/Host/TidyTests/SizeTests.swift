import Testing

/// Goal: files, functions and lines stay small enough to read; method: count them all.
struct SizeTests {
  @Test func noFileIsLongerThan600Lines() throws {
    let files = try Repository.swiftFiles()
    #expect(files.count > 50)
    for file in files {
      #expect(file.lines.count <= 600, "\(file) has \(file.lines.count) lines")
    }
  }

  @Test func noLineIsLongerThan100Columns() throws {
    for file in try Repository.swiftFiles() {
      for (index, line) in file.lines.enumerated() where line.utf8.count > 100 {
        #expect(line.count <= 100, "\(file):\(index + 1) has \(line.count) columns")
      }
    }
  }

  @Test func noFunctionIsLongerThan70Lines() throws {
    for file in try Repository.swiftFiles() {
      for function in Functions.all(in: file.lines) {
        #expect(
          function.count <= 70,
          "\(file):\(function.lowerBound + 1): a function of \(function.count) lines")
      }
    }
  }

  @Test func longFunctionIsFound() {
    let body = [Substring](repeating: "    work()", count: 80)
    let lines: [Substring] = ["struct S {", "  func long() {"] + body + ["  }", "}"]
    #expect(Functions.all(in: lines).map(\.count) == [82])
  }
}

/// Finds functions by the indentation that the formatter guarantees.
enum Functions {
  /// The line ranges of all functions and initializers.
  static func all(in lines: [Substring]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for (start, line) in lines.enumerated() {
      let indentation = line.prefix { $0 == " " }.count
      let words = line.dropFirst(indentation).split(separator: " ")
      let head = words.prefix(5).map { $0.prefix { $0 != "(" && $0 != "<" } }
      guard head.contains("func") || head.contains("init"), !line.contains("//") else { continue }
      let closing = String(repeating: " ", count: indentation) + "}"
      let end = lines[start...].firstIndex { $0 == Substring(closing) }
      let opensBody = lines[start..<(end ?? start)].contains { $0.hasSuffix("{") }
      if let end, opensBody, !hasNextDeclaration(lines, start, end, indentation) {
        ranges.append(start..<end + 1)
      }
    }
    return ranges
  }

  /// Protocol requirements have no body: the brace found belongs to something later.
  private static func hasNextDeclaration(
    _ lines: [Substring], _ start: Int, _ end: Int, _ indentation: Int
  ) -> Bool {
    lines[(start + 1)..<end].contains { line in
      let rest = line.dropFirst(indentation)
      guard line.prefix(while: { $0 == " " }).count == indentation, !rest.isEmpty else {
        return false
      }
      return ![")", "}", "where"].contains { rest.hasPrefix($0) }
    }
  }
}
