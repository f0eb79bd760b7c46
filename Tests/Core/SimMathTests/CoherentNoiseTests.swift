import SimMath
import Testing

/// Goal: coherent noise is smooth, bounded, spread around 0 and different for every key.
///
/// Method: walk across many cells in small steps, and look at means over many cells.
@Suite struct CoherentNoiseTests {
  @Test func valuesAreBoundedAndSmooth() {
    let noise = CoherentNoise(key: 7)
    // The quintic's steepest slope is 15/8, corners differ by 2 at most, in two directions.
    let bound: Float = 0.005 * 1.3 * 1.875 * 2 + 1e-4
    var before = noise.value(-20, -3.3, cell: 0, fraction: 0)
    var (low, high): (Float, Float) = (0, 0)
    for step in 1..<8000 {
      let share = Float(step) * 0.005
      let value = noise.value(share - 20, share * 0.3 - 3.3, cell: 0, fraction: 0)
      let change = abs(value - before)
      #expect(change <= bound, "step \(step)")
      (low, high, before) = (min(low, value), max(high, value), value)
    }
    #expect(low >= -1 && high <= 1 && low < -0.5 && high > 0.5)
  }

  @Test func timeIsSmoothAcrossCells() {
    let noise = CoherentNoise(key: 9)
    for cell in [UInt32(0), 1, 41, .max] {
      let end = noise.value(3.3, 4.4, cell: cell, fraction: 0.9999)
      let next = noise.value(3.3, 4.4, cell: cell &+ 1, fraction: 0)
      #expect(abs(end - next) < 1e-3)
    }
  }

  @Test func cornersAreSpreadAroundZeroAndKeysDiffer() {
    let noises = [CoherentNoise(key: 0), CoherentNoise(key: 1)]
    var sums: [Float] = [0, 0]
    var product: Float = 0
    var squares: Float = 0
    for index in 0..<4096 {
      let values = noises.map {
        $0.value(Float(index & 63) - 32, Float(index >> 6) - 32, cell: 5, fraction: 0)
      }
      for (number, value) in values.enumerated() { sums[number] += value }
      product += values[0] * values[1]
      squares += values[0] * values[0]
    }
    // Uniform on −1...1: a variance of 1/3, so means of 4096 lie within 5 · 0.009.
    for sum in sums { #expect(abs(sum) < 184) }
    #expect(abs(product) < 123)
    let variance = squares / 4096
    #expect(variance > 0.308 && variance < 0.358)
  }
}
