/// Distributions, each a fixed sequence of IEEE 754 operations on words of the stream.
extension RandomStream {
  /// Draws evenly from `low` up to, but not including, `high`; `low` when the range is empty.
  ///
  /// One word. Both bounds must be finite for a finite result.
  public mutating func range(_ low: Float, _ high: Float) -> Float {
    let u = Double(uniform())
    guard low < high else { return low }
    let value = Float(Double(low) + u * (Double(high) - Double(low)))
    // Rounding to single precision may reach the bound that the real number stays below.
    return value < high ? value : high.nextDown
  }

  /// Draws a whole number from 0 up to, but not including, `n`, each equally likely.
  ///
  /// Lemire, "Fast random integer generation in an interval", 2019: one word, rarely more.
  ///
  /// - Precondition: `n` is at least 1.
  public mutating func below(_ n: UInt32) -> UInt32 {
    precondition(n > 0, "an empty range has no number to draw")
    var product = UInt64(nextUInt32()) &* UInt64(n)
    if UInt32(truncatingIfNeeded: product) < n {
      let threshold = (0 &- n) % n
      while UInt32(truncatingIfNeeded: product) < threshold {
        product = UInt64(nextUInt32()) &* UInt64(n)
      }
    }
    return UInt32(truncatingIfNeeded: product &>> 32)
  }

  /// Draws true with the probability `numerator / denominator`, exactly.
  ///
  /// - Precondition: `denominator` is at least 1.
  public mutating func chance(_ numerator: UInt32, in denominator: UInt32) -> Bool {
    below(denominator) < numerator
  }

  /// Draws from the normal distribution with mean 0 and standard deviation 1; one word.
  ///
  /// Box and Muller, 1958, the cosine branch only, so that every draw costs the same one word:
  /// 40 bits for the radius, which reaches 7.5, and 24 bits for the angle.
  public mutating func normal() -> Float {
    let word = nextUInt64()
    let u = (Double(word &>> 24) + 0.5) * 0x1p-40
    let turn = Double(word & 0xFF_FFFF) * 0x1p-24
    let radius = (-2 * Math.logKernel(u)).squareRoot()
    return Float(radius * Math.sinCosKernel(turn * 6.283185307179586).cosine)
  }

  /// Draws from the exponential distribution with mean 1; one word; 0 < result < 37.
  public mutating func exponential() -> Float {
    Float(-Math.logKernel((Double(nextUInt64() &>> 12) + 0.5) * 0x1p-52))
  }

  /// Draws from the Poisson distribution; 0 for a mean that is not above 0.
  ///
  /// The sum of independent Poisson numbers is a Poisson number, so a large mean is cut into equal
  /// parts of at most 16, each found by sequential inversion from one word.
  ///
  /// - Parameter mean: means above 1,000,000 count as 1,000,000.
  /// - Complexity: O(mean)
  public mutating func poisson(mean: Float) -> UInt32 {
    guard mean > 0 else { return 0 }
    let total = Double(mean < 1_000_000 ? mean : 1_000_000)
    // Conversion truncates; a rounding call could become a libm call.
    let partCount = UInt32(total / 16) + 1
    let part = total / Double(partCount)
    let first = Math.expKernel(-part)
    var sum: UInt32 = 0
    for _ in 0..<partCount { sum += poissonPart(mean: part, probabilityOfZero: first) }
    return sum
  }

  private mutating func poissonPart(mean: Double, probabilityOfZero: Double) -> UInt32 {
    let u = uniformDouble()
    var count: UInt32 = 0
    var probability = probabilityOfZero
    var cumulative = probability
    // Rounding may keep the sum below a `u` next to 1; 128 is over 25 standard deviations away.
    while u >= cumulative && count < 128 {
      count += 1
      probability *= mean / Double(count)
      cumulative += probability
    }
    return count
  }
}
