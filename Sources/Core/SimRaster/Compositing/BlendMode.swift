extension DisplayList {
  /// How a source color `s` with alpha `a` is combined with the destination color `d`.
  public enum BlendMode: UInt8, Sendable {
    /// `s + d (1 - a)`: normal painting.
    case sourceOver
    /// `min(s + d, 1)` per channel: additive light.
    case add
    /// `s + d - s d` per channel: soft additive light that never exceeds white.
    case screen
    /// `max(s, d)` per channel: the union of overlapping shapes of one color, if they share a layer
    /// or group; their order does not matter.
    case maximum
  }
}
