/// The resources that commands refer to.
struct PaintResources {
  /// Color tables of the gradients.
  var gradients = GradientTables()
  /// The pixels of the retained layers; a layer's are empty while it is being painted.
  var layers: [LayerPixels] = []
}

/// A retained layer's pixels and the number of its painted commands.
struct LayerPixels {
  /// The pixels of the whole canvas, with padding between rows.
  var pixels: [UInt32]
  /// The effective bounds of every command.
  var bounds: [PixelRectangle]
  /// The list's generation that the pixels represent; nil before the first.
  var generation: UInt32?
  /// The number of painted commands.
  var paintedCount = 0
  /// The bounds of the painted pixels; elsewhere the layer is transparent.
  var reach = PixelRectangle.empty
  /// Whether an opaque command has covered the canvas; alpha then stays 255 in every blend mode.
  var isOpaque = false
  /// Whether each row repeats its first eight pixels, the period of dithering, over its whole
  /// width; fills and vertical gradients preserve this.
  var isPeriodic = false
  /// Maps the canvas' pixels to elements of `pixels`; set when the layer is cleared.
  var layout = PixelLayout(stride: 0, originX: 0, originY: 0)
}
