/// Exact counts of what a GPU does for a frame, as if it painted the whole display list anew; the
/// same on every target.
///
/// A renderer of phones repaints every frame from the first command to the last, whatever has
/// changed, and knows no damage: these counts are of that work, those of `RasterWork` of what the
/// rasterizer did. Retained layers are textures: what they hold is painted once.
public struct DisplayWork: Equatable, Sendable {
  /// What is counted.
  public enum Unit: UInt8, Sendable, CaseIterable {
    /// Shapes, gradients, pictures and composited groups and layers.
    case primitives
    /// Draw calls: primitives of one kind, blend mode and resource within a pass are one batch.
    case batches
    /// Passes beside the first: into a texture of a group's or a layer's own.
    case passes
    /// Pixels overwritten without looking at what lies below.
    case pixelsFilled
    /// Pixels painted over what lies below.
    case pixelsBlended
    /// Pixels whose light is added to what lies below: `add`, `screen` and `maximum`.
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

  /// Counts of no work.
  public init() {}

  /// The count of a unit.
  public subscript(unit: Unit) -> UInt64 {
    get { counts[Int(unit.rawValue)] }
    set { counts[Int(unit.rawValue)] = newValue }
  }

  /// Adds other counts, wrapping on overflow.
  package mutating func add(_ other: DisplayWork) { counts &+= other.counts }
}

/// Counts what a GPU does for display lists that follow each other.
///
/// It remembers which pictures and layers the GPU has, so that only new ones are moved. Allocates
/// nothing once it has seen all of a list's pictures.
public struct DisplayWorkMeter: Sendable {
  /// What has been painted of a retained layer.
  private struct LayerSeen {
    var generation: UInt32?
    var count = 0
    var isOpaque = false
  }

  /// A pass that is being painted: the canvas, a group or a layer.
  private struct Pass {
    var id: UInt32 = 0
    var blend = BlendMode.sourceOver
    var opacity: UInt8 = 255
    var area = PixelRectangle.empty
  }

  /// What tells one batch from another.
  private struct Batch: Equatable {
    var pass: UInt32
    var kind: DrawCommand.Kind
    var blend: BlendMode
    var resource: UInt16
  }

  /// Batches that are told apart in a frame; whatever is drawn beyond them is a batch of its own.
  private static var batchCapacity: Int { 64 }
  /// Passes open at once: the canvas or a layer, and groups four deep.
  private static var passCapacity: Int { 5 }

  private var layers = [LayerSeen](
    repeating: LayerSeen(), count: DisplayList.maximumLayerCount)
  private var pictures: [UInt32?] = []
  private var batches: [Batch] = []
  private var passes = [Pass](repeating: Pass(), count: passCapacity)
  private var depth = 0
  private var passCount: UInt32 = 0
  private var work = DisplayWork()

  /// Makes a meter that has seen nothing.
  public init() {
    batches.reserveCapacity(Self.batchCapacity)
    pictures.reserveCapacity(16)
  }

  /// The work of the frame that a list holds, after those counted before.
  ///
  /// - Complexity: O(commands · batches), mostly O(commands): neighbors are of one batch.
  public mutating func count(_ list: borrowing DisplayList) -> DisplayWork {
    work = DisplayWork()
    batches.removeAll(keepingCapacity: true)
    passCount = 0
    countPictures(list)
    for layer in 0..<list.layerCount { countLayer(layer, list) }
    begin(BlendMode.sourceOver, opacity: 255)
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

  /// Paints a layer's new commands into its texture: a pass that stores what it painted and, when
  /// the layer had contents before, reads them first.
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

  private mutating func begin(_ blend: BlendMode, opacity: UInt8) {
    passCount += 1
    if depth < Self.passCapacity {
      passes[depth] = Pass(id: passCount, blend: blend, opacity: opacity)
    }
    depth += 1
  }

  /// Stores a group's texture, reads it and mixes it with what lies below.
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

  /// Whether a command leaves nothing to be seen of what lies below its bounds.
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

  /// Pixels that a GPU shades for a primitive: those of its bounds, as the triangles of a quad
  /// have them; for outlines and lines, which would mostly be empty, those along their course.
  private func paintedCount(_ command: DrawCommand) -> UInt64 {
    let (area, geometry) = (command.bounds.pixelCount, command.geometry)
    switch command.kind {
    case .ring:
      let inner = geometry[2] - geometry[3] * 0.5 - max(geometry[4], 0) - 0.5
      // The half side of the square inside the hole.
      let half = max(inner, 0) * 0.707_106_77
      return area &- hole(command, geometry[0], geometry[1], half, half)
    case .roundedBorder:
      let band = geometry[5] + max(geometry[6], 0) + 1
      // The inner corner's arc stays outside of a rectangle that is this much smaller.
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

  /// The pixels of a command's bounds that lie inside a rectangle around a point; none when it has
  /// no area.
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
  /// How many pixels the rectangle holds.
  package var pixelCount: UInt64 {
    isEmpty ? 0 : UInt64(Int64(maxX) - Int64(minX)) &* UInt64(Int64(maxY) - Int64(minY))
  }
}
