/// Distributions, each a fixed sequence of IEEE 754 operations on words of the stream.
extension RandomStream {
  /// Draws a uniform number in `low..<high`; returns `low` if the range is empty.
  ///
  /// Consumes one word. Both bounds must be finite for a finite result.
  public mutating func range(_ low: Float, _ high: Float) -> Float {
    let u = Double(uniform())
    guard low < high else { return low }
    let value = Float(Double(low) + u * (Double(high) - Double(low)))
    // Rounding to single precision may reach `high`, which the exact value stays below.
    return value < high ? value : high.nextDown
  }

  /// Draws a uniform whole number in 0..<`n`.
  ///
  /// Lemire, "Fast random integer generation in an interval", 2019. Consumes one word, rarely more.
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

  /// Returns true with the exact probability `numerator / denominator`.
  ///
  /// - Precondition: `denominator` is at least 1.
  public mutating func chance(_ numerator: UInt32, in denominator: UInt32) -> Bool {
    below(denominator) < numerator
  }

  /// Draws from the normal distribution with mean 0 and standard deviation 1.
  ///
  /// Box and Muller, 1958, only the cosine branch, so that every draw consumes one word: 40 bits
  /// for the radius, which reaches 7.5, and 24 bits for the angle.
  public mutating func normal() -> Float {
    let word = nextUInt64()
    let u = (Double(word &>> 24) + 0.5) * 0x1p-40
    let turn = Double(word & 0xFF_FFFF) * 0x1p-24
    let radius = (-2 * Math.logKernel(u)).squareRoot()
    return Float(radius * Math.sinCosKernel(turn * 6.283185307179586).cosine)
  }

  /// Draws from the exponential distribution with mean 1, 0 < result < 37; consumes one word.
  public mutating func exponential() -> Float {
    Float(-Math.logKernel((Double(nextUInt64() &>> 12) + 0.5) * 0x1p-52))
  }

  /// Draws from the Poisson distribution; returns 0 unless the mean is above 0.
  ///
  /// A sum of independent Poisson numbers is Poisson-distributed, so the mean is split into equal
  /// parts of at most 16, each drawn by sequential inversion from one word.
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
    // Rounding may keep the sum below a `u` near 1; 128 is more than 25 standard deviations away.
    while u >= cumulative && count < 128 {
      count += 1
      probability *= mean / Double(count)
      cumulative += probability
    }
    return count
  }
}
