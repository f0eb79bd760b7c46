import SimbenchKit

/// A stroke of 1,000 segments that shifts by a fraction of a pixel, so that all is redrawn.
///
/// Its segments are painted as their union, for which they need a layer or a group of their own.
struct Stroke: Picture {
  static let commandCapacity = 1000

  init(_ list: inout DisplayList) {}

  func draw(_ frame: Int, into list: inout DisplayList) {
    Self.draw(frame, into: &list, through: Self.point)
  }

  /// Draws it through 1,001 places, given their number and how far they have shifted.
  static func draw(
    _ frame: Int, into list: inout DisplayList, through point: (Int, Float) -> Vector2
  ) {
    let shift = wandering(0, 0.17, frame, 8)
    var from = point(0, shift)
    for index in 1...1000 {
      let to = point(index, shift)
      segment(from, to, isContinuation: index > 1, into: &list)
      from = to
    }
  }

  static func segment(
    _ from: Vector2, _ to: Vector2, isContinuation: Bool, into list: inout DisplayList
  ) {
    list.capsule(
      from: from, to: to, radius: 2, color: StraightColor(hex: 0xF4D58D), blend: .maximum,
      isContinuation: isContinuation)
  }

  /// Places on a zigzag of short lines, about 12 points apart, that fills the canvas.
  static func point(_ index: Int, _ shift: Float) -> Vector2 {
    let perRow = 30
    let (row, place) = (index / perRow, index % perRow)
    let column = row & 1 == 0 ? place : perRow - 1 - place
    return Vector2(
      18 + 12 * Float(column) + shift,
      30 + 23 * Float(row) + (place & 1 == 0 ? 0 : 3))
  }
}

/// The same, in a group of the frame.
struct GroupedStroke: Picture {
  static let commandCapacity = Stroke.commandCapacity + 2

  init(_ list: inout DisplayList) {}

  func draw(_ frame: Int, into list: inout DisplayList) {
    list.beginGroup(opacity: 255)
    Stroke.draw(frame, into: &list, through: Stroke.point)
    list.endGroup()
  }
}

/// The same in columns: each of its segments crosses many rows of pixels.
struct UprightStroke: Picture {
  static let commandCapacity = Stroke.commandCapacity

  init(_ list: inout DisplayList) {}

  func draw(_ frame: Int, into list: inout DisplayList) {
    Stroke.draw(frame, into: &list, through: Self.point)
  }

  private static func point(_ index: Int, _ shift: Float) -> Vector2 {
    let perColumn = 60
    let (column, place) = (index / perColumn, index % perColumn)
    let row = column & 1 == 0 ? place : perColumn - 1 - place
    return Vector2(
      20 + 20 * Float(column) + (place & 1 == 0 ? 0 : 3),
      60 + 12 * Float(row) + shift)
  }
}

/// Appends one segment of 12 points to a stroke that is kept, and shows it on paper if asked.
private final class SegmentWork: KernelWork {
  private static let segmentsPerLayer = 4096
  private let stage = Stage(commandCapacity: 4)
  private let ink: LayerHandle
  private let isShown: Bool
  private var segment = 0

  var counts: RasterWork { stage.work }

  init(isShown: Bool) {
    self.isShown = isShown
    ink = stage.list.addLayer(capacity: Self.segmentsPerLayer)
    showFrame()
  }

  private func showFrame() {
    stage.list.removeAll()
    if isShown { show() }
    stage.render()
  }

  private func show() {
    stage.list.fill(StraightColor(hex: 0x18243C))
    stage.list.layer(ink)
  }

  func run() {
    if segment % Self.segmentsPerLayer == 0 { stage.list.clearLayer(ink) }
    let index = segment % 1000
    stage.list.beginLayer(ink)
    Stroke.segment(
      Stroke.point(index, 0), Stroke.point(index + 1, 0), isContinuation: index > 0,
      into: &stage.list)
    stage.list.endLayer()
    showFrame()
    segment += 1
  }

  func digest() -> UInt64 {
    stage.list.removeAll()
    show()
    stage.render()
    return stage.digest()
  }

  func faults() -> [String] {
    _ = digest()
    return stage.differencesFromScratch()
  }
}

/// Lines, and frames in which nothing happens.
func strokeKernels() -> [Kernel] {
  [
    Kernel("append-segment") { SegmentWork(isShown: true) },
    Kernel("append-segment-alone") { SegmentWork(isShown: false) },
    Kernel("redraw-stroke", GroupedStroke.self),
    Kernel("redraw-stroke-alone", only: Stroke.self, framesPerLayer: 16, isUnion: true),
    Kernel(
      "redraw-upright-stroke-alone", only: UprightStroke.self, framesPerLayer: 16, isUnion: true),
    Kernel("unchanged-frame") {
      let stage = Stage(commandCapacity: SoftDiscs.commandCapacity + 1)
      stage.addBackdrop(capacity: 0)
      let scene = SoftDiscs(&stage.list)
      return LoopWork {
        stage.list.removeAll()
        stage.list.layer(stage.backdrop)
        scene.draw(comparedFrame, into: &stage.list)
        stage.render()
        return UInt64(stage.work.cellsRepainted)
      }
    },
  ]
}
