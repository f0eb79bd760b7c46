import Runtime

/// What work costs on the machine from which the estimates of device classes are derived.
///
/// Measured by `simbench calibrate`: R² 0.989, of 24 sizes that the fit did not see 15 within 5 %
/// and the worst within 19 %. By its own rules that table is refused for predictions of that
/// machine, so no estimate derived from it is better than the uncertainty its device class states.
public enum ReferenceCosts {
  /// The machine in words.
  public static var machine: String { "AMD EPYC, x86_64, Debian GNU/Linux 12 (bookworm)" }

  /// Its table; kinds of work that no calibrated scene does have no cost.
  public static let table: CostTable = {
    var table = CostTable()
    for (name, cost) in costs {
      // A unit renamed would lose its cost, and every class its predictions.
      guard let unit = WorkUnit(named: name) else { preconditionFailure("no unit \(name)") }
      table[unit] = cost
    }
    return table
  }()

  /// Nanoseconds per unit.
  private static let costs: [(name: String, nanoseconds: Double)] = [
    ("input.frame", 1110.285),
    ("input.touchSample", 291.154),
    ("step.frame", 1090.529),
    ("step.particle", 0),
    ("step.interaction", 4.273),
    ("draw.frame", 805.094),
    ("draw.command", 29.866),
    ("draw.cell", 25.145),
    ("draw.cellMember", 4.942),
    ("raster.frame", 1321.174),
    ("raster.cell", 0),
    ("raster.run", 50.955),
    ("raster.primitive.fill", 674.993),
    ("raster.primitive.soft-disc", 0),
    ("raster.primitive.ring", 54.934),
    ("raster.primitive.glow", 0),
    ("raster.primitive.capsule", 0),
    ("raster.primitive.image", 0),
    ("raster.primitive.group", 0),
    ("raster.primitive.group-end", 0),
    ("raster.primitive.layer", 0),
    ("raster.row.fill", 4.594),
    ("raster.row.soft-disc", 7.552),
    ("raster.row.ring", 3.401),
    ("raster.row.glow", 15.61),
    ("raster.row.capsule", 0),
    ("raster.row.image", 0),
    ("raster.row.group", 0),
    ("raster.row.group-end", 0),
    ("raster.row.layer", 0.222),
    ("raster.blended.soft-disc", 1.48),
    ("raster.blended.ring", 2.226),
    ("raster.blended.glow", 0.991),
    ("raster.blended.capsule", 1.473),
    ("raster.blended.group", 1.201),
    ("raster.blended.layer", 0.627),
    ("raster.filled.fill", 0),
    ("raster.filled.capsule", 0.671),
    ("raster.filled.image", 0.416),
    ("raster.filled.layer", 0),
  ]
}
