import SimFormats

/// A scale of a chart, with ticks at round numbers.
package struct Axis {
  /// A position on the axis with its label.
  package struct Tick: Equatable, Sendable {
    /// The position, from 0 to 1.
    package var share: Double
    /// The label.
    package var label: String

    /// Creates a tick.
    package init(_ share: Double, _ label: String) {
      self.share = share
      self.label = label
    }
  }

  /// The range of values.
  package let range: ClosedRange<Double>
  /// Ticks at round numbers, at most one more than the requested steps.
  package let ticks: [Tick]

  /// Creates an axis.
  ///
  /// - Parameters:
  ///   - range: The range of values; an empty or infinite range is widened to 1.
  ///   - count: Maximum number of steps between ticks.
  ///   - label: The text of a round number, with its unit.
  package init(_ range: ClosedRange<Double>, count: Int, label: (Double) -> String) {
    let span = range.upperBound - range.lowerBound
    guard span > 1e-290, span.isFinite, range.lowerBound.isFinite else {
      let low = range.lowerBound.isFinite ? range.lowerBound : 0
      self.range = low...max(low.nextUp, low + 1)
      ticks = [Tick(0, label(low))]
      return
    }
    self.range = range
    let step = Step(over: span, count: count)
    // Multiples of the step, since repeated sums would drift from round numbers; an end within a
    // rounding error of a multiple counts as one.
    let slack = 1e-9 * span
    var multiple = ((range.lowerBound - slack) / step.size).rounded(.up)
    var found: [Tick] = []
    while step.value(multiple) <= range.upperBound + slack, found.count <= count {
      let value = step.value(multiple)
      let share = (value - range.lowerBound) / span
      found.append(Tick(min(max(share, 0), 1), label(value)))
      multiple += 1
    }
    ticks = found
  }

  /// The position of a value, from 0 to 1; values beyond an end are clamped.
  package func share(_ value: Double) -> Double {
    min(max((value - range.lowerBound) / (range.upperBound - range.lowerBound), 0), 1)
  }

  /// 1, 2 or 5 times a power of ten.
  package struct Step: Equatable, Sendable {
    private let digit: Double
    private let power: Int

    /// The smallest step that divides a span, finite and above 0, into at most a number of steps.
    package init(over span: Double, count: Int) {
      let least = span / Double(max(count, 1)) * (1 - 1e-9)
      // 0.30103 is log₁₀ 2; one less for rounding, so that the loop only has to step up.
      var power = Int(least.exponent) * 30_103 / 100_000 - 1
      while Self.ten(power + 1) <= least { power += 1 }
      let digit = [1, 2, 5].first { Self.value($0, power) >= least }
      (self.digit, self.power) = (digit ?? 1, digit == nil ? power + 1 : power)
    }

    /// The size of the step.
    package var size: Double { value(1) }

    /// A multiple of the step, as the number nearest to its decimal text.
    package func value(_ multiple: Double) -> Double { Self.value(multiple * digit, power) }

    private static func value(_ whole: Double, _ power: Int) -> Double {
      // A division, since 10⁻ⁿ is not exact: 3 / 10 is 0.3, but 3 * 0.1 is not.
      power < 0 ? whole / ten(-power) : whole * ten(power)
    }

    private static func ten(_ power: Int) -> Double { Double("1e\(power)") ?? 1 }
  }
}

extension Quantity {
  /// A round time without trailing zeros.
  static func roundTime(_ nanoseconds: Double) -> String {
    guard nanoseconds > 0 else { return "0" }
    let parts = time(nanoseconds).split(separator: " ")
    var number = String(parts[0])
    if number.contains(".") {
      while number.last == "0" { number.removeLast() }
      if number.last == "." { number.removeLast() }
    }
    return ([number] + parts.dropFirst().map(String.init)).joined(separator: " ")
  }
}
