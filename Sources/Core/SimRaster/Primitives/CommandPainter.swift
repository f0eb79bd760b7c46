// From a command's kind and blend mode to the one specialized loop that paints it.

/// Executes one command other than a group's within an area.
func paintCommand(
  _ command: DrawCommand, _ list: borrowing DisplayList, _ resources: borrowing PaintResources,
  _ target: inout PaintTarget, _ pixels: inout MutableSpan<UInt32>
) {
  switch command.kind {
  case .linearGradient:
    gradient(
      LinearAxis(command.geometry), command, resources, &target, &pixels)
  case .radialGradient:
    gradient(
      RadialAxis(command.geometry), command, resources, &target, &pixels)
  case .sprite:
    sprite(command, list, &target, &pixels)
  case .image:
    picture(command, list, &target, &pixels)
  case .layer:
    guard Int(command.resource) < resources.layers.count else { return }
    let layer = resources.layers[Int(command.resource)]
    let finish = PictureFinish(
      opacity: UInt32(command.opacity),
      isReplacing: layer.isOpaque && command.opacity == 255 && command.blend == .sourceOver,
      isPeriodic: layer.isPeriodic && list.pixelWidth >= 2 * PixelPeriod.length)
    paintStored(
      layer.pixels.span, layer.layout, command.blend, finish, &target, &pixels)
  case .beginGroup, .endGroup:
    return
  case .glow, .softDisc:
    softShape(command, &target, &pixels)
  default:
    coloredShape(command, &target, &pixels)
  }
}

private func coloredShape(
  _ command: DrawCommand, _ target: inout PaintTarget, _ pixels: inout MutableSpan<UInt32>
) {
  guard let color = SolidSource(command.color, opacity: command.opacity) else { return }
  let geometry = command.geometry
  switch command.kind {
  case .fill:
    switch command.blend {
    case .sourceOver: paintFill(SourceOverRule.self, color, &target, &pixels)
    case .add: paintFill(AddRule.self, color, &target, &pixels)
    case .screen: paintFill(ScreenRule.self, color, &target, &pixels)
    case .maximum: paintFill(MaximumRule.self, color, &target, &pixels)
    }
  case .disc:
    shape(DiscShape(geometry), command.blend, color, &target, &pixels)
  case .ring where geometry[4] > 0:
    shape(SoftRingShape(geometry), command.blend, color, &target, &pixels)
  case .ring:
    shape(RingShape(geometry), command.blend, color, &target, &pixels)
  case .capsule:
    capsule(CapsuleShape(geometry), command.blend, color, &target, &pixels)
  case .roundedBorder:
    shape(RoundedBorderShape(geometry), command.blend, color, &target, &pixels)
  default:
    return
  }
}

private func capsule(
  _ capsule: CapsuleShape?, _ blend: BlendMode, _ color: SolidSource, _ target: inout PaintTarget,
  _ pixels: inout MutableSpan<UInt32>
) {
  guard let capsule, let strips = capsule.strips, blend == .sourceOver || blend == .maximum else {
    return shape(capsule, blend, color, &target, &pixels)
  }
  if blend == .sourceOver {
    paintCapsule(
      capsule, strips, SourceOverRule.self, color, &target, &pixels)
  } else {
    paintCapsule(capsule, strips, MaximumRule.self, color, &target, &pixels)
  }
}

private func softShape(
  _ command: DrawCommand, _ target: inout PaintTarget, _ pixels: inout MutableSpan<UInt32>
) {
  guard let color = SolidSource(command.color, opacity: command.opacity) else { return }
  let (geometry, blend) = (command.geometry, command.blend)
  guard command.kind == .softDisc else {
    guard let light = Falloff(glow: geometry) else { return }
    falloff(light, SquareProfile.self, blend, color, &target, &pixels)
    return
  }
  guard geometry[3] > 0 else {
    shape(DiscShape(geometry), blend, color, &target, &pixels)
    return
  }
  guard let disc = SoftDisc(geometry) else { return }
  guard let light = Falloff(disc) else {
    shape(ThinEdgeDiscShape(disc), blend, color, &target, &pixels)
    return
  }
  if light.hasCore {
    falloff(light, CoreProfile.self, blend, color, &target, &pixels)
  } else {
    falloff(light, SmoothProfile.self, blend, color, &target, &pixels)
  }
}

