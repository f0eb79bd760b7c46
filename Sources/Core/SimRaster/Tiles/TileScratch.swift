/// Room for the pixels of nested groups, one tile for each depth.
struct TileScratch {
  var first: [UInt32]
  var second: [UInt32]
  var third: [UInt32]
  var fourth: [UInt32]

  /// Takes storage for tiles of up to `pixelCount` pixels.
  init(pixelCount: Int) {
    first = [UInt32](repeating: 0, count: pixelCount)
    second = [UInt32](repeating: 0, count: pixelCount)
    third = [UInt32](repeating: 0, count: pixelCount)
    fourth = [UInt32](repeating: 0, count: pixelCount)
  }
}

/// Room for what a command knows about the columns and rows of its area.
struct PaintRoom {
  /// Shares, weights and places.
  var numbers: [UInt16]
  /// A row of colors that are yet to be mixed in.
  var colors: [UInt32]

  /// Takes storage for a canvas of up to `maximumSide` columns and rows.
  init(maximumSide: Int32) {
    let numberCount = max(
      2 * Int(maximumSide) + 11, FalloffPlace.roomCount(maximumSide: maximumSide),
      StretchedRows.roomCount)
    numbers = [UInt16](repeating: 0, count: numberCount)
    colors = [UInt32](repeating: 0, count: Int(maximumSide))
  }
}

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
