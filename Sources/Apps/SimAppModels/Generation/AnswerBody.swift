import SimbenchKit

/// Response bodies of an image service: valid ones and all known kinds of invalid ones.
package enum AnswerBody: UInt8, CaseIterable, Sendable {
  // With an image.
  case plain, snakeCase, mixedCase, textFirst, twoImages, thoughtFirst, oddReason, jpeg, noReason
  // Without an image.
  case textOnly, noParts, noContent, noCandidates, emptyObject, emptyData, notBase64, urlSafe
  case notPicture, plainText, secondCandidate, tooLong, badFirst, thoughtOnly
  // Rejected by the content filter.
  case imageSafety, safetyWithImage, prohibited, blocked, blockedWithImage
  // Not a valid response.
  case cutOff, null, html, keyTwice, tooDeep, empty, status400, status403, status429, status503

  /// The outcome of parsing the body.
  package var outcome: GenerationAnswer.Outcome {
    switch self {
    case .plain, .snakeCase, .mixedCase, .textFirst, .twoImages, .thoughtFirst, .oddReason, .jpeg,
      .noReason:
      .image
    case .textOnly, .noParts, .noContent, .noCandidates, .emptyObject, .emptyData, .notBase64,
      .urlSafe, .notPicture, .plainText, .secondCandidate, .tooLong, .badFirst, .thoughtOnly:
      .noImage
    case .imageSafety, .safetyWithImage, .prohibited, .blocked, .blockedWithImage: .filtered
    case .cutOff, .null, .html, .keyTwice, .tooDeep, .empty, .status400, .status403, .status429,
      .status503:
      .oops
    }
  }

  /// The HTTP status of the response.
  package var status: UInt16 {
    switch self {
    case .status400: 400
    case .status403: 403
    case .status429: 429
    case .status503: 503
    default: 200
    }
  }

  /// Finish reasons of candidates that the content filter rejected.
  package static var filteringReasons: [StaticString] {
    [
      "SAFETY", "IMAGE_SAFETY", "PROHIBITED_CONTENT", "IMAGE_PROHIBITED_CONTENT", "BLOCKLIST",
      "SPII", "RECITATION", "IMAGE_RECITATION",
    ]
  }

  /// The image for a request: a PNG or JPEG signature, followed by the request's identity.
  package static func picture(_ identity: UInt64, isJPEG: Bool = false) -> [UInt8] {
    var bytes: [UInt8] =
      isJPEG ? [0xFF, 0xD8, 0xFF, 0xE0] : [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    for index in 0..<UInt64(8) { bytes.append(UInt8(truncatingIfNeeded: identity >> (8 * index))) }
    return bytes
  }

  /// The bytes of the body.
  ///
  /// - Parameter identity: The identity of the request, stored in the image.
  package func bytes(_ identity: UInt64) -> [UInt8] {
    let image = AnswerPart.image(Self.picture(identity))
    let other = AnswerPart.image(Self.picture(~identity))
    let text = AnswerPart.text("A friendly dragon in a garden.")
    switch self {
    case .plain, .status400, .status403, .status429, .status503: return Self.response([image])
    case .snakeCase: return Self.response([image.cased(.snake)])
    case .mixedCase: return Self.response([image.cased(.mixed)])
    case .textFirst: return Self.response([text, image])
    case .twoImages: return Self.response([image, other])
    case .thoughtFirst: return Self.response([other.thought, image])
    case .oddReason: return Self.response([image], reason: "FOO")
    case .jpeg:
      return Self.response([.image(Self.picture(identity, isJPEG: true)).typed("IMAGE/JPEG")])
    case .noReason: return Self.response([image], reason: nil)
    case .textOnly: return Self.response([text])
    case .noParts: return Self.response([], reason: "NO_IMAGE")
    case .noContent: return Self.response(nil)
    case .noCandidates: return Self.bytes(of: #"{"candidates":[]}"#)
    case .emptyObject: return Self.bytes(of: "{}")
    case .emptyData: return Self.response([.data("")])
    case .notBase64: return Self.response([.data("%%%")])
    case .urlSafe: return Self.response([.data("iVBORw0KGgo_-_8AAAAAAA==")])
    case .notPicture: return Self.response([.data("aGVsbG8=")])
    case .plainText: return Self.response([image.typed("text/plain")])
    case .secondCandidate:
      return Self.bytes(of: #"{"candidates":[{"finishReason":"STOP"},"#)
        + Self.candidate([image], reason: "STOP") + Self.bytes(of: "]}")
    case .tooLong: return Self.response([text], reason: "MAX_TOKENS")
    case .badFirst: return Self.response([.data("%%%"), image])
    case .thoughtOnly: return Self.response([image.thought])
    case .imageSafety: return Self.response(nil, reason: "IMAGE_SAFETY")
    case .safetyWithImage: return Self.response([image], reason: "SAFETY")
    case .prohibited: return Self.response([text], reason: "PROHIBITED_CONTENT")
    case .blocked: return Self.bytes(of: #"{"promptFeedback":{"blockReason":"OTHER"}}"#)
    case .blockedWithImage:
      return Self.bytes(of: #"{"promptFeedback":{"blockReason":"SAFETY"},"candidates":["#)
        + Self.candidate([image], reason: "STOP") + Self.bytes(of: "]}")
    case .cutOff: return Array(Self.response([image]).dropLast(9))
    case .null: return Self.bytes(of: "null")
    case .html: return Self.bytes(of: "<!doctype html><title>502</title>")
    case .keyTwice: return Self.bytes(of: #"{"candidates":[],"candidates":[]}"#)
    case .tooDeep:
      return Self.bytes(of: #"{"a":"#) + [UInt8](repeating: UInt8(ascii: "["), count: 64)
        + [UInt8](repeating: UInt8(ascii: "]"), count: 64) + Self.bytes(of: "}")
    case .empty: return []
    }
  }

  private static func response(_ parts: [AnswerPart]?, reason: StaticString? = "STOP") -> [UInt8] {
    bytes(of: #"{"candidates":["#) + candidate(parts, reason: reason) + bytes(of: "]}")
  }

  private static func candidate(_ parts: [AnswerPart]?, reason: StaticString?) -> [UInt8] {
    var bytes = bytes(of: "{")
    if let parts {
      GenerationRequest.append(#""content":{"role":"model","parts":["#, to: &bytes)
      for (index, part) in parts.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        part.append(to: &bytes)
      }
      GenerationRequest.append("]}", to: &bytes)
    }
    if let reason {
      if parts != nil { bytes.append(UInt8(ascii: ",")) }
      GenerationRequest.append(#""finishReason":""#, to: &bytes)
      GenerationRequest.append(reason, to: &bytes)
      bytes.append(UInt8(ascii: "\""))
    }
    bytes.append(UInt8(ascii: "}"))
    return bytes
  }

  private static func bytes(of text: StaticString) -> [UInt8] {
    var bytes: [UInt8] = []
    GenerationRequest.append(text, to: &bytes)
    return bytes
  }
}

/// A part of a response's content.
package struct AnswerPart: Sendable {
  /// How keys are spelled.
  package enum Casing: Sendable {
    /// `inlineData` and `mimeType`.
    case camel
    /// `inline_data` and `mime_type`.
    case snake
    /// `inline_data` and `mimeType`.
    case mixed
  }

  private var words: StaticString = ""
  private var data: [UInt8]?
  private var type: StaticString = "image/png"
  private var casing = Casing.camel
  private var isThought = false

  /// A text part; the text must not need escapes.
  package static func text(_ words: StaticString) -> AnswerPart { AnswerPart(words: words) }

  /// An image part.
  package static func image(_ bytes: [UInt8]) -> AnswerPart {
    var data: [UInt8] = []
    Base64.append(bytes, to: &data)
    return AnswerPart(data: data)
  }

  /// An image part whose data is the given text.
  package static func data(_ words: StaticString) -> AnswerPart {
    var data: [UInt8] = []
    GenerationRequest.append(words, to: &data)
    return AnswerPart(data: data)
  }

  /// The same part, flagged as a thought.
  package var thought: AnswerPart { changed { $0.isThought = true } }
  /// The same part with other key spelling.
  package func cased(_ casing: Casing) -> AnswerPart { changed { $0.casing = casing } }
  /// The same part with another MIME type.
  package func typed(_ type: StaticString) -> AnswerPart { changed { $0.type = type } }

  private func changed(_ change: (inout AnswerPart) -> Void) -> AnswerPart {
    var part = self
    change(&part)
    return part
  }

  /// Appends the part's JSON.
  package func append(to bytes: inout [UInt8]) {
    func put(_ text: StaticString) { GenerationRequest.append(text, to: &bytes) }
    put("{")
    if isThought { put(#""thought":true,"#) }
    if let data {
      put(casing == .camel ? #""inlineData":{""# : #""inline_data":{""#)
      put(casing == .snake ? #"mime_type":""# : #"mimeType":""#)
      put(type)
      put(#"","data":""#)
      bytes.append(contentsOf: data)
      put(#""}"#)
    } else {
      put(#""text":""#)
      put(words)
      put("\"")
    }
    put("}")
  }
}
