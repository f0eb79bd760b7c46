import SimImageAnalysis

/// Pictures given by formulas, 64 by 48 unless said otherwise.
enum ImageFormulas {
  static func picture(
    width: Int = 64, height: Int = 48, _ color: (_ x: Int, _ y: Int) -> (Int, Int, Int)
  ) -> [UInt8] {
    (0..<height).flatMap { y in
      (0..<width).flatMap { x in
        let (red, green, blue) = color(x, y)
        return [red, green, blue, 255].map { UInt8(truncatingIfNeeded: $0) }
      }
    }
  }

  static func flat(_ red: Int, _ green: Int, _ blue: Int) -> [UInt8] {
    picture { _, _ in (red, green, blue) }
  }

  static let ramps = picture { x, y in (4 * x, 5 * y, 2 * (x + y)) }

  static let rampsWithBox = picture { x, y in
    (16...31).contains(x) && (12...23).contains(y)
      ? (200, 30, 30) : (4 * x, 5 * y, 2 * (x + y))
  }

  static func checkers(inverted: Bool) -> [UInt8] {
    picture { x, y in
      let value = (((x >> 1) + (y >> 1)) & 1 == 1) != inverted ? 255 : 0
      return (value, value, value)
    }
  }

  static func pair(_ reference: [UInt8], _ test: [UInt8]) -> ImagePair {
    ImagePair(width: 64, height: 48, reference: reference, test: test)
  }
}
