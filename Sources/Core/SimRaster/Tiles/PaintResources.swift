/// What commands refer to besides themselves.
struct PaintResources {
  /// Gradients, ready to look up.
  var gradients = GradientTables()
  /// The retained layers' pixels; none while a layer is being painted.
  var layers: [LayerPixels] = []
}

/// A retained layer's pixels and how far its commands are painted.
struct LayerPixels {
  /// The whole canvas, and what lies between its rows.
  var pixels: [UInt32]
  /// Every command's effective bounds.
  var bounds: [PixelRectangle]
  /// The list's generation that the pixels show; nil before the first.
  var generation: UInt32?
  /// How many commands are painted.
  var paintedCount = 0
  /// Where they reach; elsewhere the layer is empty.
  var reach = PixelRectangle.empty
  /// True once an opaque command has covered the canvas; alpha stays 255 under every rule.
  var isOpaque = false
  /// True while each row repeats its first eight pixels, the period of dithering, all along: fills
  /// and gradients from top to bottom leave rows so.
  var isPeriodic = false
  /// Where the canvas' pixels lie, from when it was last cleared.
  var layout = PixelLayout(stride: 0, originX: 0, originY: 0)
}
