import Foundation
import SimReport
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
    checkFolder(page, what)
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

  /// The page in several files has nothing inline, fetches what lies beside it alone, and is the
  /// same page when it is put together again.
  static func checkFolder(_ page: String, _ what: String) {
    let files = PageFolder.files(of: page)
    #expect(files.map(\.name).starts(with: PageFolder.names), "\(what)")
    let texts = files.prefix(3).map { String(decoding: $0.bytes, as: UTF8.self) }
    let (html, css, script) = (texts[0], texts[1], texts[2])
    for words in ["<style", " style=\"", "<script>", "unsafe-inline", "\"data:"] {
      #expect(!html.contains(words), "\(what): \(words)")
    }
    let named = html.matches(of: /<(?:link|script|img)\b[^>]* (?:href|src)="([^"]*)"/)
    let others = files.dropFirst().map(\.name)
    #expect(named.map { String($0.1) }.sorted() == others.sorted(), "\(what)")
    var values: [Substring: Substring] = [:]
    for rule in css.matches(of: /\[data-style="([0-9]+)"\]\{([^}]*)\}\n/) {
      values[rule.1] = rule.2
    }
    var whole = html.replacing(/data-style="([0-9]+)"/) { "style=\"\(values[$0.1] ?? "?")\"" }
    for picture in files.dropFirst(3) {
      let text = Data(picture.bytes).base64EncodedString()
      whole = whole.replacing(
        "src=\"\(picture.name)\"", with: "src=\"data:image/png;base64,\(text)\"")
    }
    let style = css.prefix(upTo: css.firstRange(of: "[data-style=")?.lowerBound ?? css.endIndex)
    for (linked, inline) in [
      ("<link rel=\"stylesheet\" href=\"style.css\">", "<style>\(style)</style>"),
      ("<script src=\"script.js\"></script>", "<script>\(script)</script>"),
      (
        "img-src 'self' file:; style-src 'self' file:; script-src 'self' file:",
        "img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
      ),
    ] {
      whole = whole.replacing(linked, with: inline)
    }
    #expect(whole == page, "\(what): another page in a folder")
  }

  /// Plots with a role and a title each.
  static func checkPlots(_ markup: String, _ what: String) {
    let plots = markup.matches(of: /<svg[^>]*>/)
    let named = markup.matches(of: /<svg[^>]* role="[a-z]+"[^>]*>\s*<title>[^<]+<\/title>/)
    #expect(plots.count == named.count, "\(what): a plot without role or title")
  }
}
