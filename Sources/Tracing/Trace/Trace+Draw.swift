import DeterministicMath
import Raster
import Runtime

/// How paper, letter and ink look.
extension Trace {
  /// Registers the layer of the letter and those of the ink.
  public mutating func prepare(_ list: inout DisplayList) {
    letterLayer = list.addLayer(capacity: Tuning.letterCommandCount)
    for _ in 0..<InkPages.pageCount { _ = list.addLayer(capacity: InkPages.pageCapacity) }
  }

  /// Half the width of the letter's band in points.
  private var bandRadius: Float {
    let radius = path.bounds.height * Tuning.bandShare
    return max(Tuning.minimumBandPoints, min(radius, Tuning.maximumBandPoints))
  }

  /// Draws the letter: its outline, its inside, dashes along its middle and the starts.
  public func drawRetained(into list: inout DisplayList) {
    list.beginLayer(letterLayer)
    let outer = bandRadius + Tuning.outlinePoints
    finePath.draw(into: &list, radius: outer, color: Tuning.outline)
    finePath.draw(into: &list, radius: bandRadius, color: Tuning.band)
    for stroke in 0..<finePath.strokeCount { drawDashes(ofStroke: stroke, into: &list) }
    for stroke in 0..<finePath.strokeCount { drawStart(ofStroke: stroke, into: &list) }
    list.endLayer()
  }

  private func drawDashes(ofStroke stroke: Int, into list: inout DisplayList) {
    let length = path.length(ofStroke: stroke)
    // The start's dot and arrow come first.
    var arc = bandRadius * 3
    while arc + Tuning.dashPoints < length {
      list.capsule(
        from: path.point(ofStroke: stroke, at: arc),
        to: path.point(ofStroke: stroke, at: arc + Tuning.dashPoints),
        radius: Tuning.dashRadiusPoints, color: Tuning.dash)
      arc += Tuning.dashSpacingPoints
    }
  }

  /// A dot where the stroke starts, and an arrow head that shows where it goes.
  private func drawStart(ofStroke stroke: Int, into list: inout DisplayList) {
    let start = path.point(ofStroke: stroke, at: 0)
    let size = bandRadius * 0.55
    list.disc(center: start, radius: size, color: Tuning.start)
    let tip = path.point(ofStroke: stroke, at: bandRadius * 2)
    let before = path.point(ofStroke: stroke, at: bandRadius * 1.6)
    let way = tip - before
    guard way.length > 0 else { return }
    let along = way * (size * 0.75 / way.length)
    let across = Vector2(0 - along.y, along.x)
    for side: Float in [-1, 1] {
      list.capsule(
        from: tip - along + across * side, to: tip, radius: size * 0.24, color: Tuning.start)
    }
  }

  /// Draws paper, letter and ink; what is new of the ink goes to its layers.
  public func draw(into list: inout DisplayList) {
    list.fill(Tuning.paper)
    drawRuling(into: &list)
    let opacity = UInt8(letterOpacity * 255 + 0.5)
    if opacity > 0 {
      let margin = bandRadius + Tuning.outlinePoints + 2
      let bounds = path.bounds
      let area = Rectangle(
        x: bounds.x - margin, y: bounds.y - margin, width: bounds.width + 2 * margin,
        height: bounds.height + 2 * margin)
      list.layer(letterLayer, in: area, opacity: opacity)
    }
    drawInk(into: &list)
  }

  /// Lines above, through and below the letter, as in a first exercise book.
  private func drawRuling(into list: inout DisplayList) {
    let bounds = path.bounds
    for line in 0..<3 {
      let y = bounds.y + bounds.height * Float(line) * 0.5
      list.capsule(
        from: Vector2(0, y), to: Vector2(width, y), radius: line == 1 ? 0.5 : 1,
        color: Tuning.ruling)
    }
  }

  /// Draws all ink as one union: where segments meet, edges are no darker than elsewhere.
  private func drawInk(into list: inout DisplayList) {
    let pages = [1 - Int(ink.openPage), Int(ink.openPage)]
    for page in pages { appendSegments(ofPage: page, into: &list) }
    list.beginGroup(opacity: 255)
    for page in pages { drawPage(page, into: &list) }
    for stroke in strokes where stroke.role == .draws {
      stroke.curve.tip { from, to, radius in
        list.capsule(from: from, to: to, radius: radius, color: Tuning.ink, blend: .maximum)
      }
    }
    list.endGroup()
  }

  /// The layer of a page of ink.
  private func layer(ofPage page: Int) -> UInt16 { letterLayer + 1 + UInt16(page) }

  /// Sends what is new on a page to its layer.
  private func appendSegments(ofPage page: Int, into list: inout DisplayList) {
    let layer = layer(ofPage: page)
    let generation = UInt64(ink.generations[page]) << 32
    if list.layerMark(layer) & ~0xFFFF_FFFF != generation { list.clearLayer(layer) }
    let slots = ink.slots(ofPage: page)
    let known = slots.lowerBound + Int(list.layerMark(layer) & 0xFFFF_FFFF)
    list.beginLayer(layer)
    for slot in known..<slots.upperBound {
      list.capsule(
        from: Vector2(ink.fromX[slot], ink.fromY[slot]),
        to: Vector2(ink.toX[slot], ink.toY[slot]), radius: ink.radius[slot], color: Tuning.ink,
        blend: .maximum, isContinuation: ink.isContinuation(slot))
    }
    list.endLayer()
    list.setLayerMark(layer, to: generation | UInt64(slots.count))
  }

  private func drawPage(_ page: Int, into list: inout DisplayList) {
    let opacity = UInt8(ink.opacity(ofPage: page) * 255 + 0.5)
    guard !ink.slots(ofPage: page).isEmpty && opacity > 0 else { return }
    list.layer(
      layer(ofPage: page), in: ink.bounds(ofPage: page), opacity: opacity, blend: .maximum)
  }
}
