/// Exact counts of a GPU's work for a frame in which it repaints the whole display list; equal on
/// every target.
///
/// A phone's renderer repaints every frame from the first command to the last and does not track
/// damage. These counts describe that work; `RasterWork` counts the rasterizer's. Retained layers
/// are textures, so their content is painted only once.
public struct DisplayWork: Equatable, Sendable {
  /// The counted units.
  public enum Unit: UInt8, Sendable, CaseIterable {
    /// Shapes, gradients, pictures and composited groups and layers.
    case primitives
    /// Draw calls: primitives of one kind, blend mode and resource within a pass are one batch.
    case batches
    /// Passes in addition to the canvas: into the texture of a group or layer.
    case passes
    /// Pixels overwritten without reading the destination.
    case pixelsFilled
    /// Pixels blended into the destination with `sourceOver`.
    case pixelsBlended
    /// Pixels blended with `add`, `screen` or `maximum`.
    case pixelsAdded
    /// Pixels stored to or read from textures of groups and layers, and uploaded for new pictures.
    case pixelsMoved

    /// The name in files, such as `pixelsBlended`.
    public var name: StaticString {
      switch self {
      case .primitives: "primitives"
      case .batches: "batches"
      case .passes: "passes"
      case .pixelsFilled: "pixelsFilled"
      case .pixelsBlended: "pixelsBlended"
      case .pixelsAdded: "pixelsAdded"
      case .pixelsMoved: "pixelsMoved"
      }
    }
  }

  private var counts = SIMD8<UInt64>(repeating: 0)

  /// Makes counts of 0.
  public init() {}

  /// The count of a unit.
  public subscript(unit: Unit) -> UInt64 {
    get { counts[Int(unit.rawValue)] }
    set { counts[Int(unit.rawValue)] = newValue }
  }

  /// Adds other counts, wrapping on overflow.
  package mutating func add(_ other: DisplayWork) { counts &+= other.counts }
}

/// Counts the work of a GPU for a sequence of display lists.
///
/// Tracks which pictures and layers the GPU already holds, so that only new ones count as moved.
/// Allocates nothing after all of a list's pictures were counted.
public struct DisplayWorkMeter: Sendable {
  /// The part of a retained layer that has been painted.
  private struct LayerSeen {
    var generation: UInt32?
    var count = 0
    var isOpaque = false
  }

  /// A pass in progress: the canvas, a group or a layer.
  private struct Pass {
    var id: UInt32 = 0
    var blend = DisplayList.BlendMode.sourceOver
    var opacity: UInt8 = 255
    var area = PixelRectangle.empty
  }

  /// The properties that distinguish one batch from another.
  private struct Batch: Equatable {
    var pass: UInt32
    var kind: DrawCommand.Kind
    var blend: DisplayList.BlendMode
    var resource: UInt16
  }

  /// The maximum number of distinct batches per frame; each later primitive of a new kind counts as
  /// its own batch.
  private static var batchCapacity: Int { 64 }
  /// The maximum number of open passes: the canvas or a layer, and four nested groups.
  private static var passCapacity: Int { 5 }

  private var layers = [LayerSeen](
    repeating: LayerSeen(), count: DisplayList.maximumLayerCount)
  private var pictures: [UInt32?] = []
  private var batches: [Batch] = []
  private var passes = [Pass](repeating: Pass(), count: passCapacity)
  private var depth = 0
  private var passCount: UInt32 = 0
  private var work = DisplayWork()

  /// Makes a meter for a GPU that holds no textures yet.
  public init() {
    batches.reserveCapacity(Self.batchCapacity)
    pictures.reserveCapacity(16)
  }

  /// The work of a list's frame, given the frames counted before.
  ///
  /// - Complexity: O(commands · batches), usually O(commands), since neighbors share a batch.
  public mutating func count(_ list: borrowing DisplayList) -> DisplayWork {
    work = DisplayWork()
    batches.removeAll(keepingCapacity: true)
    passCount = 0
    countPictures(list)
    for layer in 0..<list.layerCount { countLayer(layer, list) }
    begin(DisplayList.BlendMode.sourceOver, opacity: 255)
    for index in 0..<list.count { count(list.commands[index], list) }
    while depth > 1 { endGroup() }
    depth = 0
    return work
  }

  private mutating func countPictures(_ list: borrowing DisplayList) {
    for index in 0..<list.images.count {
      let picture = list.images[index]
      if index == pictures.count { pictures.append(nil) }
      guard pictures[index] != picture.generation else { continue }
      pictures[index] = picture.generation
      work[.pixelsMoved] &+= UInt64(picture.pixels.count)
    }
  }

  /// Paints a layer's new commands into its texture: a pass that stores the pixels and, if the
  /// layer had content before, reads them first.
  private mutating func countLayer(_ index: Int, _ list: borrowing DisplayList) {
    let (count, generation) = (list.layers[index].count, list.layers[index].generation)
    let isNew = layers[index].generation != generation || count < layers[index].count
    let first = isNew ? 0 : layers[index].count
    layers[index].generation = generation
    layers[index].count = count
    if isNew { layers[index].isOpaque = false }
    guard first < count else { return }
    begin(.sourceOver, opacity: 255)
    for position in first..<count {
      let command = list.layers[index].commands[position]
      if position == 0 {
        layers[index].isOpaque =
          command.bounds == list.wholeCanvas && isOpaque(command, list)
      }
      self.count(command, list)
    }
    while depth > 1 { endGroup() }
    depth = 0
    work[.passes] &+= 1
    work[.pixelsMoved] &+= passes[0].area.pixelCount &* (isNew ? 1 : 2)
  }

  // MARK: - Commands

