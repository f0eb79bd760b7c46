import SimMath

// Goals, in order: the same pixels for all tile sizes, damage and targets; no allocation after the
// first frame; work proportional to the change.

/// Converts display lists to pixels, repainting only what changed since the previous frame.
///
/// Each command's contribution to a pixel is a pure function of the command, its resource, the
/// pixel's position and the color below, so tiles and damage do not affect the result. Two frames
/// are compared command by command: a pixel outside the bounds of all changed commands has the same
/// commands in the same order, and keeps its color.
///
/// Commands whose geometry contains NaN, infinities or numbers beyond ±2⁴⁰ are not drawn, nor are
/// layers inside layers. `init` allocates the storage; a retained layer's storage is allocated when
/// it first appears.
public struct Rasterizer: ~Copyable {
  var damage: DamageMap
  var bins: CommandBins
  var workers: [TileWorker]
  var resources = PaintResources()

  private var bounds: [PixelRectangle]
  private var previousBounds: [PixelRectangle]
  private var previousCommands: [DrawCommand]
  private var previousCount = 0
  private var previousWidth: Int32 = 0
  private var previousHeight: Int32 = 0
  private var previousRevision: UInt32 = 0
  private var previousImageGenerations: [UInt32] = []
  private var isInvalid = true
  private var firstVisible = 0
  private var isCovered = false
  let maximumPixelCount: Int32
  let maximumSide: Int32

  /// Counts `render` calls, so that an observer can detect a missed call.
  package private(set) var frameCount: UInt64 = 0

  /// Allocates storage for the largest canvas and the longest list.
  ///
  /// - Parameters:
  ///   - maximumPixelCount: The largest width times height.
  ///   - maximumSide: The largest width or height in pixels, 1 to 16,384.
  ///   - commandCapacity: The maximum number of commands per frame.
  ///   - tileWidth: The width in pixels of the tiles in which commands are executed.
  ///   - tileHeight: The height in pixels of a tile. A tile should fit into the second-level cache.
  public init(
    maximumPixelCount: Int32, maximumSide: Int32, commandCapacity: Int, tileWidth: Int32 = 2048,
    tileHeight: Int32 = 64
  ) {
    precondition((1...16_384).contains(maximumSide), "the side must be 1 to 16,384 pixels")
    precondition(tileWidth > 0 && tileHeight > 0, "tiles must have a size")
    precondition(maximumPixelCount > 0 && commandCapacity > 0, "capacities must be positive")
    self.maximumPixelCount = maximumPixelCount
    damage = DamageMap(maximumSide: maximumSide)
    bins = CommandBins(
      maximumPixelCount: maximumPixelCount, maximumSide: maximumSide,
      commandCapacity: commandCapacity, tileWidth: tileWidth, tileHeight: tileHeight)
    self.maximumSide = maximumSide
    workers = []
    bounds = [PixelRectangle](repeating: .empty, count: commandCapacity)
    previousBounds = bounds
    previousCommands = [DrawCommand](
      repeating: DisplayList.emptyCommand, count: commandCapacity)
    resources.layers.reserveCapacity(DisplayList.maximumLayerCount)
    addWorkers(1)
  }

  /// Makes the next `render` repaint everything, layers included.
  ///
  /// Needed after other code changed the surface, and before rendering another list.
  public mutating func invalidate() { isInvalid = true }

  /// Renders `list` into `surface`, repainting only what differs from the previous call's list.
  ///
  /// - Precondition: The surface has the list's size, and both are within the capacities.
  /// - Complexity: O(commands) to compare, plus the repainted pixels of each command.
  /// - Returns: Exact counts of the work, the same on every target and for every tile size.
  public mutating func render(
    _ list: borrowing DisplayList, into surface: inout Surface
  ) -> RasterWork {
    var worker = LoneWorker()
    return render(list, into: &surface, by: &worker)
  }

