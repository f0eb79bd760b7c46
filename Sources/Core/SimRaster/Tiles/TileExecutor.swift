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
  /// Where they lie in group scratch.
  let scratchLayout: PixelLayout

  private var depth = 0
  private var openGroups = SIMD4<Int32>(repeating: 0)

  /// Prepares a tile of a surface.
  init(tile: PixelRectangle, surfaceLayout: PixelLayout, ignoresDamage: Bool) {
    self.tile = tile
    self.ignoresDamage = ignoresDamage
    self.surfaceLayout = surfaceLayout
    scratchLayout = PixelLayout(
      stride: Int(tile.maxX - tile.minX), originX: tile.minX, originY: tile.minY)
  }

  /// Executes the commands that `cursor` names.
  mutating func execute(
    _ list: borrowing DisplayList, _ commands: [DrawCommand], _ bounds: [PixelRectangle],
    _ cursor: CommandCursor, _ bins: borrowing CommandBins,
    _ resources: borrowing PaintResources, _ damage: borrowing DamageMap,
    _ worker: inout TileWorker, _ surface: inout MutableSpan<UInt32>
  ) {
    // Counted here, since workers' counts may share a cache line.
    var work = RasterWork()
    var sorter = WorkSorter()
    var cursor = cursor
    while let number = cursor.next(in: bins.bits.span) {
      let area = bounds[number].intersection(tile)
      guard !area.isEmpty else { continue }
      let command = commands[number]
      switch command.kind {
      case .beginGroup:
        guard depth < 4 else { continue }
        openGroups[depth] = Int32(truncatingIfNeeded: number)
        depth += 1
        clearScratch(area, damage, &worker.scratch)
      case .endGroup:
        guard depth > 0 else { continue }
        sorter.begin(.beginGroup, &work)
        closeGroup(commands, bounds, damage, &worker.scratch, &surface, &work)
      default:
        sorter.begin(command.kind, &work)
        let rectangles =
          ignoresDamage
          ? DamagedRectangles(allOf: area)
          : DamagedRectangles(area, isKnownWhole: bins.isWhole(number), in: damage)
        paint(
          command, rectangles, list, resources, damage, &worker.scratch, &worker.room, &surface,
          &work)
      }
    }
    // A list that ran out of room may have lost the ends of its groups.
    if depth > 0 { sorter.begin(.beginGroup, &work) }
    while depth > 0 { closeGroup(commands, bounds, damage, &worker.scratch, &surface, &work) }
    sorter.finish(&work)
    worker.work.add(work)
  }

  private func rectangles(
    _ area: PixelRectangle, _ damage: borrowing DamageMap
  ) -> DamagedRectangles {
    ignoresDamage ? DamagedRectangles(allOf: area) : DamagedRectangles(of: area, in: damage)
  }

  private func clearScratch(
    _ area: PixelRectangle, _ damage: borrowing DamageMap, _ scratch: inout TileScratch
  ) {
    let place = PaintArea(
      rectangles: rectangles(area, damage), layout: scratchLayout, tile: tile)
    switch depth {
    case 1:
      var pixels = scratch.first.mutableSpan
      clear(place, damage, &pixels)
    case 2:
      var pixels = scratch.second.mutableSpan
      clear(place, damage, &pixels)
    case 3:
      var pixels = scratch.third.mutableSpan
      clear(place, damage, &pixels)
    default:
      var pixels = scratch.fourth.mutableSpan
      clear(place, damage, &pixels)
    }
  }

  private func paint(
    _ command: DrawCommand, _ rectangles: DamagedRectangles, _ list: borrowing DisplayList,
    _ resources: borrowing PaintResources, _ damage: borrowing DamageMap,
    _ scratch: inout TileScratch, _ room: inout PaintRoom,
    _ surface: inout MutableSpan<UInt32>, _ work: inout RasterWork
  ) {
    let place = PaintArea(
      rectangles: rectangles, layout: depth == 0 ? surfaceLayout : scratchLayout,
      tile: tile, isFar: ignoresDamage && depth == 0)
    switch depth {
    case 0:
      paintCommand(command, place, list, resources, damage, &room, &surface, &work)
    case 1:
      var pixels = scratch.first.mutableSpan
      paintCommand(command, place, list, resources, damage, &room, &pixels, &work)
    case 2:
      var pixels = scratch.second.mutableSpan
      paintCommand(command, place, list, resources, damage, &room, &pixels, &work)
    case 3:
      var pixels = scratch.third.mutableSpan
      paintCommand(command, place, list, resources, damage, &room, &pixels, &work)
    default:
      var pixels = scratch.fourth.mutableSpan
      paintCommand(command, place, list, resources, damage, &room, &pixels, &work)
    }
  }

  private mutating func closeGroup(
    _ commands: [DrawCommand], _ bounds: [PixelRectangle],
    _ damage: borrowing DamageMap, _ scratch: inout TileScratch,
    _ surface: inout MutableSpan<UInt32>, _ work: inout RasterWork
  ) {
    depth -= 1
    let number = Int(openGroups[depth])
    let command = commands[number]
    let place = PaintArea(
      rectangles: rectangles(bounds[number].intersection(tile), damage),
      layout: depth == 0 ? surfaceLayout : scratchLayout,
      tile: tile)
    let finish = PictureFinish(opacity: UInt32(command.opacity), isReplacing: false)
    switch depth {
    case 0:
      composite(
        scratch.first.span, scratchLayout, command.blend, finish, place, damage, &surface, &work)
    case 1:
      compositeGroup(scratch.second, into: &scratch.first, command, finish, place, damage, &work)
    case 2:
      compositeGroup(scratch.third, into: &scratch.second, command, finish, place, damage, &work)
    default:
      compositeGroup(scratch.fourth, into: &scratch.third, command, finish, place, damage, &work)
    }
  }

  private func compositeGroup(
    _ source: [UInt32], into target: inout [UInt32], _ command: DrawCommand,
    _ finish: PictureFinish, _ place: PaintArea, _ damage: borrowing DamageMap,
    _ work: inout RasterWork
  ) {
    var pixels = target.mutableSpan
    composite(
      source.span, scratchLayout, command.blend, finish, place, damage, &pixels, &work)
  }
}