  private mutating func count(_ command: DrawCommand, _ list: borrowing DisplayList) {
    switch command.kind {
    case .beginGroup: begin(command.blend, opacity: command.opacity)
    case .endGroup: endGroup()
    default:
      let area = paintedCount(command)
      guard area > 0, command.opacity > 0 else { return }
      paint(command, pixels: area, replaces: isOpaque(command, list))
      if command.kind == .layer { work[.pixelsMoved] &+= area }
      include(command.bounds)
    }
  }

  private mutating func begin(_ blend: DisplayList.BlendMode, opacity: UInt8) {
    passCount += 1
    if depth < Self.passCapacity {
      passes[depth] = Pass(id: passCount, blend: blend, opacity: opacity)
    }
    depth += 1
  }

  /// Stores a group's texture, reads it and blends it into the destination.
  private mutating func endGroup() {
    guard depth > 1 else { return }
    depth -= 1
    guard depth < Self.passCapacity else { return }
    let group = passes[depth]
    guard !group.area.isEmpty else { return }
    let pixels = group.area.pixelCount
    work[.passes] &+= 1
    work[.pixelsMoved] &+= 2 &* pixels
    paint(
      DrawCommand(
        kind: .beginGroup, blend: group.blend, opacity: group.opacity, resource: 0,
        color: StraightColor(red: 0, green: 0, blue: 0, alpha: 0), bounds: group.area,
        geometry: .zero),
      pixels: pixels, replaces: false)
    include(group.area)
  }

  private mutating func include(_ area: PixelRectangle) {
    let open = min(depth, Self.passCapacity) - 1
    guard open >= 0 else { return }
    passes[open].area = passes[open].area.union(area)
  }

  private mutating func paint(_ command: DrawCommand, pixels: UInt64, replaces: Bool) {
    work[.primitives] &+= 1
    let unit: DisplayWork.Unit =
      replaces ? .pixelsFilled : command.blend == .sourceOver ? .pixelsBlended : .pixelsAdded
    work[unit] &+= pixels
    let open = min(depth, Self.passCapacity) - 1
    let batch = Batch(
      pass: open < 0 ? 0 : passes[open].id, kind: command.kind, blend: command.blend,
      resource: command.resource)
    guard batches.last != batch, !batches.contains(batch) else { return }
    work[.batches] &+= 1
    if batches.count < Self.batchCapacity { batches.append(batch) }
  }

  /// Whether a command completely hides the pixels below its bounds.
  private func isOpaque(_ command: DrawCommand, _ list: borrowing DisplayList) -> Bool {
    guard command.blend == .sourceOver, command.opacity == 255 else { return false }
    let resource = Int(command.resource)
    switch command.kind {
    case .fill: return command.color.alpha == 255
    case .linearGradient, .radialGradient:
      return resource < list.gradients.count
        && list.gradients[resource].colors.allSatisfy { $0.alpha == 255 }
    case .image: return resource < list.images.count && list.images[resource].isOpaque
    case .layer: return resource < layers.count && layers[resource].isOpaque
    default: return false
    }
  }

  // MARK: - Areas

  /// The pixels that a GPU shades for a primitive: its bounds, drawn as a quad.
  ///
  /// For outlines and lines, whose bounds are mostly empty, only a band along the line.
  private func paintedCount(_ command: DrawCommand) -> UInt64 {
    let (area, geometry) = (command.bounds.pixelCount, command.geometry)
    switch command.kind {
    case .ring:
      let inner = geometry[2] - geometry[3] * 0.5 - max(geometry[4], 0) - 0.5
      // Half the side of the largest square inside the hole.
      let half = max(inner, 0) * 0.707_106_77
      return area &- hole(command, geometry[0], geometry[1], half, half)
    case .roundedBorder:
      let band = geometry[5] + max(geometry[6], 0) + 1
      // A rectangle smaller by this inset does not touch the arcs of the inner corners.
      let inset = band + max(geometry[4] - band, 0) * 0.292_893_22
      let (halfWidth, halfHeight) = (geometry[2] * 0.5, geometry[3] * 0.5)
      return area
        &- hole(
          command, geometry[0] + halfWidth, geometry[1] + halfHeight, halfWidth - inset,
          halfHeight - inset)
    case .capsule:
      let (x, y) = (geometry[2] - geometry[0], geometry[3] - geometry[1])
      let width = 2 * (geometry[4] + 1)
      let along = ((x * x + y * y).squareRoot() + width) * width
      guard along >= 0, along < Float(area) else { return area }
      return UInt64(along)
    default: return area
    }
  }

  /// The pixels of a command's bounds inside a rectangle around a point; 0 if the rectangle is
  /// empty.
  private func hole(
    _ command: DrawCommand, _ x: Float, _ y: Float, _ halfWidth: Float, _ halfHeight: Float
  ) -> UInt64 {
    let reach: Float = 32_768
    let edges = SIMD4(x - halfWidth, y - halfHeight, x + halfWidth, y + halfHeight)
    guard halfWidth > 0, halfHeight > 0, all((edges .>= -reach) .& (edges .<= reach)) else {
      return 0
    }
    let (low, high) = (edges.rounded(.up), edges.rounded(.down))
    return command.bounds.intersection(
      PixelRectangle(
        minX: Int32(low[0]), minY: Int32(low[1]), maxX: Int32(high[2]), maxY: Int32(high[3]))
    ).pixelCount
  }
}

extension PixelRectangle {
  /// The number of pixels in the rectangle.
  package var pixelCount: UInt64 {
    isEmpty ? 0 : UInt64(Int64(maxX) - Int64(minX)) &* UInt64(Int64(maxY) - Int64(minY))
  }
}
