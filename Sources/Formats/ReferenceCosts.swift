import Runtime

/// What work costs on the machine from which the estimates of device classes are derived.
///
/// Measured by `simbench calibrate` while others worked on that machine: R² 0.889 to 0.999 by
/// scene, of 24 sizes that the fits did not see 13 within 5 % and the worst within 17 %. By its
/// own rules the costs of all scenes but the snow globe are refused for predictions of that
/// machine, so no estimate derived from them is better than the uncertainty its device class
/// states. Scenes that are not among these have no costs: by those of the others, the ones that
/// are were up to 64 % off.
public enum ReferenceCosts {
  /// The machine in words.
  public static var machine: String { "AMD EPYC, x86_64, Debian GNU/Linux 12 (bookworm)" }

  /// Its table, by scene; kinds of work that a calibrated scene does not do have no cost in it.
  public static let table: CostTable = {
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
    ("input.frame", 1302.965),
    ("input.touchSample", 350.373),
    ("step.frame", 1306.957),
    ("step.particle", 29.42),
    ("step.interaction", 3.926),
    ("draw.frame", 760.027),
    ("draw.command", 35.526),
    ("raster.frame", 0),
    ("raster.cell", 0),
    ("raster.run", 0),
    ("raster.primitive.linear-gradient", 0),
    ("raster.primitive.radial-gradient", 0),
    ("raster.primitive.disc", 0),
    ("raster.primitive.soft-disc", 0),
    ("raster.primitive.glow", 0),
    ("raster.primitive.capsule", 0),
    ("raster.primitive.rounded-border", 0),
    ("raster.primitive.group", 0),
    ("raster.primitive.group-end", 0),
    ("raster.primitive.layer", 0),
    ("raster.row.linear-gradient", 0),
    ("raster.row.radial-gradient", 0),
    ("raster.row.disc", 0),
    ("raster.row.soft-disc", 0),
    ("raster.row.glow", 0),
    ("raster.row.capsule", 0),
    ("raster.row.rounded-border", 0),
    ("raster.row.group", 0),
    ("raster.row.group-end", 0),
    ("raster.row.layer", 0),
    ("raster.blended.radial-gradient", 5.703),
    ("raster.blended.disc", 0),
    ("raster.blended.soft-disc", 1.3),
    ("raster.blended.glow", 0),
    ("raster.blended.capsule", 0),
    ("raster.blended.rounded-border", 0),
    ("raster.blended.group", 1.8),
    ("raster.filled.linear-gradient", 0.002),
    ("raster.filled.disc", 0),
    // Not measured: taken to cost what blended ones do, which is more than filling takes.
    ("raster.filled.soft-disc", 1.3),
    ("raster.filled.capsule", 138.128),
    ("raster.filled.rounded-border", 7.375),
    ("raster.filled.layer", 0),
  ]

  private static let waterRipples: Costs = [
    ("input.frame", 1593.771),
    ("input.touchSample", 430.613),
    ("step.frame", 1139.185),
    ("step.particle", 61.338),
    ("step.interaction", 11.374),
    ("draw.frame", 69139.137),
    ("draw.command", 0),
    ("draw.cell", 18.844),
    ("draw.cellMember", 5.305),
    ("raster.frame", 0),
    ("raster.cell", 30.579),
    ("raster.run", 0),
    ("raster.primitive.image", 0),
    ("raster.row.image", 0),
    ("raster.filled.image", 0),
  ]

  private static let colorMixer: Costs = [
    ("input.frame", 1369.25),
    ("input.touchSample", 410.484),
    ("step.frame", 1062.424),
    ("step.particle", 179.676),
    ("step.interaction", 0),
    ("draw.frame", 1551.722),
    ("draw.command", 0),
    ("draw.cell", 23.459),
    ("draw.cellMember", 7.702),
    ("raster.frame", 0),
    ("raster.cell", 28.843),
    ("raster.run", 0),
    ("raster.primitive.image", 0),
    ("raster.row.image", 0),
    ("raster.filled.image", 0),
  ]

