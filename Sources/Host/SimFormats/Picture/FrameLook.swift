import SimImageAnalysis

/// What a drawn frame looks like.
package struct FrameLook: Equatable, Sendable {
  /// The frame.
  package var frame: UInt32
  /// The digest of its pixels.
  package var digest: UInt64
  /// Its flashes; those of the frame before when calmness is not measured.
  package var flash: FlashFrame
  /// How much it differs from the one before; nothing when calmness is not measured.
  package var calm: CalmFrame

  /// Puts a look together.
  package init(frame: UInt32, digest: UInt64, flash: FlashFrame, calm: CalmFrame) {
    self.frame = frame
    self.digest = digest
    self.flash = flash
    self.calm = calm
  }
}
