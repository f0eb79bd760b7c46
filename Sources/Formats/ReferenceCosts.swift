import Runtime

/// What work costs on the machine from which the estimates of device classes are derived.
public enum ReferenceCosts {
  /// The machine in words.
  public static var machine: String { "AMD EPYC" }
  /// Its table.
  public static let table: CostTable = {
    var table = CostTable()
    for (name, cost) in costs {
      if let unit = WorkUnit(named: name) { table[unit] = cost }
    }
    return table
  }()

  private static let costs: [(String, Double)] = []
}
