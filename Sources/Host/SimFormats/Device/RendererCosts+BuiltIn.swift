import SimRaster

/// What published figures say of a chip's renderers; estimates, wide on purpose.
///
/// All are optimistic, nominal and pessimistic. Microseconds per million pixels are nanoseconds per
/// thousand.
struct ChipFigures {
  /// What the figures rest on.
  let source: String
  /// Microseconds of the processor per primitive of a canvas.
  let canvasPrimitive: CostInterval
  /// The same per sprite.
  let sprite: CostInterval
  /// Microseconds of the GPU per million pixels that a canvas paints.
  let canvasFill: CostInterval
  /// The same of sprites.
  let spriteFill: CostInterval
  /// Microseconds of the GPU per million pixels stored to and read from textures.
  let move: CostInterval
  /// Milliseconds of the processor per frame.
  let frame: CostInterval
}

/// How much of a GPU's speed is left under full load, for four minutes and for twenty.
struct GraphicsHeat {
  let afterFourMinutes: CostInterval
  let afterTwentyMinutes: CostInterval
  let source: String

  /// The GPU's curve.
  var graphics: [RendererCosts.Heat] {
    [
      RendererCosts.Heat(afterSeconds: 240, speed: afterFourMinutes),
      RendererCosts.Heat(afterSeconds: 1200, speed: afterTwentyMinutes),
    ]
  }

  /// The processor's: from nothing lost to as much as the GPU may lose, since nothing is published
  /// of processors alone.
  var processor: [RendererCosts.Heat] {
    graphics.map { heat in
      let low = heat.speed.pessimistic
      return RendererCosts.Heat(
        afterSeconds: heat.afterSeconds, speed: CostInterval(1, (1 + low) / 2, low))
    }
  }
}

extension RendererCosts {
  /// The renderers of a built-in device class: SwiftUI's `Canvas` and SpriteKit.
  static func builtIn(_ chip: ChipFigures, _ heat: GraphicsHeat) -> [RendererCosts] {
    [canvas(chip, heat), sprites(chip, heat)]
  }

  private static func canvas(_ chip: ChipFigures, _ heat: GraphicsHeat) -> RendererCosts {
    var costs = common("canvas", chip, heat)
    costs.source = "estimate: \(canvasSource); \(chip.source)"
    costs.processor[.primitives] = chip.canvasPrimitive.map { $0 * 1000 }
    costs.setFill(chip.canvasFill)
    // A canvas that is not opaque may be composited over the window once more.
    costs.graphics.canvasPixel = CostInterval(0, 0, chip.move.pessimistic / 1000)
    return costs
  }

  private static func sprites(_ chip: ChipFigures, _ heat: GraphicsHeat) -> RendererCosts {
    var costs = common("sprites", chip, heat)
    costs.source = "estimate: \(spriteSource); \(chip.source)"
    costs.processor[.primitives] = chip.sprite.map { $0 * 1000 }
    costs.processor[.batches] = CostInterval(5000, 20_000, 100_000)
    costs.setFill(chip.spriteFill)
    return costs
  }

  /// What both share; passes, batches and what a GPU takes per frame and primitive are guesses.
  private static func common(
    _ name: String, _ chip: ChipFigures, _ heat: GraphicsHeat
  ) -> RendererCosts {
    var costs = RendererCosts(name: name, isMeasured: false, source: "")
    costs.processor.frame = chip.frame.map { $0 * 1_000_000 }
    costs.processor[.passes] = CostInterval(15_000, 60_000, 400_000)
    costs.graphics.frame = CostInterval(100_000, 300_000, 1_000_000)
    costs.graphics[.primitives] = CostInterval(5, 20, 100)
    costs.graphics[.passes] = CostInterval(10_000, 50_000, 300_000)
    costs.graphics[.pixelsMoved] = chip.move.map { $0 / 1000 }
    costs.processor.sustained = heat.processor
    costs.graphics.sustained = heat.graphics
    costs.sustainedSource = heat.source
    return costs
  }

  private mutating func setFill(_ fill: CostInterval) {
    for unit in [DisplayWork.Unit.pixelsFilled, .pixelsBlended, .pixelsAdded] {
      graphics[unit] = fill.map { $0 / 1000 }
    }
  }

  private static var canvasSource: String {
    "no cost of SwiftUI's Canvas is published; from two readings of a path, 351 to 475 ns, "
      + "https://github.com/hfutrell/BezierKit/pull/147, to Core Graphics drawing one, 9 to 13 us, "
      + "https://github.com/sidorares/react-x11/issues/456; peak fill times 1.5, 4 and 12"
  }

  private static var spriteSource: String {
    "10,000 sprites at 60 frames per second on a phone of 2014, https://sdkboy.com, taken as "
      + "4 to 5 times as fast since the A13; peak fill times 1, 2 and 5"
  }
}

extension ChipFigures {
  static var a13: ChipFigures {
    ChipFigures(
      source: chip("A13: 4 cores at 1.230 GHz, 34.1 GB/s, Geekbench 5 1,327"),
      canvasPrimitive: CostInterval(1, 4, 15), sprite: CostInterval(0.35, 0.8, 3),
      canvasFill: CostInterval(76, 203, 610), spriteFill: CostInterval(51, 102, 254),
      move: CostInterval(59, 317, 880), frame: CostInterval(0.4, 1, 3.3))
  }