  /// Renders with a crew of threads; pixels and counts are the same as without.
  ///
  /// The first call with a larger crew allocates storage for it.
  package mutating func render(
    _ list: borrowing DisplayList, into surface: inout Surface,
    by crew: inout some TileCrew & ~Copyable
  ) -> RasterWork {
    precondition(
      surface.width == list.pixelWidth && surface.height == list.pixelHeight,
      "the surface must have the list's size")
    precondition(list.count <= bounds.count, "more commands than the rasterizer's capacity")
    addWorkers(crew.workerCount)
    var work = prepare(list)
    // Moved out, so that they can change while the rest is read.
    var workers: [TileWorker] = []
    swap(&workers, &self.workers)
    TileJob.paint(self, list, &workers, into: &surface, by: &crew)
    for index in workers.indices {
      work.add(workers[index].work)
      workers[index].work = RasterWork()
    }
    swap(&workers, &self.workers)
    return work
  }

  /// Allocates storage until there are `count` workers.
  private mutating func addWorkers(_ count: Int) {
    let pixelCount = Int(bins.tileWidth) * Int(bins.tileHeight)
    while workers.count < count {
      workers.append(
        TileWorker(
          groups: GroupPixels(pixelCount: pixelCount),
          scratch: PaintScratch(maximumSide: maximumSide)))
    }
  }

  // MARK: - One frame in parts

  /// Paints new layer commands, finds the damage and sorts the frame's commands into tiles.
  ///
  /// Afterwards `paintTile` may run for each of `tileCount` tiles, in any order.
  package mutating func prepare(_ list: borrowing DisplayList) -> RasterWork {
    precondition(
      Int(list.pixelWidth) * Int(list.pixelHeight) <= Int(maximumPixelCount),
      "the canvas is larger than the rasterizer's capacity")
    frameCount &+= 1
    damage.reset(width: list.pixelWidth, height: list.pixelHeight)
    let isFresh =
      isInvalid || list.pixelWidth != previousWidth || list.pixelHeight != previousHeight
      || list.resourceRevision != previousRevision
    if isFresh { begin(list) }
    var work = RasterWork()
    updateLayers(list, &work)
    swap(&bounds, &previousBounds)
    EffectiveBounds.compute(
      list.commands, from: 0, to: list.count, canvas: list.wholeCanvas,
      layers: resources.layers, &bounds)
    bins.resetWhole()
    if isFresh {
      damage.mark(list.wholeCanvas)
      remember(list)
    } else {
      markDifferences(list)
    }
    findFirstVisible(list)
    damage.collectRuns()
    work.cellsRepainted = damage.count
    work.runsRepainted = damage.runCount
    fillBins(list, &work)
    return work
  }

  /// The number of tiles of the prepared frame.
  package var tileCount: Int { bins.tileCount }

  /// Paints one tile of the prepared frame.
  package mutating func paintTile(
    _ tile: Int, _ list: borrowing DisplayList, _ surface: inout Surface
  ) -> RasterWork {
    var worker = workers.removeLast()
    let layout = surface.layout
    var pixels = surface.storage.mutableSpan
    paint(tile, list, layout, &worker, &pixels)
    let work = worker.work
    worker.work = RasterWork()
    workers.append(worker)
    return work
  }

  /// Paints one tile of the prepared frame and adds the work to the worker's counts.
  func paint(
    _ tile: Int, _ list: borrowing DisplayList, _ layout: PixelLayout,
    _ worker: inout TileWorker, _ pixels: inout Pixels
  ) {
    let area = bins.area(ofTile: tile)
    guard damage.touches(area) else { return }
    var executor = TileExecutor(
      tile: area, surfaceLayout: layout, ignoresDamage: false, list, self, &worker)
    if !isCovered { executor.clearTile(&pixels) }
    let run = CommandRun(
      commands: list.commands, bounds: bounds, cursor: bins.cursor(forTile: tile))
    executor.execute(run, bins, &worker.groups, &pixels)
    executor.finish(&worker)
  }

