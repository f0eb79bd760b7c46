import SimText
import Testing

/// Goal: lines read as if the standard library had formatted them.
struct TextLineTests {
  @Test(arguments: [0, 1, 9, 10, 4_294_967_296, UInt64.max]) func numbersReadAsTheyAre(
    value: UInt64
  ) {
    var line = TextLine()
    line.begin("a")
    line.qualify("b")
    line.append(decimal: value)
    line.append(hexadecimal: value)
    line.append("word")
    line.appendNothing()
    line.end()
    let digits = String(value, radix: 16)
    let hexadecimal = String(repeating: "0", count: 16 - digits.count) + digits
    #expect(String(decoding: line.bytes, as: UTF8.self) == "a:b \(value) \(hexadecimal) word -\n")
    line.begin(decimal: value)
    #expect(String(decoding: line.bytes, as: UTF8.self) == "\(value)")
  }
}
