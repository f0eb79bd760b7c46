import SimMath

/// What a list's method `add…` returns for a resource: the one way to name it from then on.
///
/// It fits every list that was given the same resources in the same order.
public struct ResourceHandle<Resource>: Equatable, Sendable, StateFields {
  /// The index among the list's resources of the kind.
  @usableFromInline package let index: UInt16

  private init(index: UInt16) { self.index = index }

  /// The handle of the newest of a list's resources.
  init(newestOf resources: [Resource]) {
    precondition(resources.count <= Int(UInt16.max), "a list holds up to 65,535 of a kind")
    self.init(index: UInt16(resources.count - 1))
  }

  /// What a field holds before its scene is prepared: drawing with it traps.
  public static var none: ResourceHandle { ResourceHandle(index: .max) }

  /// Shows the index, with which a restored state must agree.
  @inlinable
  @inline(__always)
  public mutating func visitState(_ visitor: inout some StateVisitor) {
    visitor.constant(index, "index")
  }
}

/// Names a registered gradient.
public typealias GradientHandle = ResourceHandle<DisplayList.Gradient>
/// Names a registered mask of coverage.
public typealias SpriteHandle = ResourceHandle<DisplayList.CoverageMask>
/// Names a registered picture.
public typealias ImageHandle = ResourceHandle<DisplayList.Picture>
/// Names a registered retained layer.
public typealias LayerHandle = ResourceHandle<DisplayList.RetainedLayer>

extension DisplayList {
  /// Where the list has a gradient.
  func place(of gradient: GradientHandle) -> Int {
    precondition(
      Int(gradient.index) < gradients.count, "a gradient is drawn that was never registered")
    return Int(gradient.index)
  }

  /// Where the list has a sprite.
  func place(of sprite: SpriteHandle) -> Int {
    precondition(Int(sprite.index) < sprites.count, "a sprite is drawn that was never registered")
    return Int(sprite.index)
  }

  /// Where the list has an image.
  func place(of image: ImageHandle) -> Int {
    precondition(
      Int(image.index) < images.count, "an image is drawn or changed that was never registered")
    return Int(image.index)
  }

  /// Where the list has a layer.
  func place(of layer: LayerHandle) -> Int {
    precondition(
      Int(layer.index) < layers.count, "a layer is drawn or filled that was never registered")
    return Int(layer.index)
  }
}
