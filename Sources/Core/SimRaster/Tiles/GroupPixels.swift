/// The pixels of nested groups: those of one tile for each depth.
struct GroupPixels {
  var first: [UInt32]
  var second: [UInt32]
  var third: [UInt32]
  var fourth: [UInt32]

  /// Takes storage for tiles of up to `pixelCount` pixels.
  init(pixelCount: Int) {
    first = [UInt32](repeating: 0, count: pixelCount)
    second = [UInt32](repeating: 0, count: pixelCount)
    third = [UInt32](repeating: 0, count: pixelCount)
    fourth = [UInt32](repeating: 0, count: pixelCount)
  }
}
