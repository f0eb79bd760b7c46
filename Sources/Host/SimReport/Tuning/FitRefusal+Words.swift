import SimFormats

extension FitRefusal {
  /// The reason with its figures, without capital and full stop.
  package var words: String {
    switch self {
    case .tooFewSizes(let fitted, let heldOut):
      return "\(fitted) sizes to fit and \(heldOut) to check, at least "
        + "\(Self.minimumFittedSizes) and \(Self.minimumHeldOutSizes) are required: record more "
        + "counts or canvases"
    case .collinear(let names):
      return "\(names.joined(separator: ", ")) are collinear, so their costs cannot be separated: "
        + "record sizes that vary them independently"
    case .drift(let share):
      return "the same work took \(Quantity.signedPercent(share)) at the end, "
        + "\(Quantity.percent(Self.driftLimit)) is allowed: the device got hot or was busy; let it "
        + "cool, and record less at a time"
    case .hiddenDrift(let share):
      return "a drift of \(Quantity.percent(share)) would not be seen, "
        + "\(Quantity.percent(Self.driftLimit)) is allowed: record the sizes back and forth, or "
        + "more frames"
    case .unexplained(let found):
      let figures = Self.apart(found, Self.requiredDetermination)
      return "R² is \(figures.0), at least \(figures.1) is required: frame times do not depend on "
        + "the counts, or all sizes take about the same time"
    case .heldOutError(let error):
      return "held-out sizes are off by up to \(Quantity.percent(error)), "
        + "\(Quantity.percent(Self.heldOutLimit)) is allowed"
    case .vague(let name, let share):
      return "the cost of \(name) is known within \(Quantity.percent(share)), "
        + "\(Quantity.percent(Self.intervalLimit)) is allowed: times vary too much; record more "
        + "frames or sizes that differ more"
    case .graphicsUnknown:
      return "the GPU was not timed, and the device class has no estimate of what it takes this "
        + "renderer"
    case .tooFewCounts(let below, let above):
      return "\(below) counts before the knee and \(above) after it, at least "
        + "\(Self.minimumCounts) on each side are required"
    case .neverLate(let largest):
      return "no count was late: the cap is at least \(FigureText.grouped(UInt64(largest))); "
        + "continue until frames are late"
    case .alwaysLate(let smallest, let share):
      return "\(Quantity.percent(share)) of the frames of the smallest count, "
        + "\(FigureText.grouped(UInt64(smallest))), were late: begin with fewer"
    case .unlikeKnee(let found):
      let figures = Self.apart(found, Self.requiredKneeDetermination)
      return "a knee explains \(figures.0) of where frames were late, at least \(figures.1) is "
        + "required: something other than the count made them late"
    case .severalCanvases(let count):
      return "\(count) canvases: a ramp must use one"
    case .lateDrift(let share):
      return "the last frames of counts were late \(Quantity.signedPercent(share)) more often than "
        + "their first, \(Quantity.percent(Self.lateDriftLimit)) is allowed: the device got hot"
    }
  }

  private static func apart(_ found: Double, _ limit: Double) -> (String, String) {
    let digits = FigureText.digits(telling: [found], from: limit) {
      Quantity.figure($0, decimals: 5, digits: $1)
    }
    return (
      Quantity.figure(found, decimals: 5, digits: digits),
      Quantity.figure(limit, decimals: 5, digits: digits)
    )
  }
}
