import SimFormats
import SimMath
import SimRaster
import SimTracing

/// What a scored recording looks like: the letter as a wide band, the ink over it colored by its
/// deviation, a ring where the finger would have felt a pulse, and what the colors mean.
package enum ScorePicture {
  private static let side: Float = 840
  private static let margin: Float = 48
  private static let legendHeight: Float = 108

  private static let paper = StraightColor(hex: 0xF7F4EC)
  private static let band = StraightColor(hex: 0xE3E6DE)
  private static let line = StraightColor(hex: 0xBDC6BF)
  private static let words = StraightColor(hex: 0x566069)
  private static let pulse = StraightColor(hex: 0x7A5AA6)
  /// From on the path to twice the tolerance off it.
  private static let scale: [StraightColor] = [
    StraightColor(hex: 0x1F6F78), StraightColor(hex: 0x4C9F91), StraightColor(hex: 0xD9A441),
    StraightColor(hex: 0xC8643C), StraightColor(hex: 0x9C3D3D),
  ]
  /// Pieces of ink, and of the band, that a picture can hold.
  private static let capacity = 24_000

  /// Draws a score.
  package static func make(_ score: TraceScore) -> FramePicture {
    let height = side + legendHeight
    var list = DisplayList(
      pixelWidth: Int32(side), pixelHeight: Int32(height), scale: 1, capacity: capacity)
    list.fill(paper)
    let view = View(score, side: side, margin: margin)
    drawLetter(score, view, &list)
    drawInk(score, view, &list)
    drawPulses(score, view, &list)
    drawLegend(score, &list)
    return FramePicture(frame: 0, list: list, capacity: capacity)
  }

  /// Points of the letter's screen to pixels of the picture.
  private struct View {
    let scale: Float
    let offset: Vector2

    /// Shows the letter with its band, and as much of the ink as lies no farther off than the
    /// letter is large.
    init(_ score: TraceScore, side: Float, margin: Float) {
      let bounds = score.path.bounds
      let reach = score.meter.tolerance
      var low = Vector2(bounds.x - reach, bounds.y - reach)
      var high = Vector2(bounds.x + bounds.width + reach, bounds.y + bounds.height + reach)
      // Ink far away would otherwise shrink the letter to a dot.
      let limit = max(bounds.width, bounds.height)
      for sample in score.ink.strokes.joined() {
        let point = sample.position
        low = Vector2(
          min(low.x, max(point.x, bounds.x - limit)), min(low.y, max(point.y, bounds.y - limit)))
        high = Vector2(
          max(high.x, min(point.x, bounds.x + bounds.width + limit)),
          max(high.y, min(point.y, bounds.y + bounds.height + limit)))
      }
      let extent = high - low
      scale = (side - 2 * margin) / max(extent.x, extent.y)
      offset = Vector2(side, side) * 0.5 - (low + high) * (0.5 * scale)
    }

    func apply(_ point: Vector2) -> Vector2 { point * scale + offset }
  }

  private static func drawLetter(_ score: TraceScore, _ view: View, _ list: inout DisplayList) {
    let radius = score.meter.tolerance * view.scale
    for (width, color) in [(radius, band), (1.5, line)] {
      score.path.draw(into: &list, radius: width, color: color, at: view.apply)
    }
    // A dot marks where each stroke starts.
    for stroke in 0..<score.path.strokeCount {
      let start = score.path.corners[Int(score.path.cornerStart[stroke])]
      list.disc(center: view.apply(start), radius: 6, color: line)
    }
  }

  private static func drawInk(_ score: TraceScore, _ view: View, _ list: inout DisplayList) {
    let pieces = score.ink.strokes.reduce(0) { $0 + $1.count }
    // Long pieces change color on the way; more than fit are drawn whole.
    let step: Float = pieces > capacity / 8 ? .infinity : 6 / view.scale
    let limit = capacity / 2
    // Of more samples than fit, every stroke keeps its first and last and some evenly between.
    let stride = max(1, (pieces + limit - 1) / limit)
    for stroke in score.ink.strokes.prefix(limit / 2) {
      var previous = stroke[0].position
      for (index, sample) in stroke.enumerated()
      where index % stride == 0 || index + 1 == stroke.count {
        let move = sample.position - previous
        let count = max(1, min((move.length / step).rounded(.up), 64))
        for part in 1...UInt32(count) {
          let from = previous + move * (Float(part - 1) / count)
          let to = previous + move * (Float(part) / count)
          let deviation = score.deviation(of: (from + to) * 0.5)
          list.capsule(
            from: view.apply(from), to: view.apply(to), radius: 4.5,
            color: color(of: deviation / score.meter.tolerance))
        }
        previous = sample.position
      }
    }
  }

  /// The color of a deviation in tolerances.
  private static func color(of share: Float) -> StraightColor {
    let place: Float = min(max(share, 0), 2) / 2 * Float(scale.count - 1)
    let index = min(Int(place), scale.count - 2)
    let part = place - Float(index)
    let (low, high) = (scale[index], scale[index + 1])
    func mix(_ a: UInt8, _ b: UInt8) -> UInt8 {
      let (low, high) = (Float(a), Float(b))
      return UInt8(low + (high - low) * part + 0.5)
    }
    return StraightColor(
      red: mix(low.red, high.red), green: mix(low.green, high.green),
      blue: mix(low.blue, high.blue))
  }

  private static func drawPulses(_ score: TraceScore, _ view: View, _ list: inout DisplayList) {
    for pulse in score.pulses.prefix(1000) {
      let center = view.apply(pulse.position)
      list.ring(center: center, radius: 11, width: 2.5, color: Self.pulse)
      if pulse.role == .completion { list.disc(center: center, radius: 5, color: Self.pulse) }
    }
  }

  // MARK: - Legend

  private static func drawLegend(_ score: TraceScore, _ list: inout DisplayList) {
    var writer = CaptionWriter()
    let top = side + 6
    let kind = score.letter.isCapital ? "capital " : "small "
    let name = kind + String(UnicodeScalar(score.letter.code | 0x20))
    let figures =
      "score \(share(score.score))   covered \(share(score.meter.coverage))   "
      + "on path \(share(score.onPath))"
    writer.write("\(name)   \(figures)", at: Vector2(margin, top), size: 2.5, words, &list)
    let barTop = top + 48
    let width: Float = 220
    for column in 0..<UInt32(width) {
      let x = margin + Float(column)
      list.capsule(
        from: Vector2(x, barTop + 5), to: Vector2(x, barTop + 13), radius: 1,
        color: color(of: 2 * Float(column) / width))
    }
    writer.write("0", at: Vector2(margin, barTop + 22), size: 2, words, &list)
    let millimeters = score.tolerance == .sixMillimeters ? ("6", "12") : ("6.35", "12.7")
    writer.write(
      millimeters.0, at: Vector2(margin + width / 2 - 8, barTop + 22), size: 2, words, &list)
    writer.write(
      "\(millimeters.1) mm", at: Vector2(margin + width - 16, barTop + 22), size: 2, words, &list)
    let ring = Vector2(margin + 340, barTop + 9)
    list.ring(center: ring, radius: 11, width: 2.5, color: pulse)
    writer.write("off the path", at: ring + Vector2(22, -7), size: 2, words, &list)
    let done = ring + Vector2(206, 0)
    list.ring(center: done, radius: 11, width: 2.5, color: pulse)
    list.disc(center: done, radius: 5, color: pulse)
    writer.write("complete", at: done + Vector2(22, -7), size: 2, words, &list)
  }

  /// A share with three decimals, or as many as three digits take.
  private static func share(_ value: Float) -> String {
    FigureText.text(min(max(value, 0), 1).shortestDouble, decimals: 3)
  }
}
