import SimbenchKit

/// The result of parsing the response to a generation request.
package struct GenerationAnswer: Equatable, Sendable {
  /// The kind of result.
  package enum Outcome: UInt8, CaseIterable, Sendable {
    /// The response has an image.
    case image
    /// The response has no image.
    case noImage
    /// The content filter rejected the drawing.
    case filtered
    /// The response is an error or is not valid.
    case oops
  }

  /// The kind of result.
  package var outcome: Outcome
  /// The bytes of the image; empty without one.
  package var image: [UInt8] = []
  /// The text next to the image, at most 500 bytes, which a parent can view.
  package var detail: [UInt8] = []

  /// The maximum number of bytes kept of the text.
  package static var detailLimit: Int { 500 }

  /// Parses a response.
  ///
  /// The first rule that applies decides. A status other than 200, or a body that is not a strict
  /// JSON object, is an error. A block reason, or the first candidate's finish reason, means
  /// filtered. In the first candidate, the first part that has an image and is not a thought
  /// provides the image, if its data is valid.
  ///
  /// - Complexity: O(n) in the body's bytes.
  package init(status: UInt16, body: [UInt8]) {
    self.init(outcome: .oops)
    guard status == 200 else { return }
    var scanner = JSONScanner(body)
    guard (try? scanner.scanDocument()) != nil else { return }
    let reader = AnswerReader(tokens: scanner.tokens, bytes: body)
    guard reader.tokens[0].kind == .object else { return }
    outcome = .noImage
    if let feedback = reader.member("promptFeedback", of: 0, .object),
      reader.member("blockReason", of: feedback, .string) != nil
    {
      outcome = .filtered
    }
    guard let candidates = reader.member("candidates", of: 0, .array),
      let candidate = reader.firstElement(of: candidates)
    else { return }
    if reader.isFiltered(candidate) { outcome = .filtered }
    guard let content = reader.member("content", of: candidate, .object),
      let parts = reader.member("parts", of: content, .array)
    else { return }
    read(parts, reader)
  }

  private init(outcome: Outcome) { self.outcome = outcome }

  private mutating func read(_ parts: Int, _ reader: AnswerReader) {
    var isDecided = outcome == .filtered
    reader.forEachElement(of: parts) { part in
      guard reader.tokens[part].kind == .object else { return }
      if reader.member("thought", of: part, .yes) != nil { return }
      if detail.isEmpty, let text = reader.member("text", of: part, .string) {
        detail = Self.cut(reader.text(text))
      }
      guard !isDecided, let data = reader.inlineImage(of: part) else { return }
      isDecided = true
      guard let data, let bytes = Base64.bytes(of: reader.text(data)[...]),
        Self.isPicture(bytes)
      else { return }
      (outcome, image) = (.image, bytes)
    }
  }

  /// The first bytes of a text, cut at a character boundary.
  private static func cut(_ text: [UInt8]) -> [UInt8] {
    guard text.count > detailLimit else { return text }
    var count = detailLimit
    while count > 0, text[count] & 0xC0 == 0x80 { count -= 1 }
    return Array(text[0..<count])
  }

  /// Whether bytes start with the signature of a PNG, JPEG or WebP file.
  private static func isPicture(_ bytes: [UInt8]) -> Bool {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return true }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return true }
    return bytes.count >= 12 && bytes.starts(with: [0x52, 0x49, 0x46, 0x46])
      && bytes[8..<12].elementsEqual([0x57, 0x45, 0x42, 0x50])
  }
}

/// Navigates the JSON tokens of a response.
private struct AnswerReader {
  let tokens: [JSONToken]
  let bytes: [UInt8]

  /// The decoded bytes of a string.
  func text(_ token: Int) -> [UInt8] {
    let slice = bytes[Int(tokens[token].start) + 1..<Int(tokens[token].end) - 1]
    return tokens[token].isEscaped ? JSONEscapes.decode(slice) : Array(slice)
  }

  /// Whether a string token equals some text.
  func says(_ token: Int, _ words: StaticString, ignoringCase: Bool = false) -> Bool {
    let text = text(token)
    guard text.count == words.utf8CodeUnitCount else { return false }
    return begins(text, words, ignoringCase: ignoringCase)
  }

  private func begins(_ text: [UInt8], _ words: StaticString, ignoringCase: Bool) -> Bool {
    guard text.count >= words.utf8CodeUnitCount else { return false }
    for index in 0..<words.utf8CodeUnitCount {
      var byte = text[index]
      if ignoringCase, byte >= UInt8(ascii: "A"), byte <= UInt8(ascii: "Z") { byte |= 0x20 }
      guard unsafe byte == words.utf8Start[index] else { return false }
    }
    return true
  }

  /// The value of a key in an object, if it has the expected kind.
  func member(_ key: StaticString, of object: Int, _ kind: JSONToken.Kind) -> Int? {
    guard tokens[object].kind == .object else { return nil }
    var token = object + 1
    while token < Int(tokens[object].next) {
      let value = token + 1
      if says(token, key) { return tokens[value].kind == kind ? value : nil }
      token = Int(tokens[value].next)
    }
    return nil
  }

  func firstElement(of array: Int) -> Int? {
    array + 1 < Int(tokens[array].next) ? array + 1 : nil
  }

  func forEachElement(of array: Int, _ body: (Int) -> Void) {
    var token = array + 1
    while token < Int(tokens[array].next) {
      body(token)
      token = Int(tokens[token].next)
    }
  }

  /// Whether a candidate's finish reason means that the content filter rejected the drawing.
  func isFiltered(_ candidate: Int) -> Bool {
    guard let reason = member("finishReason", of: candidate, .string) else { return false }
    for word in AnswerBody.filteringReasons where says(reason, word) { return true }
    return false
  }

  /// The data of an image part: nil if the part is not an image, and an inner nil for an image
  /// without data.
  func inlineImage(of part: Int) -> Int?? {
    for key in ["inlineData", "inline_data"] as [StaticString] {
      guard let inline = member(key, of: part, .object),
        let type = member("mimeType", of: inline, .string)
          ?? member("mime_type", of: inline, .string),
        begins(text(type), "image/", ignoringCase: true)
      else { continue }
      return .some(member("data", of: inline, .string))
    }
    return nil
  }
}
