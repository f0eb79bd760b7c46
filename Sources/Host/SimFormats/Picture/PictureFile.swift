import SimPNG

/// PNG files that users name.
package enum PictureFile {
  /// Decodes a file.
  ///
  /// - Parameter decode: takes the file's bytes.
  /// - Throws: `FormatError` with the name of the content where it is not a PNG file, or with what
  ///   is wrong with it.
  package static func decode<Value>(
    _ bytes: [UInt8], file: String, _ decode: ([UInt8]) throws(PNGError) -> Value
  ) throws(FormatError) -> Value {
    do {
      return try decode(bytes)
    } catch {
      guard let content = FileContent(bytes), content.kind != .png, content.kind != .encoding else {
        throw FormatError(file: file, problem: .other(error.message))
      }
      throw FormatError(file: file, problem: .foreign(content, expected: "a PNG file"))
    }
  }
}
