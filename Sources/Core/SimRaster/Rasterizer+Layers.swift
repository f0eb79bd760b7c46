extension Rasterizer {
  /// Paints the commands that were appended to the list's layers, and marks their damage in the
  /// frame.
  mutating func updateLayers(_ list: borrowing DisplayList, _ work: inout RasterWork) {
    for index in 0..<list.layers.count {
      if index == resources.layers.count {
        resources.layers.append(
          LayerPixels(
            pixels: [UInt32](
              repeating: 0,
              count: PixelLayout.capacity(forPixels: maximumPixelCount, side: maximumSide)),
            bounds: [PixelRectangle](
              repeating: .empty, count: list.layers[index].commands.count),
            generation: nil))
      }
      let (gone, new) = updateLayer(index, list, &work)
      guard !(gone.isEmpty && new.isEmpty), shows(layer: index, list) else { continue }
      damage.mark(gone)
      damage.mark(new)
    }
  }

  /// Whether a painted layer repeats the first eight pixels of each row.
  package func isPeriodic(layer: Int) -> Bool {
    layer < resources.layers.count && resources.layers[layer].isPeriodic
  }

  private func shows(layer: Int, _ list: borrowing DisplayList) -> Bool {
    let commands = list.commands
    for index in 0..<list.count
    where commands[index].kind == .layer && Int(commands[index].resource) == layer {
      return true
    }
    return false
  }

  /// Updates one layer and returns the areas that were cleared and painted.
  private mutating func updateLayer(
    _ index: Int, _ list: borrowing DisplayList, _ work: inout RasterWork
  ) -> (gone: PixelRectangle, new: PixelRectangle) {
    let canvas = list.wholeCanvas
    let commands = list.layers[index].commands
    let first: Int
    let painted = resources.layers[index].paintedCount
    let isNew =
      resources.layers[index].generation != list.layers[index].generation
      || list.layers[index].count < painted
    let last = Self.balancedCount(commands, from: isNew ? 0 : painted, to: list.layers[index].count)
    var (gone, new) = (PixelRectangle.empty, PixelRectangle.empty)
    if isNew {
      resources.layers[index].generation = list.layers[index].generation
      resources.layers[index].isOpaque = false
      resources.layers[index].isPeriodic = true
      resources.layers[index].clear(canvas)
      gone = resources.layers[index].reach
      resources.layers[index].reach = .empty
      first = 0
    } else {
      first = painted
    }
    resources.layers[index].paintedCount = last
    guard first < last else { return (gone, new) }
    // Moved out, so that its pixels can change while the other resources are read.
    var layer = LayerPixels(pixels: [], bounds: [])
    swap(&layer, &resources.layers[index])
    EffectiveBounds.compute(
      commands, from: first, to: last, canvas: canvas, layers: nil, &layer.bounds)
    var executed = RasterWork()
    var sorter = WorkSorter()
    for position in first..<last {
      let area = layer.bounds[position]
      guard !area.isEmpty else { continue }
      sorter.count(commands[position].kind, area, &executed)
      new = new.union(area)
    }
    sorter.finish(&executed)
    work.add(executed)
    paint(&layer, commands, from: first, to: last, list, &work)
    layer.reach = layer.reach.union(new)
    swap(&layer, &resources.layers[index])
    return (gone, new)
  }

  /// Executes commands `first ..< last`: single commands over the whole canvas, groups tile by
  /// tile, since a group's pixels are stored per tile.
  private mutating func paint(
    _ layer: inout LayerPixels, _ commands: [DrawCommand], from first: Int, to last: Int,
    _ list: borrowing DisplayList, _ work: inout RasterWork
  ) {
    var index = first
    while index < last {
      var end = index
      if commands[index].kind == .beginGroup {
        var depth = 0
        repeat {
          if commands[end].kind == .beginGroup { depth += 1 }
          if commands[end].kind == .endGroup { depth -= 1 }
          end += 1
        } while depth > 0 && end < last
        layer.isPeriodic = false
        bins.reset(width: list.pixelWidth, height: list.pixelHeight, commandCount: 0)
        for tile in 0..<bins.tileCount {
          let area = bins.area(ofTile: tile)
          guard !area.intersection(layer.bounds[index]).isEmpty else { continue }
          execute(commands, CommandCursor(from: index, to: end), in: area, &layer, list, &work)
        }
      } else {
        while end < last && commands[end].kind != .beginGroup {
          note(commands[end], reaching: layer.bounds[end], of: list.wholeCanvas, &layer)
          end += 1
        }
        execute(
          commands, CommandCursor(from: index, to: end), in: list.wholeCanvas, &layer, list, &work)
      }
      index = end
    }
  }

  /// Records how a command changes the layer's properties.
  private func note(
    _ command: DrawCommand, reaching area: PixelRectangle, of canvas: PixelRectangle,
    _ layer: inout LayerPixels
  ) {
    guard !area.isEmpty else { return }
    let isReplaced = area == canvas && isOpaque(command)
    if isReplaced { layer.isOpaque = true }
    let isEven =
      switch command.kind {
      case .fill: true
      case .linearGradient: LinearAxis(command.geometry).isConstantAlongRows
      default: false
      }
    layer.isPeriodic = isEven && area == canvas && (layer.isPeriodic || isReplaced)
  }

  /// Executes commands within an area and counts the work.
  private mutating func execute(
    _ commands: [DrawCommand], _ cursor: CommandCursor, in area: PixelRectangle,
    _ layer: inout LayerPixels, _ list: borrowing DisplayList, _ work: inout RasterWork
  ) {
    // Moved out, so that it can change while the rest is read.
    var worker = workers.removeLast()
    var executor = TileExecutor(
      tile: area, surfaceLayout: layer.layout, ignoresDamage: true, list, self, &worker)
    let run = CommandRun(commands: commands, bounds: layer.bounds, cursor: cursor)
    var pixels = layer.pixels.mutableSpan
    executor.execute(run, bins, &worker.groups, &pixels)
    executor.finish(&worker)
    work.add(worker.work)
    worker.work = RasterWork()
    workers.append(worker)
  }

  /// The end of the commands to paint now: `last`, or the start of the first group that is still
  /// open.
  private static func balancedCount(
    _ commands: [DrawCommand], from first: Int, to last: Int
  ) -> Int {
    var depth = 0
    var begin = first
    for index in first..<max(first, last) {
      if commands[index].kind == .beginGroup {
        if depth == 0 { begin = index }
        depth += 1
      } else if commands[index].kind == .endGroup {
        depth -= 1
      }
    }
    return depth > 0 ? begin : last
  }
}

extension LayerPixels {
  /// Makes a canvas' pixels transparent and recomputes their layout.
  fileprivate mutating func clear(_ canvas: PixelRectangle) {
    layout = PixelLayout(canvasWidth: canvas.maxX, in: pixels)
    let (first, last) = (layout.index(0, 0), layout.index(canvas.maxX &- 1, canvas.maxY &- 1))
    var span = pixels.mutableSpan
    fillRun(0, count: last &+ 1 &- first, first, &span)
  }
}
