import SimbenchKit

/// The request to redraw a sketch, byte for byte.
package enum GenerationRequest {
  /// The HTTP method.
  package static var method: StaticString { "POST" }
  /// The content type of the body.
  package static var contentType: StaticString { "application/json" }

  /// The URL, with the app's API key.
  package static func address(key: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    append("https://generativelanguage.googleapis.com/v1beta/models/", to: &bytes)
    append("gemini-3.1-flash-image-preview:generateContent?key=", to: &bytes)
    return bytes + key
  }

  /// The prompt for a style.
  package static func prompt(_ style: ImageStyle) -> [UInt8] {
    var bytes: [UInt8] = []
    append("Redraw this sketch as ", to: &bytes)
    append(style.words, to: &bytes)
    append(". Keep its subject and layout. Give one picture.", to: &bytes)
    return bytes
  }

  /// The JSON body.
  ///
  /// - Parameters:
  ///   - picture: The sketch as a PNG file.
  ///   - prompt: Text without quotes, backslashes or control characters, so that JSON needs no
  ///     escapes.
  /// - Complexity: O(n) in the bytes of the picture.
  package static func body(picture: [UInt8], prompt: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    append(#"{"contents":[{"parts":[{"inline_data":{"mime_type":"image/png","data":""#, to: &bytes)
    Base64.append(picture, to: &bytes)
    append(#""}},{"text":""#, to: &bytes)
    bytes.append(contentsOf: prompt)
    append(#""}]}],"generationConfig":{"responseModalities":["IMAGE","TEXT"],"#, to: &bytes)
    append(#""candidateCount":1}}"#, to: &bytes)
    return bytes
  }

  static func append(_ text: StaticString, to bytes: inout [UInt8]) {
    text.withUTF8Buffer { buffer in
      for index in buffer.indices { unsafe bytes.append(buffer[index]) }
    }
  }
}

/// Writes PNG files with uncompressed blocks, so that their bytes are the same on every target.
package enum StoredPNG {
  /// Writes an 8-bit grayscale image.
  ///
  /// - Parameters:
  ///   - width: Pixels per row, 1 to 65,534.
  ///   - pixels: Complete rows, from the top.
  /// - Complexity: O(n)
  package static func bytes(gray pixels: [UInt8], width: Int) -> [UInt8] {
    let height = pixels.count / width
    var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    var header: [UInt8] = []
    put(UInt32(width), to: &header)
    put(UInt32(height), to: &header)
    header.append(contentsOf: [8, 0, 0, 0, 0])
    chunk("IHDR", header, to: &bytes)
    var data: [UInt8] = [0x78, 0x01]
    var (low, high): (UInt32, UInt32) = (1, 0)
    for row in 0..<height {
      // One block per row: a flag for the last block, its length, and the inverted length.
      let length = UInt16(width + 1)
      data.append(row == height - 1 ? 1 : 0)
      data.append(UInt8(truncatingIfNeeded: length))
      data.append(UInt8(truncatingIfNeeded: length >> 8))
      data.append(UInt8(truncatingIfNeeded: ~length))
      data.append(UInt8(truncatingIfNeeded: ~length >> 8))
      let start = data.count
      data.append(0)
      data.append(contentsOf: pixels[row * width..<(row + 1) * width])
      for byte in data[start...] {
        low = (low + UInt32(byte)) % 65_521
        high = (high + low) % 65_521
      }
    }
    put(high << 16 | low, to: &data)
    chunk("IDAT", data, to: &bytes)
    chunk("IEND", [], to: &bytes)
    return bytes
  }

  private static func chunk(_ name: StaticString, _ data: [UInt8], to bytes: inout [UInt8]) {
    put(UInt32(data.count), to: &bytes)
    let start = bytes.count
    GenerationRequest.append(name, to: &bytes)
    bytes.append(contentsOf: data)
    put(CRC32.of(bytes[start...]), to: &bytes)
  }

  private static func put(_ number: UInt32, to bytes: inout [UInt8]) {
    for shift: UInt32 in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
  }
}
