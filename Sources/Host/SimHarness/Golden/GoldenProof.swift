import SimFormats
import SimImageAnalysis
import SimRaster

/// The proof, made on every run of goldens, that their comparison can fail.
///
/// Four faults are planted into pictures and a sequence that are the same otherwise; a comparator
/// that misses one would let every picture pass.
package enum GoldenProof {
  /// A fault that has to be noticed.
  package enum Fault: String, CaseIterable, Sendable {
    /// The lowest bit of one channel of one pixel.
    case oneBit = "one bit of one channel"
    /// Everything a pixel to the right.
    case shift = "a shift by one pixel"
    /// Red and blue swapped.
    case swap = "swapped channels"
    /// One frame of the sequence left out.
    case drop = "a dropped frame"
  }

  /// The comparison of images and sequences; tests replace it by broken ones.
  package struct Comparator {
    /// The digest of a picture.
    package var digest: (borrowing Surface) -> UInt64 = { PixelDigest.whole($0) }
    /// Pixels that differ.
    package var differing: (ImagePair) -> UInt64 = { ExactDifference($0).pixels }
    /// The first frame in which two sequences differ.
    package var firstDifference: ([[UInt64]], [UInt64]) -> UInt32? = GoldenFinding.firstDifference

    /// Makes the comparator that is used.
    package init() {}
  }

  /// The faults that went unnoticed: in a picture drawn for the purpose and in one of the run.
  ///
  /// - Parameters:
  ///   - picture: A picture of the run; its own faults count where they change any byte.
  ///   - digests: The run's digests, frame after frame.
  package static func missed(
    _ comparator: Comparator = Comparator(), picture: FramePicture?, digests: [UInt64]
  ) -> [Fault] {
    let pictures = [drawn] + (picture.map { [$0] } ?? [])
    return Fault.allCases.filter { fault in
      if fault == .drop { return !noticesDrop(comparator, digests) }
      return pictures.contains { !notices(fault, in: $0, comparator) }
    }
  }

  /// A picture that no shift and no swap leaves as it is.
  private static var drawn: FramePicture {
    let rgb = (0..<24 * 18).flatMap { index -> [UInt8] in
      let (x, y) = (index % 24, index / 24)
      return [UInt8(x * 9), UInt8(y * 13), UInt8((x * y) % 251)]
    }
    return FramePicture(frame: 0, width: 24, height: 18, rgb: rgb)
  }

  private static func notices(
    _ fault: Fault, in picture: FramePicture, _ comparator: Comparator
  ) -> Bool {
    var rgb = picture.rgb
    let width = Int(picture.width)
    switch fault {
    case .oneBit: rgb[rgb.count / 2] ^= 1
    case .shift:
      for index in rgb.indices where index / 3 % width > 0 { rgb[index] = picture.rgb[index - 3] }
    case .swap: for index in stride(from: 0, to: rgb.count, by: 3) { rgb.swapAt(index, index + 2) }
    case .drop: break
    }
    // A picture of one color is the same when it is moved.
    guard rgb != picture.rgb else { return true }
    let planted = FramePicture(
      frame: picture.frame, width: picture.width, height: picture.height, rgb: rgb)
    let pair = ImagePair(
      width: UInt32(picture.width), height: UInt32(picture.height), reference: picture.rgba,
      test: planted.rgba)
    let pixels = comparator.differing(pair)
    return (fault == .oneBit ? pixels == 1 : pixels > 0)
      && comparator.digest(picture.surface) != comparator.digest(planted.surface)
  }

  private static func noticesDrop(_ comparator: Comparator, _ digests: [UInt64]) -> Bool {
    // Where all frames are equal, only the length tells that one is missing.
    [[1, 2, 3, 4], [7, 7, 7], digests].allSatisfy { sequence in
      guard sequence.count > 1 else { return true }
      var dropped = sequence
      dropped.remove(at: sequence.count / 2)
      return comparator.firstDifference(sequence.map { [$0] }, dropped) != nil
        && comparator.firstDifference(sequence.map { [$0] }, sequence) == nil
    }
  }
}
