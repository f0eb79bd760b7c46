/// Color and orientation information in a file's chunks that is not applied but reported by name.
///
/// PNG specification, third edition, 11.3.2: `cICP` has precedence over `iCCP`, that over `sRGB`,
/// and each of them over `gAMA` and `cHRM`; chunks of lower precedence have no effect. Chunks of a
/// wrong length are ignored, as by other decoders.
struct PNGColorNotes {
  private var codePoints: [UInt8]?
  private var hasProfile = false
  private var isStandard = false
  private var gamma: UInt32?
  private var chromaticities: [UInt32]?
  private var orientation: UInt16?

  private static let codePointsName: UInt32 = 0x6349_4350
  private static let profileName: UInt32 = 0x6943_4350
  private static let standardName: UInt32 = 0x7352_4742
  private static let gammaName: UInt32 = 0x6741_4D41
  private static let chromaticitiesName: UInt32 = 0x6348_524D
  private static let exchangeName: UInt32 = 0x6558_4966

  /// The code points of sRGB: its primaries, its transfer function, no matrix, full range.
  private static let standardCodePoints: [UInt8] = [1, 13, 0, 1]
  /// The gamma of sRGB, 1 ∕ 2.2, in units of 1/100,000.
  private static let standardGamma: UInt32 = 45_455
  /// White, red, green and blue of sRGB in x and y, in units of 1/100,000.
  private static let standardChromaticities: [UInt32] = [
    31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000,
  ]

  /// Reads a chunk of any type.
  mutating func read(_ chunk: PNGChunk, in bytes: [UInt8]) {
    let content = chunk.content
    func numbers() -> [UInt32] {
      stride(from: content.lowerBound, to: content.upperBound - 3, by: 4).map {
        PNGChunkReader.bigEndian(bytes, at: $0)
      }
    }
    switch chunk.name {
    case Self.codePointsName where content.count == 4: codePoints = Array(bytes[content])
    case Self.profileName: hasProfile = true
    case Self.standardName where content.count == 1: isStandard = true
    case Self.gammaName where content.count == 4: gamma = numbers()[0]
    case Self.chromaticitiesName where content.count == 32: chromaticities = numbers()
    case Self.exchangeName: orientation = Self.orientation(bytes[content])
    default: break
    }
  }

  /// The information that would change the image, in words.
  var ignored: [String] {
    var words = color
    // 1 is upright, and other values are undefined.
    if let orientation, (2...8).contains(orientation) {
      words.append("eXIf orientation \(orientation)")
    }
    return words
  }

  private var color: [String] {
    if let codePoints {
      let numbers = codePoints.map { "\($0)" }.joined(separator: " ")
      return codePoints == Self.standardCodePoints ? [] : ["cICP \(numbers)"]
    }
    if hasProfile { return ["iCCP"] }
    if isStandard { return [] }
    var words: [String] = []
    if let gamma, !Self.isNear(gamma, Self.standardGamma) {
      words.append("gAMA \(Self.decimal(gamma))")
    }
    if let chromaticities, !zip(chromaticities, Self.standardChromaticities).allSatisfy(Self.isNear)
    {
      words.append("cHRM")
    }
    return words
  }

  /// Whether two numbers are equal to three decimals, the precision of sRGB's definition.
  private static func isNear(_ a: UInt32, _ b: UInt32) -> Bool {
    (a > b ? a - b : b - a) <= 50
  }

  /// A number in units of 1/100,000, with as many decimals as necessary.
  private static func decimal(_ value: UInt32) -> String {
    var digits = String(value % 100_000)
    digits = String(repeating: "0", count: 5 - digits.count) + digits
    while digits.hasSuffix("0") { digits.removeLast() }
    return digits.isEmpty ? "\(value / 100_000)" : "\(value / 100_000).\(digits)"
  }

  /// The orientation in the first directory of TIFF data; nil if there is none.
  private static func orientation(_ bytes: ArraySlice<UInt8>) -> UInt16? {
    let isBig = bytes.starts(with: [0x4D, 0x4D, 0, 42])
    guard isBig || bytes.starts(with: [0x49, 0x49, 42, 0]) else { return nil }
    /// A number of `count` bytes at an offset; nil beyond the end.
    func number(_ offset: Int, _ count: Int) -> Int? {
      guard offset >= 0, offset <= bytes.count - count else { return nil }
      let start = bytes.startIndex + offset
      return (0..<count).reduce(0) { sum, step in
        sum << 8 | Int(bytes[start + (isBig ? step : count - 1 - step)])
      }
    }
    guard let directory = number(4, 4), let count = number(directory, 2) else { return nil }
    for entry in 0..<count {
      let offset = directory + 2 + entry * 12
      guard let tag = number(offset, 2) else { return nil }
      // A single 16-bit number.
      if tag == 0x112, number(offset + 2, 2) == 3, number(offset + 4, 4) == 1 {
        return number(offset + 8, 2).map { UInt16($0) }
      }
    }
    return nil
  }
}
