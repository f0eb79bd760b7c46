import Harness
import PNGCodec

extension FramePicture {
  /// The picture as a PNG file.
  var png: [UInt8] { PNGEncoder.encode(rgb, width: width, height: height, layout: .rgb) }
}
