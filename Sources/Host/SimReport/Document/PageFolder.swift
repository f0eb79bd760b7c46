import SimText

/// A page with separate style, script and image files, for hosts whose content-security policy
/// forbids inline content.
///
/// It is derived from the self-contained page: values of `style` become numbered rules.
package enum PageFolder {
  /// The files that every page has; images follow, numbered from 1.
  package static let names = ["index.html", "style.css", "script.js"]

  /// The files of a page, the page itself first.
  ///
  /// - Parameter page: A page of `HTMLRenderer`.
  /// - Complexity: O(n)
  package static func files(of page: String) -> [(name: String, bytes: [UInt8])] {
    var page = page
    for part in HTMLRenderer.parts {
      page = page.replacing(part.inline, with: part.linked, maxReplacements: 1)
    }
    var pictures: [(name: String, bytes: [UInt8])] = []
    var html = replaced(Array(page.utf8), "src", HTMLRenderer.picturePrefix) { text in
      pictures.append(("image-\(pictures.count + 1).png", Base64.bytes(of: text) ?? []))
      return "src=\"\(pictures[pictures.count - 1].name)"
    }
    var numbers: [[UInt8]: Int] = [:]
    var rules = PageStyle.text
    html = replaced(html, "style", "") { text in
      let number = numbers[Array(text)] ?? numbers.count + 1
      if numbers.updateValue(number, forKey: Array(text)) == nil {
        rules += "[data-style=\"\(number)\"]{\(String(decoding: text, as: UTF8.self))}\n"
      }
      return "data-style=\"\(number)"
    }
    let files = zip(names, [html, Array(rules.utf8), Array(PageScript.text.utf8)])
    return files.map { ($0, $1) } + pictures
  }

  /// Replaces attributes in markup.
  ///
  /// A quotation mark of our own ends each; in text it is a reference, in JSON it has a backslash.
  ///
  /// - Parameters:
  ///   - prefix: The start of the attribute's value.
  ///   - attribute: Creates the new attribute, without its last quotation mark, from the rest of
  ///     the value.
  private static func replaced(
    _ markup: [UInt8], _ name: String, _ prefix: String,
    with attribute: (ArraySlice<UInt8>) -> String
  ) -> [UInt8] {
    let pieces = markup.split(
      separator: Array(" \(name)=\"\(prefix)".utf8), omittingEmptySubsequences: false)
    return pieces.dropFirst().reduce(into: Array(pieces[0])) { result, piece in
      let end = piece.firstIndex(of: UInt8(ascii: "\"")) ?? piece.endIndex
      result += " \(attribute(piece[..<end]))".utf8
      result += piece[end...]
    }
  }
}
