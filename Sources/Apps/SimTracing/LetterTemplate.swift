import SimbenchKit

/// The shape of a letter as taught in school: strokes in writing order and direction.
///
/// The shapes are the plain print of elementary school: round bowls, straight stems, a single-story
/// a. A letter fills a box of height 1 that starts at x = 0, with y down, so that lowercase letters
/// without a stem are as high as those with one. Curves are approximated by chords within
/// `flatness`.
package struct LetterTemplate: Equatable, Sendable {
  /// The maximum distance of a chord from its curve, in heights of the letter.
  package static var flatness: Float { 0.0005 }

  /// The letter.
  package let letter: Letter
  /// The strokes in writing order, each a polyline of at least two points.
  package let strokes: [[Vector2]]
  /// The width of the box that the strokes fill; its height is 1.
  package let width: Float

  /// Makes the shape of a letter; large displays need finer chords.
  ///
  /// - Precondition: The flatness is positive.
  package init(_ letter: Letter, flatness: Float = LetterTemplate.flatness) {
    self.letter = letter
    var pen = LetterPen(flatness: flatness)
    Self.write(letter, &pen)
    strokes = pen.strokes
    var width: Float = 0
    for stroke in strokes {
      for point in stroke where point.x > width { width = point.x }
    }
    self.width = width
  }

  private static func write(_ letter: Letter, _ pen: inout LetterPen) {
    switch letter {
    case .capitalA: capitalA(&pen)
    case .capitalS: ess(&pen, width: 0.64)
    case .capitalO: pen.oval(center: Vector2(0.44, 0.5), 0.44, 0.5, from: -90, by: -360)
    case .capitalB: capitalB(&pen)
    case .capitalD: capitalD(&pen)
    case .capitalC: pen.oval(center: Vector2(0.48, 0.5), 0.48, 0.5, from: -42, by: -276)
    case .capitalE: capitalE(&pen)
    case .smallA: smallA(&pen)
    case .smallS: ess(&pen, width: 0.7)
    case .smallO: pen.oval(center: Vector2(0.47, 0.5), 0.47, 0.5, from: -90, by: -360)
    case .smallB: smallB(&pen)
    case .smallD: smallD(&pen)
    case .smallC: pen.oval(center: Vector2(0.5, 0.5), 0.5, 0.5, from: -40, by: -280)
    case .smallE: smallE(&pen)
    }
  }

  // MARK: - Capitals

  private static func capitalA(_ pen: inout LetterPen) {
    pen.move(to: Vector2(0.4, 0))
    pen.line(to: Vector2(0, 1))
    pen.move(to: Vector2(0.4, 0))
    pen.line(to: Vector2(0.8, 1))
    pen.move(to: Vector2(0.16, 0.6))
    pen.line(to: Vector2(0.64, 0.6))
  }

  private static func capitalB(_ pen: inout LetterPen) {
    pen.move(to: Vector2(0, 0))
    pen.line(to: Vector2(0, 1))
    pen.move(to: Vector2(0, 0))
    pen.line(to: Vector2(0.3, 0))
    pen.arc(center: Vector2(0.3, 0.235), 0.25, 0.235, from: -90, by: 180)
    pen.line(to: Vector2(0, 0.47))
    pen.line(to: Vector2(0.33, 0.47))
    pen.arc(center: Vector2(0.33, 0.735), 0.29, 0.265, from: -90, by: 180)
    pen.line(to: Vector2(0, 1))
  }

  private static func capitalD(_ pen: inout LetterPen) {
    pen.move(to: Vector2(0, 0))
    pen.line(to: Vector2(0, 1))
    pen.move(to: Vector2(0, 0))
    pen.line(to: Vector2(0.24, 0))
    pen.arc(center: Vector2(0.24, 0.5), 0.48, 0.5, from: -90, by: 180)
    pen.line(to: Vector2(0, 1))
  }

  private static func capitalE(_ pen: inout LetterPen) {
    pen.move(to: Vector2(0, 0))
    pen.line(to: Vector2(0, 1))
    pen.move(to: Vector2(0, 0))
    pen.line(to: Vector2(0.6, 0))
    pen.move(to: Vector2(0, 0.48))
    pen.line(to: Vector2(0.5, 0.48))
    pen.move(to: Vector2(0, 1))
    pen.line(to: Vector2(0.6, 1))
  }

  // MARK: - Lowercase letters

  private static func smallA(_ pen: inout LetterPen) {
    pen.oval(center: Vector2(0.45, 0.5), 0.45, 0.5, from: -35, by: -360)
    pen.move(to: Vector2(0.9, 0))
    pen.line(to: Vector2(0.9, 1))
  }

  private static func smallB(_ pen: inout LetterPen) {
    pen.move(to: Vector2(0, 0))
    pen.line(to: Vector2(0, 1))
    pen.oval(center: Vector2(0.25, 0.735), 0.25, 0.265, from: -180, by: 360)
  }

  private static func smallD(_ pen: inout LetterPen) {
    pen.oval(center: Vector2(0.25, 0.735), 0.25, 0.265, from: -35, by: -360)
    pen.move(to: Vector2(0.5, 0))
    pen.line(to: Vector2(0.5, 1))
  }

  private static func smallE(_ pen: inout LetterPen) {
    pen.move(to: Vector2(0, 0.5))
    pen.line(to: Vector2(0.96, 0.5))
    pen.arc(center: Vector2(0.48, 0.5), 0.48, 0.5, from: 0, by: -318)
  }

  /// Two bowls, the lower one slightly larger, in a box of the given width.
  private static func ess(_ pen: inout LetterPen, width w: Float) {
    pen.move(to: Vector2(0.95 * w, 0.18))
    pen.cubic(Vector2(0.88 * w, 0.06), Vector2(0.71 * w, 0), to: Vector2(0.51 * w, 0))
    pen.cubic(Vector2(0.24 * w, 0), Vector2(0.05 * w, 0.1), to: Vector2(0.05 * w, 0.245))
    pen.cubic(Vector2(0.05 * w, 0.4), Vector2(0.26 * w, 0.45), to: Vector2(0.52 * w, 0.49))
    pen.cubic(Vector2(0.78 * w, 0.53), Vector2(w, 0.59), to: Vector2(w, 0.74))
    pen.cubic(Vector2(w, 0.9), Vector2(0.78 * w, 1), to: Vector2(0.5 * w, 1))
    pen.cubic(Vector2(0.27 * w, 1), Vector2(0.08 * w, 0.94), to: Vector2(0, 0.81))
  }
}
