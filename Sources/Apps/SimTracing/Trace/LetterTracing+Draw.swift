import SimbenchKit

/// Drawing of paper, letter and ink.
extension LetterTracing {
  /// Registers the layers of the letter and the ink.
  public mutating func prepare(_ list: inout DisplayList) {
    letterLayer = list.addLayer(capacity: Tuning.letterCommandCount)
    for page in pageLayers.indices {
      pageLayers[page] = list.addLayer(capacity: InkPages.pageCapacity)
    }
  }

  /// Half the width of the letter's band in points.
  private var bandRadius: Float {
    let radius = path.bounds.height * Tuning.bandShare
    return max(Tuning.minimumBandPoints, min(radius, Tuning.maximumBandPoints))
  }

  /// The color of an element.
  private func color(_ mark: Tuning.Mark) -> StraightColor { mark.color(in: contrast) }

  /// The distance from the path to the outer edge of the letter in points, including its rim.
  private var letterReach: Float {
    bandRadius + contrast.outlinePoints + Tuning.outlineRimPoints
  }

  /// Draws the letter: outline, inside, dashes along the middle, and starts.
  public func drawRetained(into list: inout DisplayList) {
    list.beginLayer(letterLayer)
    drawLetter(.outline, reaching: bandRadius + contrast.outlinePoints, into: &list)
    drawLetter(.band, reaching: bandRadius, into: &list)
    for stroke in 0..<finePath.strokeCount { drawDashes(ofStroke: stroke, into: &list) }
    drawStarts(into: &list)
    list.endLayer()
  }

  /// Draws the whole letter in an element's color, with the element's rim below it.
  private func drawLetter(
    _ mark: Tuning.Mark, reaching radius: Float, into list: inout DisplayList
  ) {
    if let rim = mark.rim {
      finePath.draw(into: &list, radius: radius + Tuning.outlineRimPoints, color: color(rim))
    }
    finePath.draw(into: &list, radius: radius, color: color(mark))
  }

  private func drawDashes(ofStroke stroke: Int, into list: inout DisplayList) {
    let length = path.length(ofStroke: stroke)
    // Dashes begin after the start's dot and arrow.
    var arc = bandRadius * 3
    while arc + Tuning.dashPoints < length {
      list.capsule(
        from: path.point(ofStroke: stroke, at: arc),
        to: path.point(ofStroke: stroke, at: arc + Tuning.dashPoints),
        radius: Tuning.dashRadiusPoints, color: color(.dash))
      arc += Tuning.dashSpacingPoints
    }
  }

  /// Draws a dot at the start of each stroke, and an arrowhead that shows its direction.
  private func drawStarts(into list: inout DisplayList) {
    // All rims first, since several strokes may start at the same point.
    if let rim = Tuning.Mark.start.rim {
      let width = bandRadius * Tuning.startRimShare
      for stroke in 0..<finePath.strokeCount {
        drawDot(ofStroke: stroke, color(rim), wider: width, into: &list)
        drawArrow(ofStroke: stroke, color(rim), wider: width, into: &list)
      }
    }
    for stroke in 0..<finePath.strokeCount {
      drawDot(ofStroke: stroke, color(.start), into: &list)
      drawArrow(ofStroke: stroke, color(.start), into: &list)
    }
  }

  private func drawDot(
    ofStroke stroke: Int, _ color: StraightColor, wider: Float = 0, into list: inout DisplayList
  ) {
    list.disc(
      center: path.point(ofStroke: stroke, at: 0),
      radius: bandRadius * Tuning.startRadiusShare + wider, color: color)
  }

  private func drawArrow(
    ofStroke stroke: Int, _ color: StraightColor, wider: Float = 0, into list: inout DisplayList
  ) {
    let tip = path.point(ofStroke: stroke, at: bandRadius * 2)
    let before = path.point(ofStroke: stroke, at: bandRadius * 1.6)
    let way = tip - before
    guard way.length > 0 else { return }
    let along = way * (bandRadius * 0.41 / way.length)
    let across = Vector2(0 - along.y, along.x)
    for side: Float in [-1, 1] {
      list.capsule(
        from: tip - along + across * side, to: tip, radius: bandRadius * 0.13 + wider,
        color: color)
    }
  }

  /// Draws paper, letter, ink and starts; new ink is appended to its layers.
  public func draw(into list: inout DisplayList) {
    list.fill(color(.paper))
    drawRuling(into: &list)
    let opacity = UInt8(letterOpacity * 255 + 0.5)
    if opacity > 0 {
      let margin = letterReach + 2
      let bounds = path.bounds
      let area = PointRectangle(
        x: bounds.x - margin, y: bounds.y - margin, width: bounds.width + 2 * margin,
        height: bounds.height + 2 * margin)
      list.layer(letterLayer, in: area, opacity: opacity)
    }
    drawInk(into: &list)
    drawStartsOverInk(into: &list)
  }

  /// Draws dots over the ink while no touch draws, so that the starts stay visible.
  private func drawStartsOverInk(into list: inout DisplayList) {
    let opacity = UInt8(startOpacity * 255 + 0.5)
    guard opacity > 0 && ink.count > 0 else { return }
    for stroke in 0..<finePath.strokeCount {
      drawDot(ofStroke: stroke, color(.start).withAlpha(opacity), into: &list)
    }
  }

  /// Draws lines above, through and below the letter, as in a writing exercise book.
  private func drawRuling(into list: inout DisplayList) {
    let bounds = path.bounds
    for line in 0..<3 {
      let y = bounds.y + bounds.height * Float(line) * 0.5
      list.capsule(
        from: Vector2(0, y), to: Vector2(width, y), radius: line == 1 ? 0.5 : 1,
        color: color(.ruling))
    }
  }

  /// Draws all ink as one union: edges are not darker where segments meet.
  private func drawInk(into list: inout DisplayList) {
    let pages = [1 - Int(ink.openPage), Int(ink.openPage)]
    for page in pages { appendSegments(ofPage: page, into: &list) }
    list.beginGroup(opacity: 255)
    for page in pages { drawPage(page, into: &list) }
    for stroke in strokes where stroke.role == .draws {
      stroke.curve.tip { from, to, radius in
        list.capsule(from: from, to: to, radius: radius, color: color(.ink), blend: .maximum)
      }
    }
    list.endGroup()
  }

  /// Appends the new segments of a page to its layer.
  private func appendSegments(ofPage page: Int, into list: inout DisplayList) {
    let layer = pageLayers[page]
    let generation = UInt64(ink.generations[page]) << 32
    if list.layerMark(layer) & ~0xFFFF_FFFF != generation { list.clearLayer(layer) }
    let slots = ink.slots(ofPage: page)
    let known = slots.lowerBound + Int(list.layerMark(layer) & 0xFFFF_FFFF)
    list.beginLayer(layer)
    for slot in known..<slots.upperBound {
      list.capsule(
        from: Vector2(ink.fromX[slot], ink.fromY[slot]),
        to: Vector2(ink.toX[slot], ink.toY[slot]), radius: ink.radius[slot], color: color(.ink),
        blend: .maximum, isContinuation: ink.isContinuation(slot))
    }
    list.endLayer()
    list.setLayerMark(layer, to: generation | UInt64(slots.count))
  }

  private func drawPage(_ page: Int, into list: inout DisplayList) {
    let opacity = UInt8(ink.opacity(ofPage: page) * 255 + 0.5)
    guard !ink.slots(ofPage: page).isEmpty && opacity > 0 else { return }
    list.layer(
      pageLayers[page], in: ink.bounds(ofPage: page), opacity: opacity, blend: .maximum)
  }
}
