// From a command's kind and blend mode to the one specialized loop that paints it.

/// Executes one command other than a group's within an area.
func paintCommand(
  _ command: DrawCommand, _ area: PaintArea, _ list: borrowing DisplayList,
  _ resources: borrowing PaintResources, _ damage: borrowing DamageMap,
  _ room: inout PaintRoom, _ pixels: inout MutableSpan<UInt32>, _ work: inout RasterWork
) {
  switch command.kind {
  case .linearGradient:
    gradient(
      LinearAxis(command.geometry), command, area, resources, damage, &room.colors, &pixels, &work)
  case .radialGradient:
    gradient(
      RadialAxis(command.geometry), command, area, resources, damage, &room.colors, &pixels, &work)
  case .sprite:
    sprite(command, area, list, damage, &pixels, &work)
  case .image:
    picture(command, area, list, damage, &room, &pixels, &work)
  case .layer:
    guard Int(command.resource) < resources.layers.count else { return }
    let layer = resources.layers[Int(command.resource)]
    let finish = PictureFinish(
      opacity: UInt32(command.opacity),
      isReplacing: layer.isOpaque && command.opacity == 255 && command.blend == .sourceOver,
      isPeriodic: layer.isPeriodic && list.pixelWidth >= 2 * PixelPeriod.length)
    composite(
      layer.pixels.span, layer.layout, command.blend, finish, area, damage, &pixels, &work)
  case .beginGroup, .endGroup:
    return
  case .glow, .softDisc:
    softShape(command, area, damage, &room.numbers, &pixels, &work)
  default:
    coloredShape(command, area, damage, &room.numbers, &pixels, &work)
  }
}

private func coloredShape(
  _ command: DrawCommand, _ area: PaintArea, _ damage: borrowing DamageMap,
  _ room: inout [UInt16], _ pixels: inout MutableSpan<UInt32>, _ work: inout RasterWork
) {
  guard let color = SolidSource(command.color, opacity: command.opacity) else { return }
  let geometry = command.geometry
  switch command.kind {
  case .fill:
    switch command.blend {
    case .sourceOver: paintFill(SourceOverRule.self, color, area, damage, &pixels, &work)
    case .add: paintFill(AddRule.self, color, area, damage, &pixels, &work)
    case .screen: paintFill(ScreenRule.self, color, area, damage, &pixels, &work)
    case .maximum: paintFill(MaximumRule.self, color, area, damage, &pixels, &work)
    }
  case .disc:
    shape(DiscShape(geometry), command.blend, color, area, damage, &room, &pixels, &work)
  case .ring where geometry[4] > 0:
    shape(SoftRingShape(geometry), command.blend, color, area, damage, &room, &pixels, &work)
  case .ring:
    shape(RingShape(geometry), command.blend, color, area, damage, &room, &pixels, &work)
  case .capsule:
    capsule(CapsuleShape(geometry), command.blend, color, area, damage, &room, &pixels, &work)
  case .roundedBorder:
    shape(RoundedBorderShape(geometry), command.blend, color, area, damage, &room, &pixels, &work)
  default:
    return
  }
}

private func capsule(
  _ capsule: CapsuleShape?, _ blend: BlendMode, _ color: SolidSource, _ area: PaintArea,
  _ damage: borrowing DamageMap, _ room: inout [UInt16], _ pixels: inout MutableSpan<UInt32>,
  _ work: inout RasterWork
) {
  guard let capsule, let strips = capsule.strips, blend == .sourceOver || blend == .maximum else {
    return shape(capsule, blend, color, area, damage, &room, &pixels, &work)
  }
  if blend == .sourceOver {
    paintCapsule(
      capsule, strips, SourceOverRule.self, color, area, damage, &room, &pixels, &work)
  } else {
    paintCapsule(capsule, strips, MaximumRule.self, color, area, damage, &room, &pixels, &work)
  }
}

private func softShape(
  _ command: DrawCommand, _ area: PaintArea, _ damage: borrowing DamageMap,
  _ room: inout [UInt16], _ pixels: inout MutableSpan<UInt32>,
  _ work: inout RasterWork
) {
  guard let color = SolidSource(command.color, opacity: command.opacity) else { return }
  let (geometry, blend) = (command.geometry, command.blend)
  guard command.kind == .softDisc else {
    guard let light = Falloff(glow: geometry) else { return }
    falloff(light, SquareProfile.self, blend, color, area, damage, &room, &pixels, &work)
    return
  }
  guard geometry[3] > 0 else {
    shape(DiscShape(geometry), blend, color, area, damage, &room, &pixels, &work)
    return
  }
  guard let disc = SoftDisc(geometry) else { return }
  guard let light = Falloff(disc) else {
    shape(ThinEdgeDiscShape(disc), blend, color, area, damage, &room, &pixels, &work)
    return
  }
  if light.hasCore {
    falloff(light, CoreProfile.self, blend, color, area, damage, &room, &pixels, &work)
  } else {
    falloff(light, SmoothProfile.self, blend, color, area, damage, &room, &pixels, &work)
  }
}

