/// A 5 by 7 pixel face for captions: digits, lower-case letters, dot and space.
enum CaptionFont {
  /// Seven rows of five bits, the left pixel in bit 4; blank for characters it lacks.
  static func rows(of character: Character) -> [UInt8] {
    guard let index = order.firstIndex(of: character) else {
      return [UInt8](repeating: 0, count: 7)
    }
    let offset = order.distance(from: order.startIndex, to: index)
    return Array(glyphs[offset * 7..<offset * 7 + 7])
  }

  private static let order = "0123456789.abcdefghijklmnopqrstuvwxyz-"

  private static let glyphs: [UInt8] = [
    14, 17, 19, 21, 25, 17, 14, 4, 12, 4, 4, 4, 4, 14, 14, 17, 1, 2, 4, 8, 31,
    31, 2, 4, 2, 1, 17, 14, 2, 6, 10, 18, 31, 2, 2, 31, 16, 30, 1, 1, 17, 14,
    6, 8, 16, 30, 17, 17, 14, 31, 1, 2, 4, 8, 8, 8, 14, 17, 17, 14, 17, 17, 14,
    14, 17, 17, 15, 1, 2, 12, 0, 0, 0, 0, 0, 12, 12,
    0, 0, 14, 1, 15, 17, 15, 16, 16, 22, 25, 17, 17, 30, 0, 0, 14, 16, 16, 17, 14,
    1, 1, 13, 19, 17, 17, 15, 0, 0, 14, 17, 31, 16, 14, 6, 9, 8, 28, 8, 8, 8,
    0, 15, 17, 17, 15, 1, 14, 16, 16, 22, 25, 17, 17, 17, 4, 0, 12, 4, 4, 4, 14,
    2, 0, 6, 2, 2, 18, 12, 16, 16, 18, 20, 24, 20, 18, 12, 4, 4, 4, 4, 4, 14,
    0, 0, 26, 21, 21, 17, 17, 0, 0, 22, 25, 17, 17, 17, 0, 0, 14, 17, 17, 17, 14,
    0, 0, 30, 17, 30, 16, 16, 0, 0, 13, 19, 15, 1, 1, 0, 0, 22, 25, 16, 16, 16,
    0, 0, 14, 16, 14, 1, 30, 8, 8, 28, 8, 8, 9, 6, 0, 0, 17, 17, 17, 19, 13,
    0, 0, 17, 17, 17, 10, 4, 0, 0, 17, 17, 21, 21, 10, 0, 0, 17, 10, 4, 10, 17,
    0, 0, 17, 17, 15, 1, 14, 0, 0, 31, 2, 4, 8, 31, 0, 0, 0, 14, 0, 0, 0,
  ]
}
