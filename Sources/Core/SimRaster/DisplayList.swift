import SimMath

/// The content of a frame: drawing commands in painting order, as plain values.
///
/// A scene appends primitives in points; the list converts them to pixels with its scale and clips
/// their bounds to the canvas. Storage is allocated once: commands beyond the capacity are dropped
/// and counted in `droppedCount`, which the runner reports as a violation.
///
/// Gradients, sprites and images are registered once, when a scene is made or resized, and then
/// referred to by handle. Retained layers keep their pixels between frames: `beginLayer` sends the
/// following commands to a layer, where they are painted once and stay.
public struct DisplayList: ~Copyable {
  /// The maximum number of stops of a gradient.
  package static var maximumStopCount: Int { 8 }
  /// The maximum number of retained layers per list.
  package static var maximumLayerCount: Int { 4 }

  /// Pixels per point.
  public private(set) var scale: Float
  /// Canvas width in pixels.
  public private(set) var pixelWidth: Int32
  /// Canvas height in pixels.
  public private(set) var pixelHeight: Int32
  /// Commands of this frame that exceeded the capacity; 0 if the capacity was large enough.
  package private(set) var droppedCount: UInt32 = 0
  /// Pixels of pictures that were assigned since the frame began, whether or not they changed.
  package private(set) var cellsColored: UInt32 = 0

  /// The frame's commands; the first `count` are valid.
  package private(set) var commands: [DrawCommand]
  /// The number of commands in the frame.
  package private(set) var count = 0
  /// Registered gradients.
  package private(set) var gradients: [Gradient] = []
  /// Registered coverage masks.
  package private(set) var sprites: [CoverageMask] = []
  /// Registered pictures.
  package private(set) var images: [Picture] = []
  /// Retained layers with their commands so far.
  package private(set) var layers: [RetainedLayer] = []
  /// Counts changes of registered resources, so that a rasterizer detects them.
  package private(set) var resourceRevision: UInt32 = 0

  private var openLayer = -1
  /// The number of open groups.
  var groupDepth = 0

  /// A color ramp along a line or a radius.
  public struct Gradient: Equatable, Sendable {
    /// Positions from 0 to 1, ascending.
    package var offsets: [Float]
    /// The color at each position.
    package var colors: [StraightColor]
  }

  /// A rectangle of 8-bit coverage.
  public struct CoverageMask: Equatable, Sendable {
    /// Columns.
    package var width: Int32
    /// Rows.
    package var height: Int32
    /// Coverage from 0 to 255, row by row from the top.
    package var coverage: [UInt8]
  }

  /// A rectangle of premultiplied pixels.
  public struct Picture: Equatable, Sendable {
    /// Columns.
    package var width: Int32
    /// Rows.
    package var height: Int32
    /// Pixels, row by row from the top.
    package var pixels: [UInt32]
    /// Whether every pixel is opaque.
    package var isOpaque: Bool
    /// Counts updates that changed a pixel, so that a rasterizer repaints every command that shows
    /// the picture.
    package var generation: UInt32 = 0
  }

  /// The commands of a retained layer since it was last cleared.
  public struct RetainedLayer {
    /// Storage for the commands; the first `count` are valid.
    package var commands: [DrawCommand]
    /// The number of commands in the layer.
    package var count: Int
    /// Counts clearings, so that a rasterizer clears the layer's pixels.
    package var generation: UInt32
    /// A number that the scene stores with the layer's content.
    package var mark: UInt64 = 0
  }

  /// Makes an empty list for a canvas.
  ///
  /// - Precondition: The canvas is 1 to 16,384 pixels in both directions.
  public init(pixelWidth: Int32, pixelHeight: Int32, scale: Float, capacity: Int) {
    precondition(pixelWidth > 0 && pixelHeight > 0 && scale > 0, "canvas must have a size")
    self.pixelWidth = pixelWidth
    self.pixelHeight = pixelHeight
    self.scale = scale
    commands = [DrawCommand](repeating: Self.emptyCommand, count: capacity)
  }

  /// The value of unused storage: an empty fill.
  package static var emptyCommand: DrawCommand {
    DrawCommand(
      kind: .fill, blend: .sourceOver, opacity: 0, resource: 0,
      color: StraightColor(red: 0, green: 0, blue: 0, alpha: 0),
      bounds: PixelRectangle(minX: 0, minY: 0, maxX: 0, maxY: 0), geometry: .zero)
  }

