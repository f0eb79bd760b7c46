/// The candidate that `text` most likely meant, if one is near enough.
///
/// Near means at most one edit for each three letters: insert, delete, replace,
/// or swap two neighbors. Of equally near candidates the first wins.
///
/// - Complexity: O(length of text × total length of the candidates).
func suggestion(for text: String, among candidates: [String]) -> String? {
  let letters = Array(text)
  guard letters.count <= longestCorrectableWord else { return nil }
  var best: (candidate: String, distance: Int)?
  for candidate in candidates {
    let other = Array(candidate)
    let allowed = max(1, max(letters.count, other.count) / 3)
    guard abs(letters.count - other.count) <= allowed else { continue }
    let distance = editDistance(letters, other)
    guard distance <= allowed, distance < best?.distance ?? .max else { continue }
    best = (candidate, distance)
  }
  return best?.candidate
}

/// Longer text is no misspelling, and comparing it would cost for nothing.
private let longestCorrectableWord = 64

/// Edits that turn one word into the other, a swap of neighbors counting once.
private func editDistance(_ first: [Character], _ second: [Character]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...second.count)
  for row in first.indices {
    var current = [row + 1]
    for column in second.indices {
      let isSame = first[row] == second[column]
      var cost = min(last[column] + (isSame ? 0 : 1), last[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
        cost = min(cost, beforeLast[column - 1] + 1)
      }
      current.append(cost)
    }
    beforeLast = last
    last = current
  }
  return last[second.count]
}
