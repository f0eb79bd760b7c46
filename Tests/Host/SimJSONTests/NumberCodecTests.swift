import SimJSON
import Testing

/// Goal: numbers that some readers take for infinite are refused, and all others are read.
@Suite struct NumberCodecTests {
  private func read(_ text: String, _ codec: Codec<Double>) throws -> Double {
    try codec.read(try JSONDocument.read(Array(text.utf8), file: "x.json").root)
  }

  @Test func numbersEndAtTenToThe300() throws {
    #expect(try read("1e300", .number) == 1e300)
    #expect(try read("-1e300", .anyNumber) == -1e300)
    #expect(throws: FormatError.self) { try read("1.01e300", .number) }
    #expect(throws: FormatError.self) { try read("-1.01e300", .anyNumber) }
    #expect(throws: FormatError.self) { try read("-1e-300", .number) }
  }
}
