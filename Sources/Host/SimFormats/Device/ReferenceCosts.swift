import SimRuntime

/// What work costs on the machine from which the estimates of device classes are derived.
///
/// Measured by `simbench calibrate` on that machine at rest: R² 0.975 to 0.9996 by scene, of 24
/// sizes that the fits did not see 22 within 5 % and the worst within 8.6 %. By its own rules it
/// accepts the costs of bubbles and of calm static for predictions of that machine and refuses the
/// others, so no estimate derived from them is better than the uncertainty its device class states.
/// Scenes that are not among these have no costs: by those of the others, the ones that are were up
/// to 57 % off.
package enum ReferenceCosts {
  /// The machine in words.
  package static var machine: String { "AMD EPYC, x86_64, Debian GNU/Linux 12 (bookworm)" }

  /// Its table, by scene; kinds of work that a calibrated scene does not do have no cost in it.
  package static let table: CostTable = {
    var table = CostTable()
    for (scene, costs) in scenes {
      var own = CostTable()
      for (name, cost) in costs {
        // A unit renamed would lose its cost, and every class its predictions.
        guard let unit = WorkUnit(named: name) else { preconditionFailure("no unit \(name)") }
        own[unit] = cost
      }
      table.set(own, ofScene: scene)
    }
    return table
  }()

  /// Nanoseconds per pixel that pixel stages write or mix on it: 1.2 to 2.1 by scenario in those of
  /// the ring light, widened for stages of one's own.
  package static var stagePixel: CostInterval { CostInterval(1, 2, 4) }

  private typealias Costs = [(name: String, nanoseconds: Double)]

  private static let scenes: [(scene: String, costs: Costs)] = [
    ("snowglobe", snowglobe),
    ("water-ripples", waterRipples),
    ("color-mixer", colorMixer),
    ("bubbles", bubbles),
    ("magnetic-particles", magneticParticles),
    ("aurora-orbs", auroraOrbs),
    ("calm-static", calmStatic),
    ("trace", trace),
  ]

  private static let snowglobe: Costs = [
    ("input.frame", 1132.29),
    ("input.touchSample", 261.916),
    ("step.frame", 1240.09),
    ("step.particle", 22.228),
    ("step.interaction", 2.962),
    ("draw.frame", 657.839),
    ("draw.command", 60.007),
    ("raster.frame", 0),
    ("raster.cell", 12.703),
    ("raster.run", 53.808),
    ("raster.primitive.linear-gradient", 227504),
    ("raster.primitive.radial-gradient", 0),
    ("raster.primitive.soft-disc", 0),
    ("raster.primitive.glow", 12175),
    ("raster.primitive.capsule", 0),
    ("raster.primitive.rounded-border", 0),
    ("raster.primitive.layer", 0),
    ("raster.row.linear-gradient", 0),
    ("raster.row.radial-gradient", 0),
    ("raster.row.soft-disc", 6.803),
    ("raster.row.glow", 0),
    ("raster.row.capsule", 0),
    ("raster.row.rounded-border", 0),
    ("raster.row.layer", 0),
    ("raster.blended.radial-gradient", 0.939),
    ("raster.blended.soft-disc", 0.74),
    ("raster.blended.glow", 0),
    ("raster.blended.capsule", 0),
    ("raster.blended.rounded-border", 0),
    ("raster.filled.linear-gradient", 0.057),
    ("raster.filled.soft-disc", 0),
    ("raster.filled.capsule", 346.414),
    ("raster.filled.rounded-border", 70.81),
    ("raster.filled.layer", 0.021),
  ]

  private static let waterRipples: Costs = [
    ("input.frame", 1250.88),
    ("input.touchSample", 334.156),
    ("step.frame", 1048.33),
    ("step.particle", 14.404),
    ("step.interaction", 12.517),
    ("draw.frame", 66867.4),
    ("draw.command", 0),
    ("draw.cell", 19.174),
    ("draw.cellMember", 5.131),
    ("raster.frame", 0),
    ("raster.cell", 5.084),
    ("raster.run", 0),
    ("raster.primitive.image", 0),
    ("raster.row.image", 0),
    ("raster.filled.image", 0.365),
  ]

  private static let colorMixer: Costs = [
    ("input.frame", 1196.82),
    ("input.touchSample", 324.934),
    ("step.frame", 886.462),
    ("step.particle", 158.122),
    ("step.interaction", 0),
    ("draw.frame", 2702.24),
    ("draw.command", 0),
    ("draw.cell", 23.049),
    ("draw.cellMember", 7.482),
    ("raster.frame", 0),
    ("raster.cell", 18.223),
    ("raster.run", 0),
    ("raster.primitive.image", 0),
    ("raster.row.image", 0),
    ("raster.filled.image", 0.132),
  ]

  private static let bubbles: Costs = [
    ("input.frame", 1211.35),
    ("input.touchSample", 337.796),
    ("step.frame", 593.07),
    ("step.particle", 89.363),
    ("step.interaction", 8.447),
    ("draw.frame", 690.212),
    ("draw.command", 34.689),
    ("raster.frame", 0),
    ("raster.cell", 0),
    ("raster.run", 0),
    ("raster.primitive.linear-gradient", 0),
    ("raster.primitive.radial-gradient", 0),
    ("raster.primitive.soft-disc", 0),
    ("raster.primitive.ring", 0),
    ("raster.primitive.glow", 0),
    ("raster.primitive.group", 0),
    ("raster.primitive.group-end", 0),
    ("raster.primitive.layer", 0),
    ("raster.row.linear-gradient", 0),
    ("raster.row.radial-gradient", 0),
    ("raster.row.soft-disc", 0),
    ("raster.row.ring", 0),
    ("raster.row.glow", 37.172),
    ("raster.row.group", 0),
    ("raster.row.group-end", 0),
    ("raster.row.layer", 0.226),
    ("raster.blended.radial-gradient", 4.671),
    ("raster.blended.soft-disc", 1.407),
    ("raster.blended.ring", 3.14),
    ("raster.blended.glow", 0.919),
    ("raster.blended.group", 0.64),
    ("raster.filled.linear-gradient", 0),
    ("raster.filled.layer", 0),
  ]

  private static let magneticParticles: Costs = [
    ("input.frame", 1417.83),
    ("input.touchSample", 483.998),
    ("step.frame", 0),
    ("step.particle", 112.631),
    ("step.interaction", 6.386),
    ("draw.frame", 774.844),
    ("draw.command", 33.931),
    ("raster.frame", 0),
    ("raster.cell", 0),
    ("raster.run", 20.375),
    ("raster.primitive.linear-gradient", 0),
    ("raster.primitive.radial-gradient", 0),
    ("raster.primitive.soft-disc", 0),
    ("raster.primitive.glow", 0),
    ("raster.primitive.group", 0),
    ("raster.primitive.group-end", 0),
    ("raster.primitive.layer", 0),
    ("raster.row.linear-gradient", 0),
    ("raster.row.radial-gradient", 0),
    ("raster.row.soft-disc", 0),
    ("raster.row.glow", 0),
    ("raster.row.group", 0),
    ("raster.row.group-end", 0),
    ("raster.row.layer", 0),
    ("raster.blended.radial-gradient", 5.663),
    ("raster.blended.soft-disc", 8.13),
    ("raster.blended.glow", 0.658),
    ("raster.blended.group", 1.382),
    ("raster.filled.linear-gradient", 0),
    ("raster.filled.layer", 0),
  ]

  private static let auroraOrbs: Costs = [
    ("input.frame", 1256.95),
    ("input.touchSample", 369.69),
    ("step.frame", 1013.51),
    ("step.particle", 42.57),
    ("step.interaction", 5.615),
    ("draw.frame", 15408.3),
    ("draw.command", 0),
    ("draw.cell", 100.344),
    ("draw.cellMember", 2.293),
    ("raster.frame", 0),
    ("raster.cell", 26.697),
    ("raster.run", 0),
    ("raster.primitive.image", 0),
    ("raster.row.image", 0),
    ("raster.filled.image", 0),
  ]

  private static let calmStatic: Costs = [
    ("input.frame", 1108.74),
    ("input.touchSample", 319.271),
    ("step.frame", 866.346),
    ("step.particle", 13.713),
    ("step.interaction", 7.587),
    ("draw.frame", 3971.38),
    ("draw.command", 0),
    ("draw.cell", 23.613),
    ("draw.cellMember", 3.27),
    ("raster.frame", 0),
    ("raster.cell", 15.427),
    ("raster.run", 0),
    ("raster.primitive.image", 0),
    ("raster.row.image", 17.091),
    ("raster.filled.image", 0.15),
  ]

  private static let trace: Costs = [
    ("input.frame", 874.313),
    ("input.touchSample", 297.267),
    ("step.frame", 804.609),
    ("step.particle", 0),
    ("step.interaction", 3.444),
    ("draw.frame", 15.729),
    ("draw.command", 149.019),
    ("raster.frame", 1299.45),
    ("raster.cell", 0),
    ("raster.run", 0),
    ("raster.primitive.fill", 0),
    ("raster.primitive.disc", 18870.1),
    ("raster.primitive.capsule", 0),
    ("raster.primitive.layer", 0),
    ("raster.row.fill", 1.298),
    ("raster.row.disc", 0),
    ("raster.row.capsule", 0),
    ("raster.row.layer", 2.492),
    ("raster.blended.disc", 0),
    ("raster.blended.capsule", 1.6),
    ("raster.blended.layer", 0.399),
    ("raster.filled.fill", 0.442),
    ("raster.filled.disc", 25.354),
    ("raster.filled.capsule", 2.607),
  ]
}
