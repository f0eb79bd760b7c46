/// The median and spread of a few samples.
struct Statistics {
  var median: Double
  var p10: Double
  var p90: Double

  /// Summarizes samples, of which there is at least one.
  init(_ samples: [Double]) {
    let sorted = samples.sorted()
    func quantile(_ share: Double) -> Double {
      let place = share * Double(sorted.count - 1)
      let index = min(Int(place), sorted.count - 1)
      let next = min(index + 1, sorted.count - 1)
      return sorted[index] + (sorted[next] - sorted[index]) * (place - Double(index))
    }
    median = quantile(0.5)
    p10 = quantile(0.1)
    p90 = quantile(0.9)
  }
}
