import Foundation
import Testing

/// Goal: a newcomer finds things where the last one was; method: look at names and places.
struct LayoutTests {
  private static func entries(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: Repository.root.appending(path: "Sources/Apps/SimScenes/\(folder)").path())
  }

  @Test func everySceneIsFourFilesThatReadAlikeAndItsTopics() throws {
    let scenes = try Self.entries("").filter { $0 != "Shared" }
    #expect(!scenes.isEmpty)
    let catalog = try Repository.text("Sources/Apps/SimCatalogue/Catalogue.swift")
    for scene in scenes {
      #expect(catalog.contains("visit(\(scene).self)"), "the catalog lacks \(scene)")
      let files = Set(try Self.entries(scene))
      for part in ["", "+Draw", "+Step", "+Tuning"] {
        #expect(files.contains("\(scene)\(part).swift"), "\(scene) lacks \(part)")
      }
      for file in files where file != "\(scene).swift" {
        #expect(file.hasPrefix("\(scene)+") && file.hasSuffix(".swift"), "\(scene)/\(file)")
      }
    }
  }

  /// Types that only one scene's folder mentions belong into that folder; where a file has none of
  /// its own, the same holds for its members.
  @Test func whatScenesShareIsUsedByMoreThanOne() throws {
    let scenes = try Self.entries("").filter { $0 != "Shared" }
    for file in try Self.entries("Shared") {
      let text = try Repository.text("Sources/Apps/SimScenes/Shared/\(file)")
      let names = Self.namesOffered(by: text)
      #expect(!names.isEmpty, "\(file) offers nothing")
      let users = try scenes.filter { scene in
        try Self.entries(scene).contains { part in
          let text = try Repository.text("Sources/Apps/SimScenes/\(scene)/\(part)")
          return text.split { !$0.isLetter && !$0.isNumber }.contains { names.contains(String($0)) }
        }
      }
      #expect(users.count > 1, "\(file) is used by \(users)")
    }
  }

  @Test func namesThatAFileOffersAreFound() {
    #expect(Self.namesOffered(by: "package struct A {\n  var b = 1\n}\nenum C {\n") == ["A", "C"])
    #expect(Self.namesOffered(by: "extension Float {\n  var d: Float { 1 }\n") == ["d"])
  }

  static func namesOffered(by text: String) -> [String] {
    let types = text.matches(of: /(?m)^(?:package )?(?:struct|enum) (\w+)/).map { String($0.1) }
    guard types.isEmpty else { return types }
    return text.matches(of: /(?m)^ {2}(?:func|var) (\w+)/).map { String($0.1) }
  }

  @Test func nothingIsLeftOver() throws {
    let words = ["FIX" + "ME", "TO" + "DO", "XX" + "X"]
    for file in try Repository.swiftFiles() where !file.path.hasPrefix("Tests/Host/TidyTests/") {
      // Hardly any file has one even within another word, so lines are seldom looked at.
      for word in words where file.text.contains(word) {
        for (index, line) in file.lines.enumerated() {
          let isWhole = line.split { !$0.isLetter }.contains(Substring(word))
          #expect(!isWhole, "\(file):\(index + 1) has \(word)")
        }
      }
      #expect(!file.text.contains("try" + "!"), "\(file) force-tries")
    }
  }

  @Test func everyPublicDeclarationIsDocumented() throws {
    for file in try Repository.swiftFiles(below: "Sources") {
      for line in Self.undocumented(in: file.lines) {
        Issue.record("\(file):\(line + 1) has no documentation")
      }
    }
  }

  @Test func undocumentedDeclarationIsFound() {
    let lines: [Substring] = [
      "/// A.", "public struct A {", "  public var b = 1", "  /// C.", "  @inline(__always)",
      "  package func c() {}", "}",
    ]
    #expect(Self.undocumented(in: lines) == [2])
  }

  @Test func readmeOpensWithTheTwoCommands() throws {
    let readme = try Repository.text("README.md")
    let run = try #require(
      readme.range(of: "swift run -c release simbench run scenarios/snowglobe.json"))
    let test = try #require(readme.range(of: "swift test"))
    #expect(readme.distance(from: readme.startIndex, to: run.lowerBound) < 1500)
    #expect(run.lowerBound < test.lowerBound)
    #expect(readme.contains("## License"))
  }

  @Test func readmeListsEveryTarget() throws {
    let readme = try Repository.text("README.md")
    for target in Manifest.current.targets where !target.kind.hasPrefix("test") {
      #expect(readme.contains("`\(target)`"), "the table of targets lacks \(target)")
    }
  }

  @Test func topLevelHoldsOnlyWhatBelongsThere() throws {
    let allowed: Set = [
      "Package.swift", "Sources", "Tests", "Benchmarks", "scenarios", "seeds", "README.md",
      "Package.resolved",
    ]
    let found = try FileManager.default.contentsOfDirectory(atPath: Repository.root.path())
    for name in found where !name.hasPrefix(".") {
      #expect(allowed.contains(name), "\(name) at the top level")
    }
  }

  /// Lines with a public or package declaration and no `///` directly above it, attributes apart.
  static func undocumented(in lines: [Substring]) -> [Int] {
    lines.indices.filter { index in
      let text = lines[index].drop { $0 == " " }
      guard text.hasPrefix("public ") || text.hasPrefix("package ") else { return false }
      guard !text.contains(" extension "), !text.contains(" import ") else { return false }
      var above = index - 1
      while above >= 0, lines[above].drop(while: { $0 == " " }).hasPrefix("@") { above -= 1 }
      return above < 0 || !lines[above].drop(while: { $0 == " " }).hasPrefix("///")
    }
  }
}
