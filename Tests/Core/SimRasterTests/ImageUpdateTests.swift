import SimMath
import SimRaster
import Testing

/// Goal: a picture that changes is repainted wherever it is shown, nothing else is, and a change
/// that changes nothing costs nothing.
///
/// Method: a rasterizer with a memory against one without, and counts of repainted cells.
@Suite struct ImageUpdateTests {
  private static let side: Int32 = 64
  private static let place = PointRectangle(x: 4, y: 6, width: 23, height: 17)

  /// A list, what it is painted on, and a rasterizer that remembers.
  private struct Screen: ~Copyable {
    var list: DisplayList
    var surface = Surface(width: side, height: side)
    var rasterizer = Rasterizer(
      maximumPixelCount: side * side, maximumSide: side, commandCapacity: 16)
    let image: ImageHandle

    init() {
      list = makeList(width: side, height: side)
      image = list.addImage(
        width: 6, height: 5, pixels: [PremultipliedColor](repeating: .clear, count: 30))
    }

    mutating func render() -> RasterWork { rasterizer.render(list, into: &surface) }

    /// Colors that differ from step to step, opaque or not.
    mutating func update(_ step: Int, columns: Int32 = 6, rows: Int32 = 5, alpha: UInt8 = 255) {
      list.updateImage(image, columns: columns, rows: rows) { column, row in
        let word = UInt32(step * 71 + Int(column) * 37 + Int(row) * 11) &* 0x9E37_79B1
        return StraightColor(hex: word >> 8, alpha: alpha).premultiplied
      }
    }

    func isFresh() -> Bool {
      firstDifference(surface.rows, freshPixels(list), width: side) == nil
    }
  }

  enum Showing: CaseIterable { case frame, group, layer, twice, stretched }

  private static func record(_ showing: Showing, _ screen: inout Screen) {
    screen.list.fill(StraightColor(hex: 0x20_3040))
    switch showing {
    case .frame:
      screen.list.image(screen.image, in: place)
    case .group:
      screen.list.beginGroup(opacity: 180)
      screen.list.disc(center: Vector2(20, 12), radius: 9, color: StraightColor(hex: 0xF0_F0F0))
      screen.list.image(screen.image, in: place, blend: .add)
      screen.list.endGroup()
    case .layer:
      screen.list.layer(Handles.layers[0])
    case .twice:
      screen.list.image(screen.image, in: place, opacity: 90)
      screen.list.image(screen.image, in: PointRectangle(x: 40, y: 40, width: 6, height: 5))
    case .stretched:
      screen.list.image(
        screen.image, in: PointRectangle(x: -7.5, y: -3.25, width: 90, height: 77.5))
    }
  }

  @Test(arguments: Showing.allCases) func changedPictureIsRepaintedWhereItIsShown(
    showing: Showing
  ) {
    var screen = Screen()
    screen.list.beginLayer(Handles.layers[0])
    screen.list.image(screen.image, in: Self.place)
    screen.list.endLayer()
    screen.list.removeAll()
    Self.record(showing, &screen)
    _ = screen.render()
    var before = screen.surface.rows
    for step in 0..<6 {
      screen.update(step, alpha: step % 3 == 0 ? 120 : 255)
      screen.list.removeAll()
      Self.record(showing, &screen)
      let work = screen.render()
      let isFresh = screen.isFresh()
      #expect(isFresh, "step \(step)")
      #expect(work.cellsRepainted > 0)
      let after = screen.surface.rows
      #expect(after != before)
      before = after
    }
  }

  @Test func updateDamagesTheCellsOfThePictureAlone() {
    var screen = Screen()
    for step in 0..<3 {
      screen.update(step)
      screen.list.removeAll()
      Self.record(.frame, &screen)
      let work = screen.render()
      // Columns 4 to 27 touch two cells, rows 6 to 23 five.
      #expect(work.cellsRepainted == (step == 0 ? 4 * 16 : 2 * 5), "step \(step)")
    }
    let idle = screen.render()
    #expect(idle == RasterWork())
    screen.update(2)
    let same = screen.render()
    #expect(same == RasterWork())
  }

  /// The command that shows it stays the same, the one before it comes and goes.
  @Test func changedPictureIsRepaintedBehindWhatComesAndGoes() {
    var screen = Screen()
    for step in 0..<4 {
      screen.update(step)
      screen.list.removeAll()
      screen.list.fill(StraightColor(hex: 0x20_3040))
      if step % 2 == 1 {
        screen.list.disc(center: Vector2(50, 50), radius: 5, color: StraightColor(hex: 0xF0_F0F0))
      }
      screen.list.image(screen.image, in: Self.place)
      _ = screen.render()
      let isFresh = screen.isFresh()
      #expect(isFresh, "step \(step)")
    }
  }

  @Test func pictureThatIsNotShownDamagesNothing() {
    var screen = Screen()
    screen.list.fill(StraightColor(hex: 0x20_3040))
    _ = screen.render()
    screen.update(1)
    let hidden = screen.render()
    #expect(hidden == RasterWork())
    screen.list.image(screen.image, in: Self.place)
    let shown = screen.render()
    #expect(shown.cellsRepainted > 0)
    let isFresh = screen.isFresh()
    #expect(isFresh)
  }

  @Test func partOfAPictureLeavesTheRest() {
    var screen = Screen()
    screen.update(0)
    let before = screen.list.images[Int(screen.image.index)].pixels
    screen.update(1, columns: 4, rows: 3)
    let after = screen.list.images[Int(screen.image.index)].pixels
    for index in 0..<30 {
      let isPart = index % 6 < 4 && index / 6 < 3
      #expect((after[index] != before[index]) == isPart, "pixel \(index)")
    }
  }

  @Test func opacityFollowsThePixels() {
    var screen = Screen()
    let number = Int(screen.image.index)
    #expect(!screen.list.images[number].isOpaque)
    screen.update(0, columns: 5)
    #expect(!screen.list.images[number].isOpaque)
    screen.update(1)
    #expect(screen.list.images[number].isOpaque)
    screen.update(2, columns: 1, rows: 1, alpha: 254)
    #expect(!screen.list.images[number].isOpaque)
  }

  @Test func updateBumpsNoRevision() {
    var screen = Screen()
    let before = screen.list.resourceRevision
    screen.update(3)
    #expect(screen.list.resourceRevision == before)
  }
}
