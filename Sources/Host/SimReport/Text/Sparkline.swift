/// A chart in a line of text.
package enum Sparkline {
  private static let bars = Array("▁▂▃▄▅▆▇█")

  /// One bar per value; the highest bar stands for twice the median and all above it, so that one
  /// slow frame does not flatten the rest.
  package static func text(_ values: [UInt64]) -> String {
    let sorted = values.sorted()
    guard let maximum = sorted.last else { return "" }
    let median = sorted[(sorted.count - 1) / 2]
    let top = Double(max(min(maximum, 2 * median), 1))
    return String(
      values.map { bars[Int(min(Double($0) / top, 1) * Double(bars.count - 1))] })
  }
}
