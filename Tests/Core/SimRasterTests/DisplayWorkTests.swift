import SimMath
import SimRaster
import Testing

/// Goal: what a GPU would do for a list is counted exactly.
///
/// Method: small lists whose counts can be worked out on paper; random ones against a plain recount
/// of their commands.
struct DisplayWorkTests {
  private let white = StraightColor(hex: 0xFFFFFF)

  private func counts(_ work: DisplayWork) -> [UInt64] {
    DisplayWork.Unit.allCases.map { work[$0] }
  }

  /// The counts of a list without pictures or layers, seen for the first time.
  private func count(_ list: borrowing DisplayList) -> DisplayWork {
    var meter = DisplayWorkMeter()
    let first = meter.count(list)
    // A frame shown twice: nothing is moved again.
    let second = meter.count(list)
    var moved = first
    moved[.pixelsMoved] = second[.pixelsMoved]
    moved[.passes] = second[.passes]
    return moved
  }

  private func plainList(_ width: Int32 = 64, _ height: Int32 = 32) -> DisplayList {
    DisplayList(pixelWidth: width, pixelHeight: height, scale: 1, capacity: 64)
  }

  @Test func nothingIsNoWork() {
    #expect(counts(count(plainList())) == [0, 0, 0, 0, 0, 0, 0])
  }

  @Test func fillsDiscsAndLightOnPaper() {
    var list = plainList()
    list.fill(StraightColor(hex: 0x204060))
    list.disc(center: Vector2(20, 16), radius: 4, color: white)
    list.disc(center: Vector2(40, 16), radius: 4, color: white)
    list.glow(center: Vector2(32, 16), radius: 8, color: white)
    list.fill(white.withAlpha(9))
    let work = count(list)
    // Coverage ends half a pixel beyond a disc's radius; pixels whose centers lie there count.
    let area: UInt64 = 2 * 10 * 10
    #expect(work[.primitives] == 5)
    #expect(work[.batches] == 3, "two fills are one batch, two discs another")
    #expect(work[.pixelsFilled] == 64 * 32)
    #expect(work[.pixelsBlended] == area + 64 * 32)
    #expect(work[.pixelsAdded] == 16 * 16)
    #expect(work[.passes] == 0 && work[.pixelsMoved] == 0)
  }

  @Test func aGroupIsAPassOfWhatItHolds() {
    var list = plainList()
    list.fill(white)
    list.beginGroup(opacity: 128, blend: .screen)
    list.glow(center: Vector2(16, 16), radius: 8, color: white)
    list.beginGroup(opacity: 255)
    list.glow(center: Vector2(32, 16), radius: 8, color: white)
    list.endGroup()
    list.endGroup()
    let work = count(list)
    #expect(work[.passes] == 2)
    // The inner group is 16 by 16 pixels, the outer one 32 by 16: stored once, read once.
    #expect(work[.pixelsMoved] == 2 * (256 + 512))
    #expect(work[.pixelsBlended] == 256, "the inner group")
    #expect(work[.pixelsAdded] == 256 + 256 + 512)
    #expect(work[.primitives] == 5)
    #expect(work[.batches] == 5, "glows of two passes are no batch")
  }

  @Test func anEmptyGroupIsNoPass() {
    var list = plainList()
    list.beginGroup(opacity: 128)
    list.endGroup()
    #expect(counts(count(list)) == [0, 0, 0, 0, 0, 0, 0])
  }

  @Test func aLayerIsPaintedOnceAndReadInEveryFrame() {
    var list = plainList()
    let layer = list.addLayer(capacity: 8)
    list.beginLayer(layer)
    list.fill(white)
    list.endLayer()
    list.layer(layer)
    var meter = DisplayWorkMeter()
    let canvas: UInt64 = 64 * 32
    #expect(counts(meter.count(list)) == [2, 2, 1, 2 * canvas, 0, 0, 2 * canvas])
    #expect(counts(meter.count(list)) == [1, 1, 0, canvas, 0, 0, canvas])
    // What is added to it is painted over its contents, which are read and stored.
    list.beginLayer(layer)
    list.glow(center: Vector2(32, 16), radius: 8, color: white)
    list.endLayer()
    #expect(counts(meter.count(list)) == [2, 2, 1, canvas, 0, 256, canvas + 512])
    list.clearLayer(layer)
    #expect(counts(meter.count(list)) == [1, 1, 0, 0, canvas, 0, canvas])
  }

