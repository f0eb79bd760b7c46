import SimImageAnalysis

/// A metric that can be limited.
package enum ImageFigure: String, CaseIterable, Sendable {
  /// The largest difference of a channel.
  case maximumDelta = "maxDelta"
  /// Pixels that differ.
  case pixels
  /// The maximum number of different pixels in any 8 by 8.
  case windowPixels = "window8"
  /// Mean of FLIP.
  case flipMean = "flip.mean"
  /// 95th percentile of FLIP.
  case flipP95 = "flip.p95"
  /// 99th percentile of FLIP.
  case flipP99 = "flip.p99"
  /// Maximum of FLIP.
  case flipMaximum = "flip.max"
  /// Mean distance in Oklab.
  case oklabMean = "oklab.mean"
  /// Largest distance in Oklab.
  case oklabMaximum = "oklab.max"
  /// Structural similarity.
  case similarity = "ssim"

  /// The value of a difference, as written; nil if it could not be measured.
  package func value(of difference: ImageDifference) -> Double? {
    switch self {
    case .maximumDelta: Double(difference.exact.maximumDelta)
    case .pixels: Double(difference.exact.pixels)
    case .windowPixels: Double(difference.exact.windowPixels)
    case .flipMean: difference.flip.spread.mean.shortestDouble
    case .flipP95: difference.flip.spread.p95.shortestDouble
    case .flipP99: difference.flip.spread.p99.shortestDouble
    case .flipMaximum: difference.flip.spread.maximum.shortestDouble
    case .oklabMean: difference.oklab.mean.shortestDouble
    case .oklabMaximum: difference.oklab.maximum.shortestDouble
    case .similarity: difference.structuralSimilarity.map { $0.shortestDouble }
    }
  }
}

/// A limit on one metric, including both ends.
package struct ImageLimit: Sendable {
  /// The limited metric.
  package let figure: ImageFigure
  /// The allowed range.
  package let range: ClosedRange<Double>
  /// The limit as text.
  package let text: String

  /// Parses limits such as `maxDelta=0-2;pixels=0-10;flip.p99<=0.1`; nil if the text is not
  /// valid.
  ///
  /// A single number after `=` allows exactly that number.
  package static func limits(_ text: String) -> [ImageLimit]? {
    var limits: [ImageLimit] = []
    for part in text.split(separator: ";", omittingEmptySubsequences: false) {
      guard let limit = ImageLimit(String(part.filter { $0 != " " })) else { return nil }
      limits.append(limit)
    }
    return limits
  }

  private init?(_ text: String) {
    guard let sign = text.firstIndex(where: { "<>=".contains($0) }),
      let figure = ImageFigure(rawValue: String(text[..<sign]))
    else { return nil }
    let rest = text[sign...]
    func number(_ text: Substring) -> Double? {
      Double(text).flatMap { $0.isFinite && text.first != "+" ? $0 : nil }
    }
    if rest.hasPrefix("<=") || rest.hasPrefix(">=") {
      guard let value = number(rest.dropFirst(2)) else { return nil }
      let limit = Double.greatestFiniteMagnitude
      range = rest.hasPrefix("<=") ? -limit...value : value...limit
    } else if rest.hasPrefix("=") {
      let value = rest.dropFirst()
      if let exact = number(value) {
        range = exact...exact
      } else {
        let ends = value.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard ends.count == 2, let low = number(ends[0]), let high = number(ends[1]), low <= high
        else { return nil }
        range = low...high
      }
    } else {
      return nil
    }
    self.figure = figure
    self.text = text
  }

  /// Whether a difference is within the limit; an unmeasured value is not.
  package func holds(for difference: ImageDifference) -> Bool {
    figure.value(of: difference).map { range.contains($0) } ?? false
  }
}
