import SimFormats

extension HTMLReport {
  /// Every check with its limit and what was found.
  mutating func writeChecks(_ result: RunResult) {
    page += "<section><h3>All checks</h3><div class=\"scroll\"><table class=\"checks\"><thead><tr>"
    page += "<th></th><th>requirement</th><th>measure</th><th>limit</th><th>found</th></tr>"
    page += "</thead>\n<tbody>\n"
    for check in Check.all(in: result) {
      page += "<tr><td>\(Self.mark(check.status))</td><td>\(MarkupText.escaped(check.id))</td>"
      page += "<td>\(Self.breakable(check.name))</td>"
      page += "<td>\(MarkupText.escaped(check.expected))</td>"
      page += "<td>\(MarkupText.escaped(check.found))</td></tr>\n"
    }
    page += "</tbody></table></div></section>\n"
  }

  /// A path that may go on in the next line after each point.
  static func breakable(_ path: String) -> String {
    MarkupText.escaped(path).replacing(".", with: ".<wbr>")
  }

  /// Digests, times, work and the rest, folded away.
  mutating func writeFigures(_ result: RunResult) {
    page += "<details><summary>Digests, times, work and input</summary>\n"
    var rows: [(String, String)] = [
      ("state digest", Quantity.hexadecimal(result.digest.state)),
      ("chain of states", Quantity.hexadecimal(result.digest.chain)),
    ]
    if let pixels = result.digest.pixels { rows.append(("pixels", Quantity.hexadecimal(pixels))) }
    if let chain = result.digest.pixelChain {
      rows.append(("chain of pixels", Quantity.hexadecimal(chain)))
    }
    if result.timing.measuredFrames > 0 {
      rows.append(("frame", Self.percentiles(result.timing.frame)))
      rows += result.timing.phases.map { ($0.name, Self.percentiles($0.percentiles)) }
    }
    if result.prediction.summary != nil {
      rows.append(("predicted on the device", result.prediction.sentence))
    }
    rows.append(("whole run", Quantity.time(result.timing.wallNanoseconds)))
    if let peak = result.timing.peakResidentBytes {
      rows.append(("peak resident memory", Quantity.bytes(Int64(clamping: peak))))
    }
    if result.digest.pixels != nil {
      rows.append(("primitives", Quantity.grouped(result.work.primitives)))
      rows.append(("pixels blended", Quantity.grouped(result.work.pixelsBlended)))
      rows.append(("pixels filled", Quantity.grouped(result.work.pixelsFilled)))
    }
    let input = result.input
    rows.append(
      (
        "input",
        "\(Quantity.grouped(input.touches)) touches, \(Quantity.grouped(input.samples)) samples, "
          + "\(Quantity.grouped(UInt64(input.framesShaken))) frames shaken, "
          + "\(Quantity.grouped(UInt64(input.framesInBackground))) in the background"
      ))
    let missed = input.missedWords
    if !missed.isEmpty { rows.append(("not felt", missed.joined(separator: ", "))) }
    rows.append(("allocations counted by", result.allocations.source))
    let gaps = result.gaps
    rows += gaps.map { ("not measured: \($0.path)", $0.reason) }
    page += "<table class=\"figures\"><tbody>\n"
    for (label, value) in rows {
      page += "<tr><th>\(Self.breakable(label))</th><td>\(MarkupText.escaped(value))</td></tr>\n"
    }
    page += "</tbody></table></details>\n"
  }

  private static func percentiles(_ values: Percentiles) -> String {
    "p50 \(Quantity.time(values.p50)), p95 \(Quantity.time(values.p95)), p99 "
      + "\(Quantity.time(values.p99)), max \(Quantity.time(values.maximum))"
  }
}