  @Test func picturesAreUploadedWhenTheyChange() {
    var list = plainList()
    let color = white.premultiplied
    let image = list.addImage(
      width: 4, height: 2, pixels: [PremultipliedColor](repeating: color, count: 8))
    list.image(image, in: PointRectangle(x: 0, y: 0, width: 64, height: 32))
    var meter = DisplayWorkMeter()
    #expect(counts(meter.count(list)) == [1, 1, 0, 2048, 0, 0, 8])
    #expect(counts(meter.count(list)) == [1, 1, 0, 2048, 0, 0, 0])
    list.updateImage(image, columns: 4, rows: 2) { _, _ in color }
    #expect(meter.count(list)[.pixelsMoved] == 0, "the same colors again")
    list.updateImage(image, columns: 1, rows: 1) { _, _ in .clear }
    #expect(counts(meter.count(list)) == [1, 1, 0, 0, 2048, 0, 8])
  }

  @Test func outlinesAndLinesAreNotTheirBoxes() {
    var list = plainList(400, 400)
    list.ring(center: Vector2(200, 200), radius: 150, width: 4, color: white)
    list.roundedBorder(
      PointRectangle(x: 10, y: 10, width: 380, height: 380), cornerRadius: 20, width: 6,
      color: white)
    list.capsule(from: Vector2(20, 20), to: Vector2(380, 380), radius: 3, color: white)
    let commands = (0..<list.count).map { list.commands[$0] }
    func pixels(_ command: DrawCommand) -> UInt64 {
      var list = plainList(400, 400)
      switch command.kind {
      case .ring: list.ring(center: Vector2(200, 200), radius: 150, width: 4, color: white)
      case .roundedBorder:
        list.roundedBorder(
          PointRectangle(x: 10, y: 10, width: 380, height: 380), cornerRadius: 20, width: 6,
          color: white)
      default:
        list.capsule(from: Vector2(20, 20), to: Vector2(380, 380), radius: 3, color: white)
      }
      return count(list)[.pixelsBlended]
    }
    // No less than what is covered, and far less than the box around it.
    let covered: [Double] = [2 * 3.1416 * 150 * 4, 4 * 374 * 6, 509 * 6]
    for (command, least) in zip(commands, covered) {
      let (area, box) = (Double(pixels(command)), Double(command.bounds.pixelCount))
      #expect(area >= least && area < 0.65 * box, "\(command.kind): \(area) of \(box)")
    }
  }

  @Test func randomListsAgreeWithAPlainRecount() {
    var (groups, seen) = (0, 0)
    for number in 0..<200 {
      var random = TestRandom(UInt64(91_000 + number))
      var drawing = random.drawing(width: 60, height: 40, layerCount: 0)
      drawing.layers = []
      let list = drawing.makeList()
      var (primitives, pixels): (UInt64, UInt64) = (0, 0)
      for index in 0..<list.count {
        let command = list.commands[index]
        let isBox =
          ![.ring, .roundedBorder, .capsule, .beginGroup, .endGroup, .layer].contains(command.kind)
        if command.kind == .beginGroup { groups += 1 }
        guard isBox, command.opacity > 0 else { continue }
        (primitives, pixels) = (primitives + 1, pixels + command.bounds.pixelCount)
      }
      let work = count(list)
      let all = work[.pixelsFilled] + work[.pixelsBlended] + work[.pixelsAdded]
      #expect(work[.primitives] >= primitives && all >= pixels, "drawing \(number)")
      #expect(work[.batches] <= work[.primitives])
      #expect(work[.pixelsMoved] >= 2 * work[.passes])
      seen += Int(primitives)
    }
    #expect(seen > 300 && groups > 10)
  }
}