  // MARK: - Damage

  /// The number of columns of damage cells.
  package var damageColumns: Int32 { damage.columns }
  /// The number of rows of damage cells.
  package var damageRows: Int32 { damage.rows }

  /// Whether the last render repainted a cell of 16 by 4 pixels.
  package func isDamaged(cellX: Int32, cellY: Int32) -> Bool {
    damage.isDamaged(column: cellX, row: cellY)
  }

  /// The first damage cell of a row, at column `column` or later, that the last render repainted
  /// (or did not, if `damaged` is false); `damageColumns` if there is none.
  package func nextDamageColumn(from column: Int32, row: Int32, damaged: Bool) -> Int32 {
    damage.nextColumn(from: column, before: damage.columns, row: row, damaged: damaged)
  }

  private mutating func begin(_ list: borrowing DisplayList) {
    let isResized = list.pixelWidth != previousWidth || list.pixelHeight != previousHeight
    if isInvalid || list.resourceRevision != previousRevision {
      resources.gradients.rebuild(list.gradients.span)
    }
    previousWidth = list.pixelWidth
    previousHeight = list.pixelHeight
    previousRevision = list.resourceRevision
    if isInvalid || isResized {
      for index in resources.layers.indices {
        resources.layers[index].generation = nil
        // The extent belonged to another canvas size.
        resources.layers[index].reach = .empty
      }
    }
    isInvalid = false
  }

  private mutating func remember(_ list: borrowing DisplayList) {
    let commands = list.commands
    for index in 0..<list.count { previousCommands[index] = commands[index] }
    previousCount = list.count
    previousImageGenerations.removeAll(keepingCapacity: true)
    for index in list.images.indices {
      previousImageGenerations.append(list.images[index].generation)
    }
  }

  /// Whether a command shows a picture that was updated since the previous frame.
  private func showsUpdatedImage(_ command: DrawCommand, _ list: borrowing DisplayList) -> Bool {
    let index = Int(command.resource)
    guard command.kind == .image, index < list.images.count,
      index < previousImageGenerations.count
    else { return false }
    return list.images[index].generation != previousImageGenerations[index]
  }

  /// Marks the changes since the previous frame; compares each command with the previous one at its
  /// index.
  ///
  /// If the number of commands changed, equal commands at the end are matched from the end.
  private mutating func markDifferences(_ list: borrowing DisplayList) {
    let commands = list.commands
    let kept = keptAtEnd(list)
    let (end, previousEnd) = (list.count - kept, previousCount - kept)
    // If a group starts or ends elsewhere, unchanged commands may be in a different group.
    var isRegrouped = false
    for index in 0..<max(end, previousEnd) {
      let isNew = index >= previousEnd
      let isGone = index >= end
      if !isNew && !isGone && commands[index] == previousCommands[index] && !isRegrouped
        && !showsUpdatedImage(commands[index], list)
      {
        continue
      }
      let old = isNew ? nil : Self.groupKind(of: previousCommands[index])
      let new = isGone ? nil : Self.groupKind(of: commands[index])
      if old != new { isRegrouped = true }
      if !isNew { mark(previousCommands[index], previousBounds[index]) }
      guard !isGone else { continue }
      markWhole(index, commands[index])
      previousCommands[index] = commands[index]
    }
    for index in end..<list.count where isRegrouped || showsUpdatedImage(commands[index], list) {
      mark(commands[index], previousBounds[index - end + previousEnd])
      markWhole(index, commands[index])
    }
    if end != previousEnd {
      for index in end..<list.count { previousCommands[index] = commands[index] }
    }
    previousCount = list.count
    for index in previousImageGenerations.indices where index < list.images.count {
      previousImageGenerations[index] = list.images[index].generation
    }
  }

