import SimbenchKit

/// Commands that are painted onto 512 by 512 pixels, all of them in every run.
private final class PictureWork: KernelWork {
  private(set) var counts = RasterWork()
  private var list: DisplayList
  private var surface: Surface
  private var rasterizer: Rasterizer
  private let repaintsAll: Bool
  private let draw: (inout DisplayList, Int) -> Void
  private let pictures: Int

  /// - Parameters:
  ///   - pictures: Pictures painted one after the other in a run.
  ///   - repaintsAll: Whether each is painted from scratch, not only where it differs.
  ///   - prepare: Registers gradients before the first picture.
  ///   - draw: Appends the commands of a picture.
  init(
    pictures: Int = 1, repaintsAll: Bool = true,
    prepare: (inout DisplayList) -> Void = { _ in },
    draw: @escaping (inout DisplayList, Int) -> Void
  ) {
    let side: Int32 = 512
    list = DisplayList(pixelWidth: side, pixelHeight: side, scale: 2, capacity: 128)
    surface = Surface(width: side, height: side)
    rasterizer = Rasterizer(
      maximumPixelCount: side * side, maximumSide: side, commandCapacity: 128)
    self.pictures = pictures
    self.repaintsAll = repaintsAll
    self.draw = draw
    prepare(&list)
  }

  func run() {
    counts = RasterWork()
    for picture in 0..<pictures {
      list.removeAll()
      draw(&list, picture)
      if repaintsAll { rasterizer.invalidate() }
      counts.add(rasterizer.render(list, into: &surface))
    }
  }

  func digest() -> UInt64 { PixelDigest.whole(surface) }
}

/// Places on the canvas of 256 by 256 points, each index its own.
private func place(_ index: Int) -> Vector2 {
  Vector2(Float(index * 37 % 256), Float(index * 101 % 256))
}

private let night = StraightColor(hex: 0x18243C)
private let snow = StraightColor(hex: 0xEAF2FF, alpha: 200)

/// Pictures of 512 by 512 pixels whose counts and digests are on record.
func smallPictureKernels() -> [Kernel] {
  [
    Kernel("blend") {
      PictureWork { list, _ in
        list.fill(night)
        for blend in [DisplayList.BlendMode.sourceOver, .add, .screen] {
          list.fill(snow, blend: blend)
        }
      }
    },
    Kernel("disc") {
      PictureWork { list, _ in
        list.fill(night)
        for index in 0..<100 {
          list.disc(center: place(index), radius: 2.5 + Float(index % 5), color: snow)
        }
      }
    },
    Kernel("ring") {
      PictureWork { list, _ in
        list.fill(night)
        for index in 0..<12 {
          list.ring(
            center: place(index), radius: 20 + 8 * Float(index), width: 4, softness: 3, color: snow)
        }
      }
    },
    Kernel("gradient") {
      var sky = GradientHandle.none
      return PictureWork(prepare: { list in
        sky = list.addGradient([
          (offset: 0, color: StraightColor(hex: 0x3A4966)),
          (offset: 0.5, color: StraightColor(hex: 0x62779A)),
          (offset: 1, color: StraightColor(hex: 0xC3CEDB)),
        ])
      }) { list, _ in
        list.linearGradient(
          sky, in: PointRectangle(x: 0, y: 0, width: 256, height: 256), from: Vector2(20, 0),
          to: Vector2(230, 256))
      }
    },
    Kernel("tile") {
      // A disc goes and comes back, so that only the cells it leaves and enters are repainted.
      PictureWork(pictures: 2, repaintsAll: false) { list, picture in
        list.fill(night)
        for index in 0..<40 { list.disc(center: place(index), radius: 3, color: snow) }
        list.disc(center: Vector2(picture == 0 ? 60 : 66, 128), radius: 12, color: snow)
      }
    },
  ]
}
