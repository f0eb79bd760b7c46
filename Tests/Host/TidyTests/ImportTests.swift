import Foundation
import Testing

/// Goal: a target imports only what the design allows; the build checks dependencies between
/// targets, these tests check floors, the system's modules and what bare targets lack.
struct ImportTests {
  static let systemModules = [
    "Foundation", "FoundationEssentials", "Glibc", "Musl", "Darwin", "Dispatch",
    "Synchronization", "CPlatform", "CAllocationProbe", "Observation", "os",
  ]

  @Test func everyFloorImportsItselfAndThoseNamedBeforeIt() throws {
    #expect(Manifest.current.floors == ["C", "Core", "Analysis", "Apps", "Host", "Lanes"])
    #expect(Manifest.current.targets.count > 40)
    for target in Manifest.current.targets where target.kind != "c" && target.kind != "system" {
      let files = try Repository.swiftFiles(below: target.folder)
      #expect(!files.isEmpty, "\(target) has no source in \(target.folder)")
      // What a test imports is part of no app.
      for file in files where target.kind != "test" {
        for module in Self.imports(of: file) {
          let fault = Manifest.current.fault(of: module, imported: target)
          #expect(fault == nil, "\(file): \(fault ?? "")")
        }
      }
    }
  }

  @Test func importFromALaterFloorIsFound() throws {
    let target = try #require(Manifest.current.targets.first { $0.name == "SimRaster" })
    #expect(Manifest.current.fault(of: "SimMath", imported: target) == nil)
    #expect(Manifest.current.fault(of: "Swift", imported: target) == nil)
    #expect(
      Manifest.current.fault(of: "SimImageAnalysis", imported: target)
        == "SimRaster of floor Core imports SimImageAnalysis of floor Analysis: "
        + "a floor imports itself and those named before it, C, Core")
  }

  /// Plugins of the package manager can use no target, so they import the system themselves.
  @Test func onlyPlatformImportsTheSystem() throws {
    let allowed = ["Sources/Host/SimPlatform/", "Sources/Host/Plugins/"]
    for file in try Repository.swiftFiles(below: "Sources")
    where !allowed.contains(where: { file.path.hasPrefix($0) }) {
      for module in Self.imports(of: file) {
        #expect(!Self.systemModules.contains(module), "\(file) imports \(module)")
      }
    }
  }

  /// Words that compile on a host but not, or not with the same result, on bare targets or on
  /// the oldest supported system.
  static let banned = [
    "Dictionary<", "Set<", " Set(", "(Set(", ".shuffled", ".randomElement",
    "Float.random", "Int.random",
    "SystemRandomNumberGenerator", "InlineArray", "Codable", "Mutex", "Atomic<", " async ",
    "await ", "Task {", "print(", "String(describing", "Mirror(", "Hasher", ": Hashable",
    "@unchecked Sendable", "nonisolated(unsafe)", "unsafeFlags", ".addingProduct",
  ]

  @Test(arguments: Manifest.portable)
  func portableTargetsAvoidWhatBareTargetsLack(target: Manifest.Target) throws {
    let files = try Repository.swiftFiles(below: target.folder)
    #expect(!files.isEmpty)
    for file in files {
      let found = Self.whatBareTargetsLack(in: file)
      #expect(found.isEmpty, "\(found)")
    }
  }

  /// Uses of banned words, as file, line and word.
  static func whatBareTargetsLack(in file: Repository.File) -> [String] {
    // Most files have none of the words even in comments: only the others' lines are looked at.
    let words = banned.filter { file.text.contains($0) }
    guard !words.isEmpty || file.text.contains("any ") else { return [] }
    return file.lines.enumerated().flatMap { index, line in
      let code = code(of: line)
      return (words.filter { code.contains($0) } + (hasExistential(code) ? ["an existential"] : []))
        .map { "\(file):\(index + 1) uses \($0)" }
    }
  }

  @Test(
    arguments: [
      ("x.addingProduct(y, z)", ".addingProduct"), ("a = Float.random(in: 0...1)", "Float.random"),
      ("for index in Set(phases) {", " Set("), ("let scene: any Scene", "an existential"),
    ])
  func plantedWordIsFound(line: String, word: String) {
    let file = Repository.File(path: "x.swift", text: "// Set(a)\nlet a = 1\n\(line)\n")
    #expect(Self.whatBareTargetsLack(in: file) == ["x.swift:3 uses \(word)"])
  }

  @Test func plantedImportsAreFound() {
    let file = Repository.File(path: "x.swift", text: "public import Foundation\n// import Glibc\n")
    #expect(Self.imports(of: file) == ["Foundation"])
    #expect(!Self.hasExistential("let many = company"))
    #expect(Self.code(of: "let a = 1 // a Set<Int>") == "let a = 1 ")
  }

  @Test func rootPackageHasNoDependencies() throws {
    let manifest = try Repository.text("Package.swift")
    #expect(!manifest.contains(".package("))
    #expect(!manifest.contains("unsafeFlags"))
  }

  static func imports(of file: Repository.File) -> [String] {
    file.lines.compactMap { line in
      let words = line.split(separator: " ")
      guard let place = words.firstIndex(of: "import"), place <= 2 else { return nil }
      guard !line.hasPrefix("//") else { return nil }
      return words.dropFirst(place + 1).last.map(String.init)
    }
  }

  static func code(of line: Substring) -> String {
    guard let comment = line.firstRange(of: "//") else { return String(line) }
    return String(line[..<comment.lowerBound])
  }

  static func hasExistential(_ code: String) -> Bool {
    code.contains(": any ") || code.contains("<any ") || code.contains("[any ")
      || code.contains("-> any ") || code.contains("(any ")
  }
}
