/// One command of a display list: a plain value of fixed size, with its geometry in pixels.
///
/// The file of each primitive documents the elements 0 to 7 of `geometry`.
@usableFromInline
package struct DrawCommand: Equatable, Sendable {
  /// The kind of primitive.
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
    /// A circular outline.
    case ring
    /// Light that falls off smoothly to 0 at its radius.
    case glow
    /// A line segment with round caps.
    case capsule
    /// The outline of a rounded rectangle, with an optional soft inner edge.
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

  /// The kind of primitive.
  package var kind: Kind
  /// How the color is combined with the destination.
  package var blend: DisplayList.BlendMode
  /// Opacity of the whole primitive, 0 to 255; usually 255.
  package var opacity: UInt8
  /// Index of the gradient, sprite, image or layer; 0 otherwise.
  package var resource: UInt16
  /// The color; ignored by gradients, images, groups and layers.
  package var color: StraightColor
  /// All pixels that the primitive can change, clipped to the canvas.
  package var bounds: PixelRectangle
  /// Lengths and positions in pixels, as documented by the primitive.
  package var geometry: SIMD8<Float>
}
