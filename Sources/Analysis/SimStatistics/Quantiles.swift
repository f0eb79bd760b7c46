/// Quantiles of samples in any order.
package enum Quantiles {
  /// The median: the middle sample, or the mean of the two in the middle; 0 without samples.
  ///
  /// - Complexity: O(n log n); the samples are copied.
  package static func median(_ samples: [Double]) -> Double {
    var sorted = samples
    sorted.sort()
    return medianOfSorted(sorted)
  }

  /// The median of ascending samples; 0 without samples.
  package static func medianOfSorted(_ samples: [Double]) -> Double {
    guard !samples.isEmpty else { return 0 }
    let middle = samples.count / 2
    guard samples.count % 2 == 0 else { return samples[middle] }
    return (samples[middle - 1] + samples[middle]) / 2
  }

  /// The nearest-rank quantile of ascending samples: the least one that at least that share of
  /// them does not exceed; 0 without samples.
  ///
  /// - Parameter share: from 0 to 1.
  package static func nearestRank(_ share: Double, ofSorted samples: [Double]) -> Double {
    guard !samples.isEmpty else { return 0 }
    // A hair less, or a product that rounds up, such as 0.07 · 100, would be a rank too high.
    let rank = share * Double(samples.count) * (1 - 1e-12)
    var index = Int(rank)
    if Double(index) < rank { index += 1 }
    return samples[min(max(index - 1, 0), samples.count - 1)]
  }

  /// The quantile weighted by the samples themselves: the least sample such that at least that
  /// share of their sum lies in samples it is not exceeded by; 0 without samples.
  ///
  /// With frame times as samples it is what is seen at a random moment, where
  /// long frames count for as long as they stand.
  ///
  /// - Precondition: ascending samples, none negative; `share` from 0 to 1.
  package static func weightedBySize(_ share: Double, ofSorted samples: [Double]) -> Double {
    var total = 0.0
    for sample in samples { total += sample }
    let wanted = share * total
    var sum = 0.0
    for sample in samples {
      sum += sample
      if sum >= wanted { return sample }
    }
    return samples.last ?? 0
  }

  /// Puts the sample of a rank in its place, smaller ones before it and greater ones after it.
  ///
  /// - Complexity: O(n) on average.
  static func select(_ rank: Int, in samples: inout [Double]) -> Double {
    var (low, high) = (0, samples.count - 1)
    while low < high {
      let pivot = samples[low + (high - low) / 2]
      var (left, right) = (low, high)
      while left <= right {
        while samples[left] < pivot { left += 1 }
        while samples[right] > pivot { right -= 1 }
        if left <= right {
          samples.swapAt(left, right)
          left += 1
          right -= 1
        }
      }
      if rank <= right {
        high = right
      } else if rank >= left {
        low = left
      } else {
        break
      }
    }
    return samples[rank]
  }
}
