/// Executes a worker's commands within one tile, in order.
///
/// Each command's contribution to a pixel depends only on the command, its resource, the pixel's
/// position and the color below, so the tile size changes no pixel.
struct TileExecutor {
  /// The tile's pixels on the canvas.
  let tile: PixelRectangle
  /// Whether the whole tile is painted, regardless of damage.
  let ignoresDamage: Bool
  /// Maps the tile's pixels to elements of the surface.
  let surfaceLayout: PixelLayout
  /// Maps the tile's pixels to elements of a group.
  let groupLayout: PixelLayout

  private var target: PaintTarget
  private var depth = 0
  private var openGroups = SIMD4<Int32>(repeating: 0)

  /// Prepares a tile of a surface and borrows the worker's scratch until `finish`.
  init(
    tile: PixelRectangle, surfaceLayout: PixelLayout, ignoresDamage: Bool,
    _ list: borrowing DisplayList, _ rasterizer: borrowing Rasterizer, _ worker: inout TileWorker
  ) {
    self.tile = tile
    self.ignoresDamage = ignoresDamage
    self.surfaceLayout = surfaceLayout
    groupLayout = PixelLayout(
      stride: Int(tile.maxX - tile.minX), originX: tile.minX, originY: tile.minY)
    // Counted here first, since the workers' counts may share a cache line.
    target = PaintTarget(
      area: PaintArea(
        rectangles: DamagedRectangles(allOf: tile), layout: surfaceLayout, tile: tile),
      damage: rasterizer.damage, resources: rasterizer.resources, sprites: list.sprites,
      images: list.images, scratch: PaintScratch())
    swap(&target.scratch, &worker.scratch)
  }

  /// Returns the scratch space to the worker and adds the work counts to the worker's.
  mutating func finish(_ worker: inout TileWorker) {
    swap(&target.scratch, &worker.scratch)
    worker.work.add(target.work)
  }

  /// Makes the tile's damaged pixels transparent.
  mutating func clearTile(_ surface: inout Pixels) {
    setArea(tile)
    clear(target, &surface)
  }

  /// Executes the commands of a run.
  mutating func execute(
    _ run: CommandRun, _ bins: borrowing CommandBins, _ groups: inout GroupPixels,
    _ surface: inout Pixels
  ) {
    var sorter = WorkSorter()
    var cursor = run.cursor
    while let index = cursor.next(in: bins.bits.span) {
      let area = run.bounds[index].intersection(tile)
      guard !area.isEmpty else { continue }
      let command = run.commands[index]
      switch command.kind {
      case .beginGroup:
        guard depth < 4 else { continue }
        openGroups[depth] = Int32(truncatingIfNeeded: index)
        depth += 1
        setArea(area)
        paint(&groups, &surface) { clear($0, &$1) }
      case .endGroup:
        guard depth > 0 else { continue }
        sorter.begin(.beginGroup, &target.work)
        closeGroup(run, &groups, &surface)
      default:
        sorter.begin(command.kind, &target.work)
        if ignoresDamage {
          setArea(area)
        } else {
          setArea(
            DamagedRectangles(
              area, isKnownWhole: bins.isWhole(index), in: target.damage))
        }
        target.area.isFar = ignoresDamage && depth == 0
        paint(&groups, &surface) { command.paint(&$0, &$1) }
      }
    }
    // If the list overflowed, ends of groups may be missing.
    if depth > 0 { sorter.begin(.beginGroup, &target.work) }
    while depth > 0 { closeGroup(run, &groups, &surface) }
    sorter.finish(&target.work)
  }

  /// Sets the area to the damaged part of a rectangle, in the pixels of the current depth.
  private mutating func setArea(_ area: PixelRectangle) {
    setArea(
      ignoresDamage
        ? DamagedRectangles(allOf: area) : DamagedRectangles(of: area, in: target.damage))
  }

  private mutating func setArea(_ rectangles: DamagedRectangles) {
    target.area = PaintArea(
      rectangles: rectangles, layout: depth == 0 ? surfaceLayout : groupLayout, tile: tile)
  }

  /// Lets a painter paint the surface or the open group.
  private mutating func paint(
    _ groups: inout GroupPixels, _ surface: inout Pixels,
    with painter: (inout PaintTarget, inout Pixels) -> Void
  ) {
    guard depth > 0 else { return painter(&target, &surface) }
    var group: [UInt32] = []
    groups.exchange(&group, at: depth)
    var pixels = group.mutableSpan
    painter(&target, &pixels)
    groups.exchange(&group, at: depth)
  }

  private mutating func closeGroup(
    _ run: CommandRun, _ groups: inout GroupPixels, _ surface: inout Pixels
  ) {
    var group: [UInt32] = []
    groups.exchange(&group, at: depth)
    depth -= 1
    let index = Int(openGroups[depth])
    let (command, layout) = (run.commands[index], groupLayout)
    setArea(run.bounds[index].intersection(tile))
    let finish = PictureFinish(opacity: UInt32(command.opacity), isReplacing: false)
    paint(&groups, &surface) {
      paintStored(group.span, layout, command.blend, finish, &$0, &$1)
    }
    groups.exchange(&group, at: depth + 1)
  }
}

/// A selection of commands from a list or layer.
struct CommandRun {
  /// All commands of the list or layer.
  let commands: [DrawCommand]
  /// The effective bounds of each command.
  let bounds: [PixelRectangle]
  /// The commands to execute.
  let cursor: CommandCursor
}