  /// Changes the canvas size.
  ///
  /// Gradients, sprites and images stay; layers are cleared, since their content depends on the
  /// size.
  ///
  /// Allocates nothing.
  public mutating func resize(pixelWidth: Int32, pixelHeight: Int32, scale: Float) {
    precondition(pixelWidth > 0 && pixelHeight > 0 && scale > 0, "canvas must have a size")
    self.pixelWidth = pixelWidth
    self.pixelHeight = pixelHeight
    self.scale = scale
    for index in layers.indices {
      clearLayer(at: index)
    }
    removeAll()
  }

  /// Starts a new frame: removes the frame's commands, and keeps resources and layers.
  public mutating func removeAll() {
    count = 0
    droppedCount = 0
    cellsColored = 0
    openLayer = -1
    groupDepth = 0
  }

  // MARK: - Resources

  /// Registers a gradient and returns its handle.
  ///
  /// - Precondition: 2 to 8 stops, with ascending offsets in 0...1.
  public mutating func addGradient(
    _ stops: [(offset: Float, color: StraightColor)]
  ) -> GradientHandle {
    precondition(
      stops.count >= 2 && stops.count <= Self.maximumStopCount, "a gradient has 2 to 8 stops")
    var previous: Float = 0
    for stop in stops {
      precondition(stop.offset >= previous && stop.offset <= 1, "gradient offsets must ascend")
      previous = stop.offset
    }
    gradients.append(Gradient(offsets: stops.map { $0.offset }, colors: stops.map { $0.color }))
    resourceRevision &+= 1
    return GradientHandle(newestOf: gradients)
  }

  /// Registers a mask of coverage bytes, row after row, and returns its handle.
  ///
  /// - Precondition: There are `width * height` bytes; both sides are 1 to 4,096.
  public mutating func addSprite(width: Int32, height: Int32, coverage: [UInt8]) -> SpriteHandle {
    precondition((1...4096).contains(width) && (1...4096).contains(height), "sprite size")
    precondition(coverage.count == Int(width) * Int(height), "one byte of coverage per pixel")
    sprites.append(CoverageMask(width: width, height: height, coverage: coverage))
    resourceRevision &+= 1
    return SpriteHandle(newestOf: sprites)
  }

  /// Registers a picture of premultiplied pixels, row after row, and returns its handle.
  ///
  /// - Precondition: There are `width * height` pixels; both sides are 1 to 16,384.
  public mutating func addImage(
    width: Int32, height: Int32, pixels: [PremultipliedColor]
  ) -> ImageHandle {
    precondition((1...16_384).contains(width) && (1...16_384).contains(height), "image size")
    precondition(pixels.count == Int(width) * Int(height), "one color per pixel")
    images.append(
      Picture(
        width: width, height: height, pixels: pixels.map { $0.packed },
        isOpaque: pixels.allSatisfy { $0.alpha == 255 }))
    resourceRevision &+= 1
    return ImageHandle(newestOf: images)
  }

  /// Assigns new colors to the top left `columns` by `rows` pixels of a registered picture; other
  /// pixels stay.
  ///
  /// If any color changes, every command that shows the picture is repainted, in retained layers
  /// too. A frame shows the picture as it is at the time of rendering. Allocates nothing.
  ///
  /// - Precondition: The picture has at least as many columns and rows.
  public mutating func updateImage(
    _ image: ImageHandle, columns: Int32, rows: Int32,
    _ color: (_ column: Int32, _ row: Int32) -> PremultipliedColor
  ) {
    let picture = place(of: image)
    let (width, height) = (images[picture].width, images[picture].height)
    precondition((0...width).contains(columns) && (0...height).contains(rows), "image size")
    cellsColored &+= UInt32(truncatingIfNeeded: columns &* rows)
    var isChanged = false
    var isOpaque = images[picture].isOpaque || (columns == width && rows == height)
    for row in 0..<rows {
      var index = Int(row) * Int(width)
      for column in 0..<columns {
        let new = color(column, row).packed
        if images[picture].pixels[index] != new {
          images[picture].pixels[index] = new
          isChanged = true
        }
        if new >> 24 != 255 { isOpaque = false }
        index += 1
      }
    }
    guard isChanged else { return }
    images[picture].isOpaque = isOpaque
    images[picture].generation &+= 1
    for layer in layers.indices where shows(image: image.index, inLayer: layer) {
      layers[layer].generation &+= 1
    }
  }

