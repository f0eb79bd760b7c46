import SimFormats
import SimImageAnalysis
import SimMath
import SimRaster

/// An image of a sequence's flashes: its worst frame with the worst field, and charts of
/// transitions and of flashing area over the frames.
package enum FlashPicture {
  private static let width: Float = 840
  private static let margin: Float = 30
  private static let frameSide: Float = 420
  private static let chartHeight: Float = 110
  private static let chartGap: Float = 62
  /// The left edge of charts, right of their tick labels.
  private static let chartLeft: Float = 84

  private static let paper = StraightColor(hex: 0xF7F4EC)
  private static let words = StraightColor(hex: 0x566069)
  private static let axis = StraightColor(hex: 0xBDC6BF)
  private static let general = StraightColor(hex: 0x1F6F78)
  private static let red = StraightColor(hex: 0xA8532F)
  private static let limit = StraightColor(hex: 0x9C3D3D)
  private static let boxInside = StraightColor(hex: 0xF7F4EC)

  /// Maximum number of drawing commands.
  private static let capacity = 16_000
  /// Maximum number of columns of a chart; with more frames, each column shows the worst of
  /// several.
  private static let columns = 720

  /// Draws a finding.
  ///
  /// - Parameters:
  ///   - flash: The findings.
  ///   - frames: The flashes of every frame.
  ///   - framesPerSecond: The frame rate.
  ///   - worst: The image of the worst frame.
  ///   - scale: Pixels of `worst` per point.
  package static func make(
    _ flash: FlashSafety, frames: [FlashFrame], framesPerSecond: UInt32, worst: FramePicture,
    scale: Float
  ) -> FramePicture {
    let shrink = min(
      (width - 2 * margin) / Float(worst.width), frameSide / Float(worst.height), 1)
    let frameHeight = Float(worst.height) * shrink
    let height = margin + frameHeight + 30 + 3 * (chartHeight + chartGap)
    var list = DisplayList(
      pixelWidth: Int32(width), pixelHeight: Int32(height), scale: 1, capacity: capacity)
    list.fill(paper)
    var writer = CaptionWriter()
    drawFrame(flash, worst, scale, shrink, &writer, &list)
    let top = margin + frameHeight + 58
    let step = chartHeight + chartGap
    let times = FrameChart.timeTicks(frames.count, framesPerSecond: framesPerSecond)
    drawChart(
      "transitions per second in a quarter of 10 degrees", top: top, limit: 6, maximum: 10,
      times,
      [
        (frames.map { Float($0.general.fieldTransitions) }, general),
        (frames.map { Float($0.red.fieldTransitions) }, red),
      ], &writer, &list)
    drawChart(
      "fraction of 10 degrees that flashes more than 3 times per second", top: top + step,
      limit: 0.25, maximum: 1, times,
      [
        (frames.map { $0.general.areaShare }, general), (frames.map { $0.red.areaShare }, red),
      ], &writer, &list)
    drawChart(
      "mean luminance", top: top + 2 * step, limit: nil, maximum: 1, times,
      [(frames.map { $0.meanLuminance }, words)], &writer, &list)
    for (name, color, left) in [("luminance", general, Float(660)), ("red", red, 780)] {
      writer.write(name, at: Vector2(left, top), size: 2, color, &list)
    }
    return FramePicture(frame: worst.frame, list: list, capacity: capacity)
  }

  // MARK: - The worst frame

  private static func drawFrame(
    _ flash: FlashSafety, _ worst: FramePicture, _ scale: Float, _ shrink: Float,
    _ writer: inout CaptionWriter, _ list: inout DisplayList
  ) {
    // Averaged in linear light first, since scaling by drawing alone would skip pixels.
    let side = Float(worst.width) * shrink
    let small = worst.scaled(
      toPixelCount: Int32(max(1, side * Float(worst.height) * shrink)))
    let pixels = (0..<Int(small.width) * Int(small.height)).map { index in
      StraightColor(
        red: small.rgb[index * 3], green: small.rgb[index * 3 + 1],
        blue: small.rgb[index * 3 + 2]
      ).premultiplied
    }
    let image = list.addImage(width: small.width, height: small.height, pixels: pixels)
    let area = PointRectangle(
      x: margin, y: margin, width: side, height: Float(worst.height) * shrink)
    list.image(image, in: area)
    if let place = flash.worstPlace {
      let points = scale * shrink
      let left = area.x + Float(place.x) * points
      let top = area.y + Float(place.y) * points
      let right = min(left + Float(place.width) * points, area.x + area.width)
      let bottom = min(top + Float(place.height) * points, area.y + area.height)
      let corners = [
        Vector2(left, top), Vector2(right, top), Vector2(right, bottom), Vector2(left, bottom),
      ]
      // A light line within a dark one shows on any picture.
      for (radius, color) in [(Float(3.5), limit), (1.5, boxInside)] {
        for index in 0..<4 {
          list.capsule(
            from: corners[index], to: corners[(index + 1) % 4], radius: radius, color: color)
        }
      }
    }
    let verdicts =
      "wcag \(flash.isWithinWCAG ? "passed" : "failed")   strict \(flash.level.name)"
    let caption =
      flash.worstPlace == nil
      ? "\(verdicts)   no field flashes"
      : "\(verdicts)   frame \(worst.frame)   the worst 10 degrees"
    writer.write(
      caption, at: Vector2(margin, area.y + area.height + 12), size: 2, words, &list)
  }

  // MARK: - Charts

  private static func drawChart(
    _ title: String, top: Float, limit: Float?, maximum: Float, _ times: [Axis.Tick],
    _ series: [(values: [Float], color: StraightColor)], _ writer: inout CaptionWriter,
    _ list: inout DisplayList
  ) {
    writer.write(title, at: Vector2(margin, top), size: 2, words, &list)
    let highest = max(maximum, series.reduce(0) { max($0, $1.values.max() ?? 0) })
    let (low, high) = (top + chartHeight + 6, top + 30)
    let axis = Axis(0...Double(highest), count: 3) { Quantity.plain($0) }
    func y(_ value: Float) -> Float { low - (low - high) * value / highest }
    for tick in axis.ticks {
      let height = low - (low - high) * Float(tick.share)
      list.capsule(
        from: Vector2(chartLeft - 5, height), to: Vector2(width - margin, height), radius: 0.5,
        color: Self.axis)
      let left = chartLeft - 10 - Float(tick.label.count) * 12
      writer.write(tick.label, at: Vector2(left, height - 7), size: 2, words, &list)
    }
    let across = width - margin - chartLeft
    for tick in times {
      writer.write(
        tick.label, at: Vector2(chartLeft + across * Float(tick.share), low + 8), size: 2, words,
        &list)
    }
    if let limit {
      list.capsule(
        from: Vector2(chartLeft, y(limit)), to: Vector2(width - margin, y(limit)), radius: 0.75,
        color: Self.limit)
      let label = "limit \(Quantity.plain(Double(limit)))"
      let left = width - margin - Float(label.count) * 12
      writer.write(label, at: Vector2(left, y(limit) - 17), size: 2, Self.limit, &list)
    }
    for line in series where line.values.count > 1 {
      let points = line.values.condensed(to: columns)
      let step = across / Float(max(1, points.count - 1))
      list.beginGroup(opacity: 255)
      for index in 1..<points.count {
        list.capsule(
          from: Vector2(chartLeft + Float(index - 1) * step, y(points[index - 1])),
          to: Vector2(chartLeft + Float(index) * step, y(points[index])), radius: 1,
          color: line.color, blend: .maximum, isContinuation: index > 1)
      }
      list.endGroup()
    }
  }
}
