extension FramePicture {
  /// Few colors that stand for all of a picture's, and which of them each pixel has.
  package struct Palette: Sendable {
    /// Red, green and blue.
    package var colors: [(red: UInt8, green: UInt8, blue: UInt8)]
    /// The color of each pixel, row after row.
    package var indices: [UInt8]
  }

  /// The picture in at most so many colors, by median cut: the colors are divided where most
  /// pixels differ most, until there are enough parts, and each part becomes its mean.
  ///
  /// - Precondition: `count` is 1 to 256.
  /// - Complexity: O(pixels), and more for each color.
  package func palette(of count: Int) -> Palette {
    precondition((1...256).contains(count), "a palette has 1 to 256 colors")
    var bins = ColorBins(rgb)
    var parts = [0..<bins.used.count]
    while parts.count < count {
      let scores = parts.map { bins.score($0) }
      guard let best = scores.indices.max(by: { scores[$0] < scores[$1] }), scores[best] > 0 else {
        break
      }
      let middle = bins.split(parts[best])
      parts.append(middle..<parts[best].upperBound)
      parts[best] = parts[best].lowerBound..<middle
    }
    var colorOfBin = [UInt8](repeating: 0, count: ColorBins.count)
    for (index, part) in parts.enumerated() {
      for bin in bins.used[part] { colorOfBin[bin] = UInt8(index) }
    }
    return Palette(
      colors: parts.map { bins.mean($0) },
      indices: stride(from: 0, to: rgb.count, by: 3).map { colorOfBin[ColorBins.bin(rgb, $0)] })
  }
}

/// Pixels of an image counted by color, with six bits per channel.
private struct ColorBins {
  static let count = 1 << 18

  /// The bins that hold pixels; parts of it are sorted while it is divided.
  var used: [Int]
  /// Pixels of each bin, and the sums of their channels.
  private var pixels = [Int](repeating: 0, count: count)
  private var sums = [[Int]](repeating: [Int](repeating: 0, count: count), count: 3)

  init(_ rgb: [UInt8]) {
    used = []
    for slot in stride(from: 0, to: rgb.count, by: 3) {
      let bin = Self.bin(rgb, slot)
      if pixels[bin] == 0 { used.append(bin) }
      pixels[bin] += 1
      for channel in 0..<3 { sums[channel][bin] += Int(rgb[slot + channel]) }
    }
    used.sort()
  }

  static func bin(_ rgb: [UInt8], _ slot: Int) -> Int {
    Int(rgb[slot] >> 2) << 12 | Int(rgb[slot + 1] >> 2) << 6 | Int(rgb[slot + 2] >> 2)
  }

  private static func level(_ bin: Int, _ channel: Int) -> Int { bin >> (12 - 6 * channel) & 63 }

  /// How far the colors of a part lie from each other in each channel.
  private func extents(_ part: Range<Int>) -> [Int] {
    (0..<3).map { channel in
      var (low, high) = (63, 0)
      for bin in used[part] {
        low = min(low, Self.level(bin, channel))
        high = max(high, Self.level(bin, channel))
      }
      return high - low
    }
  }

  /// How much is won by dividing a part; 0 when it is one color.
  func score(_ part: Range<Int>) -> Int {
    let extent = extents(part).max() ?? 0
    return extent * used[part].reduce(0) { $0 + pixels[$1] }
  }

  /// Sorts a part by its widest channel and returns where half of its pixels lie below.
  mutating func split(_ part: Range<Int>) -> Int {
    let extents = extents(part)
    let channel = extents.indices.max { extents[$0] < extents[$1] } ?? 0
    used[part].sort { a, b in
      (Self.level(a, channel), a) < (Self.level(b, channel), b)
    }
    let half = used[part].reduce(0) { $0 + pixels[$1] } / 2
    var (sum, index) = (0, part.lowerBound)
    while index < part.upperBound - 1, sum + pixels[used[index]] <= half {
      sum += pixels[used[index]]
      index += 1
    }
    return max(index, part.lowerBound + 1)
  }

  func mean(_ part: Range<Int>) -> (red: UInt8, green: UInt8, blue: UInt8) {
    let count = max(1, used[part].reduce(0) { $0 + pixels[$1] })
    let means = sums.map { sum in
      UInt8((used[part].reduce(0) { $0 + sum[$1] } + count / 2) / count)
    }
    return (means[0], means[1], means[2])
  }
}
