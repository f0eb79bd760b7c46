import SimFormats

/// A scale of a chart, with ticks at round numbers.
package struct Axis {
  /// A place on the axis with its label.
  package struct Tick: Equatable, Sendable {
    /// Where it is, from 0 to 1.
    package var share: Double
    /// What it says.
    package var label: String

    /// Makes a tick.
    package init(_ share: Double, _ label: String) {
      self.share = share
      self.label = label
    }
  }

  /// What it shows from one end to the other.
  package let range: ClosedRange<Double>
  /// Round numbers within it, at most as many as were asked for, and one.
  package let ticks: [Tick]

  /// Makes an axis.
  ///
  /// - Parameters:
  ///   - range: What it shows; an empty or infinite range is widened to 1.
  ///   - count: Steps between ticks at most.
  ///   - label: The text of a round number, with its unit.
  package init(_ range: ClosedRange<Double>, count: Int, label: (Double) -> String) {
    let span = range.upperBound - range.lowerBound
    guard span > 0, span.isFinite, range.lowerBound.isFinite else {
      let low = range.lowerBound.isFinite ? range.lowerBound : 0
      self.range = low...max(low.nextUp, low + 1)
      ticks = [Tick(0, label(low))]
      return
    }
    self.range = range
    let step = Self.step(over: span, count: count)
    // Multiples of the step, since sums of it would drift from round numbers.
    var multiple = (range.lowerBound / step).rounded(.up)
    var found: [Tick] = []
    while multiple * step <= range.upperBound, found.count <= count {
      let value = Self.decimal(multiple, step)
      found.append(Tick((value - range.lowerBound) / span, label(value)))
      multiple += 1
    }
    ticks = found
  }

  /// Where a value is, from 0 to 1; values beyond an end are at it.
  package func share(_ value: Double) -> Double {
    min(max((value - range.lowerBound) / (range.upperBound - range.lowerBound), 0), 1)
  }

  /// The least of 1, 2 and 5 times a power of ten that parts a span into at most so many steps.
  package static func step(over span: Double, count: Int) -> Double {
    let least = span / Double(max(count, 1))
    var unit = 1.0
    while unit > least { unit /= 10 }
    while unit * 10 < least { unit *= 10 }
    return [1, 2, 5, 10].map { $0 * unit }.first { $0 >= least } ?? 10 * unit
  }

  /// A multiple of a step below 1 without the noise of its last digits.
  private static func decimal(_ multiple: Double, _ step: Double) -> Double {
    step < 1 ? multiple / (1 / step).rounded() : multiple * step
  }
}

extension Quantity {
  /// A round time without the zeros that rounding to three digits leaves.
  static func roundTime(_ nanoseconds: Double) -> String {
    nanoseconds > 0
      ? time(nanoseconds).replacing(".00 ", with: " ").replacing(".0 ", with: " ") : "0"
  }
}
