import SimPNG
import SimRaster

extension FramePicture {
  /// The image as a PNG file.
  package var png: [UInt8] { PNGEncoder.encode(rgb, width: width, height: height, layout: .rgb) }

  /// The image in few colors as a PNG file, for thumbnails; at most a third of the size.
  package func png(colorCount: Int) -> [UInt8] {
    let palette = palette(of: colorCount)
    return PNGEncoder.encode(
      PNGSamples(
        width: width, height: height, colorType: .palette, bitDepth: 8,
        values: palette.indices.map { UInt16($0) },
        palette: palette.colors.map {
          StraightColor(red: $0.red, green: $0.green, blue: $0.blue, alpha: 255)
        }),
      options: PNGEncoder.Options(level: 9, filter: .fixed(.none)))
  }
}
