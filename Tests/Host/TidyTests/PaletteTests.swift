import Foundation
import Testing

/// Goal: no authored color is saturated red, of which flashes are dangerous whatever their
/// brightness: R is less than 0.8 of R + G + B in linear light.
///
/// Method: every color literal in the sources.
@Suite struct PaletteTests {
  /// The colors that a text spells, by line, as 24 bits.
  static func colors(in text: String) -> [(line: Int, color: UInt32)] {
    var found: [(line: Int, color: UInt32)] = []
    for (index, line) in text.components(separatedBy: "\n").enumerated() {
      guard line.contains("Color(") else { continue }
      for match in line.matches(of: /Color\(\s*hex: 0x([0-9A-Fa-f_]+)/) {
        let digits = match.output.1.filter { $0 != "_" }
        if let color = UInt32(digits, radix: 16) { found.append((index + 1, color)) }
      }
      for match in line.matches(of: /Color\(\s*red: (\d+), green: (\d+), blue: (\d+)/) {
        let values = [match.output.1, match.output.2, match.output.3].compactMap { UInt32($0) }
        guard values.count == 3 else { continue }
        found.append((index + 1, values[0] << 16 | values[1] << 8 | values[2]))
      }
    }
    return found
  }

  /// The share of red in linear light; 0 for black.
  static func redShare(_ color: UInt32) -> Double {
    let light = [16, 8, 0].map { shift -> Double in
      let encoded = Double(color >> UInt32(shift) & 0xFF) / 255
      return encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4)
    }
    let sum = light.reduce(0, +)
    return sum > 0 ? light[0] / sum : 0
  }

  static func isSaturatedRed(_ color: UInt32) -> Bool { redShare(color) >= 0.8 }

  @Test func noAuthoredColorIsSaturatedRed() throws {
    var count = 0
    for file in try Repository.swiftFiles(below: "Sources") {
      let colors = Self.colors(in: file.text)
      count += colors.count
      for (line, color) in colors where Self.isSaturatedRed(color) {
        Issue.record("\(file):\(line): \(String(color, radix: 16)) is saturated red")
      }
    }
    #expect(count > 50)
  }

  @Test func plantedRedIsFound() {
    for text in [
      "let ink = StraightColor(hex: 0xB5_3A12)", "a\nStraightColor(red: 255, green: 0, blue: 9)",
      "PremultipliedColor(hex: 0xff6347)",
    ] {
      #expect(Self.colors(in: text).map { Self.isSaturatedRed($0.color) } == [true], "\(text)")
    }
    for text in ["StraightColor(hex: 0xA8_532F)", "Color(hex: 0xFF6F61)", "Color(hex: 0)"] {
      #expect(Self.colors(in: text).allSatisfy { !Self.isSaturatedRed($0.color) }, "\(text)")
    }
    #expect(abs(Self.redShare(0xB22222) - 0.9330) < 1e-4)
  }
}
