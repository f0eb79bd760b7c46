import SimMath

/// A handle that a list's `add…` methods return for a resource and that drawing methods take.
///
/// It is valid for every list to which the same resources were added in the same order.
public struct ResourceHandle<Resource>: Equatable, Sendable, StateFields {
  /// The index among the list's resources of this kind.
  @usableFromInline package let index: UInt16

  private init(index: UInt16) { self.index = index }

  /// The handle of the resource that was added last.
  init(newestOf resources: [Resource]) {
    precondition(resources.count <= Int(UInt16.max), "a list holds up to 65,535 of a kind")
    self.init(index: UInt16(resources.count - 1))
  }

  /// A placeholder for a field before its scene is prepared; drawing with it traps.
  public static var none: ResourceHandle { ResourceHandle(index: .max) }

  /// Visits the index, which must match a restored state.
  @inlinable
  @inline(__always)
  public mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.constant(index, "index")
  }
}

/// A handle of a registered gradient.
public typealias GradientHandle = ResourceHandle<DisplayList.Gradient>
/// A handle of a registered coverage mask.
public typealias SpriteHandle = ResourceHandle<DisplayList.CoverageMask>
/// A handle of a registered picture.
public typealias ImageHandle = ResourceHandle<DisplayList.Picture>
/// A handle of a registered retained layer.
public typealias LayerHandle = ResourceHandle<DisplayList.RetainedLayer>

extension DisplayList {
  /// The index of a gradient in the list.
  func place(of gradient: GradientHandle) -> Int {
    precondition(
      Int(gradient.index) < gradients.count, "a gradient is drawn that was never registered")
    return Int(gradient.index)
  }

  /// The index of a sprite in the list.
  func place(of sprite: SpriteHandle) -> Int {
    precondition(Int(sprite.index) < sprites.count, "a sprite is drawn that was never registered")
    return Int(sprite.index)
  }

  /// The index of an image in the list.
  func place(of image: ImageHandle) -> Int {
    precondition(
      Int(image.index) < images.count, "an image is drawn or changed that was never registered")
    return Int(image.index)
  }

  /// The index of a layer in the list.
  func place(of layer: LayerHandle) -> Int {
    precondition(
      Int(layer.index) < layers.count, "a layer is drawn or filled that was never registered")
    return Int(layer.index)
  }
}