  private mutating func markWhole(_ index: Int, _ command: DrawCommand) {
    mark(command, bounds[index])
    bins.setWhole(index)
  }

  /// Marks the part of a command's bounds that may have coverage.
  @inline(__always)
  private mutating func mark(_ command: DrawCommand, _ area: PixelRectangle) {
    guard area.maxX &- area.minX > DamageMap.narrow,
      let shape = RoundReach(command.kind, command.geometry)
    else { return damage.mark(area) }
    damage.mark(area, reachedBy: shape)
  }

  /// The number of commands at the end that are unchanged, if the total number changed; otherwise
  /// 0.
  private func keptAtEnd(_ list: borrowing DisplayList) -> Int {
    guard list.count != previousCount else { return 0 }
    let commands = list.commands
    let limit = min(list.count, previousCount)
    var count = 0
    while count < limit,
      commands[list.count - 1 - count] == previousCommands[previousCount - 1 - count]
    {
      count += 1
    }
    return count
  }

  /// The kind of a command that begins or ends a group, otherwise nil.
  private static func groupKind(of command: DrawCommand) -> DrawCommand.Kind? {
    command.kind == .beginGroup || command.kind == .endGroup ? command.kind : nil
  }

  /// Finds the last command that hides all commands before it.
  private mutating func findFirstVisible(_ list: borrowing DisplayList) {
    firstVisible = 0
    isCovered = false
    let commands = list.commands
    var depth = 0
    for index in 0..<list.count {
      switch commands[index].kind {
      case .beginGroup: depth += 1
      case .endGroup: depth -= 1
      case .fill, .linearGradient, .radialGradient, .layer, .image:
        guard depth == 0, bounds[index] == list.wholeCanvas,
          isOpaque(commands[index]) || isOpaquePicture(commands[index], list)
        else { continue }
        firstVisible = index
        isCovered = true
      default: continue
      }
    }
  }

  /// Whether a command that covers the canvas hides everything below.
  func isOpaque(_ command: DrawCommand) -> Bool {
    guard command.blend == .sourceOver, command.opacity == 255 else { return false }
    let index = Int(command.resource)
    switch command.kind {
    case .fill:
      return command.color.alpha == 255
    case .linearGradient, .radialGradient:
      return index < resources.gradients.isOpaque.count && resources.gradients.isOpaque[index]
    case .layer:
      return index < resources.layers.count && resources.layers[index].isOpaque
    default:
      return false
    }
  }

  /// Whether a picture that covers the canvas hides everything below.
  private func isOpaquePicture(_ command: DrawCommand, _ list: borrowing DisplayList) -> Bool {
    let index = Int(command.resource)
    guard command.kind == .image, command.blend == .sourceOver, command.opacity == 255,
      index < list.images.count, list.images[index].isOpaque
    else { return false }
    let picture = PictureSampler(
      command.geometry, width: list.images[index].width, height: list.images[index].height)
    return picture?.covered.intersection(list.wholeCanvas) == list.wholeCanvas
  }

  /// Sorts the visible commands that touch damage into tiles, and counts them.
  private mutating func fillBins(_ list: borrowing DisplayList, _ work: inout RasterWork) {
    bins.reset(width: list.pixelWidth, height: list.pixelHeight, commandCount: list.count)
    // Separate counts, so that pixels painted earlier are not attributed to these commands.
    var executed = RasterWork()
    var sorter = WorkSorter()
    let commands = list.commands
    // Tiles above and below all damage are not painted, so they need no commands.
    let dirty = damage.dirtyRows
    for index in firstVisible..<max(firstVisible, list.count) {
      let area = bounds[index]
      guard bins.isWhole(index) ? !area.isEmpty : damage.touches(area) else { continue }
      bins.add(index, bounds: area, from: dirty.first, to: dirty.end)
      sorter.count(commands[index].kind, area, &executed)
    }
    sorter.finish(&executed)
    work.add(executed)
  }
}
