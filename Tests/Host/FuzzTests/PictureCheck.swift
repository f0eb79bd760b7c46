import SimPNG
import SimPlatform

/// What has to hold for any bytes given to the decoders of pictures: a picture, or an error that
/// says what is wrong; and an undamaged file gives back what was put in.
enum PictureCheck {
  /// The decoders, which tests replace by wrong ones.
  struct Decoders {
    var samples: ([UInt8]) throws(PNGError) -> PNGSamples = PNGDecoder.decodeSamples
    var picture: ([UInt8]) throws(PNGError) -> PNGImage = PNGDecoder.decode
  }

  /// Frames of an animation decoded in a case at most.
  private static let frameLimit = 40
  /// Bytes that a decoder may take beside a few for each pixel.
  private static let memoryAllowance: UInt64 = 96 * 1024 * 1024

  static func check(
    _ input: FuzzInput, measuresMemory: Bool = false, decoders: Decoders = Decoders()
  ) throws(FuzzFinding) {
    let bytes = input.bytes
    let before = measuresMemory ? MemoryUse.peakResidentBytes() : nil
    try whole(input, decoders)
    try decoded(bytes, decoders)
    guard let before, let after = MemoryUse.peakResidentBytes() else { return }
    let size = try? PNGDecoder.size(bytes)
    let pixels = size.map { UInt64($0.width) * UInt64($0.height) } ?? 0
    guard after - before <= memoryAllowance + pixels * 24 else {
      throw FuzzFinding(
        "picture: memory", "\((after - before) >> 20) MiB for \(pixels) pixels")
    }
  }

  private static func whole(_ input: FuzzInput, _ decoders: Decoders) throws(FuzzFinding) {
    guard input.arguments.count == 2, let seed = UInt64(input.arguments[0]) else { return }
    let isSame: Bool
    do throws(PNGError) {
      if input.arguments[1] == "png" {
        isSame = try decoders.samples(input.bytes) == PictureCases.samples(ofSeed: seed)
      } else {
        let frames = try APNGDecoder.decodeFrames(input.bytes).map(\.image.pixels)
        isSame = frames == PictureCases.frames(ofSeed: seed).frames
      }
    } catch {
      throw FuzzFinding("picture: an undamaged file is refused", error.message)
    }
    guard isSame else { throw FuzzFinding("picture: differs from the one encoded") }
  }

  private static func decoded(_ bytes: [UInt8], _ decoders: Decoders) throws(FuzzFinding) {
    do throws(PNGError) {
      _ = try decoders.picture(bytes)
      _ = try decoders.samples(bytes)
    } catch {
      try TextRules.checkMessage(error.message, "picture")
    }
    do throws(PNGError) {
      var decoder = try APNGDecoder(bytes)
      for _ in 0..<frameLimit {
        guard try decoder.next() != nil else { break }
      }
    } catch {
      try TextRules.checkMessage(error.message, "animation")
    }
  }
}