  private static let bubbles: Costs = [
    ("input.frame", 1398.21),
    ("input.touchSample", 404.841),
    ("step.frame", 521.034),
    ("step.particle", 130.852),
    ("step.interaction", 12.676),
    ("draw.frame", 644.43),
    ("draw.command", 43.442),
    ("raster.frame", 0),
    ("raster.cell", 0),
    ("raster.run", 0),
    ("raster.primitive.linear-gradient", 77806.967),
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
    ("raster.row.glow", 0),
    ("raster.row.group", 0),
    ("raster.row.group-end", 0),
    ("raster.row.layer", 0),
    ("raster.blended.radial-gradient", 4.821),
    ("raster.blended.soft-disc", 4.579),
    ("raster.blended.ring", 0.983),
    ("raster.blended.glow", 0),
    ("raster.blended.group", 0.825),
    ("raster.filled.linear-gradient", 0),
    ("raster.filled.layer", 0),
  ]

  private static let magneticParticles: Costs = [
    ("input.frame", 2169.548),
    ("input.touchSample", 1098.266),
    ("step.frame", 0),
    ("step.particle", 141.636),
    ("step.interaction", 8.468),
    ("draw.frame", 1054.949),
    ("draw.command", 35.143),
    ("raster.frame", 0),
    ("raster.cell", 0),
    ("raster.run", 165.625),
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
    ("raster.blended.radial-gradient", 6.172),
    ("raster.blended.soft-disc", 8.478),
    ("raster.blended.glow", 0.631),
    ("raster.blended.group", 1.587),
    ("raster.filled.linear-gradient", 0),
    ("raster.filled.layer", 0),
  ]

  private static let auroraOrbs: Costs = [
    ("input.frame", 1587.107),
    ("input.touchSample", 412.852),
    ("step.frame", 1035.909),
    ("step.particle", 78.291),
    ("step.interaction", 7.155),
    ("draw.frame", 15320.75),
    ("draw.command", 0),
    ("draw.cell", 99.326),
    ("draw.cellMember", 2.599),
    ("raster.frame", 0),
    ("raster.cell", 28.87),
    ("raster.run", 0),
    ("raster.primitive.image", 0),
    ("raster.row.image", 0),
    ("raster.filled.image", 0),
  ]

  private static let calmStatic: Costs = [
    ("input.frame", 1289.708),
    ("input.touchSample", 347.978),
    ("step.frame", 1015.285),
    ("step.particle", 21.761),
    ("step.interaction", 8.598),
    ("draw.frame", 3872.356),
    ("draw.command", 0),
    ("draw.cell", 23.845),
    ("draw.cellMember", 3.306),
    ("raster.frame", 0),
    ("raster.cell", 6.992),
    ("raster.run", 0),
    ("raster.primitive.image", 0),
    ("raster.row.image", 0),
    ("raster.filled.image", 0.322),
  ]

  private static let trace: Costs = [
    ("input.frame", 874.515),
    ("input.touchSample", 325.915),
    ("step.frame", 827.519),
    ("step.particle", 0),
    ("step.interaction", 4.028),
    ("draw.frame", 0),
    ("draw.command", 159.775),
    ("raster.frame", 1336.2),
    ("raster.cell", 0),
    ("raster.run", 0),
    ("raster.primitive.fill", 0),
    ("raster.primitive.disc", 0),
    ("raster.primitive.capsule", 0),
    ("raster.primitive.layer", 0),
    ("raster.row.fill", 0.594),
    ("raster.row.disc", 0),
    ("raster.row.capsule", 0),
    ("raster.row.layer", 4.103),
    ("raster.blended.disc", 0),
    ("raster.blended.capsule", 0),
    ("raster.blended.layer", 0.543),
    ("raster.filled.fill", 0.284),
    ("raster.filled.disc", 34.312),
    ("raster.filled.capsule", 3.527),
  ]
}