  static var a14: ChipFigures {
    ChipFigures(
      source: chip("A14: 4 cores at 1.278 GHz, 34.1 GB/s, Geekbench 5 1,575"),
      canvasPrimitive: CostInterval(0.84, 3.4, 12.6), sprite: CostInterval(0.29, 0.67, 2.5),
      canvasFill: CostInterval(73, 196, 587), spriteFill: CostInterval(49, 98, 245),
      move: CostInterval(59, 317, 880), frame: CostInterval(0.3, 0.8, 2.8))
  }

  static var a15: ChipFigures {
    ChipFigures(
      source: chip(
        "A15: 4 cores at 1.338 GHz, https://meterpreter.org, 34.1 GB/s, Geekbench 5 1,695"),
      canvasPrimitive: CostInterval(0.78, 3.1, 11.7), sprite: CostInterval(0.27, 0.62, 2.3),
      canvasFill: CostInterval(70, 187, 561), spriteFill: CostInterval(47, 93, 234),
      move: CostInterval(59, 317, 880), frame: CostInterval(0.3, 0.8, 2.6))
  }

  static var a17Pro: ChipFigures {
    ChipFigures(
      source: chip(
        "A17 Pro: 6 cores at 1.398 GHz, 33.6 GPixel/s, https://hmc-tech.com, 51.2 GB/s, "
          + "Geekbench 6 2,914"),
      canvasPrimitive: CostInterval(0.59, 2.4, 8.8), sprite: CostInterval(0.21, 0.47, 1.8),
      canvasFill: CostInterval(45, 119, 358), spriteFill: CostInterval(30, 60, 149),
      move: CostInterval(39, 211, 586), frame: CostInterval(0.2, 0.6, 1.9))
  }

  static var m1: ChipFigures {
    ChipFigures(
      source: chip(
        "M1: 8 cores at 1.278 GHz, 68.3 GB/s, half of it and twice in the system cache measured, "
          + "https://github.com/azhirnov/cpu-gpu-arch, Geekbench 5 1,711"),
      canvasPrimitive: CostInterval(0.78, 3.1, 11.6), sprite: CostInterval(0.27, 0.62, 2.3),
      canvasFill: CostInterval(37, 98, 293), spriteFill: CostInterval(24, 49, 122),
      move: CostInterval(29, 158, 439), frame: CostInterval(0.3, 0.8, 2.6))
  }

  static var m2: ChipFigures {
    ChipFigures(
      source: chip("M2: 10 cores at 1.398 GHz, 100 GB/s, Geekbench 6 2,491"),
      canvasPrimitive: CostInterval(0.68, 2.7, 10.3), sprite: CostInterval(0.24, 0.55, 2.1),
      canvasFill: CostInterval(27, 72, 215), spriteFill: CostInterval(18, 36, 89),
      move: CostInterval(20, 106, 293), frame: CostInterval(0.3, 0.7, 2.3))
  }

  /// Cores and clocks of all chips are of one table; 4 pixels a core and cycle fit published rates.
  private static func chip(_ figures: String) -> String {
    "\(figures); https://github.com/philipturner/metal-benchmarks, 4 pixels a core and cycle; "
      + "passes by memory rates; fixed costs of frames, passes and batches are guesses"
  }
}

extension GraphicsHeat {
  static var iPhoneSE2: GraphicsHeat {
    heat((0.85, 0.75, 0.55), (0.85, 0.7, 0.55), "stability of an A13, 71 %, \(stability)")
  }

  static var iPhone12: GraphicsHeat {
    heat((0.85, 0.8, 0.6), (0.85, 0.75, 0.6), "stability of an A14, 77 %, \(stability)")
  }

  static var iPhoneSE3: GraphicsHeat {
    heat((0.85, 0.8, 0.55), (0.85, 0.75, 0.55), "stability of an A15, 79 %, \(stability)")
  }

  static var iPhone15Pro: GraphicsHeat {
    heat(
      (0.75, 0.63, 0.5), (0.75, 0.6, 0.5),
      "an iPhone 15 Pro Max lost 36.6 % in four minutes and 40 % in twenty of full load, "
        + "https://www.notebookcheck.net, review 756382")
  }

  /// Nothing is published of a tablet.
  static var tablet: GraphicsHeat {
    heat((1, 0.85, 0.65), (1, 0.85, 0.65), "no stress test of a tablet was found; a guess")
  }

  private static var stability: String {
    "https://nanoreview.net/en/soc-compare, 3DMark Wild Life, twenty loops of a minute"
  }

  private static func heat(
    _ four: (Double, Double, Double), _ twenty: (Double, Double, Double), _ source: String
  ) -> GraphicsHeat {
    GraphicsHeat(
      afterFourMinutes: CostInterval(four.0, four.1, four.2),
      afterTwentyMinutes: CostInterval(twenty.0, twenty.1, twenty.2),
      source: "estimate: \(source); processors lose from nothing to as much")
  }
}
