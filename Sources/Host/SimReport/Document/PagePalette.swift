import SimFormats

/// The colors of every page and plot, light and dark.
package enum PagePalette {
  /// What a color is for, which decides how far it has to stand out.
  package enum Use: Sendable {
    /// What things stand on.
    case ground
    /// Words: 4.5 to 1 against every ground.
    case text
    /// Lines and areas that mean something: 3 to 1 against the page.
    case fill
    /// Lines and areas that may be overlooked.
    case quiet
  }

  /// A color by its name in the style.
  package struct Swatch: Sendable {
    /// The name.
    package let name: String
    /// What it is for.
    package let use: Use
    /// The color by day, 24 bits.
    package let light: UInt32
    /// The color by night, 24 bits.
    package let dark: UInt32

    fileprivate init(_ name: String, _ use: Use, _ light: UInt32, _ dark: UInt32) {
      self.name = name
      self.use = use
      self.light = light
      self.dark = dark
    }
  }

  /// All of them.
  package static let swatches: [Swatch] = [
    Swatch("page", .ground, 0xFBFBF9, 0x15171A), Swatch("card", .ground, 0xFFFFFF, 0x1D2024),
    Swatch("bad-ground", .ground, 0xFDF0EF, 0x33201F), Swatch("line", .quiet, 0xE2E3DF, 0x31353A),
    Swatch("ground", .quiet, 0xEEEEEA, 0x262A2F), Swatch("ink", .text, 0x1D2023, 0xE7E8E6),
    Swatch("soft", .text, 0x5C6269, 0xA3AAB2), Swatch("good", .text, 0x1A7546, 0x5CC48D),
    Swatch("bad", .text, 0xB52B2B, 0xFF8F88), Swatch("warn", .text, 0x875A00, 0xE0B04C),
    Swatch("machine", .text, 0x5B47B8, 0xB5A6F5),
    Swatch("slow", .fill, 0x27598F, 0x86B7EE), Swatch("median", .fill, 0x6389B3, 0x5680AE),
    Swatch("other", .fill, 0xB4559B, 0xE08AC8), Swatch("warm", .fill, 0x868C93, 0x747B84),
    Swatch("p0", .fill, 0x767E88, 0x8A929C), Swatch("p1", .fill, 0x4577AE, 0x6C9DD4),
    Swatch("p2", .fill, 0xAC7414, 0xD9A548), Swatch("p3", .fill, 0x3F8C77, 0x5FB39B),
  ]

  /// The colors as variables of a style.
  static func variables(dark isDark: Bool) -> String {
    swatches.map { swatch in
      let digits = String(isDark ? swatch.dark : swatch.light, radix: 16)
      return "--\(swatch.name):#\(String(repeating: "0", count: 6 - digits.count))\(digits)"
    }.joined(separator: ";")
  }
}
