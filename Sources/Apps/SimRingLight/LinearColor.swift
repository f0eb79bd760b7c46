import SimbenchKit

/// A color in linear light with the primaries of sRGB; 1 is the display's white.
package struct LinearColor: Equatable, Sendable {
  /// Red.
  package var red: Float
  /// Green.
  package var green: Float
  /// Blue.
  package var blue: Float

  /// No light.
  package static var black: LinearColor { LinearColor(0, 0, 0) }
  /// The display's white.
  package static var white: LinearColor { LinearColor(1, 1, 1) }

  /// Makes a color from its channels.
  package init(_ red: Float, _ green: Float, _ blue: Float) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// The linear light of an 8-bit sRGB color; alpha is ignored.
  package init(_ color: StraightColor) {
    self.init(
      SRGB.linear(Float(color.red) / 255), SRGB.linear(Float(color.green) / 255),
      SRGB.linear(Float(color.blue) / 255))
  }

  /// Relative luminance, 0 to 1 within the display's range.
  package var luminance: Float { 0.2126 * red + 0.7152 * green + 0.0722 * blue }

  /// The color multiplied by a factor.
  package func scaled(by factor: Float) -> LinearColor {
    LinearColor(red * factor, green * factor, blue * factor)
  }

  /// The sum of two colors.
  package func adding(_ other: LinearColor) -> LinearColor {
    LinearColor(red + other.red, green + other.green, blue + other.blue)
  }

  /// The 8-bit sRGB color, each channel limited to the display's range.
  package var encoded: StraightColor {
    func channel(_ light: Float) -> UInt8 {
      UInt8(SRGB.encoded(max(0, min(light, 1))) * 255 + 0.5)
    }
    return StraightColor(red: channel(red), green: channel(green), blue: channel(blue))
  }
}

extension LinearColor: StateFields {
  /// Visits every channel.
  package mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.field(&red, "red")
    visitor.field(&green, "green")
    visitor.field(&blue, "blue")
  }
}

/// White light of a black-body radiator.
package enum ColorTemperature {
  /// The range in kelvin in which the fit below is accurate and lamps exist.
  package static var range: ClosedRange<Float> { 1_900...9_000 }

  /// The color of a temperature in kelvin, with a largest channel of 1; colors beyond the display's
  /// gamut are clipped.
  ///
  /// The chromaticity of the Planckian locus is from Krystek, "An algorithm to calculate correlated
  /// colour temperature", 1985; then XYZ to linear sRGB.
  package static func color(kelvin: Float) -> LinearColor {
    let t = Double(max(range.lowerBound, min(kelvin, range.upperBound)))
    let u =
      (0.860117757 + 1.54118254e-4 * t + 1.28641212e-7 * t * t)
      / (1 + 8.42420235e-4 * t + 7.08145163e-7 * t * t)
    let v =
      (0.317398726 + 4.22806245e-5 * t + 4.20481691e-8 * t * t)
      / (1 - 2.89741816e-5 * t + 1.61456053e-7 * t * t)
    let scale = 2 * u - 8 * v + 4
    let x = 3 * u / scale
    let y = 2 * v / scale
    let (bigX, bigZ) = (x / y, (1 - x - y) / y)
    let red = 3.2404542 * bigX - 1.5371385 - 0.4985314 * bigZ
    let green = 1.8760108 - 0.9692660 * bigX + 0.0415560 * bigZ
    let blue = 0.0556434 * bigX - 0.2040259 + 1.0572252 * bigZ
    let maximum = max(red, max(green, blue))
    func channel(_ value: Double) -> Float { Float(max(0, value) / maximum) }
    return LinearColor(channel(red), channel(green), channel(blue))
  }
}

/// The named colors of the ring.
package enum RingPreset: UInt8, CaseIterable, Sendable {
  /// Free.
  case pureWhite
  /// Free.
  case warmCream
  /// Premium.
  case iceBlue
  /// Premium.
  case softPink
  /// Premium.
  case warmAmber
  /// Premium.
  case coolLavender
  /// A custom color temperature; premium.
  case custom

  /// Whether it is available without the entitlement.
  package var isFree: Bool { !PremiumSetting.color.isPremium(UInt32(rawValue)) }

  /// The light at full brightness; `kelvin` applies to the custom color.
  package func color(kelvin: Float) -> LinearColor {
    switch self {
    case .pureWhite: .white
    case .warmCream: LinearColor(StraightColor(hex: 0xFFF1DC))
    case .iceBlue: LinearColor(StraightColor(hex: 0xD8EDFF))
    case .softPink: LinearColor(StraightColor(hex: 0xFFD9E4))
    case .warmAmber: LinearColor(StraightColor(hex: 0xFFC98F))
    case .coolLavender: LinearColor(StraightColor(hex: 0xE4DBFF))
    case .custom: ColorTemperature.color(kelvin: kelvin)
    }
  }
}

/// Converts slider positions to light.
package enum PerceptualBrightness {
  /// The luminance, 0 to 1, whose lightness L* (CIE 1976) equals a slider position, 0 to 1.
  package static func light(_ position: Float) -> Float {
    let lightness = max(0, min(position, 1)) * 100
    if lightness <= 8 { return lightness / 903.2963 }
    let root = (lightness + 16) / 116
    return root * root * root
  }
}
