import SimbenchKit

/// A picture of six-point cells, as scenes draw their light, stretched over more than the whole
/// frame and moved in every frame.
private struct StretchedCells {
  static let side: Int32 = 230
  private let image: ImageHandle

  init(_ list: inout DisplayList, alpha: UInt8) {
    let count = Int(Self.side) * Int(Self.side)
    func level(_ index: Int, _ salt: Int) -> UInt8 { UInt8(scattered(index, salt) * 255) }
    image = list.addImage(
      width: Self.side, height: Self.side,
      pixels: (0..<count).map {
        StraightColor(red: level($0, 1), green: level($0, 2), blue: level($0, 3), alpha: alpha)
          .premultiplied
      })
  }

  func draw(_ frame: Int, into list: inout DisplayList) {
    let side = Float(Self.side) * 6
    list.image(
      image,
      in: PointRectangle(
        x: -wandering(0, 0.7, frame, 40), y: -wandering(0, 0.3, frame, 40), width: side,
        height: side))
  }
}

/// Cells that replace what lies below.
struct OpaqueCells: Picture {
  static let commandCapacity = 1
  private let cells: StretchedCells

  init(_ list: inout DisplayList) { cells = StretchedCells(&list, alpha: 255) }

  func draw(_ frame: Int, into list: inout DisplayList) { cells.draw(frame, into: &list) }
}

/// Cells through which what lies below shows.
struct TranslucentCells: Picture {
  static let commandCapacity = 1
  private let cells: StretchedCells

  init(_ list: inout DisplayList) { cells = StretchedCells(&list, alpha: 170) }

  func draw(_ frame: Int, into list: inout DisplayList) { cells.draw(frame, into: &list) }
}

/// Small pictures over the whole frame, as four of the scenes draw them.
func stretchedPictureKernels() -> [Kernel] {
  [
    Kernel("stretched-picture", OpaqueCells.self, on: .none),
    Kernel("stretched-translucent", TranslucentCells.self, on: .none),
  ]
}
