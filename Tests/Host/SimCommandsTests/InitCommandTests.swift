import SimFormats
import SimPlatform
import SimCommands
import Testing

/// Goal: `init` writes what runs, and never over what is there.
///
/// Method: look at the files it leaves; that the package builds and runs is the matter of
/// `.ci/starter` and `.ci/starter-model`.
@Suite struct InitCommandTests {
  @Test func starterScenarioRuns() throws {
    let folder = try TemporaryFolder()
    let made = CommandRun(["init", "quiet-snow", "--out", folder.path])
    #expect(made.code == .pass && made.error.isEmpty)
    let path = folder.at("quiet-snow.json")
    #expect(made.output == "wrote \(path)\nnext: simbench run \(path)\n")
    #expect(CommandRun(["validate", path]).code == .pass)
    let run = CommandRun(["run", path, "--frames", "2", "--no-render", "--json", "-"])
    // The exit code would judge frame times as well, on a machine that does other things.
    #expect(try run.row("runs")["verdict"].string() == "passed")
    #expect(try run.row("runs")["scenario"].string() == "quiet-snow")
  }

  /// A package has every Swift file of its sample, which this package compiles and tests, with
  /// names replaced and nothing else.
  @Test(arguments: ["scene", "model"]) func swiftFilesAreThoseOfTheSample(kind: String) throws {
    let folder = try TemporaryFolder()
    let checkout = try Self.checkout()
    let made = CommandRun([
      "init", "paper-boats", "--\(kind)", "--package", checkout, "--out", folder.path,
    ])
    #expect(made.code == .pass, "\(made.error)")
    let sample = kind == "scene" ? "SampleScene" : "SampleModel"
    for (target, place) in [(sample, "Sources"), (sample + "Tests", "Tests")] {
      let source = "\(checkout)/Sources/Host/SimCommands/Init/Starter/\(target)"
      let names = try FileStore.list(directory: source)
      #expect(!names.isEmpty)
      for name in names {
        let path = "\(place)/\(target)/\(name)".replacing(sample, with: "PaperBoats")
        let written = try FileStore.readText(
          folder.at("paper-boats/\(path)"), limitByteCount: 1 << 16)
        let compiled = try FileStore.readText("\(source)/\(name)", limitByteCount: 1 << 16)
        #expect(
          written
            == compiled
            .replacing("Sources/Host/SimCommands/Init/Starter/scenarios", with: "scenarios")
            .replacing(sample, with: "PaperBoats")
            .replacing("sample-\(kind)", with: "paper-boats"), "\(path)")
      }
    }
  }

  /// The workflow gets the folder that the package depends on, since a machine of CI lacks it.
  @Test func workflowChecksOutThePackage() throws {
    let folder = try TemporaryFolder()
    func git(_ words: String...) throws {
      let ended = try ProcessRunner.run(
        "git", ["-c", "user.name=a", "-c", "user.email=a@b.c"] + words,
        workingDirectory: folder.at("simbench"))
      try #require(ended.exitCode == 0, "\(ended.errorText)")
    }
    try folder.write("", to: "simbench/Package.swift")
    func workflow(_ name: String, _ kind: String) throws -> String {
      let made = CommandRun([
        "init", name, kind, "--package", folder.at("simbench"), "--out", folder.path,
      ])
      #expect(made.code == .pass, "\(made.error)")
      return try FileStore.readText(
        folder.at("\(name)/.github/workflows/simbench.yml"), limitByteCount: 1 << 16)
    }
    let alone = try workflow("boats", "--scene")
    #expect(alone.contains("test -f \(folder.at("simbench"))/Package.swift\n"))
    try git("init", "-q")
    try git("add", ".")
    try git("commit", "-q", "-m", "a")
    try git("remote", "add", "origin", "file:///nowhere")
    #expect(try workflow("ships", "--scene").contains("test -f "))
    try git("remote", "set-url", "origin", "https://secret@example.com/simbench.git")
    let open = try workflow("canoes", "--scene")
    #expect(open.contains("test -f ") && !open.contains("secret"))
    try git("remote", "set-url", "origin", "https://example.com/simbench.git")
    for (name, kind) in [("rafts", "--scene"), ("notes", "--model")] {
      let text = try workflow(name, kind)
      #expect(
        text.contains("git clone https://example.com/simbench.git \(folder.at("simbench"))\n"))
      #expect(text.contains("git -C \(folder.at("simbench")) checkout "))
      #expect(
        text.contains("\(name)-bench check scenarios/\(name).json --no-wall --confined ."))
      #expect(text.contains("explore") == (kind == "--model"))
      #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"))
    }
  }

  @Test func nothingIsOverwritten() throws {
    let folder = try TemporaryFolder()
    try folder.write("mine", to: "snow.json")
    try folder.write("mine", to: "boats/notes.txt")
    let before = try folder.listing()
    let package = ["--package", try Self.checkout()]
    for arguments in [["snow"], ["boats", "--scene"] + package, ["boats", "--model"] + package] {
      let result = CommandRun(["init"] + arguments + ["--out", folder.path])
      #expect(result.code == .usage)
      #expect(result.error.hasSuffix(": already exists; nothing was written\n"))
    }
    #expect(try folder.listing() == before)
  }

  @Test(arguments: [
    "Snow", "snow_globe", "1snow", "snow--globe", "snow-", "../snow", "snow/globe", "sn\nw", "ſnow",
    String(repeating: "a", count: 65),
  ]) func badNameIsRefused(name: String) throws {
    let folder = try TemporaryFolder()
    for options in [[], ["--scene", "--package", try Self.checkout()]] {
      let result = CommandRun(["init", name, "--out", folder.path] + options)
      #expect(result.code == .usage)
      #expect(result.error.hasPrefix("simbench: NAME: found \""))
      #expect(result.error.split(separator: "\n").count == 1)
      #expect(folder.names().isEmpty)
    }
  }

  @Test(arguments: [
    "snowglobe", "sim-raster", "string", "swift", "simbench", "tuning", "sim-world",
    "letter-voice", "world",
  ]) func nameThatIsTakenIsRefused(name: String) throws {
    let folder = try TemporaryFolder()
    for kind in ["--scene", "--model"] {
      let result = CommandRun([
        "init", name, kind, "--package", try Self.checkout(), "--out", folder.path,
      ])
      #expect(result.code == .usage)
      #expect(result.error.contains("is the name of a module or type already"))
      #expect(folder.names().isEmpty)
    }
    // A scenario may have the name all the same.
    #expect(CommandRun(["init", name, "--out", folder.path]).code == .pass)
  }

  /// The modules of this package, and the types that a starter package mentions.
  @Test func everyNameInUseIsTaken() throws {
    let folder = try TemporaryFolder()
    let root = try Self.checkout()
    let manifest = try DocumentedCommandTests.text("Package.swift")
    var names = Set(
      manifest.matches(
        of: /(?:Entry\(\s*|library\(name: )"(\w+)", (?:\.(?!test|exec|starter|plugin)|targets)/
      ).map { String($0.1) })
    #expect(names.count > 25)
    for kind in ["--scene", "--model"] {
      let out = folder.at(kind)
      #expect(CommandRun(["init", "boats", kind, "--package", root, "--out", out]).code == .pass)
      for path in ["Sources/Boats", "Sources/boats-bench", "Tests/BoatsTests"] {
        for file in try FileStore.list(directory: "\(out)/boats/\(path)") {
          let text = try FileStore.readText("\(out)/boats/\(path)/\(file)", limitByteCount: 1 << 16)
            .replacing(/\/\/.*/, with: "").replacing(/"[^"\n]*"/, with: "")
          names.formUnion(text.matches(of: /(?:^|[^.\w])([A-Z]\w*)/).map { String($0.1) })
        }
      }
    }
    let own: Set = [
      "Boats", "BoatsTests", "Drifter", "Event", "Fault", "Effect", "Parameter", "Property",
    ]
    #expect(own.isSubset(of: names))
    for name in names.subtracting(own) {
      let kebab = name.map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }.joined().dropFirst()
      let result = CommandRun([
        "init", String(kebab), "--scene", "--package", root, "--out", folder.at("taken"),
      ])
      #expect(result.code == .usage, "takenTypeNames lacks \(name)")
    }
  }

  @Test func packageHasToBeOne() throws {
    let folder = try TemporaryFolder()
    let alone = CommandRun(["init", "snow", "--package", folder.path, "--out", folder.path])
    #expect(alone.code == .usage)
    #expect(alone.error.hasPrefix("simbench: --package needs --scene or --model"))
    let both = CommandRun(["init", "snow", "--scene", "--model", "--out", folder.path])
    #expect(both.code == .usage && both.error.contains("--scene"))
    let empty = CommandRun([
      "init", "snow", "--scene", "--package", folder.path, "--out", folder.path,
    ])
    #expect(empty.code == .usage)
    #expect(empty.error.contains("does not contain Package.swift"))
    #expect(folder.names().isEmpty)
  }

  @Test func packageReferenceSurvivesOddPaths() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "a \"b\\c/Package.swift")
    let result = CommandRun([
      "init", "boats", "--scene", "--package", folder.at("a \"b\\c"), "--out", folder.path,
    ])
    #expect(result.code == .pass)
    let manifest = try FileStore.readText(
      folder.at("boats/Package.swift"), limitByteCount: 1 << 16)
    #expect(manifest.contains("path: \"\(folder.path)/a \\\"b\\\\c\""))
    let remote = CommandRun([
      "init", "ships", "--scene", "--package", "https://example.com/simbench.git", "--out",
      folder.path,
    ])
    #expect(remote.code == .pass)
    #expect(
      try FileStore.readText(folder.at("ships/Package.swift"), limitByteCount: 1 << 16)
        .contains(".package(url: \"https://example.com/simbench.git\", branch: \"main\")"))
  }

  private func manifest(_ folder: TemporaryFolder, _ name: String) throws -> String {
    try FileStore.readText(folder.at("\(name)/Package.swift"), limitByteCount: 1 << 16)
  }

  /// Without --package the checkout that these tests were built in is found, as an absolute path
  /// from a temporary folder elsewhere and as a relative one from a folder within.
  @Test func packageIsFoundWithoutSayingWhere() throws {
    let folder = try TemporaryFolder()
    let made = CommandRun(["init", "boats", "--scene", "--out", folder.path])
    #expect(made.code == .pass, "\(made.error)")
    let root = try Self.checkout()
    let away = try manifest(folder, "boats")
    #expect(away.contains("name: \"simbench\", path: \"\(root)\")") || away.contains("path: \"../"))
    let name = "starter-\(UInt64.random(in: 0...(.max)))"
    let inside = "\(root)/.build/\(name)"
    defer { try? FileStore.removeTree(inside) }
    #expect(CommandRun(["init", "boats", "--scene", "--out", inside]).code == .pass)
    let text = try FileStore.readText(inside + "/boats/Package.swift", limitByteCount: 1 << 16)
    #expect(text.contains(".package(name: \"simbench\", path: \"../../..\")"))
  }

  @Test func relativeFoldersStayRelative() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "lib/simbench/Package.swift")
    let here = try #require(Environment.currentDirectory)
    // The temporary folder as seen from here.
    let up = String(repeating: "../", count: here.split(separator: "/").count)
    let relative = up + folder.path.dropFirst() + "/lib/simbench"
    let made = CommandRun([
      "init", "boats", "--scene", "--package", relative, "--out", folder.at("apps/new"),
    ])
    #expect(made.code == .pass, "\(made.error)")
    #expect(
      try manifest(folder, "apps/new/boats")
        .contains(".package(name: \"simbench\", path: \"../../../lib/simbench\")"))
  }

  @Test(arguments: [
    ("https://example.com/simbench.git@1.2.3", "https://example.com/simbench.git", "1.2.3"),
    (
      "https://me@example.com/a/simbench@0.1.0-beta.1", "https://me@example.com/a/simbench",
      "0.1.0-beta.1"
    ),
    ("git@example.com:a/simbench.git@10.0.1", "git@example.com:a/simbench.git", "10.0.1"),
    ("ssh://git@example.com/simbench@1.2.3", "ssh://git@example.com/simbench", "1.2.3"),
  ]) func versionsOfRepositoriesAreTaken(text: String, url: String, version: String) throws {
    let folder = try TemporaryFolder()
    let made = CommandRun(["init", "boats", "--scene", "--package", text, "--out", folder.path])
    #expect(made.code == .pass, "\(made.error)")
    let manifest = try manifest(folder, "boats")
    #expect(manifest.contains(".package(url: \"\(url)\", exact: \"\(version)\")"))
    #expect(manifest.contains("package: \"simbench\")"))
  }

  @Test func repositoriesKeepTheirNames() throws {
    let folder = try TemporaryFolder()
    let url = "https://example.com/team/bench-fork.git"
    #expect(
      CommandRun(["init", "b", "--scene", "--package", url, "--out", folder.path]).code == .pass)
    let text = try manifest(folder, "b")
    #expect(text.contains("branch: \"main\")") && text.contains("package: \"bench-fork\")"))
    for version in ["", "1", "1.2", "1.2.x", "main", "1.2.3.4", "1..3"] {
      let wrong = CommandRun([
        "init", "c", "--scene", "--package", "\(url)@\(version)", "--out", folder.path,
      ])
      #expect(wrong.code == .usage && wrong.error.contains("expected three numbers such as 1.2.3"))
      #expect(folder.names() == ["b"])
    }
  }

  /// The checkout these tests were compiled from.
  static func checkout() throws -> String {
    let parts = #filePath.split(separator: "/").dropLast(4)
    return "/" + parts.joined(separator: "/")
  }
}
