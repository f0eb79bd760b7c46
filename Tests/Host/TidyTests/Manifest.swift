import Foundation

/// The table of targets in `Package.swift`: the one list that these tests go by.
struct Manifest {
  /// A line of the table.
  struct Target: CustomStringConvertible, Sendable {
    let name: String
    /// Such as `portable`.
    let kind: String
    /// The folder of `Sources/` or `Tests/` that it belongs to.
    let floor: String

    var description: String { name }
    var folder: String {
      switch kind {
      case "test", "testSupport": "Tests/\(floor)/\(name)"
      case "starter", "starterTest": "Sources/Host/SimCommands/Init/Starter/\(name)"
      case "plugin": "Sources/Host/Plugins/\(name)"
      default: "Sources/\(floor)/\(name)"
      }
    }
  }

  /// In the manifest's order.
  let targets: [Target]
  /// Names of floors, the lowest first.
  let floors: [String]

  init(_ text: String) {
    var targets: [Target] = []
    var floors: [String] = []
    for line in text.split(separator: "\n") {
      if let floor = line.wholeMatch(of: /^ {4}"(\w+)",$/) {
        floors.append(String(floor.1))
      } else if let entry = line.prefixMatch(of: /^ *Entry\("(\w+)", \.(\w+)/),
        let floor = floors.last
      {
        targets.append(Target(name: String(entry.1), kind: String(entry.2), floor: floor))
      }
    }
    self.targets = targets
    self.floors = floors
  }

  /// The repository's.
  static let current = Manifest((try? Repository.text("Package.swift")) ?? "")

  /// The targets that also build for bare targets.
  static let portable = current.targets.filter { $0.kind == "portable" }

  /// What is wrong with an import, if anything: a floor imports itself and those named before it.
  func fault(of module: String, imported target: Target) -> String? {
    guard let other = targets.first(where: { $0.name == module }),
      let above = floors.firstIndex(of: other.floor),
      let own = floors.firstIndex(of: target.floor), above > own
    else { return nil }
    return "\(target) of floor \(target.floor) imports \(module) of floor \(other.floor): "
      + "a floor imports itself and those named before it, "
      + floors[...own].joined(separator: ", ")
  }
}
