/// One entry of a display list: a plain value of fixed size, geometry already in pixels.
///
/// What a kind reads from `geometry`, lanes 0 to 7, stands in its primitive's file.
@usableFromInline
package struct DrawCommand: Equatable, Sendable {
  /// What is drawn.
  @usableFromInline
  package enum Kind: UInt8, Sendable, CaseIterable {
    /// The whole canvas in one color.
    case fill
    /// A gradient along a line, clipped to the bounds.
    case linearGradient
    /// A gradient around a point, clipped to the bounds.
    case radialGradient
    /// A disc with an anti-aliased edge.
    case disc
    /// A disc that fades towards its edge.
    case softDisc
    /// A circle's outline.
    case ring
    /// Light that falls off smoothly to nothing at its radius.
    case glow
    /// A line segment with round caps.
    case capsule
    /// The outline of a rounded rectangle, soft on the inside if asked.
    case roundedBorder
    /// A coverage mask in one color.
    case sprite
    /// A stored picture scaled into a rectangle.
    case image
    /// Opens a group that is composited as one.
    case beginGroup
    /// Closes the innermost group.
    case endGroup
    /// A retained layer.
    case layer
  }

  /// What is drawn.
  package var kind: Kind
  /// How it meets what lies below.
  package var blend: BlendMode
  /// Opacity of the whole primitive, 0 to 255; 255 for most.
  package var opacity: UInt8
  /// Index of the gradient, sprite, image or layer; 0 otherwise.
  package var resource: UInt16
  /// The color; ignored by gradients, images, groups and layers.
  package var color: StraightColor
  /// Every pixel the primitive can change, already clipped to the canvas.
  package var bounds: PixelRectangle
  /// Lengths and positions in pixels, as the kind's primitive says.
  package var geometry: SIMD8<Float>
}
