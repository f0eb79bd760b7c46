import SimAppModels
import SimMath
import SimText
import TestTier
import Testing

/// Goal: an answer comes to what the table says, for every body of it, for bodies made by chance
/// from parts whose outcome is known, and nothing at all breaks the reader.
struct AnswerTests {
  private static let count = Tier.isDebug ? 4_000 : 120_000

  @Test(arguments: AnswerBody.allCases) func theTable(body: AnswerBody) {
    for identity: UInt64 in [0, 1, 0x1234_5678_9ABC_DEF0, .max] {
      let response = GenerationAnswer(status: body.status, body: body.bytes(identity))
      #expect(response.outcome == body.outcome)
      let picture = AnswerBody.picture(identity, isJPEG: body == .jpeg)
      #expect(response.image == (body.outcome == .image ? picture : []))
    }
  }

  @Test func theTableHasEveryOutcome() {
    let counts = GenerationAnswer.Outcome.allCases.map { outcome in
      AnswerBody.allCases.count { $0.outcome == outcome }
    }
    #expect(counts == [9, 14, 5, 10])
  }

  // MARK: - Bodies by chance

  /// A part whose meaning is known.
  private struct Part {
    var json: String
    var isThought: Bool
    /// Nil for a part without a picture; else its bytes, or none that are a picture's.
    var picture: [UInt8]??
    var text: String?
  }

  private static func part(_ stream: inout RandomStream) -> Part {
    let isThought = stream.chance(1, in: 5)
    let thought =
      isThought ? "\"thought\" : true, " : stream.chance(1, in: 6) ? "\"thought\":false," : ""
    if stream.chance(1, in: 3) {
      let text = "word \(stream.below(100))"
      return Part(
        json: "{\(thought)\"text\":\"\(text)\"}", isThought: isThought, picture: nil, text: text)
    }
    var bytes = AnswerBody.picture(stream.nextUInt64(), isJPEG: stream.chance(1, in: 2))
    var isPicture = true
    if stream.chance(1, in: 4) {
      bytes[0] ^= 1
      isPicture = false
    }
    var text: [UInt8] = []
    Base64.append(bytes, to: &text)
    var data = String(decoding: text, as: UTF8.self)
    if stream.chance(1, in: 6) {
      data = ["", "%%%", "abc", data + "\\n", "=" + data][Int(stream.below(5))]
      isPicture = false
    }
    let types = [
      "image/png", "IMAGE/JPEG", "image/webp", "text/plain", "imag/png", "application/x",
    ]
    let type = Int(stream.below(6))
    let inline = stream.chance(1, in: 2) ? "inlineData" : "inline_data"
    let mime = stream.chance(1, in: 2) ? "mimeType" : "mime_type"
    let members = ["\"\(mime)\":\"\(types[type])\"", "\"data\":\"\(data)\""]
    let order = stream.chance(1, in: 2) ? members : members.reversed()
    return Part(
      json: "{\(thought)\"\(inline)\":{\(order.joined(separator: ","))}}", isThought: isThought,
      picture: type < 3 ? .some(isPicture ? bytes : nil) : nil, text: nil)
  }

  private struct Body {
    var json: String
    var outcome: GenerationAnswer.Outcome
    var image: [UInt8]
    var detail: String
  }

  private static func body(_ stream: inout RandomStream) -> Body {
    let parts = (0..<stream.below(5)).map { _ in part(&stream) }
    let reasons = ["STOP", "MAX_TOKENS", "FOO", "SAFETY", "IMAGE_RECITATION", "SPII", "safety"]
    let reason = Int(stream.below(8))
    let isBlocked = stream.chance(1, in: 8)
    var members = [
      "\"content\":{\"parts\":[\(parts.map { $0.json }.joined(separator: ","))]}"
    ]
    if reason < 7 { members.append("\"finishReason\":\"\(reasons[reason])\"") }
    if stream.chance(1, in: 2) { members.reverse() }
    let second = stream.chance(1, in: 3) ? ",{\"finishReason\":\"SAFETY\"}" : ""
    let feedback = isBlocked ? ",\"promptFeedback\":{\"blockReason\":\"OTHER\"}" : ""
    let json = "{\"candidates\":[{\(members.joined(separator: ", "))}\(second)]\(feedback)}"
    let first = parts.first { !$0.isThought && $0.picture != nil }
    let isFiltered = isBlocked || (3...5).contains(reason)
    let image = isFiltered ? nil : first?.picture.flatMap { $0 }
    return Body(
      json: json, outcome: isFiltered ? .filtered : image == nil ? .noImage : .image,
      image: image ?? [], detail: parts.first { !$0.isThought && $0.text != nil }?.text ?? "")
  }