  /// Swaps a registered picture's pixels for other, opaque ones, and sets its size.
  ///
  /// Every command of the frame that shows the picture is repainted; retained layers must not show
  /// it. Nothing is copied or allocated.
  ///
  /// - Precondition: `pixels` holds at least `width * height` colors, and no layer shows the
  ///   picture.
  package mutating func exchangeImage(
    _ image: ImageHandle, width: Int32, height: Int32, with pixels: inout [UInt32]
  ) {
    let (picture, count) = (place(of: image), Int(width) * Int(height))
    precondition((1...16_384).contains(width) && (1...16_384).contains(height), "image size")
    precondition(pixels.count >= count, "one color per pixel")
    swap(&images[picture].pixels, &pixels)
    images[picture].width = width
    images[picture].height = height
    images[picture].isOpaque = true
    images[picture].generation &+= 1
  }

  private func shows(image: UInt16, inLayer layer: Int) -> Bool {
    for index in 0..<layers[layer].count {
      let command = layers[layer].commands[index]
      if command.kind == .image && command.resource == image { return true }
    }
    return false
  }

  /// Registers an empty retained layer for up to `capacity` commands and returns its handle.
  ///
  /// - Precondition: Fewer than four layers exist.
  public mutating func addLayer(capacity: Int) -> LayerHandle {
    precondition(layers.count < Self.maximumLayerCount, "a list holds up to four layers")
    layers.append(
      RetainedLayer(
        commands: [DrawCommand](repeating: Self.emptyCommand, count: capacity), count: 0,
        generation: 0))
    return LayerHandle(newestOf: layers)
  }

  /// The number of registered layers.
  package var layerCount: Int { layers.count }

  /// Removes a layer's commands and pixels.
  public mutating func clearLayer(_ layer: LayerHandle) { clearLayer(at: place(of: layer)) }

  private mutating func clearLayer(at index: Int) {
    layers[index].count = 0
    layers[index].generation &+= 1
    layers[index].mark = 0
  }

  /// The number stored with a layer's content; 0 after the layer was cleared.
  ///
  /// A scene with a growing layer stores here how much of its state the layer shows: drawing must
  /// not change state, and some frames are stepped without being drawn.
  package func layerMark(_ layer: LayerHandle) -> UInt64 { layers[place(of: layer)].mark }

  /// Stores a number with a layer's content.
  package mutating func setLayerMark(_ layer: LayerHandle, to mark: UInt64) {
    layers[place(of: layer)].mark = mark
  }

  /// Appends the following commands to a retained layer, after its present ones.
  public mutating func beginLayer(_ layer: LayerHandle) {
    precondition(openLayer < 0 && groupDepth == 0, "a layer opens outside layers and groups")
    openLayer = place(of: layer)
  }

  /// Appends the following commands to the frame again.
  public mutating func endLayer() {
    precondition(openLayer >= 0 && groupDepth == 0, "no layer is open")
    openLayer = -1
  }

  // MARK: - Storing

  /// The whole canvas in pixels.
  package var wholeCanvas: PixelRectangle {
    PixelRectangle(minX: 0, minY: 0, maxX: pixelWidth, maxY: pixelHeight)
  }

  /// Appends a primitive in one color.
  package mutating func append(
    _ kind: DrawCommand.Kind, color: StraightColor, blend: DisplayList.BlendMode = .sourceOver,
    resource: UInt16 = 0, bounds: PixelRectangle, geometry: SIMD8<Float> = .zero
  ) {
    append(
      DrawCommand(
        kind: kind, blend: blend, opacity: 255, resource: resource, color: color,
        bounds: bounds, geometry: geometry))
  }

  /// Appends a primitive that has several colors, with one opacity.
  mutating func append(
    _ kind: DrawCommand.Kind, opacity: UInt8, blend: DisplayList.BlendMode = .sourceOver,
    resource: UInt16 = 0,
    bounds: PixelRectangle, geometry: SIMD8<Float> = .zero
  ) {
    append(
      DrawCommand(
        kind: kind, blend: blend, opacity: opacity, resource: resource,
        color: StraightColor(red: 0, green: 0, blue: 0, alpha: 0), bounds: bounds,
        geometry: geometry))
  }

  /// Stores a command; drops it if it touches no pixel or the list is full.
  @inline(__always)
  private mutating func append(_ command: DrawCommand) {
    guard !command.bounds.isEmpty else { return }
    if openLayer >= 0 {
      guard layers[openLayer].count < layers[openLayer].commands.count else {
        droppedCount &+= 1
        return
      }
      layers[openLayer].commands[layers[openLayer].count] = command
      layers[openLayer].count += 1
      return
    }
    guard count < commands.count else {
      droppedCount &+= 1
      return
    }
    commands[count] = command
    count += 1
  }
}
