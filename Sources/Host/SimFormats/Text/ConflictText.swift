/// Two versions of a text in one file, as git leaves them for a person to resolve.
package enum ConflictText {
  /// Lines above which all differing lines become one conflict.
  private static var comparedLines: Int { 4000 }

  /// The lines that both have, and conflict markers around those that differ.
  ///
  /// Choosing one side of every conflict results in that version.
  ///
  /// - Complexity: O(n + d²) for n lines of which d differ.
  package static func bytes(_ current: [UInt8], _ other: [UInt8]) -> [UInt8] {
    let (mine, theirs) = (lines(current), lines(other))
    let (removed, added) = differences(mine, theirs)
    var bytes: [UInt8] = []
    func append(_ line: some Sequence<UInt8>) {
      bytes += line
      bytes.append(UInt8(ascii: "\n"))
    }
    var (place, otherPlace) = (0, 0)
    while place < mine.count || otherPlace < theirs.count {
      guard removed.contains(place) || added.contains(otherPlace) else {
        append(mine[place])
        (place, otherPlace) = (place + 1, otherPlace + 1)
        continue
      }
      append("<<<<<<< current".utf8)
      while removed.contains(place) {
        append(mine[place])
        place += 1
      }
      append("=======".utf8)
      while added.contains(otherPlace) {
        append(theirs[otherPlace])
        otherPlace += 1
      }
      append(">>>>>>> other".utf8)
    }
    return bytes
  }

  private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// The places of lines that only one version has.
  private static func differences(
    _ mine: [ArraySlice<UInt8>], _ theirs: [ArraySlice<UInt8>]
  ) -> (removed: Set<Int>, added: Set<Int>) {
    let start = zip(mine, theirs).prefix { $0 == $1 }.count
    let rest = (mine.dropFirst(start), theirs.dropFirst(start))
    let end = zip(rest.0.reversed(), rest.1.reversed()).prefix { $0 == $1 }.count
    let (own, others) = (rest.0.dropLast(end), rest.1.dropLast(end))
    guard own.count + others.count <= comparedLines else {
      return (Set(own.indices), Set(others.indices))
    }
    var (removed, added) = (Set<Int>(), Set<Int>())
    for change in Array(others).difference(from: Array(own)) {
      switch change {
      case .remove(let offset, _, _): removed.insert(start + offset)
      case .insert(let offset, _, _): added.insert(start + offset)
      }
    }
    return (removed, added)
  }
}
