import SimMath
import SimRaster

/// How eyes see the display's colors, and how far apart.
enum ColorVision: CaseIterable {
  case full
  case protan
  case deutan
  case tritan

  /// From linear light as it is to linear light that looks the same to eyes without one kind of
  /// cone: Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color
  /// Vision Deficiency", 2009, at a severity of 1.
  var rows: [SIMD3<Double>] {
    switch self {
    case .full: [SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)]
    case .protan:
      [
        SIMD3(0.152286, 1.052583, -0.204868), SIMD3(0.114503, 0.786281, 0.099216),
        SIMD3(-0.003882, -0.048116, 1.051998),
      ]
    case .deutan:
      [
        SIMD3(0.367322, 0.860646, -0.227968), SIMD3(0.280085, 0.672501, 0.047413),
        SIMD3(-0.011820, 0.042940, 0.968881),
      ]
    case .tritan:
      [
        SIMD3(1.255528, -0.076749, -0.178779), SIMD3(-0.078411, 0.930809, 0.147602),
        SIMD3(0.004733, 0.691367, 0.303900),
      ]
    }
  }

  /// The linear light that looks as a color does, within what a display shows.
  func seen(_ color: StraightColor) -> SIMD3<Double> {
    let light = Self.light(color)
    let parts = rows.map { row in (row * light).sum() }
    return SIMD3(parts[0], parts[1], parts[2]).clamped(lowerBound: .zero, upperBound: .one)
  }

  /// The difference of two colors by CIEDE2000.
  func difference(_ a: StraightColor, _ b: StraightColor) -> Double {
    CIEDE2000.difference(Self.lab(seen(a)), Self.lab(seen(b)))
  }

  // MARK: - Light

  /// Linear light by IEC 61966-2-1.
  static func light(_ color: StraightColor) -> SIMD3<Double> {
    func linear(_ value: UInt8) -> Double {
      let share = Float(value) / 255
      return Double(share <= 0.04045 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4))
    }
    return SIMD3(linear(color.red), linear(color.green), linear(color.blue))
  }

  /// The contrast ratio of WCAG 2.
  static func contrast(_ a: StraightColor, _ b: StraightColor) -> Double {
    func bright(_ color: StraightColor) -> Double {
      (light(color) * SIMD3(0.2126, 0.7152, 0.0722)).sum() + 0.05
    }
    return max(bright(a), bright(b)) / min(bright(a), bright(b))
  }

  /// CIELAB, by the white of D65.
  static func lab(_ light: SIMD3<Double>) -> SIMD3<Double> {
    func root(_ share: Double) -> Double {
      share > 216.0 / 24_389
        ? Double(Math.pow(Float(share), 1.0 / 3))
        : (24_389.0 / 27 * share + 16) / 116
    }
    let x = root((light * SIMD3(0.4124564, 0.3575761, 0.1804375)).sum() / 0.95047)
    let y = root((light * SIMD3(0.2126729, 0.7151522, 0.0721750)).sum())
    let z = root((light * SIMD3(0.0193339, 0.1191920, 0.9503041)).sum() / 1.08883)
    return SIMD3(116 * y - 16, 500 * (x - y), 200 * (y - z))
  }
}

/// The color difference of CIE 142-2001, as Sharma, Wu and Dalal, "The CIEDE2000 Color-Difference
/// Formula: Implementation Notes, Supplementary Test Data, and Mathematical Observations", 2005,
/// write it down.
enum CIEDE2000 {
  private static func degrees(_ y: Double, _ x: Double) -> Double {
    guard x != 0 || y != 0 else { return 0 }
    let angle = Double(Math.atan2(Float(y), Float(x))) * 180 / Double.pi
    return angle < 0 ? angle + 360 : angle
  }

  private static func cosine(_ degrees: Double) -> Double {
    Double(Math.cos(Float(degrees * Double.pi / 180)))
  }

  private static func sine(_ degrees: Double) -> Double {
    Double(Math.sin(Float(degrees * Double.pi / 180)))
  }

  /// √(c⁷ / (c⁷ + 25⁷)), by which chroma is gray.
  private static func grayness(_ chroma: Double) -> Double {
    let seventh = (0..<7).reduce(1.0) { power, _ in power * chroma }
    return (seventh / (seventh + 6_103_515_625)).squareRoot()
  }

  static func difference(_ one: SIMD3<Double>, _ other: SIMD3<Double>) -> Double {
    func chroma(_ a: Double, _ b: Double) -> Double { (a * a + b * b).squareRoot() }
    let stretch =
      1.5 - 0.5 * grayness((chroma(one[1], one[2]) + chroma(other[1], other[2])) / 2)
    let (c1, c2) = (chroma(one[1] * stretch, one[2]), chroma(other[1] * stretch, other[2]))
    let h1 = degrees(one[2], one[1] * stretch)
    let h2 = degrees(other[2], other[1] * stretch)
    var turn = h2 - h1
    if c1 * c2 == 0 { turn = 0 }
    if turn > 180 { turn -= 360 } else if turn < -180 { turn += 360 }
    let hue = 2 * (c1 * c2).squareRoot() * sine(turn / 2)
    let (lightness, c) = ((one[0] + other[0]) / 2, (c1 + c2) / 2)
    var h = h1 + h2
    if c1 * c2 != 0 {
      // Opposite hues are just 180 degrees apart, but for the rounding of their angles.
      if (h1 - h2).magnitude > 180.0005 { h += h < 360 ? 360 : -360 }
      h /= 2
    }
    let t =
      1 - 0.17 * cosine(h - 30) + 0.24 * cosine(2 * h) + 0.32 * cosine(3 * h + 6)
      - 0.20 * cosine(4 * h - 63)
    let off = (lightness - 50) * (lightness - 50)
    let dl = (other[0] - one[0]) / (1 + 0.015 * off / (20 + off).squareRoot())
    let dc = (c2 - c1) / (1 + 0.045 * c)
    let dh = hue / (1 + 0.015 * c * t)
    let bend = 30 * Double(Math.exp(Float(-((h - 275) / 25) * ((h - 275) / 25))))
    let tilt = -2 * grayness(c) * sine(2 * bend)
    return (dl * dl + dc * dc + dh * dh + tilt * dc * dh).squareRoot()
  }
}
