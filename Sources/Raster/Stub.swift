public struct Rasterizer: ~Copyable {
  public init(maximumPixelCount: Int32, maximumSide: Int32, commandCapacity: Int) {}
  public mutating func render(_ list: borrowing DisplayList, into surface: inout Surface) -> RasterWork { RasterWork() }
  public mutating func invalidate() {}
}
public struct PixelDigest: ~Copyable {
  public init(maximumPixelCount: Int32, maximumSide: Int32) {}
  public mutating func update(_ surface: borrowing Surface, _ r: borrowing Rasterizer) -> UInt64 { 0 }
}
