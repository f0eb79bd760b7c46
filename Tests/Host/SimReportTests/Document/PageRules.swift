import Testing

/// What every page and every plot has to keep, so that everybody can read it.
enum PageRules {
  /// Holds a page to all of it.
  static func check(_ page: String, _ what: String) {
    #expect(PageMarkup.isWellFormed(page), "\(what): not well-formed")
    for words in [
      "<!DOCTYPE html>\n<html lang=\"en\">", "<main>", "</main>", "width=device-width",
      "http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ",
      "(prefers-color-scheme:dark)", "@media print",
    ] {
      #expect(page.split(separator: words, omittingEmptySubsequences: false).count == 2, "\(words)")
    }
    checkHeadings(page, what)
    checkNames(page, what)
    checkPlots(page, what)
    for match in page.matches(of: /<(?:pre|div class="scroll")[^>]*>/) {
      #expect(match.0.contains(" tabindex=\"0\""), "\(what): keys cannot scroll \(match.0)")
      #expect(match.0.hasPrefix("<pre") || match.0.contains("role=\"group\" aria-label=\""))
    }
    for match in page.matches(of: /<th[^>]*><\/th>/) {
      Issue.record("\(what): a heading of nothing: \(match.0)")
    }
    for match in page.matches(of: /<input type="range"[^>]*>/) {
      #expect(match.0.contains("aria-label=\""), "\(what): \(match.0)")
    }
  }

  /// One heading of the first level, and none that leaves a level out.
  private static func checkHeadings(_ page: String, _ what: String) {
    let levels = page.matches(of: /<h([1-6])[ >]/).compactMap { Int($0.1) }
    #expect(levels.first == 1 && levels.count { $0 == 1 } == 1, "\(what): \(levels)")
    for (level, next) in zip(levels, levels.dropFirst()) {
      #expect(next <= level + 1, "\(what): from h\(level) to h\(next)")
    }
  }

  /// Names that are unique, links that lead somewhere, and pictures that say what they show.
  private static func checkNames(_ page: String, _ what: String) {
    let ids = page.matches(of: /\sid="([^"]*)"/).map { String($0.1) }
    #expect(Set(ids).count == ids.count, "\(what): \(ids)")
    for link in page.matches(of: /href="#([^"]*)"/) {
      #expect(ids.contains(String(link.1)), "\(what): \(link.0)")
    }
    let images = page.matches(of: /<img [^>]*>/).count
    let words = page.matches(of: /<img alt="([^"]+)"/).map { String($0.1) }
    #expect(words.count == images && Set(words).count == words.count, "\(what): \(words)")
  }

  /// Plots with a role and a title each.
  static func checkPlots(_ markup: String, _ what: String) {
    let plots = markup.matches(of: /<svg[^>]*>/)
    let named = markup.matches(of: /<svg[^>]* role="[a-z]+"[^>]*>\s*<title>[^<]+<\/title>/)
    #expect(plots.count == named.count, "\(what): a plot without role or title")
  }
}
