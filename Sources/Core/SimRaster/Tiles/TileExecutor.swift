/// Executes commands within one tile, in order; what a worker runs.
///
/// Each command's contribution to a pixel depends on the command, its resource, the pixel's
/// position and the color below only, so how the canvas is cut into tiles changes no pixel.
struct TileExecutor {
  /// The tile, on the canvas.
  let tile: PixelRectangle
  /// The whole tile is painted, whatever the damage.
  let ignoresDamage: Bool
  /// Where the tile's pixels lie on the surface.
  let surfaceLayout: PixelLayout
  /// Where they lie in a group's pixels.
  let groupLayout: PixelLayout

  private var target: PaintTarget
  private var depth = 0
  private var openGroups = SIMD4<Int32>(repeating: 0)

  /// Prepares a tile of a surface and borrows the worker's scratch until `finish`.
  init(
    tile: PixelRectangle, surfaceLayout: PixelLayout, ignoresDamage: Bool,
    _ damage: borrowing DamageMap, _ worker: inout TileWorker
  ) {
    self.tile = tile
    self.ignoresDamage = ignoresDamage
    self.surfaceLayout = surfaceLayout
    groupLayout = PixelLayout(
      stride: Int(tile.maxX - tile.minX), originX: tile.minX, originY: tile.minY)
    // Work is counted here, since workers' counts may share a cache line.
    target = PaintTarget(
      area: PaintArea(
        rectangles: DamagedRectangles(allOf: tile), layout: surfaceLayout, tile: tile),
      damage: copy damage, scratch: PaintScratch())
    swap(&target.scratch, &worker.scratch)
  }

  /// Gives the worker its scratch back, and what was painted.
  mutating func finish(_ worker: inout TileWorker) {
    swap(&target.scratch, &worker.scratch)
    worker.work.add(target.work)
  }

  /// Makes the tile's damaged pixels transparent.
  mutating func clearTile(_ surface: inout MutableSpan<UInt32>) {
    setArea(tile)
    clear(target, &surface)
  }

  /// Executes the commands of a run.
  mutating func execute(
    _ run: CommandRun, _ list: borrowing DisplayList, _ rasterizer: borrowing Rasterizer,
    _ groups: inout GroupPixels, _ surface: inout MutableSpan<UInt32>
  ) {
    var sorter = WorkSorter()
    var cursor = run.cursor
    while let index = cursor.next(in: rasterizer.bins.bits.span) {
      let area = run.bounds[index].intersection(tile)
      guard !area.isEmpty else { continue }
      let command = run.commands[index]
      switch command.kind {
      case .beginGroup:
        guard depth < 4 else { continue }
        openGroups[depth] = Int32(truncatingIfNeeded: index)
        depth += 1
        setArea(area)
        clearGroup(&groups)
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
              area, isKnownWhole: rasterizer.bins.isWhole(index), in: target.damage))
        }
        target.area.isFar = ignoresDamage && depth == 0
        paint(command, list, rasterizer.resources, &groups, &surface)
      }
    }
    // A list that overflowed may have lost the ends of its groups.
    if depth > 0 { sorter.begin(.beginGroup, &target.work) }
    while depth > 0 { closeGroup(run, &groups, &surface) }
    sorter.finish(&target.work)
  }

  /// Aims at the damaged pixels of an area in what is painted at this depth.
  private mutating func setArea(_ area: PixelRectangle) {
    setArea(
      ignoresDamage
        ? DamagedRectangles(allOf: area) : DamagedRectangles(of: area, in: target.damage))
  }

  private mutating func setArea(_ rectangles: DamagedRectangles) {
    target.area = PaintArea(
      rectangles: rectangles, layout: depth == 0 ? surfaceLayout : groupLayout, tile: tile)
  }

  private func clearGroup(_ groups: inout GroupPixels) {
    switch depth {
    case 1:
      var pixels = groups.first.mutableSpan
      clear(target, &pixels)
    case 2:
      var pixels = groups.second.mutableSpan
      clear(target, &pixels)
    case 3:
      var pixels = groups.third.mutableSpan
      clear(target, &pixels)
    default:
      var pixels = groups.fourth.mutableSpan
      clear(target, &pixels)
    }
  }

  private mutating func paint(
    _ command: DrawCommand, _ list: borrowing DisplayList, _ resources: borrowing PaintResources,
    _ groups: inout GroupPixels, _ surface: inout MutableSpan<UInt32>
  ) {
    switch depth {
    case 0:
      command.paint(list, resources, &target, &surface)
    case 1:
      var pixels = groups.first.mutableSpan
      command.paint(list, resources, &target, &pixels)
    case 2:
      var pixels = groups.second.mutableSpan
      command.paint(list, resources, &target, &pixels)
    case 3:
      var pixels = groups.third.mutableSpan
      command.paint(list, resources, &target, &pixels)
    default:
      var pixels = groups.fourth.mutableSpan
      command.paint(list, resources, &target, &pixels)
    }
  }

  private mutating func closeGroup(
    _ run: CommandRun, _ groups: inout GroupPixels, _ surface: inout MutableSpan<UInt32>
  ) {
    depth -= 1
    let index = Int(openGroups[depth])
    let command = run.commands[index]
    setArea(run.bounds[index].intersection(tile))
    switch depth {
    case 0: composite(groups.first, command, &surface)
    case 1: composite(groups.second, command, into: &groups.first)
    case 2: composite(groups.third, command, into: &groups.second)
    default: composite(groups.fourth, command, into: &groups.third)
    }
  }

  private mutating func composite(
    _ source: [UInt32], _ command: DrawCommand, into below: inout [UInt32]
  ) {
    var pixels = below.mutableSpan
    composite(source, command, &pixels)
  }

  private mutating func composite(
    _ source: [UInt32], _ command: DrawCommand, _ pixels: inout MutableSpan<UInt32>
  ) {
    let finish = PictureFinish(opacity: UInt32(command.opacity), isReplacing: false)
    paintStored(source.span, groupLayout, command.blend, finish, &target, &pixels)
  }
}

/// Some commands of a list or layer.
struct CommandRun {
  /// All of its commands.
  let commands: [DrawCommand]
  /// What each of them can change.
  let bounds: [PixelRectangle]
  /// Those to execute.
  let cursor: CommandCursor
}
