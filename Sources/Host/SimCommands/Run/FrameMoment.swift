import SimFormats
import SimInput

/// A frame given by its number or by a time such as `5s`.
enum FrameMoment {
  /// Parses a frame; nil if the text is not a frame or time below the count.
  static func frame(_ text: String, by clock: FrameClock, below count: UInt32) -> UInt32? {
    let isNumber = text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    var frame = isNumber ? UInt64(text) : nil
    if frame == nil, let milliseconds = try? DurationText.milliseconds(of: text) {
      frame = clock.frameCount(ofMilliseconds: milliseconds)
    }
    guard let frame, frame < UInt64(count) else { return nil }
    return UInt32(frame)
  }
}
