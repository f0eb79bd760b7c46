import SimMath

extension DisplayList {
  /// A digest of the content of the frame and its retained layers.
  ///
  /// It includes the pixels of pictures, but only the number of gradients and masks, which never
  /// change once registered.
  ///
  /// - Complexity: O(commands + pixels of pictures); allocates nothing.
  package var digest: UInt64 {
    var digest = StateDigest()
    digest.combine(UInt64(UInt32(bitPattern: pixelWidth)))
    digest.combine(UInt64(UInt32(bitPattern: pixelHeight)))
    digest.combine(UInt64(scale.bitPattern))
    for index in 0..<count { commands[index].combine(into: &digest) }
    for layer in layers {
      // The number of clearings is left out: after a state is restored, the layer is redrawn.
      digest.combine(UInt64(layer.count))
      for index in 0..<layer.count { layer.commands[index].combine(into: &digest) }
    }
    digest.combine(UInt64(gradients.count) &<< 32 | UInt64(sprites.count))
    for image in images {
      digest.combine(UInt64(UInt32(bitPattern: image.width)))
      for pixel in image.pixels { digest.combine(UInt64(pixel)) }
    }
    return digest.finalize()
  }
}

extension DrawCommand {
  /// Adds all fields of the command.
  func combine(into digest: inout StateDigest) {
    digest.combine(
      UInt64(kind.rawValue) | UInt64(blend.rawValue) &<< 8 | UInt64(opacity) &<< 16
        | UInt64(resource) &<< 24)
    digest.combine(
      UInt64(color.red) | UInt64(color.green) &<< 8 | UInt64(color.blue) &<< 16
        | UInt64(color.alpha) &<< 24)
    digest.combine(Self.pair(bounds.minX, bounds.minY))
    digest.combine(Self.pair(bounds.maxX, bounds.maxY))
    for lane in stride(from: 0, to: 8, by: 2) {
      digest.combine(
        UInt64(geometry[lane].bitPattern) | UInt64(geometry[lane + 1].bitPattern) &<< 32)
    }
  }

  private static func pair(_ first: Int32, _ second: Int32) -> UInt64 {
    UInt64(UInt32(bitPattern: first)) | UInt64(UInt32(bitPattern: second)) &<< 32
  }
}
