/// A chart in a line of text.
package enum Sparkline {
  private static let bars = Array("▁▂▃▄▅▆▇█")

  /// One bar per value, the highest value the highest bar; all lowest when every value is 0.
  package static func text(_ values: [UInt64]) -> String {
    let top = Double(max(values.max() ?? 1, 1))
    return String(values.map { bars[Int(Double($0) / top * Double(bars.count - 1))] })
  }
}