  @Test func bodiesByChance() {
    var stream = RandomStream(seed: 1, name: "test.answers")
    var counts: [GenerationAnswer.Outcome: Int] = [:]
    for _ in 0..<Self.count {
      let body = Self.body(&stream)
      let response = GenerationAnswer(status: 200, body: Array(body.json.utf8))
      counts[response.outcome, default: 0] += 1
      guard response.outcome == body.outcome, response.image == body.image,
        response.detail == Array(body.detail.utf8)
      else {
        Issue.record("\(response.outcome), expected \(body.outcome): \(body.json)")
        return
      }
      let other = GenerationAnswer(status: 500, body: Array(body.json.utf8))
      #expect(other.outcome == .oops)
    }
    for outcome in [GenerationAnswer.Outcome.image, .noImage, .filtered] {
      #expect(counts[outcome, default: 0] > Self.count / 10)
    }
  }

  /// Bodies with bytes changed, left out, doubled and cut: whatever comes is one of four outcomes,
  /// a picture begins as one, and a text that is no JSON is no answer.
  @Test func bodiesThatAreBroken() {
    var stream = RandomStream(seed: 2, name: "test.answers")
    let bodies = AnswerBody.allCases.map { $0.bytes(77) }
    var counts = [Int](repeating: 0, count: 4)
    for _ in 0..<Self.count {
      var bytes = bodies[Int(stream.below(UInt32(bodies.count)))]
      for _ in 0..<1 + stream.below(3) where !bytes.isEmpty {
        let place = Int(stream.below(UInt32(bytes.count)))
        switch stream.below(5) {
        case 0: bytes[place] = UInt8(truncatingIfNeeded: stream.nextUInt32())
        case 1: bytes[place] ^= 1 << UInt8(stream.below(8))
        case 2: bytes.remove(at: place)
        case 3: bytes.insert(contentsOf: bytes[place...].prefix(9), at: place)
        default: bytes.removeSubrange(place...)
        }
      }
      let response = GenerationAnswer(status: 200, body: bytes)
      counts[Int(response.outcome.rawValue)] += 1
      #expect(response.detail.count <= 500)
      #expect((response.outcome == .image) == !response.image.isEmpty)
      var scanner = JSONScanner(bytes)
      if (try? scanner.scanDocument()) == nil { #expect(response.outcome == .oops) }
      guard response.outcome == .image else { continue }
      #expect(
        response.image.starts(with: [0x89, 0x50, 0x4E, 0x47])
          || response.image.starts(with: [0xFF, 0xD8, 0xFF]))
    }
    #expect(counts.allSatisfy { $0 > Self.count / 1000 }, "\(counts)")
  }

  @Test func longTextsAreCutBetweenCharacters() {
    for length in 490..<510 {
      let text = String(repeating: "a", count: length) + "ééé"
      let json = "{\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"\(text)\"}]}}]}"
      let detail = GenerationAnswer(status: 200, body: Array(json.utf8)).detail
      #expect(detail.count <= 500 && detail.count >= min(499, length))
      #expect(text.hasPrefix(String(decoding: detail, as: UTF8.self)))
    }
  }

  @Test func depthAndSizeHaveLimits() {
    func response(depth: Int) -> GenerationAnswer.Outcome {
      // The object is a level itself.
      let nested =
        "{\"a\":" + String(repeating: "[", count: depth - 1)
        + String(repeating: "]", count: depth - 1) + "}"
      return GenerationAnswer(status: 200, body: Array(nested.utf8)).outcome
    }
    #expect(response(depth: 64) == .noImage)
    #expect(response(depth: 65) == .oops)
    let fits = [UInt8](repeating: 0x20, count: JSONScanner.maximumByteCount - 2) + Array("{}".utf8)
    #expect(GenerationAnswer(status: 200, body: fits).outcome == .noImage)
    #expect(GenerationAnswer(status: 200, body: [0x20] + fits).outcome == .oops)
  }
}

/// Goal: base64 is that of RFC 4648, and nothing else is taken for it.
struct Base64Tests {
  private static func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    Base64.append(bytes, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// The examples of RFC 4648, section 10.
  @Test func knownTexts() {
    for (bytes, text) in [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
      ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ] {
      #expect(Self.text(Array(bytes.utf8)) == text)
      #expect(Base64.bytes(of: Array(text.utf8)[...]) == Array(bytes.utf8))
    }
  }

  /// Every group of one and two bytes, and which of all texts of four characters are one.
  @Test func everyShortGroup() {
    var texts = Set<String>()
    for first in UInt8.min...UInt8.max {
      let one = Self.text([first])
      texts.insert(one)
      #expect(Base64.bytes(of: Array(one.utf8)[...]) == [first])
    }
    #expect(texts.count == 256)
    let letters = Array("ABQgwz019+/=-_ ".utf8)
    var count = 0
    for a in letters {
      for b in letters {
        for c in letters {
          for d in letters {
            guard let bytes = Base64.bytes(of: [a, b, c, d]) else { continue }
            count += 1
            #expect(Self.text(bytes) == String(decoding: [a, b, c, d], as: UTF8.self))
          }
        }
      }
    }
    #expect(count > 5_000)
  }
}
