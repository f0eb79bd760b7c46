/// Digests of a run.
package struct DigestSummary: Equatable, Sendable {
  /// The state after the last frame.
  package var state: UInt64
  /// Clock, canvas and scene after the last frame, whatever the input came from; nil in results of
  /// versions that did not say.
  package var scene: UInt64?
  /// Every frame's state digest, chained in order.
  package var chain: UInt64
  /// The last frame's pixels; nil when none were drawn.
  package var pixels: UInt64?
  /// Every frame's pixel digest, chained in order; nil when none were drawn.
  package var pixelChain: UInt64?

  /// Makes a summary; no pixel digests stand for a run that drew none.
  package init(
    state: UInt64, scene: UInt64?, chain: UInt64, pixels: UInt64?, pixelChain: UInt64?
  ) {
    self.state = state
    self.scene = scene
    self.chain = chain
    self.pixels = pixels
    self.pixelChain = pixelChain
  }
}
