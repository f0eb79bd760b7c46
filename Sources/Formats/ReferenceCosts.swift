import Runtime

/// What work costs on the machine from which the estimates of device classes are derived.
///
/// Measured by `simbench calibrate` on a machine that others used at the same time: R² 0.982, most
/// sizes that the fit did not see within 7 %, the worst within 31 %. By its own rules that table
/// is refused for predictions of that machine, so no estimate derived from it is better than
/// the uncertainty its device class states.
public enum ReferenceCosts {
  /// The machine in words.
  public static var machine: String { "AMD EPYC, x86_64, Debian GNU/Linux 12 (bookworm)" }

  /// Its table; kinds of work that no calibrated scene does have no cost.
  public static let table: CostTable = {
    var table = CostTable()
    for (name, cost) in costs {
      if let unit = WorkUnit(named: name) { table[unit] = cost }
    }
    return table
  }()

  /// Nanoseconds per unit.
  private static let costs: [(name: String, nanoseconds: Double)] = [
    ("input.frame", 1303.313),
    ("input.touchSample", 322.671),
    ("step.frame", 1102.008),
    ("step.particle", 12.408),
    ("step.interaction", 6.082),
    ("draw.frame", 892.311),
    ("draw.command", 30.219),
    ("draw.cell", 24.091),
    ("draw.cellMember", 6.537),
    ("raster.frame", 1080.788),
    ("raster.cell", 28.826),
    ("raster.run", 21.074),
    ("raster.primitive.fill", 0),
    ("raster.primitive.soft-disc", 0),
    ("raster.primitive.ring", 0),
    ("raster.primitive.glow", 0),
    ("raster.primitive.capsule", 0),
    ("raster.primitive.image", 0),
    ("raster.primitive.layer", 0),
    ("raster.row.fill", 6.001),
    ("raster.row.soft-disc", 0),
    ("raster.row.ring", 0),
    ("raster.row.glow", 8.077),
    ("raster.row.capsule", 0),
    ("raster.row.image", 0),
    ("raster.row.layer", 0),
    ("raster.blended.soft-disc", 1.038),
    ("raster.blended.ring", 2.67),
    ("raster.blended.glow", 0.845),
    ("raster.blended.capsule", 0),
    ("raster.blended.layer", 0.514),
    ("raster.filled.fill", 0.372),
    ("raster.filled.capsule", 0),
    ("raster.filled.image", 0),
    ("raster.filled.layer", 0.108),
  ]
}
