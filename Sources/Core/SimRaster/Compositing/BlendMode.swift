/// How a primitive's color meets what is already on the surface.
public enum BlendMode: UInt8, Sendable {
  /// `s + d (1 - a)`: paint over.
  case sourceOver
  /// `min(s + d, 1)` on every channel: light added to light.
  case add
  /// `s + d - s d` on every channel: light added softly, never beyond white.
  case screen
  /// `max(s, d)` on every channel: shapes of one color in a layer or group of their own become
  /// their union, however often and in whatever order they overlap.
  case maximum
}
