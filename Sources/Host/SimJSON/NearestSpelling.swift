/// The candidate that `word` most likely misspells, or nil if none is similar.
///
/// Similar means a Damerau-Levenshtein distance (insertions, deletions, replacements, swaps of
/// neighbors) of at most 2 or 1/3 of the word's length, whichever is larger, and below the shorter
/// word's length. Case is ignored unless two candidates differ only in case. Of equally similar
/// candidates the first is used.
///
/// - Complexity: O(candidates · length²); a word of more than 100 characters has no similar
///   candidates.
package func nearestSpelling(of word: String, in candidates: some Sequence<String>) -> String? {
  // One more than allowed tells a longer word without a copy of all of it.
  let typed = Array(word.unicodeScalars.prefix(101))
  guard !typed.isEmpty, typed.count <= 100 else { return nil }
  let lowercaseTyped = Array(word.lowercased().unicodeScalars)
  let limit = max(2, typed.count / 3)
  var best: (candidate: String, distance: Int, exactDistance: Int)?
  for candidate in candidates {
    let exact = Array(candidate.unicodeScalars)
    guard abs(exact.count - typed.count) <= limit + 2 else { continue }
    let lowercase = Array(candidate.lowercased().unicodeScalars)
    let distance = editDistance(lowercaseTyped, lowercase)
    // Short words need the second bound: two edits turn `ms` into any other pair of letters.
    guard distance <= limit, distance < min(lowercase.count, lowercaseTyped.count) else {
      continue
    }
    let exactDistance = editDistance(typed, exact)
    if let best, (best.distance, best.exactDistance) <= (distance, exactDistance) { continue }
    best = (candidate, distance, exactDistance)
  }
  return best?.candidate
}

/// The minimum number of insertions, deletions, replacements and swaps of neighbors between two
/// words, with at most one edit per place (optimal string alignment).
///
/// - Complexity: O(a · b).
private func editDistance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
  var beforePrevious = [Int](repeating: 0, count: b.count + 1)
  var previous = Array(0...b.count)
  var current = previous
  for i in 0..<a.count {
    current[0] = i + 1
    for j in 0..<b.count {
      let replacement = previous[j] + (a[i] == b[j] ? 0 : 1)
      var distance = min(replacement, previous[j + 1] + 1, current[j] + 1)
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
        distance = min(distance, beforePrevious[j - 1] + 1)
      }
      current[j + 1] = distance
    }
    (beforePrevious, previous, current) = (previous, current, beforePrevious)
  }
  return previous[b.count]
}