private func falloff<Profile: FalloffProfile>(
  _ falloff: Falloff, _ profile: Profile.Type, _ blend: BlendMode, _ color: SolidSource,
  _ target: inout PaintTarget, _ pixels: inout MutableSpan<UInt32>
) {
  switch blend {
  case .sourceOver:
    paintFalloff(
      falloff, profile, SourceOverRule.self, color, &target, &pixels)
  case .add:
    paintFalloff(falloff, profile, AddRule.self, color, &target, &pixels)
  case .screen:
    paintFalloff(
      falloff, profile, ScreenRule.self, color, &target, &pixels)
  case .maximum:
    paintFalloff(
      falloff, profile, MaximumRule.self, color, &target, &pixels)
  }
}

private func shape<Shape: CoverageShape>(
  _ shape: Shape?, _ blend: BlendMode, _ color: SolidSource, _ target: inout PaintTarget,
  _ pixels: inout MutableSpan<UInt32>
) {
  guard let shape else { return }
  if blend == .sourceOver {
    paintShape(shape, color, &target, &pixels)
  } else {
    paintLight(shape, blend, color, &target, &pixels)
  }
}

private func gradient<Axis: GradientAxis>(
  _ axis: Axis, _ command: DrawCommand, _ resources: borrowing PaintResources,
  _ target: inout PaintTarget, _ pixels: inout MutableSpan<UInt32>
) {
  let number = Int(command.resource)
  guard number < resources.gradients.isOpaque.count else { return }
  let finish = GradientFinish(
    tableStart: number * GradientTables.tableStride, opacity: UInt32(command.opacity),
    isReplacing: command.blend == .sourceOver && command.opacity == 255
      && resources.gradients.isOpaque[number])
  paintGradient(
    axis, command.blend, finish, resources.gradients, &target, &pixels)
}

private func sprite(
  _ command: DrawCommand, _ list: borrowing DisplayList,
  _ target: inout PaintTarget, _ pixels: inout MutableSpan<UInt32>
) {
  guard Int(command.resource) < list.sprites.count else { return }
  let mask = list.sprites[Int(command.resource)]
  guard let sampler = SpriteSampler(command.geometry, width: mask.width, height: mask.height)
  else { return }
  guard let color = SolidSource(command.color, opacity: command.opacity) else { return }
  let levels = mask.coverage.span
  switch command.blend {
  case .sourceOver:
    paintSprite(sampler, levels, SourceOverRule.self, color, &target, &pixels)
  case .add:
    paintSprite(sampler, levels, AddRule.self, color, &target, &pixels)
  case .screen:
    paintSprite(sampler, levels, ScreenRule.self, color, &target, &pixels)
  case .maximum:
    paintSprite(sampler, levels, MaximumRule.self, color, &target, &pixels)
  }
}

private func picture(
  _ command: DrawCommand, _ list: borrowing DisplayList,
  _ target: inout PaintTarget, _ pixels: inout MutableSpan<UInt32>
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
    target.area.limit(to: sampler.covered)
    paintStored(source, layout, command.blend, finish, &target, &pixels)
    return
  }
  paintPicture(
    sampler, source, command.blend, finish, &target, &pixels)
}

/// Mixes stored pixels into an area one to one.
func paintStored(
  _ source: Span<UInt32>, _ layout: PixelLayout, _ blend: BlendMode, _ finish: PictureFinish,
  _ target: inout PaintTarget, _ pixels: inout MutableSpan<UInt32>
) {
  guard !finish.isReplacing else {
    return copyPixels(
      source, layout, isPeriodic: finish.isPeriodic, &target, &pixels)
  }
  switch blend {
  case .sourceOver:
    paintPixels(source, layout, SourceOverRule.self, finish, &target, &pixels)
  case .add:
    paintPixels(source, layout, AddRule.self, finish, &target, &pixels)
  case .screen:
    paintPixels(source, layout, ScreenRule.self, finish, &target, &pixels)
  case .maximum:
    paintPixels(source, layout, MaximumRule.self, finish, &target, &pixels)
  }
}
