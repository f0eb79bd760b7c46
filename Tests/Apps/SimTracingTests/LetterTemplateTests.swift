import SimMath
import SimRaster
import Testing
import SimTracing

/// Goal: fourteen letters that can be taught and traced at any size.
///
/// Method: check the box, the strokes and the joints of every template, and trace each with
/// itself.
@Suite struct LetterTemplateTests {
  static let perMillimeter: Float = 5.2

  @Test func lettersAreSevenInBothCases() {
    let text = String(decoding: Letter.allCases.map { $0.code }, as: UTF8.self)
    #expect(text == "ASOBDCEasobdce")
    for letter in Letter.allCases {
      #expect(Letter(code: letter.code) == letter)
      #expect(letter.isCapital == (letter.code < UInt8(ascii: "a")))
    }
    for code in UInt8.min...UInt8.max where !"ASOBDCEasobdce".utf8.contains(code) {
      #expect(Letter(code: code) == nil)
    }
  }

  @Test(arguments: Letter.allCases) func strokesFillTheirBox(letter: Letter) {
    let template = LetterTemplate(letter)
    let points = template.strokes.flatMap { $0 }
    #expect(points.allSatisfy { $0.isFinite })
    #expect(abs(points.map { $0.x }.reduce(1, min)) < 0.002)
    #expect(abs(points.map { $0.y }.reduce(1, min)) < 0.002)
    #expect(abs(points.map { $0.y }.reduce(0, max) - 1) < 0.002)
    #expect(points.map { $0.x }.reduce(0, max) == template.width)
    #expect(template.width > 0.4 && template.width < 1.1)
    #expect(template.strokes.allSatisfy { $0.count >= 2 })
    for stroke in template.strokes {
      for index in stroke.indices.dropFirst() { #expect(stroke[index] != stroke[index - 1]) }
    }
  }

  /// A full turn comes back to where it began, neither short of it nor past it.
  @Test(arguments: [Letter.capitalO, .smallO]) func ringsClose(letter: Letter) throws {
    let ring = LetterTemplate(letter).strokes[0]
    let (first, last) = (try #require(ring.first), try #require(ring.last))
    #expect((first - last).length < 0.001)
    // The last chord leads on in the direction of the first.
    #expect((ring[1] - first).dot(last - ring[ring.count - 2]) > 0)
  }

  @Test(arguments: Letter.allCases) func curvesAreFlattenedFinely(letter: Letter) {
    // Chords of a curve turn little from one to the next; corners turn by 80° and more.
    for stroke in LetterTemplate(letter).strokes {
      for index in 1..<stroke.count - 1 {
        let before = stroke[index] - stroke[index - 1]
        let after = stroke[index + 1] - stroke[index]
        let cosine = before.dot(after) / (before.length * after.length)
        #expect(cosine > 0.97 || cosine < 0.2, "\(letter) at \(index)")
      }
    }
  }

  @Test(
    arguments: [
      (.capitalA, 3), (.capitalB, 2), (.capitalC, 1), (.capitalD, 2), (.capitalE, 4),
      (.capitalO, 1), (.capitalS, 1), (.smallA, 2), (.smallB, 2), (.smallC, 1), (.smallD, 2),
      (.smallE, 1), (.smallO, 1), (.smallS, 1),
    ] as [(Letter, Int)])
  func strokesAreThoseTaught(letter: Letter, count: Int) {
    #expect(LetterTemplate(letter).strokes.count == count)
  }

  @Test(arguments: Letter.allCases) func letterFitsAnyFrame(letter: Letter) {
    for frame in [
      PointRectangle(x: 10, y: 20, width: 200, height: 200),
      PointRectangle(x: 0, y: 0, width: 100, height: 900),
      PointRectangle(x: -50, y: 7, width: 1366, height: 1024),
    ] {
      let bounds = TracePath(letter, in: frame).bounds
      #expect(bounds.x >= frame.x - 0.5 && bounds.y >= frame.y - 0.5)
      #expect(bounds.x + bounds.width <= frame.x + frame.width + 0.5)
      #expect(bounds.y + bounds.height <= frame.y + frame.height + 0.5)
      let fills = max(bounds.width / frame.width, bounds.height / frame.height)
      #expect(fills > 0.995 && fills < 1.005)
      let offset = bounds.center - frame.center
      #expect(abs(offset.x) < 1 && abs(offset.y) < 1)
    }
  }

  @Test(arguments: Letter.allCases) func lettersTracedExactlyAreComplete(letter: Letter) {
    let height = 60 * Self.perMillimeter
    let path = TracePath(
      letter, in: PointRectangle(x: 0, y: 0, width: 2 * height, height: height), spacing: 2)
    var meter = TraceMeter(path, pointsPerMillimeter: Self.perMillimeter)
    for stroke in 0..<path.strokeCount {
      for corner in path.corners(ofStroke: stroke) {
        let isFirst = corner == path.corners(ofStroke: stroke).lowerBound
        meter.add(path.corners[corner], isFirst: isFirst)
      }
      meter.lift()
    }
    #expect(meter.coverage > 0.9999 && meter.coverage <= 1)
    #expect(meter.onPath == 1 && meter.ordered == 1 && meter.rms < 1e-3)
    #expect(meter.isComplete)
  }

  @Test func pointAtArcLengthWalksTheStroke() {
    let path = TracePath(strokes: [[Vector2(0, 0), Vector2(3, 0), Vector2(3, 4)]], spacing: 0.5)
    #expect(path.length == 7 && path.length(ofStroke: 0) == 7)
    #expect(path.nodes.count == 15)
    #expect(path.point(ofStroke: 0, at: -1) == Vector2(0, 0))
    #expect(path.point(ofStroke: 0, at: 2) == Vector2(2, 0))
    #expect(path.point(ofStroke: 0, at: 5) == Vector2(3, 2))
    #expect(path.point(ofStroke: 0, at: 99) == Vector2(3, 4))
  }
}
