import SimFormats

extension ImageLimit {
  /// A value with enough digits to distinguish it from the ends of the range.
  func words(of value: Double) -> String {
    let ends = [range.lowerBound, range.upperBound]
    let digits = ends.map { end in
      FigureText.digits(telling: [value], from: end) { Quantity.plain($0, digits: $1) }
    }
    return Quantity.plain(value, digits: digits.reduce(FigureText.minimumDigits) { max($0, $1) })
  }

  /// The deciding value of several, and its index: one that could not be measured, else the one
  /// furthest outside the range, else that of the largest difference.
  func worst(of values: [Double?]) -> (value: Double?, index: Int) {
    func excess(_ value: Double) -> Double {
      max(value - range.upperBound, range.lowerBound - value)
    }
    var worst: (value: Double?, index: Int) = (values.first ?? nil, 0)
    for (index, value) in values.enumerated() {
      guard let value else { return (nil, index) }
      guard let old = worst.value else { break }
      let isWorse =
        max(excess(value), excess(old)) > 0
        ? excess(value) > excess(old) : figure == .similarity ? value < old : value > old
      if isWorse { worst = (value, index) }
    }
    return worst
  }
}