private func falloff<Profile: FalloffProfile>(
  _ falloff: Falloff, _ profile: Profile.Type, _ blend: BlendMode, _ color: SolidSource,
  _ area: PaintArea, _ damage: borrowing DamageMap, _ room: inout [UInt16],
  _ pixels: inout MutableSpan<UInt32>, _ work: inout RasterWork
) {
  switch blend {
  case .sourceOver:
    paintFalloff(
      falloff, profile, SourceOverRule.self, color, area, damage, &room, &pixels, &work)
  case .add:
    paintFalloff(falloff, profile, AddRule.self, color, area, damage, &room, &pixels, &work)
  case .screen:
    paintFalloff(
      falloff, profile, ScreenRule.self, color, area, damage, &room, &pixels, &work)
  case .maximum:
    paintFalloff(
      falloff, profile, MaximumRule.self, color, area, damage, &room, &pixels, &work)
  }
}

private func shape<Shape: CoverageShape>(
  _ shape: Shape?, _ blend: BlendMode, _ color: SolidSource, _ area: PaintArea,
  _ damage: borrowing DamageMap, _ room: inout [UInt16], _ pixels: inout MutableSpan<UInt32>,
  _ work: inout RasterWork
) {
  guard let shape else { return }
  if blend == .sourceOver {
    paintShape(shape, color, area, damage, &room, &pixels, &work)
  } else {
    paintLight(shape, blend, color, area, damage, &room, &pixels, &work)
  }
}

private func gradient<Axis: GradientAxis>(
  _ axis: Axis, _ command: DrawCommand, _ area: PaintArea, _ resources: borrowing PaintResources,
  _ damage: borrowing DamageMap, _ colors: inout [UInt32], _ pixels: inout MutableSpan<UInt32>,
  _ work: inout RasterWork
) {
  let number = Int(command.resource)
  guard number < resources.gradients.isOpaque.count else { return }
  let finish = GradientFinish(
    tableStart: number * GradientTables.tableStride, opacity: UInt32(command.opacity),
    isReplacing: command.blend == .sourceOver && command.opacity == 255
      && resources.gradients.isOpaque[number])
  paintGradient(
    axis, command.blend, finish, resources.gradients, area, damage, &colors, &pixels, &work)
}

private func sprite(
  _ command: DrawCommand, _ area: PaintArea, _ list: borrowing DisplayList,
  _ damage: borrowing DamageMap, _ pixels: inout MutableSpan<UInt32>, _ work: inout RasterWork
) {
  guard Int(command.resource) < list.sprites.count else { return }
  let mask = list.sprites[Int(command.resource)]
  guard let sampler = SpriteSampler(command.geometry, width: mask.width, height: mask.height)
  else { return }
  guard let color = SolidSource(command.color, opacity: command.opacity) else { return }
  let levels = mask.coverage.span
  switch command.blend {
  case .sourceOver:
    paintSprite(sampler, levels, SourceOverRule.self, color, area, damage, &pixels, &work)
  case .add:
    paintSprite(sampler, levels, AddRule.self, color, area, damage, &pixels, &work)
  case .screen:
    paintSprite(sampler, levels, ScreenRule.self, color, area, damage, &pixels, &work)
  case .maximum:
    paintSprite(sampler, levels, MaximumRule.self, color, area, damage, &pixels, &work)
  }
}

private func picture(
  _ command: DrawCommand, _ area: PaintArea, _ list: borrowing DisplayList,
  _ damage: borrowing DamageMap, _ room: inout PaintRoom, _ pixels: inout MutableSpan<UInt32>,
  _ work: inout RasterWork
) {
  guard Int(command.resource) < list.images.count else { return }
  let image = list.images[Int(command.resource)]
  guard let sampler = PictureSampler(command.geometry, width: image.width, height: image.height)
  else { return }
  let finish = PictureFinish(
    opacity: UInt32(command.opacity),
    isReplacing: image.isOpaque && command.opacity == 255 && command.blend == .sourceOver)
  let source = image.pixels.span
  if sampler.isOneToOne {
    let layout = PixelLayout(
      stride: Int(image.width), originX: Int32(command.geometry[0]),
      originY: Int32(command.geometry[1]))
    let place = area.limited(to: sampler.covered)
    composite(source, layout, command.blend, finish, place, damage, &pixels, &work)
    return
  }
  paintPicture(
    sampler, source, command.blend, finish, area, damage, &room.numbers, &room.colors, &pixels,
    &work)
}

/// Mixes stored pixels into an area one to one.
func composite(
  _ source: Span<UInt32>, _ layout: PixelLayout, _ blend: BlendMode, _ finish: PictureFinish,
  _ area: PaintArea, _ damage: borrowing DamageMap, _ pixels: inout MutableSpan<UInt32>,
  _ work: inout RasterWork
) {
  guard !finish.isReplacing else {
    return copyPixels(
      source, layout, isPeriodic: finish.isPeriodic, area, damage, &pixels, &work)
  }
  switch blend {
  case .sourceOver:
    paintPixels(source, layout, SourceOverRule.self, finish, area, damage, &pixels, &work)
  case .add:
    paintPixels(source, layout, AddRule.self, finish, area, damage, &pixels, &work)
  case .screen:
    paintPixels(source, layout, ScreenRule.self, finish, area, damage, &pixels, &work)
  case .maximum:
    paintPixels(source, layout, MaximumRule.self, finish, area, damage, &pixels, &work)
  }
}
