/// Quantiles of unsorted or sorted samples.
package enum Quantiles {
  /// The median: the middle sample, or the mean of the two middle samples; 0 without samples.
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

  /// The nearest-rank quantile of ascending samples: the smallest sample that is at least as large
  /// as a given fraction of all; 0 without samples.
  ///
  /// - Parameter share: The fraction, 0 to 1.
  package static func nearestRank(_ share: Double, ofSorted samples: [Double]) -> Double {
    guard !samples.isEmpty else { return 0 }
    // Slightly reduced, since a product that rounds up, such as 0.07 · 100, would be one rank too
    // high.
    let rank = share * Double(samples.count) * (1 - 1e-12)
    var index = Int(rank)
    if Double(index) < rank { index += 1 }
    return samples[min(max(index - 1, 0), samples.count - 1)]
  }

  /// The quantile weighted by the samples: the smallest sample such that samples up to it
  /// contribute at least a given fraction of the sum; 0 without samples.
  ///
  /// For frame times it describes a random moment, at which long frames count by their duration.
  ///
  /// - Precondition: The samples are ascending and nonnegative; `share` is 0 to 1.
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

  /// Moves the sample of a rank to its place, with smaller ones before it and larger ones after it.
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
