// Sprites: a coverage mask, sampled bilinearly, in one color.
//
// Method: each of four levels is sampled separately from four bytes of the mask, in steps of 1/256
// mask pixel; then four pixels are blended at once.
//
// Measured against the simple form: a mask of 64 by 64 at 2.5 pixels each takes 137 instructions
// per pixel instead of 226. Sampling is not optimized further, since no built-in scene draws
// sprites.

/// Paints a coverage mask in one color.
func paintSprite<Rule: CompositingRule>(
  _ sampler: SpriteSampler, _ mask: Span<UInt8>, _ rule: Rule.Type, _ source: SolidSource,
  _ target: inout PaintTarget, _ pixels: inout Pixels
) {
  let layout = target.area.layout
  let perLevel = source.fullWeight / 255
  var rectangles = target.area.rectangles
  while let rectangle = rectangles.next(in: target.damage) {
    for row in rectangle.minY..<rectangle.maxY {
      let rowPosition = sampler.rowPosition(row)
      guard rowPosition != Int.min else { continue }
      target.work.pixelsBlended &+= UInt32(rectangle.maxX - rectangle.minX)
      var column = rectangle.minX
      var index = layout.index(column, row)
      while column < rectangle.maxX {
        let rest = Int(rectangle.maxX - column)
        var products = Lanes(repeating: 0)
        for lane in 0..<min(4, rest) {
          products[lane] = Float(sampler.level(column + Int32(lane), rowPosition, mask))
        }
        let weights = SolidSource.weights(products * perLevel)
        if rest >= 4 {
          let mixed = Rule.mixed(source.color, weights: weights, over: pixels.four(at: index))
          pixels.setFour(mixed, at: index)
        } else {
          let mixed = Rule.mixed(source.color, weights: weights, over: pixels.few(rest, at: index))
          pixels.setFew(rest, mixed, at: index)
        }
        column += 4
        index += 4
      }
    }
  }
}
