import SimFormats
import SimImageAnalysis

/// The difference between a saved image and the current frame.
package struct GoldenExplanation {
  /// The frame.
  package let frame: UInt32
  /// The accepted image.
  package let reference: FramePicture
  /// The current image.
  package let test: FramePicture
  /// The difference; nil for images of different sizes.
  package let difference: ImageDifference?
  /// The apparent shift of the image; nil if there is none.
  package let shift: ShiftEstimate?

  /// Compares the two.
  package init(
    reference: FramePicture, test: FramePicture, pixelsPerDegree: Float
  ) {
    frame = test.frame
    self.reference = reference
    self.test = test
    guard reference.width == test.width && reference.height == test.height else {
      difference = nil
      shift = nil
      return
    }
    let pair = ImagePair(
      width: UInt32(test.width), height: UInt32(test.height), reference: reference.rgba,
      test: test.rgba)
    difference = ImageDifference(pair, pixelsPerDegree: pixelsPerDegree)
    shift = ShiftEstimate(pair)
  }

  /// Creates an explanation of two images of equal size with a known difference.
  package init(reference: FramePicture, test: FramePicture, difference: ImageDifference) {
    frame = test.frame
    self.reference = reference
    self.test = test
    self.difference = difference
    shift = nil
  }

  /// The severity of the difference.
  package var drift: GoldenDrift {
    difference.map(GoldenDrift.init) ?? .visible
  }

  /// The FLIP map as an image; nil for images of different sizes.
  package var heatMap: FramePicture? {
    difference.map {
      FramePicture(
        frame: frame, width: test.width, height: test.height, rgb: HeatMap.rgb($0.flip.map))
    }
  }

  /// The accepted image in pale gray, with lighter pixels in orange and darker ones in blue; nil
  /// for images of different sizes.
  package var mask: FramePicture? { Self.mask(reference, test) }

  /// The mask of two images, without measuring their difference.
  package static func mask(_ reference: FramePicture, _ test: FramePicture) -> FramePicture? {
    guard reference.width == test.width, reference.height == test.height else { return nil }
    var rgb = [UInt8](repeating: 0, count: test.rgb.count)
    for pixel in 0..<test.rgb.count / 3 {
      let offset = pixel * 3
      let (old, new) = (gray(reference.rgb, offset), gray(test.rgb, offset))
      let isSame = (0..<3).allSatisfy { reference.rgb[offset + $0] == test.rgb[offset + $0] }
      let pale = UInt8(200 + old * 45 / 255)
      let color: [UInt8] =
        isSame ? [pale, pale, pale] : new >= old ? [214, 122, 20] : [30, 84, 190]
      for channel in 0..<3 { rgb[offset + channel] = color[channel] }
    }
    return FramePicture(frame: test.frame, width: test.width, height: test.height, rgb: rgb)
  }

  private static func gray(_ rgb: [UInt8], _ offset: Int) -> Int {
    (Int(rgb[offset]) * 54 + Int(rgb[offset + 1]) * 183 + Int(rgb[offset + 2]) * 19) / 256
  }
}
