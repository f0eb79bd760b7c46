import SimFormats

extension TextReport {
  /// Whether the device class would keep up, apart from what this machine measured.
  mutating func writeDeviceFrame() {
    guard let summary = result.prediction.summary else {
      row("device", result.prediction.sentence, failed: result.failedBudgets(of: .device))
      return
    }
    row(
      "device", Self.joined(summary.parts + [MessageText.oneLine(result.device.title)]),
      failed: result.failedBudgets(of: .device))
  }
}

extension DevicePrediction {
  /// Everything that can be said, in one line.
  var sentence: String {
    switch self {
    case .predicted(let summary): summary.parts.joined(separator: ", ")
    case .impossible(let reason): "not predicted: \(MessageText.oneLine(reason))"
    }
  }
}

extension DeviceFrameSummary {
  /// The verdict, the times with their uncertainty, both parts, late frames and provenance.
  var parts: [String] {
    [
      "\(verdict) \(interval)",
      "predicted p50 \(time(Double(median.nominal)))  p99 \(time(Double(high.nominal))), \(span)",
      pipeline,
      "\(FigureText.grouped(UInt64(framesOverInterval))) of "
        + CountWords.counted(frames, "frame") + " over it",
      costs,
    ]
  }

  /// The verdict and the time, short enough for a line.
  var briefParts: [String] {
    ["\(verdict) \(interval)", "predicted p99 \(time(Double(high.nominal))), \(span)"]
  }

  /// The verdict and what it rests on, short enough for a tile.
  var tileNote: String { "\(verdict) \(interval), \(span), \(costs)" }

  /// Both parts' times, and which of them bounds the rate.
  private var pipeline: String {
    "CPU \(Quantity.time(processorHigh)), GPU \(Quantity.time(graphicsHigh)): bound by the "
      + "\(isBoundByGraphics ? "GPU" : "CPU"), \(Quantity.time(latencyHigh)) to the picture"
  }

  private var verdict: String {
    switch judgement {
    case .within: "within"
    case .over: "over"
    case .tooCloseToSay: "too close to say against"
    }
  }

  private var span: String {
    let range = range(of: "p99")
    return "\(time(range.lowerBound)) to \(time(range.upperBound))"
  }

  private var interval: String { time(Double(intervalNanoseconds)) }

  /// A time in as many digits as tell all of them from the interval.
  private func time(_ nanoseconds: Double) -> String {
    let range = range(of: "p99")
    let times = [
      Double(median.nominal), Double(high.nominal), range.lowerBound, range.upperBound,
    ]
    let digits = FigureText.digits(telling: times, from: Double(intervalNanoseconds)) {
      Quantity.time($0, digits: $1)
    }
    return Quantity.time(nanoseconds, digits: digits)
  }

  private var costs: String {
    "\(renderer) costs \(provenance), uncertain by \(Quantity.percent(uncertainty))"
  }
}
